#pragma once

#include "models/query/filtersql.h"
#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QJsonObject>
#include <QList>
#include <QStringList>

namespace yardmaster {

/// Which jobs: these ids, or all that match a filter and were there when they were
/// counted. A value.
struct OperationScope
{
    QList<qint64> ids = {}; ///< without duplicates; if there are any, the rest does not count
    QString filter = {};    ///< text of the filter language; empty: every job
    QStringList forbiddenFlags = {};
    QStringList staleWorkers = {}; ///< as of takenAt, see FilterContext
    QByteArray zone = "UTC";

    /// Set by countScope(): jobs added later do not belong.
    qint64 maxId = 0;
    Timestamp takenAt = {};
    qint64 expected = -1; ///< jobs counted; negative: not counted, or not to the end

    [[nodiscard]] bool isByFilter() const { return ids.isEmpty(); }
    /// With its relative times as of `takenAt`, so that the meaning stays the same for as long as
    /// the operation runs.
    [[nodiscard]] FilterContext filterContext(const QString &schema) const;
    /// The condition on `jobs`, parameters appended.
    [[nodiscard]] Result<QByteArray> condition(const QString &schema, Params *params) const;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static OperationScope fromJson(const QJsonObject &object);
};

} // namespace yardmaster

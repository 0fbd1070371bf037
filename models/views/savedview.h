#pragma once

#include "models/query/filtercost.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

/// A filter with a name. A value.
struct SavedView
{
    QString name;
    QString filter;                ///< as it was written; may be one of a newer version
    std::optional<JobOrder> order; ///< unset: the natural one
    QStringList columns;           ///< keys of columns; empty: as they are
    bool isShared = false;         ///< kept for all profiles, not for one
    /// What its jobs are grouped by; unset: they are not. See groupingKeys().
    std::optional<FilterKey> grouping = {};

    [[nodiscard]] bool operator==(const SavedView &) const = default;
};

/// "newest", "oldest" or "pickup", as files and links say it.
[[nodiscard]] QString jobOrderKey(JobOrder order);
[[nodiscard]] std::optional<JobOrder> jobOrderFromKey(const QString &key);

/// Whether both list the same jobs, however they are written.
[[nodiscard]] bool isSameFilter(const QString &a, const QString &b);

/// Views as a file keeps them: JSON, to be read by people and shared.
[[nodiscard]] QByteArray viewsToJson(const QList<SavedView> &views);
/// @returns one sentence without a full stop if it is no such file. Views without a name are left
/// out, unknown fields are ignored.
[[nodiscard]] tl::expected<QList<SavedView>, QString> viewsFromJson(const QByteArray &json);

/// `yardmaster:view?name=…&filter=…`, to be shared.
[[nodiscard]] QString viewLink(const SavedView &view);
/// @returns one sentence if it is no link of a view.
[[nodiscard]] tl::expected<SavedView, QString> viewFromLink(const QString &link);

} // namespace yardmaster

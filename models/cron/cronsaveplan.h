#pragma once

#include "models/cron/crondocument.h"
#include "models/cron/cronidchanges.h"
#include "models/cron/linediff.h"

namespace yardmaster {

/// What saving a crontab would do, to be shown before. A value.
struct CronSavePlan
{
    QString path;
    LineDiff diff; ///< from what is on the disk now to the text
    QList<CronIdChange> ids;
    QList<CrontabProblem> problems; ///< workers refuse the text because of these
    QStringList losses;             ///< what writing cannot keep, sentences
    bool isNew = false;             ///< there is no such file yet
    bool overwrites = false;        ///< it was changed or removed elsewhere since it was opened

    /// Nothing would change.
    [[nodiscard]] bool isEmpty() const { return !isNew && diff.isEmpty() && !overwrites; }
};

/// Reads the file again. @param known  identifiers in the database.
[[nodiscard]] tl::expected<CronSavePlan, QString>
planSave(const CronDocument &document, const QString &text, const QSet<QString> &known);

} // namespace yardmaster

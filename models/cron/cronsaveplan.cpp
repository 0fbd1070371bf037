#include "models/cron/cronsaveplan.h"

namespace yardmaster {

tl::expected<CronSavePlan, QString> planSave(const CronDocument &document, const QString &text,
                                             const QSet<QString> &known)
{
    const CronFile &file = document.file();
    const auto disk = readCronFile(file.path);
    if (!disk)
        return tl::make_unexpected(disk.error());
    const CrontabDialect dialect = document.dialect();
    const CronAnalysis after = analyseCrontab(text, dialect);
    CronSavePlan plan;
    plan.path = file.path;
    plan.diff = diffLines(disk->text, text);
    plan.ids = cronIdChanges(analyseCrontab(disk->text, dialect), after, known);
    plan.problems = after.problems;
    plan.losses = file.losses;
    plan.isNew = !disk->exists;
    plan.overwrites = disk->exists != file.exists || disk->bytes != file.bytes;
    return plan;
}

} // namespace yardmaster

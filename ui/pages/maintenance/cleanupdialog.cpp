#include "ui/pages/maintenance/cleanupdialog.h"

#include "models/console/consolecontext.h"
#include "models/values/format.h"
#include "ui/kit/factlist.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

CleanupDialog::CleanupDialog(ConsoleContext *context, const CleanupOptions &options,
                             const CleanupReport &counted, QWidget *parent)
    : ConfirmDialog(context, tr("Delete what was counted"), parent)
{
    setObjectName("cleanupDialog"_L1);
    addHeading(windowTitle());
    QList<Fact> facts;
    const auto add = [&](CleanupTask task, const QString &name, qint64 count) {
        if (options.tasks.testFlag(task))
            facts << Fact{name, formatNumber(count), {}, true, cleanupTaskName(task)};
    };
    add(CleanupTask::DeletePermafailedJobs, tr("Jobs that failed for good"), counted.jobs);
    add(CleanupTask::GcTaskIdentifiers, tr("Task names without jobs"), counted.taskIdentifiers);
    add(CleanupTask::GcJobQueues, tr("Queues without jobs"), counted.queues);
    auto *list = new FactList(this);
    list->setFacts(facts);
    body()->addWidget(list);
    QStringList sentences;
    if (counted.jobs > 0)
        sentences << tr("Deleted jobs cannot be brought back.");
    if (counted.taskIdentifiers + counted.queues > 0)
        sentences << tr(
            "While the names are deleted, adding and fetching jobs is blocked for a moment.");
    sentences << tr("Rows that have come to match since the count are deleted too.");
    addText(sentences.join(u' '), "cleanupConsequence");
    const qint64 all = counted.jobs + counted.taskIdentifiers + counted.queues;
    if (counted.jobs > 0 || context->guard()->wantsTypedCount())
        setWord(QString::number(all), tr("the number of rows"));
    setConfirmText(tr("Delete %1 rows", nullptr, pluralOf(all)).arg(formatNumber(all)));
    setMinimumWidth(520);
}

CleanupDialog::~CleanupDialog() = default;

} // namespace yardmaster

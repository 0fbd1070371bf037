#include "models/tasks/tasksnapshot.h"

#include "models/query/workersalive.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kNamedHolders = 5;

struct TaskSnapshotText
{
    Q_DECLARE_TR_FUNCTIONS(TaskSnapshot)
};

QString listOf(const QStringList &names)
{
    const QString listed = isolated(names.mid(0, kNamedHolders)).join(u", "_s);
    return names.size() <= kNamedHolders
        ? listed
        : TaskSnapshotText::tr("%1 and %2 more").arg(listed).arg(names.size() - kNamedHolders);
}

Result<TaskSnapshot> read(Session &session, const QString &schema, const JobLoads &loads)
{
    std::vector<qint64> seen;
    for (auto it = loads.byId.keyBegin(); it != loads.byId.keyEnd(); ++it) {
        if (*it != 0 && seen.size() < size_t(kTaskCap))
            seen.push_back(*it);
    }
    const auto rows = session.query(sqlText("models/tasks/task_names.sql", schema),
                                    {param(kTaskCap + 1), param(std::span<const qint64>(seen))});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const auto workers = readRegisteredWorkers(session, schema);
    if (!workers)
        return tl::make_unexpected(workers.error());

    TaskSnapshot reading;
    reading.isComplete = loads.isNewestComplete;
    reading.looked = loads.looked;
    reading.now = timestampAt(*rows, 0, 2);
    reading.isCut = rows->count() > kTaskCap;
    reading.hasRegistry = workers->has_value();
    QHash<QString, QStringList> knownBy;
    for (const RegisteredWorker &worker : workers->value_or(QList<RegisteredWorker>())) {
        if (!worker.isAlive())
            continue;
        ++reading.alive;
        if (!worker.tasks || worker.isCut)
            ++reading.silent;
        for (const QString &task : worker.tasks.value_or(QStringList()))
            knownBy[task] << worker.id;
    }
    QHash<qint64, QStringList> heldBy;
    for (const HeldJob &job : loads.held) {
        if (!heldBy[job.taskId].contains(job.owner))
            heldBy[job.taskId] << job.owner;
    }
    for (int line = 0; line < rows->count(); ++line) {
        if (rows->isNull(line, 0))
            continue;
        const qint64 id = rows->int64(line, 0);
        const QString name = rows->text(line, 1);
        reading.tasks << TaskRow{id, name, loads.of(id), knownBy.value(name), heldBy.value(id)};
    }
    return reading;
}

} // namespace

Result<TaskSnapshot> readTasks(Session &session, const QString &schema)
{
    return readWithLoads(session, schema, LoadBy::Task, read);
}

void improve(TaskSnapshot *reading, const JobCounts &counts)
{
    for (TaskRow &task : reading->tasks)
        task.load.improveBy(counts.ofTask(task.id), counts.countedAt);
}

TaskKnown whoKnows(const TaskRow &task, const TaskSnapshot &reading, bool isHere)
{
    if (isHere)
        return TaskKnown::Here;
    if (!task.workers.isEmpty())
        return TaskKnown::Yes;
    if (!task.holders.isEmpty())
        return TaskKnown::Held;
    return reading.alive > 0 && reading.silent == 0 ? TaskKnown::NoneSays : TaskKnown::Unknown;
}

QString taskKindWord(const QString &kind)
{
    return kind == "executable"_L1 ? TaskSnapshotText::tr("executable")
        : kind == "plugin"_L1      ? TaskSnapshotText::tr("plugin")
        : kind == "C++"_L1         ? TaskSnapshotText::tr("built in")
                                   : kind;
}

QString taskKnownWord(TaskKnown known, const TaskRow &task)
{
    switch (known) {
    case TaskKnown::Here:
        return task.workers.size() > 1 ? TaskSnapshotText::tr("Here, %1 workers in all", nullptr,
                                                              pluralOf(task.workers.size()))
                                             .arg(formatNumber(task.workers.size()))
                                       : TaskSnapshotText::tr("Here");
    case TaskKnown::Yes:
        return TaskSnapshotText::tr("%1 workers", nullptr, pluralOf(task.workers.size()))
            .arg(formatNumber(task.workers.size()));
    case TaskKnown::Held:
        return TaskSnapshotText::tr("Running");
    case TaskKnown::NoneSays:
        return TaskSnapshotText::tr("No registered worker");
    case TaskKnown::Unknown:
        return TaskSnapshotText::tr("Unknown");
    }
    Q_UNREACHABLE();
}

QString taskKnownSentence(TaskKnown known, const TaskRow &task, const TaskSnapshot &reading)
{
    switch (known) {
    case TaskKnown::Here:
        return task.workers.isEmpty()
            ? TaskSnapshotText::tr("The worker of this window runs it.")
            : TaskSnapshotText::tr("The worker of this window runs it. In the registry: %1.")
                  .arg(listOf(task.workers));
    case TaskKnown::Yes:
        return TaskSnapshotText::tr("Live workers that report this task: %1.")
            .arg(listOf(task.workers));
    case TaskKnown::Held:
        return TaskSnapshotText::tr("Workers that hold one of its jobs now, so they know it: %1.")
            .arg(listOf(task.holders));
    case TaskKnown::NoneSays:
        return TaskSnapshotText::
            tr("All live registered workers (%1) report their tasks, and none reports this one. "
               "Workers of graphile-worker (Node) never register, so one of those may run it.")
                .arg(reading.alive);
    case TaskKnown::Unknown:
        if (!reading.hasRegistry)
            return TaskSnapshotText::tr(
                "This schema has no worker registry, so this is not known.");
        return reading.alive == 0
            ? TaskSnapshotText::tr(
                "No live worker is registered. Workers of graphile-worker (Node) never register, "
                "so "
                "one of those may run it.")
            : TaskSnapshotText::tr("Live workers that do not report their tasks: %1.")
                  .arg(reading.silent);
    }
    Q_UNREACHABLE();
}

} // namespace yardmaster

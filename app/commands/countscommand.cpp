#include "app/commands/countscommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/overview/metricsreader.h"
#include "models/query/filterkeys.h"
#include "models/query/workersalive.h"
#include "models/queues/queuesnapshot.h"
#include "models/tasks/tasksnapshot.h"
#include "models/values/format.h"
#include <yardmaster/session.h>

#include <QIODevice>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array kStates{JobState::Ready,        JobState::Blocked, JobState::Scheduled,
                             JobState::Retrying,     JobState::Running, JobState::Stuck,
                             JobState::FailedForGood};
constexpr std::array kPrecisions{"exact", "estimate", "at_least"};

/// {"ready":{"jobs":12,"precision":"exact"},…}; jobs is null where it is not known.
QByteArray stateCountsJson(const StateCounts &counts)
{
    JsonObjectText json;
    for (const JobState state : kStates) {
        const Count &count = counts.of(state);
        JsonObjectText item;
        item.add("jobs", count.value ? QByteArray::number(*count.value) : "null");
        item.addText("precision", QString::fromLatin1(kPrecisions.at(size_t(count.precision))));
        json.add(filterStateName(state), item.text());
    }
    return json.text();
}

QStringList stateHeadings()
{
    QStringList headings;
    for (const JobState state : kStates)
        headings << QString(filterStateName(state)).toUpper();
    return headings;
}

QStringList stateCells(const StateCounts &counts)
{
    QStringList cells;
    for (const JobState state : kStates) {
        const Count &count = counts.of(state);
        cells << (count.isExact() && *count.value == 0 ? u"-"_s : formatCount(count));
    }
    return cells;
}

/// Opens the queue and counts all jobs. @param use  what to do with it.
template <typename Use> int withCounts(const CommandCall &call, Use use)
{
    const auto queue = openQueue(call, QueueAccess::Read);
    if (!queue)
        return queue.error();
    const auto &[target, session] = *queue;
    JobCounter counter(target.schema);
    auto counts = counter.count(*session);
    if (counts && counter.wasQuick())
        counts = counter.count(*session);
    if (!counts)
        return complainOf(call, target, counts.error());
    return use(target, *session, *counts);
}

QByteArray lockName(QueueRow::Lock lock)
{
    constexpr std::array kNames{"free", "running", "locked", "orphaned", "missing"};
    return kNames.at(size_t(lock));
}

int runQueues(const CommandCall &call)
{
    return withCounts(
        call, [&call](const QueueTarget &target, Session &session, const JobCounts &counts) {
            auto reading = readQueues(session, target.schema);
            if (!reading)
                return complainOf(call, target, reading.error());
            improve(&*reading, counts);
            if (reading->queues.isEmpty()) {
                complainTo(call.streams(), u"there are no named queues"_s);
                return int(ExitNothing);
            }
            std::vector<QStringList> rows{QStringList{u"QUEUE"_s} + stateHeadings()
                                          + QStringList{u"LOCK"_s, u"OWNER"_s, u"SINCE (UTC)"_s}};
            for (const QueueRow &queue : reading->queues) {
                if (call.isSet(u"json"_s)) {
                    JsonObjectText json;
                    json.addTextOrNull("queue_name", queue.name);
                    json.addText("lock", QString::fromLatin1(lockName(queue.lock)));
                    json.addTextOrNull("owner", queue.owner);
                    json.addBool("is_owner_stale", queue.isOwnerStale);
                    json.addTime("locked_at", queue.lockedAt);
                    json.add("job", queue.job ? QByteArray::number(queue.job->id) : "null");
                    json.add("states", stateCountsJson(queue.load));
                    call.streams().out->write(json.text() + '\n');
                    continue;
                }
                rows.push_back(
                    QStringList{queue.name.isEmpty() ? u"(deleted)"_s : queue.name}
                    + stateCells(queue.load)
                    + QStringList{QString::fromLatin1(lockName(queue.lock)),
                                  queue.isOwnerStale ? queue.owner + u" (stale)"_s : queue.owner,
                                  queue.lockedAt ? utcText(*queue.lockedAt) : QString()});
            }
            if (!call.isSet(u"json"_s))
                write(call.streams().out, textTable(rows, {1, 2, 3, 4, 5, 6, 7}));
            if (reading->isCut)
                complainTo(call.streams(), u"there are more queues than are listed"_s);
            return int(ExitOk);
        });
}

int runTasksCounts(const CommandCall &call)
{
    return withCounts(
        call, [&call](const QueueTarget &target, Session &session, const JobCounts &counts) {
            auto reading = readTasks(session, target.schema);
            if (!reading)
                return complainOf(call, target, reading.error());
            improve(&*reading, counts);
            if (reading->tasks.isEmpty()) {
                complainTo(call.streams(), u"no task has had jobs"_s);
                return int(ExitNothing);
            }
            std::vector<QStringList> rows{QStringList{u"TASK"_s} + stateHeadings()
                                          + QStringList{u"KNOWN TO"_s}};
            for (const TaskRow &task : reading->tasks) {
                const TaskKnown known = whoKnows(task, *reading, false);
                if (call.isSet(u"json"_s)) {
                    JsonObjectText json;
                    json.addText("task_identifier", task.name);
                    json.add("states", stateCountsJson(task.load));
                    json.addText("known_to", taskKnownWord(known, task));
                    call.streams().out->write(json.text() + '\n');
                    continue;
                }
                rows.push_back(QStringList{task.name} + stateCells(task.load)
                               + QStringList{taskKnownWord(known, task)});
            }
            if (!call.isSet(u"json"_s))
                write(call.streams().out, textTable(rows, {1, 2, 3, 4, 5, 6, 7}));
            if (reading->isCut)
                complainTo(call.streams(), u"there are more tasks than are listed"_s);
            return int(ExitOk);
        });
}

int runStats(const CommandCall &call)
{
    return withCounts(
        call, [&call](const QueueTarget &target, Session &session, const JobCounts &counts) {
            const auto sample = MetricsReader(target.schema).read(session, false);
            if (!sample)
                return complainOf(call, target, sample.error());
            const auto workers = readRegisteredWorkers(session, target.schema);
            std::optional<qint64> alive;
            if (workers && *workers)
                alive = std::ranges::count_if(**workers, &RegisteredWorker::isAlive);
            if (call.isSet(u"json"_s)) {
                JsonObjectText json;
                json.add("states", stateCountsJson(counts.all));
                json.add("oldest_ready_ms",
                         sample->oldestReady
                             ? QByteArray::number(qint64(sample->oldestReady->count()))
                             : "null");
                json.add("workers_alive", alive ? QByteArray::number(*alive) : "null");
                call.streams().out->write(json.text() + '\n');
                return int(ExitOk);
            }
            std::vector<QStringList> rows{{u"STATE"_s, u"JOBS"_s}};
            for (const JobState state : kStates)
                rows.push_back(
                    {QString(filterStateName(state)), formatCount(counts.all.of(state))});
            QString text = textTable(rows, {1}) + u'\n';
            if (sample->oldestReady && sample->oldestReady->count() > 0)
                text += u"The oldest ready job has been due for %1.\n"_s.arg(
                    formatDuration(*sample->oldestReady));
            text += alive ? u"Registered workers that are alive: %1.\n"_s.arg(formatNumber(*alive))
                          : u"This schema has no worker registry that can be read.\n"_s;
            write(call.streams().out, text);
            return int(ExitOk);
        });
}

ShellCommand countsCommand(const QStringList &words, const QString &summary, const QString &json)
{
    ShellCommand command;
    command.words = words;
    command.summary = summary;
    command.description
        = u"Numbers are exact if counting takes a few seconds at most; others are marked as an\n"
          "estimate (\"~178 k\") or a lower bound (\"10,000+\").\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = {jsonOption(json)};
    return command;
}

} // namespace

ShellCommand statsCommand()
{
    ShellCommand command = countsCommand({u"stats"_s}, u"Counts jobs by state, and workers"_s,
                                         u"print one JSON object"_s);
    command.examples
        = {u"yardmaster stats"_s, u"yardmaster stats --json | jq .states.failed.jobs"_s};
    command.exits = {{ExitOk, u"the counts were printed"_s}};
    command.run = &runStats;
    return command;
}

ShellCommand queuesListCommand()
{
    ShellCommand command
        = countsCommand({u"queues"_s, u"list"_s}, u"Lists named queues, their locks and jobs"_s,
                        u"print NDJSON: one object per queue"_s);
    command.examples = {u"yardmaster queues"_s,
                        u"yardmaster queues --json | jq 'select(.lock==\"orphaned\")'"_s};
    command.exits = {{ExitOk, u"queues were listed"_s}, {ExitNothing, u"there are none"_s}};
    command.isDefault = true;
    command.run = &runQueues;
    return command;
}

ShellCommand tasksCountsCommand()
{
    ShellCommand command
        = countsCommand({u"tasks"_s, u"counts"_s}, u"Counts the jobs of each task by state"_s,
                        u"print NDJSON: one object per task"_s);
    command.examples = {u"yardmaster tasks counts"_s};
    command.exits = {{ExitOk, u"tasks were listed"_s}, {ExitNothing, u"no task has had jobs"_s}};
    command.run = &runTasksCounts;
    return command;
}

} // namespace yardmaster

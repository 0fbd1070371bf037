#include "app/commands/workerscommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/queueaccess.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/values/format.h"
#include "models/workers/loggedunlock.h"
#include "models/workers/workerrow.h"
#include "worker/time/duration.h"
#include <yardmaster/session.h>

#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::seconds kLocksPatience{10};

QString lifeName(WorkerLife life)
{
    constexpr std::array kNames{"alive", "stale", "gone", "unknown"};
    return QString::fromLatin1(kNames.at(size_t(life)));
}

QByteArray workerJson(const WorkerRow &worker)
{
    JsonObjectText json;
    json.addText("worker", worker.id);
    json.addText("kind", workerKindName(worker.kind));
    json.addText("life", lifeName(worker.life));
    json.addTextOrNull("host", worker.host);
    json.add("pid", worker.pid > 0 ? QByteArray::number(worker.pid) : "null");
    json.addTime("heartbeat_at", worker.heartbeat);
    json.addTime("started_at", worker.started);
    json.addTextOrNull("version", worker.version);
    json.add("jobs", worker.areJobsKnown ? QByteArray::number(worker.jobs) : "null");
    json.addTime("oldest_lock_at", worker.oldestJob);
    QStringList queues;
    for (const LockedQueue &queue : worker.queues)
        queues << queue.queue;
    const auto array = [](const QStringList &texts) {
        return QJsonDocument(QJsonArray::fromStringList(texts)).toJson(QJsonDocument::Compact);
    };
    json.add("queues", array(queues));
    json.add("tasks", array(worker.tasks));
    return json.text() + '\n';
}

int runWorkersList(const CommandCall &call)
{
    const auto queue = openQueue(call, QueueAccess::Read);
    if (!queue)
        return queue.error();
    const auto &[target, session] = *queue;
    const auto fleet = readFleet(*session, target.schema);
    if (!fleet)
        return complainOf(call, target, fleet.error());
    const auto locks = readJobLocks(*session, target.schema, kLocksPatience);
    if (!locks && locks.error().kind != DbError::Kind::Cancelled)
        return complainOf(call, target, locks.error());
    const QList<WorkerRow> workers
        = composeWorkers(*fleet, locks ? std::optional(*locks) : std::nullopt, {}, thisProcess());
    std::vector<QStringList> rows{{u"WORKER"_s, u"KIND"_s, u"LIFE"_s, u"HEARTBEAT"_s, u"JOBS"_s,
                                   u"OLDEST LOCK (UTC)"_s, u"QUEUES"_s}};
    for (const WorkerRow &worker : workers) {
        if (call.isSet(u"json"_s))
            call.streams().out->write(workerJson(worker));
        rows.push_back({worker.id.isEmpty() ? u"(no name)"_s : worker.id,
                        workerKindName(worker.kind), lifeName(worker.life),
                        worker.isRegistered ? formatAge(worker.silentFor) : u"sends none"_s,
                        worker.areJobsKnown ? formatNumber(worker.jobs) : u"unknown"_s,
                        worker.oldestJob ? utcText(*worker.oldestJob) : QString(),
                        formatNumber(worker.queues.size())});
    }
    if (!call.isSet(u"json"_s) && !workers.isEmpty())
        write(call.streams().out, textTable(rows, {4, 6}));
    if (!fleet->hasRegistry)
        complainTo(call.streams(),
                   u"this schema has no worker registry: workers are known only by the jobs they "
                   "have locked"_s);
    if (fleet->isCut)
        complainTo(call.streams(), u"there are more workers than are listed"_s);
    if (!workers.isEmpty())
        return ExitOk;
    complainTo(call.streams(), u"no worker is known"_s);
    return ExitNothing;
}

QString sweepText(const SweepReport &report)
{
    std::vector<QStringList> rows{{u"STALE WORKER"_s, u"SILENT SINCE (UTC)"_s, u"JOBS RETURNED"_s,
                                   u"JOBS KEPT"_s, u"QUEUES FREED"_s}};
    for (const SweptWorker &worker : report.workers)
        rows.push_back({worker.id, utcText(timestamp(worker.silentSince)),
                        formatNumber(qint64(worker.jobs.size())), formatNumber(worker.jobsKept),
                        formatNumber(worker.queuesFreed)});
    return textTable(rows, {2, 3, 4});
}

QByteArray sweepJson(const SweepReport &report)
{
    QByteArrayList workers;
    for (const SweptWorker &worker : report.workers) {
        JsonObjectText item;
        item.addText("worker", worker.id);
        item.addTime("silent_since", timestamp(worker.silentSince));
        QByteArrayList jobs;
        for (const qint64 id : worker.jobs)
            jobs << QByteArray::number(id);
        item.add("jobs", '[' + jobs.join(',') + ']');
        item.addNumber("jobs_kept", worker.jobsKept);
        item.addNumber("queues_freed", worker.queuesFreed);
        item.add("is_registered", worker.isRegistered ? "true" : "false");
        workers << item.text();
    }
    return "{\"workers\":[" + workers.join(',') + "]}\n";
}

/// Why nothing was swept; empty: something was, or will be.
QString sweepObstacle(const SweepReport &report)
{
    switch (report.outcome) {
    case SweepReport::Outcome::AnotherSweeper:
        return u"another sweep is running in this schema, which does the same work"_s;
    case SweepReport::Outcome::NoRegistry:
        return u"this schema has no worker registry, so stale workers cannot be found; see "
               "workers unlock"_s;
    case SweepReport::Outcome::Swept:
        break;
    }
    return report.workers.empty() ? u"no worker is stale"_s : QString();
}

int runWorkersSweep(const CommandCall &call)
{
    QStringList problems;
    SweepOptions options;
    if (const auto text = call.value(u"threshold"_s)) {
        const auto threshold = parseDuration(*text, DurationSyntax::Option);
        if (threshold && *threshold >= std::chrono::seconds(1))
            options.threshold = std::chrono::floor<std::chrono::milliseconds>(*threshold);
        else
            problems << u"--threshold takes a time from 1s on, not '%1'"_s.arg(*text);
    }
    options.alsoUnregistered = call.isSet(u"unregistered"_s);
    return withConfirmation(
        call, problems, QueueAccess::Change,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const auto print = [&call](const SweepReport &report) {
                if (call.isSet(u"json"_s))
                    call.streams().out->write(sweepJson(report));
                else
                    write(call.streams().out, sweepText(report));
                return int(ExitOk);
            };
            const auto refuse = [&call](const QString &sentence) {
                complainTo(call.streams(), sentence);
                return int(ExitNothing);
            };
            const auto preview = previewSweep(*session, target.schema, options);
            if (!preview)
                return complainOf(call, target, preview.error());
            if (const QString obstacle = sweepObstacle(*preview); !obstacle.isEmpty())
                return refuse(obstacle);
            if (call.isSet(u"dry-run"_s))
                return print(*preview);
            if (!confirmation.isGiven(sweepText(*preview), preview->jobsRecovered()))
                return int(ExitRuntime);
            const auto swept = sweepLogged(*session, target.schema, operationsFolder(),
                                           target.connection.describe(), options, *preview);
            if (!swept)
                return complainOf(call, target, swept.error());
            const QString obstacle = sweepObstacle(*swept);
            return obstacle.isEmpty() ? print(*swept) : refuse(obstacle);
        });
}

} // namespace

ShellCommand workersListCommand()
{
    ShellCommand command;
    command.words = {u"workers"_s, u"list"_s};
    command.summary = u"Lists workers: heartbeats, and the jobs and queues they hold"_s;
    command.description
        = u"Workers of graphile-worker never register: they are known only by what they have\n"
          "locked, and it is not known whether they are alive.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = {jsonOption(u"print NDJSON: one object per worker"_s)};
    command.examples = {u"yardmaster workers list"_s,
                        u"yardmaster workers list --json | jq 'select(.life==\"stale\")'"_s};
    command.exits = {{ExitOk, u"workers were listed"_s}, {ExitNothing, u"no worker is known"_s}};
    command.isDefault = true;
    command.run = &runWorkersList;
    return command;
}

ShellCommand workersSweepCommand()
{
    ShellCommand command;
    command.words = {u"workers"_s, u"sweep"_s};
    command.summary = u"Returns the jobs of stale workers to the queue, and frees their queues"_s;
    command.description
        = u"A worker is stale if it is registered and its last heartbeat is older than its\n"
          "threshold by the server's clock. Workers sweep on their own, and more carefully:\n"
          "they first watch the heartbeat for that time. The sweep is recorded in the\n"
          "operator log and cannot be undone.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = Confirmation::options();
    command.options.push_back(
        {{u"threshold"_s},
         u"TIME"_s,
         u"a worker is stale after this time, unless it published a longer one [20s]"_s});
    command.options.push_back(
        {{u"unregistered"_s},
         {},
         u"also sweep owners of locks that never registered and took no lock for this time: "
         "if they are alive, their jobs run twice"_s});
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.examples = {u"yardmaster workers sweep --dry-run"_s,
                        u"yardmaster workers sweep --threshold 1m --yes"_s};
    command.exits = {{ExitOk, u"stale workers were swept"_s},
                     {ExitRuntime, u"not confirmed, or the database failed"_s},
                     {ExitUsage, u"wrong options, or --yes is missing"_s},
                     {ExitNothing, u"no worker is stale, or none can be found to be"_s}};
    command.run = &runWorkersSweep;
    return command;
}

} // namespace yardmaster

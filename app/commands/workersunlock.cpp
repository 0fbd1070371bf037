#include "app/commands/workersunlock.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/texttable.h"
#include "models/query/workersalive.h"
#include "models/values/format.h"
#include "models/workers/loggedunlock.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString locksText(const WorkerLocks &locks, bool isStale)
{
    QString text = u"%1 holds %2%3 and %4 queues. "_s.arg(
        locks.workerId, locks.isCut ? u"more than "_s : QString(), jobsText(locks.jobs.size()),
        formatNumber(locks.queues.size()));
    if (!locks.heartbeat)
        text += u"It never registered, or has left: it is not known whether it is alive. "_s;
    else
        text += isStale
            ? u"It is stale: its last heartbeat was at %1 UTC. "_s.arg(utcText(*locks.heartbeat))
            : u"It is alive: its last heartbeat was at %1 UTC. "_s.arg(utcText(*locks.heartbeat));
    text += u"If it is alive, these jobs run twice at the same time.\n"_s;
    if (locks.lastAttempts() > 0)
        text += u"%1 of the jobs are on their last attempt; once unlocked, they have failed "
                "for good.\n"_s.arg(formatNumber(locks.lastAttempts()));
    return text;
}

QByteArray locksJson(const QString &worker, const QList<qint64> &jobs, const QStringList &queues,
                     bool isDone)
{
    JsonObjectText json;
    json.addText("worker", worker);
    QByteArrayList ids;
    for (const qint64 id : jobs)
        ids << QByteArray::number(id);
    json.add("jobs", '[' + ids.join(',') + ']');
    json.addList("queues", queues);
    json.addBool("is_done", isDone);
    return json.text() + '\n';
}

int runWorkersUnlock(const CommandCall &call)
{
    QStringList problems;
    if (call.words().size() != 1)
        problems << (call.words().isEmpty()
                         ? u"specify a worker: see yardmaster workers"_s
                         : u"one worker at a time, not '%1'"_s.arg(call.words()[1]));
    const QString worker = call.words().value(0);
    return withConfirmation(
        call, problems, QueueAccess::Change,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const CommandStreams &streams = call.streams();
            const auto locks = readWorkerLocks(*session, target.schema, worker);
            if (!locks)
                return complainOf(call, target, locks.error());
            if (locks->isEmpty()) {
                complainTo(streams, u"no worker '%1' holds anything"_s.arg(worker));
                return int(ExitNothing);
            }
            const auto stale = readStaleWorkers(*session, target.schema);
            if (!stale)
                return complainOf(call, target, stale.error());
            const bool isStale = stale->contains(worker);
            if (call.isSet(u"dry-run"_s)) {
                QList<qint64> ids;
                for (const WorkerLocks::Job &job : locks->jobs)
                    ids << job.id;
                if (call.isSet(u"json"_s))
                    streams.out->write(locksJson(worker, ids, locks->queues, false));
                else
                    write(streams.out, locksText(*locks, isStale));
                return int(ExitOk);
            }
            if (locks->heartbeat && !isStale && !call.isSet(u"despite-heartbeat"_s)) {
                complainTo(streams,
                           u"%1 is alive, and its jobs would run twice: stop it, or add "
                           "--despite-heartbeat"_s.arg(worker));
                return int(ExitRuntime);
            }
            if (!confirmation.isGiven(locksText(*locks, isStale), locks->jobs.size()))
                return int(ExitRuntime);
            const auto report = unlockLogged(*session, target.schema, operationsFolder(),
                                             target.connection.describe(), *locks, isStale);
            if (!report)
                return complainOf(call, target, report.error());
            if (call.isSet(u"json"_s))
                streams.out->write(locksJson(worker, report->jobs, report->queues, true));
            else
                write(streams.out,
                      u"Unlocked %1 and %2 queues.\n"_s.arg(jobsText(report->jobs.size()),
                                                            formatNumber(report->queues.size())));
            if (locks->isCut)
                complainTo(streams, u"it holds more; repeat the command"_s);
            return int(ExitOk);
        });
}

} // namespace

ShellCommand workersUnlockCommand()
{
    ShellCommand command;
    command.words = {u"workers"_s, u"unlock"_s};
    command.arguments = u"WORKER"_s;
    command.summary = u"Takes all jobs and queues from one worker that is gone"_s;
    command.description
        = u"For workers that never register, such as graphile-worker's: workers sweep and\n"
          "live workers do the same for registered ones. Only what the worker held when it\n"
          "was shown is taken. The interrupted attempt counts. If the worker is alive, its\n"
          "jobs run twice at the same time. There is no undo; the unlock is recorded in the\n"
          "operator log.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = Confirmation::options(u"change nothing; print what it holds"_s);
    command.options.push_back({{u"despite-heartbeat"_s},
                               {},
                               u"unlock even if it sends heartbeats and so runs its jobs"_s});
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.examples = {u"yardmaster workers unlock worker-8f14e45f --dry-run"_s,
                        u"yardmaster workers unlock worker-8f14e45f --yes"_s};
    command.exits = {{ExitOk, u"it was unlocked"_s},
                     {ExitRuntime, u"not confirmed, the worker is alive, or the database failed"_s},
                     {ExitUsage, u"wrong options, or --yes is missing"_s},
                     {ExitNothing, u"no such worker holds anything"_s}};
    command.run = &runWorkersUnlock;
    return command;
}

} // namespace yardmaster

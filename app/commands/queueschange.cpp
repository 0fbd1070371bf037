#include "app/commands/queueschange.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/operationwords.h"
#include "models/operations/recordedholds.h"
#include "models/operations/undopreview.h"
#include "models/operations/undostate.h"
#include "models/queues/queuereleaser.h"

#include <QDateTime>
#include <QIODevice>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString readQueue(const CommandCall &call, QStringList *problems)
{
    if (call.words().size() == 1 && !call.words().first().isEmpty())
        return call.words().first();
    *problems << (call.words().size() < 2
                      ? u"specify a queue: see yardmaster queues"_s
                      : u"one queue at a time, not '%1'"_s.arg(call.words()[1]));
    return {};
}

Result<bool> isQueue(Session &session, const QString &schema, const QString &queue)
{
    return readQueueEvidence(session, schema, queue).map([](const QueueEvidence &evidence) {
        return evidence.isQueueThere;
    });
}

/// Does `work` on the queue that the call names, if it exists.
template <typename Work> int withQueue(const CommandCall &call, Work work)
{
    QStringList problems;
    const QString queue = readQueue(call, &problems);
    return withConfirmation(call, problems, QueueAccess::Change,
                            [&](const QueueTarget &target, const Confirmation &confirmation,
                                std::unique_ptr<Session> session) {
                                const auto isThere = isQueue(*session, target.schema, queue);
                                if (!isThere)
                                    return complainOf(call, target, isThere.error());
                                if (!*isThere) {
                                    complainTo(call.streams(),
                                               u"there is no queue '%1'"_s.arg(queue));
                                    return int(ExitNothing);
                                }
                                return work(queue, target, confirmation, std::move(session));
                            });
}

// ---- hold and resume

int runQueuesHold(const CommandCall &call)
{
    OperationSpec spec;
    QStringList problems;
    readPace(call, &spec.options, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    return withQueue(call,
                     [&](const QString &queue, const QueueTarget &target,
                         const Confirmation &confirmation, std::unique_ptr<Session> session) {
                         spec.schema = target.schema;
                         spec.change = holdChange(timestamp(QDateTime::currentDateTimeUtc()));
                         spec.scope.filter = holdFilter({HoldKind::Queue, queue});
                         return changeConfirmed(call, target, confirmation, std::move(session),
                                                spec);
                     });
}

int runQueuesResume(const CommandCall &call)
{
    return withQueue(
        call,
        [&call](const QString &queue, const QueueTarget &target, const Confirmation &confirmation,
                std::unique_ptr<Session> session) {
            const QList<RecordedHold> holds
                = HoldSearch(operationsFolder()).find(target.schema, target.connection.describe());
            const HoldSubject subject{HoldKind::Queue, queue};
            const auto hold = std::ranges::find(holds, subject, &RecordedHold::subject);
            if (hold == holds.end()) {
                complainTo(call.streams(),
                           u"this user holds no queue '%1' from this machine"_s.arg(queue));
                return int(ExitNothing);
            }
            auto spec = undoOf(hold->record);
            if (!spec)
                return complainOf(call, target, spec.error());
            const auto preview = previewUndo(*session, *spec, operationsFolder(), 0);
            if (!preview)
                return complainOf(call, target, preview.error());
            if (preview->isServerUncertain)
                complainTo(call.streams(), uncertainServerText());
            session.reset();
            return beginConfirmed(call, target, confirmation, *preview);
        });
}

// ---- release

QByteArray evidenceJson(const QString &queue, const QueueEvidence &evidence, bool isReleased)
{
    JsonObjectText json;
    json.addText("queue_name", queue);
    json.addTextOrNull("owner", evidence.lock ? evidence.lock->owner : QString());
    json.addTime("locked_at", evidence.lock ? std::optional(evidence.lock->since) : std::nullopt);
    json.addNumber("locked_jobs", evidence.jobCount);
    json.addBool("is_owner_alive", evidence.isOwnerAlive());
    json.addBool("is_owner_stale", evidence.isOwnerStale);
    json.addBool("is_released", isReleased);
    return json.text() + '\n';
}

QString releaseProblem(QueueRelease::Outcome outcome)
{
    switch (outcome) {
    case QueueRelease::Outcome::Released:
        return {};
    case QueueRelease::Outcome::Free:
        return u"it was free already"_s;
    case QueueRelease::Outcome::TakenAnew:
        return u"it was locked again in the meantime"_s;
    case QueueRelease::Outcome::StillRuns:
        return u"a job of its owner is locked"_s;
    case QueueRelease::Outcome::QueueGone:
        return u"the queue is gone"_s;
    }
    Q_UNREACHABLE();
}

int runQueuesRelease(const CommandCall &call)
{
    return withQueue(
        call,
        [&call](const QString &queue, const QueueTarget &target, const Confirmation &confirmation,
                const std::unique_ptr<Session> &session) {
            const CommandStreams &streams = call.streams();
            const auto refuse = [&streams](const QString &sentence) {
                complainTo(streams, sentence);
                return int(ExitNothing);
            };
            const auto evidence = readQueueEvidence(*session, target.schema, queue);
            if (!evidence)
                return complainOf(call, target, evidence.error());
            const QString facts = evidence->sentences().join(u'\n') + u'\n';
            const auto print = [&](bool isReleased) {
                if (call.isSet(u"json"_s))
                    streams.out->write(evidenceJson(queue, *evidence, isReleased));
                else
                    write(streams.out,
                          isReleased ? u"The queue %1 has been released.\n"_s.arg(queue) : facts);
                return int(ExitOk);
            };
            if (call.isSet(u"dry-run"_s))
                return print(false);
            if (!evidence->lock)
                return refuse(u"the queue '%1' is free"_s.arg(queue));
            if (evidence->isRunning())
                return refuse(
                    u"the owner has jobs of the queue locked, and freeing the queue would "
                    "let the next job run at the same time: see workers unlock and jobs "
                    "unlock"_s);
            if (evidence->isOwnerAlive() && !call.isSet(u"despite-heartbeat"_s)) {
                complainTo(streams,
                           u"its owner, %1, is alive: it is about to fetch a job or has just "
                           "finished one; add --despite-heartbeat to release it anyway"_s.arg(
                               evidence->lock->owner));
                return int(ExitRuntime);
            }
            if (!confirmation.isGiven(
                    Confirmation::Question{facts, u"Release it?"_s, queue, u"the queue's name"_s}))
                return int(ExitRuntime);
            const auto released = releaseByHand(*session, target.schema, *evidence->lock,
                                                operationsFolder(), target.connection.describe());
            if (!released)
                return complainOf(call, target, released.error());
            const QString problem = releaseProblem(released->outcome);
            return problem.isEmpty() ? print(true) : refuse(problem);
        });
}

ShellCommand queueCommand(const QString &verb, const QString &summary)
{
    ShellCommand command;
    command.words = {u"queues"_s, verb};
    command.arguments = u"QUEUE"_s;
    command.summary = summary;
    command.uses = ShellCommand::Uses::Queue;
    return command;
}

} // namespace

std::vector<ShellCommand> queuesChangeCommands()
{
    ShellCommand hold = queueCommand(
        u"hold"_s, u"Postpones the waiting jobs of a queue, so that no worker takes them"_s);
    hold.description
        = u"Not all workers support pausing, so this makes the jobs due in a hundred years,\n"
          "as the window's hold does; queues resume restores their times. Jobs that are\n"
          "running, and jobs added later, are not held: repeat it for those.\n"_s;
    hold.options = changeOptions();
    hold.options.push_back(jsonOption(u"print one JSON object"_s));
    hold.examples
        = {u"yardmaster queues hold mail --dry-run"_s, u"yardmaster queues hold mail --yes"_s};
    hold.exits = changeExits();
    hold.exits.emplace_back(ExitNothing, u"no such queue, or it has no waiting jobs"_s);
    hold.run = &runQueuesHold;

    ShellCommand resume = queueCommand(u"resume"_s, u"Undoes the last hold of a queue"_s);
    resume.description
        = u"Finds holds that this user started on this machine, with this command or in the\n"
          "window. It is an undo: jobs that have changed since are left alone. After several\n"
          "holds, repeat it.\n"_s;
    resume.options = Confirmation::options();
    resume.options.push_back(jsonOption(u"print one JSON object"_s));
    resume.examples = {u"yardmaster queues resume mail --yes"_s};
    resume.exits = changeExits();
    resume.exits.emplace_back(ExitNothing, u"no such queue, or it is not held"_s);
    resume.run = &runQueuesResume;

    ShellCommand release
        = queueCommand(u"release"_s, u"Takes the lock of a queue from a worker that is gone"_s);
    release.description
        = u"Shows what is known about the owner, and asks. Nothing is done while the owner\n"
          "has jobs of the queue locked, or if the lock has changed by then. There is no\n"
          "undo; the release is recorded in the operator log.\n"_s;
    release.options
        = Confirmation::options(u"change nothing; print what is known about the lock"_s);
    release.options.push_back(
        {{u"despite-heartbeat"_s}, {}, u"release it even if the owner sends heartbeats"_s});
    release.options.push_back(jsonOption(u"print one JSON object"_s));
    release.examples = {u"yardmaster queues release mail --dry-run"_s,
                        u"yardmaster queues release mail --yes"_s};
    release.exits = {{ExitOk, u"it was released"_s},
                     {ExitRuntime, u"not confirmed, the owner is alive, or the database failed"_s},
                     {ExitUsage, u"wrong options, or --yes is missing"_s},
                     {ExitNothing, u"no such queue, it is free, or its owner runs its jobs"_s}};
    release.run = &runQueuesRelease;
    return {hold, resume, release};
}

} // namespace yardmaster

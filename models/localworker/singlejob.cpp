#include "models/localworker/singlejob.h"

#include "models/jobs/whynot.h"
#include "models/operations/loggedaction.h"
#include "worker/runner/dryrun.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/job.h>
#include <yardmaster/runner.h>
#include <yardmaster/session.h>
#include <yardmaster/taskregistry.h>

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <mutex>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Obstacle = SingleJobResult::Obstacle;

struct SingleJobText
{
    Q_DECLARE_TR_FUNCTIONS(SingleJob)
};

SingleJobResult refused(SingleJobResult result, Obstacle obstacle, const QString &sentence)
{
    result.end = RunEnd::None;
    result.obstacle = obstacle;
    result.sentence = sentence;
    return result;
}

JobInfo infoFrom(const JobRecord &record)
{
    JobInfo info;
    info.id = record.id;
    info.task = record.identifier;
    info.queueName = record.queueName;
    info.key = record.key;
    info.attempts = record.attempts + 1; // the run to come
    info.maxAttempts = record.maxAttempts;
    info.priority = record.priority;
    info.runAt = record.runAt;
    return info;
}

/// Empty if the rules take a job with these flags.
QString flagProblem(const FlagRules &rules, const QByteArray &flagsJson)
{
    const QStringList flags = QJsonDocument::fromJson(flagsJson).object().keys();
    for (const QString &flag : flags) {
        if (rules.forbidden.contains(flag))
            return SingleJobText::tr("The worker refuses its flag %1.").arg(flag);
        if (rules.allowed && !rules.allowed->contains(flag))
            return SingleJobText::tr("Its flag %1 is not one of those the worker allows.")
                .arg(flag);
    }
    const bool isWanted
        = rules.accepted.isEmpty() || std::ranges::any_of(flags, [&rules](const QString &flag) {
              return rules.accepted.contains(flag);
          });
    return isWanted ? QString()
                    : SingleJobText::tr("It has none of the flags that the worker accepts.");
}

Obstacle obstacleOf(WhyNot::Reason reason)
{
    switch (reason) {
    case WhyNot::Reason::Running:
    case WhyNot::Reason::WorkerStale:
    case WhyNot::Reason::Stuck:
        return Obstacle::Locked;
    case WhyNot::Reason::Exhausted:
        return Obstacle::Exhausted;
    case WhyNot::Reason::Never:
    case WhyNot::Reason::NotDue:
    case WhyNot::Reason::Retrying:
        return Obstacle::NotDue;
    case WhyNot::Reason::QueueMissing:
    case WhyNot::Reason::QueueHeld:
    case WhyNot::Reason::QueueStale:
        return Obstacle::QueueHeld;
    default: // flags are looked at here; the others are about workers elsewhere
        return Obstacle::None;
    }
}

/// What the engine says about the job, on its threads.
struct ReceivedEvents
{
    std::mutex mutex; // guards the result
    SingleJobResult result;
    bool isEnded = false;

    void onEnded(const JobEvent &event, RunEnd end)
    {
        const std::scoped_lock lock(mutex);
        isEnded = true;
        result.end = end;
        result.job = event.job;
        result.duration = event.duration;
        result.sentence = event.error;
        result.retryAt = event.retryAt;
    }
};

class Run
{
public:
    Run(const SingleJobRequest &request, const SingleJobParts &parts)
        : m_request(request)
        , m_parts(parts)
    {
        m_result.request = request;
        m_result.job.id = request.id;
    }

    SingleJobResult run()
    {
        auto session = Session::open(m_parts.options.connection, u"run one job"_s);
        if (!session)
            return trouble(session.error());
        if (auto problem = look(**session))
            return *problem;
        if (m_request.isDry)
            return runDryly();
        if (m_request.logFolder.isEmpty())
            return runForReal(**session);
        SingleJobResult result;
        LoggedAction action;
        action.kind = u"run-job"_s;
        action.schema = m_parts.options.schema;
        action.folder = m_request.logFolder;
        action.connection = m_parts.options.connection.describe();
        action.statement = "run job " + QByteArray::number(m_request.id) + " in this process";
        action.touched = {{u"jobs"_s, 1}, {u"job"_s, m_request.id}, {u"task"_s, m_result.job.task}};
        const auto logged
            = runLogged(**session, action, [this, &result, &session]() -> Result<QJsonObject> {
                  result = runForReal(**session);
                  return QJsonObject{{u"jobs"_s, result.end == RunEnd::None ? 0 : 1}};
              });
        return logged ? result : trouble(logged.error());
    }

private:
    SingleJobResult trouble(const DbError &error) const
    {
        return refused(m_result, Obstacle::Trouble, error.message);
    }

    [[nodiscard]] Result<std::optional<JobDetails>> read(Session &session) const
    {
        FilterContext context;
        context.schema = m_parts.options.schema;
        return readJobDetails(session, context, m_request.id);
    }

    /// @returns why it cannot run; unset: m_job is ready.
    std::optional<SingleJobResult> look(Session &session)
    {
        const auto read = this->read(session);
        if (!read)
            return trouble(read.error());
        if (!*read)
            return refused(m_result, Obstacle::Gone,
                           SingleJobText::tr("There is no job %1: it has ended, or was removed.")
                               .arg(m_request.id));
        JobDetails details = **read;
        m_result.job = infoFrom(details.job);
        m_payload = details.job.payload;
        m_flags = details.job.flags;
        if (!m_parts.registry->find(details.job.identifier))
            return refused(m_result, Obstacle::NoSuchTask,
                           SingleJobText::tr("There is no task %1 here: set up the worker with a "
                                             "folder or a plugin that has it.")
                               .arg(details.job.identifier));
        if (m_request.isDry)
            return std::nullopt;
        if (m_request.ignoresRunAt)
            details.job.runAt = std::min(details.job.runAt, details.now);
        const WhyNot why = explainWhyNot(details);
        if (const Obstacle obstacle = obstacleOf(why.reason); obstacle != Obstacle::None)
            return refused(m_result, obstacle, why.sentence);
        const QString problem = flagProblem(m_parts.options.flags, m_flags);
        if (!m_request.ignoresFlags && !problem.isEmpty())
            return refused(m_result, Obstacle::FlagRefused, problem);
        return std::nullopt;
    }

    /// Of what a dry run ends with nothing is kept. Output of programs and answers of web servers,
    /// which errors repeat, were shown; a traceback was not.
    void showTraceback(const QString &error) const
    {
        if (!error.startsWith("Traceback (most recent call last):"_L1))
            return;
        for (const QString &line : error.trimmed().split(u'\n'))
            Q_EMIT m_parts.events->jobOutput(m_result.job, line, true);
    }

    SingleJobResult runDryly()
    {
        const Job job{m_result.job, m_payload, m_flags, 0};
        const DryRunOutcome ended = runDry(m_parts.options, m_parts.registry, m_parts.events, job,
                                           m_parts.stop, m_parts.kill);
        const TaskOutcome &outcome = ended.outcome;
        m_result.duration = ended.duration;
        m_result.sentence = outcome.error;
        showTraceback(outcome.error);
        switch (outcome.kind) {
        case TaskOutcome::Kind::Success:
            m_result.end = RunEnd::Completed;
            break;
        case TaskOutcome::Kind::Failure:
            m_result.end = outcome.final || m_result.job.attempts >= m_result.job.maxAttempts
                ? RunEnd::FailedForGood
                : RunEnd::Retrying;
            break;
        default:
            m_result.end = RunEnd::GivenBack;
        }
        showEnd();
        return m_result;
    }

    /// On the bus of dry runs, after their output.
    void showEnd() const
    {
        JobEvent event;
        event.job = m_result.job;
        event.duration = m_result.duration;
        event.final = m_result.end == RunEnd::FailedForGood;
        if (m_result.end == RunEnd::Completed)
            Q_EMIT m_parts.events->jobCompleted(event);
        else if (m_result.end == RunEnd::GivenBack)
            Q_EMIT m_parts.events->jobInterrupted(event);
        else
            Q_EMIT m_parts.events->jobFailed(event);
    }

    [[nodiscard]] WorkerOptions optionsForOne() const
    {
        WorkerOptions options = m_parts.options;
        options.once = true;
        options.onlyJob = OnlyJob{m_request.id, m_request.ignoresRunAt};
        options.concurrency = 1;
        options.asyncConcurrency = 0;
        options.localQueueSize = 0;
        options.listens = false;
        options.migrates = false;
        options.cron = {};
        options.sweepInterval = {};
        options.refetchDelay = {};
        options.forbiddenFlags = {};
        options.taskLimits.clear();
        options.taskRates.clear();
        options.flagLimits.clear();
        options.flagRates.clear();
        options.stop = {};
        if (m_request.ignoresFlags)
            options.flags = {};
        return options;
    }

    SingleJobResult runForReal(Session &session)
    {
        ReceivedEvents heard;
        heard.result = m_result;
        RunOutcome outcome;
        {
            QObject listening; // before the runner, whose threads call what is connected to it
            Runner runner(optionsForOne(), m_parts.registry, m_parts.events);
            listen(&listening, &heard, runner.workerId());
            runner.start();
            // At once: who stops one job does not mean to wait for half of a grace period.
            const std::stop_callback onStop(m_parts.stop, [&runner] { runner.kill(); });
            QFuture<RunOutcome> ended = runner.whenFinished();
            ended.waitForFinished();
            outcome = ended.result();
        }
        if (heard.isEnded)
            return heard.result;
        if (!outcome.error.message.isEmpty())
            return trouble(outcome.error);
        if (auto why = look(session))
            return *why;
        return m_parts.stop.stop_requested()
            ? refused(m_result, Obstacle::Taken,
                      SingleJobText::tr("It was stopped before the job started."))
            : refused(
                m_result, Obstacle::Taken,
                SingleJobText::tr(
                    "Another worker fetched it first, or holds its lock for a moment; try again."));
    }

    void listen(QObject *scope, ReceivedEvents *heard, const QString &workerId) const
    {
        // Nobody waits on the engine's side, and the runner ends before `heard` does.
        onRunEnds(m_parts.events, scope, RunSuccess::Written,
                  [heard, workerId, id = m_request.id](const JobEvent &event, RunEnd end) {
                      if (event.workerId == workerId && event.job.id == id)
                          heard->onEnded(event, end);
                  });
    }

    const SingleJobRequest m_request;
    const SingleJobParts m_parts;
    SingleJobResult m_result;
    QByteArray m_payload;
    QByteArray m_flags;
};

} // namespace

SingleJobResult runSingleJob(const SingleJobRequest &request, const SingleJobParts &parts)
{
    return Run(request, parts).run();
}

} // namespace yardmaster

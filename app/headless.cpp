#include "app/headless.h"

#include "app/consolelog.h"
#include "app/exitcodes.h"
#include "app/server/servicereport.h"
#include "app/server/workerendpoint.h"
#include "app/server/workerhealth.h"
#include "app/startup.h"
#include "app/unixsignals.h"
#include "worker/json/visibletext.h"
#include "worker/queue/remainingjobs.h"
#include "worker/time/duration.h"
#include <yardmaster/cleanup.h>
#include <yardmaster/eventlines.h>
#include <yardmaster/joblog.h>
#include <yardmaster/migrator.h>
#include <yardmaster/runner.h>
#include <yardmaster/session.h>
#include <yardmaster/taskregistry.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QLoggingCategory>

#include <csignal>
#include <cstdio>

Q_LOGGING_CATEGORY(lcHeadless, "yardmaster.app", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

void say(const QString &line)
{
    std::fputs(qUtf8Printable(visibleLine(line) + u'\n'), stdout);
    std::fflush(stdout);
}

/// Says what is wrong. @returns the exit code.
int refused(const DbError &error, const ConnectionSettings &connection)
{
    complain(startup::sentenceFor(error, connection));
    return error.kind == DbError::Kind::SchemaTooNew ? ExitSchemaTooNew : ExitRuntime;
}

int installSchema(const ConnectionSettings &connection, const QString &schema)
{
    const auto refuse = [&connection](const DbError &error) { return refused(error, connection); };
    const auto session = Session::open(connection, u"migrate"_s);
    if (!session)
        return refuse(session.error());
    const auto report = migrate(**session, schema);
    if (!report)
        return refuse(report.error());
    for (const QString &warning : report->warnings)
        qCWarning(lcHeadless, "%s", qUtf8Printable(warning));
    if (report->before.revision == 0)
        say(u"Schema '%1' installed at revision %2"_s.arg(schema).arg(report->revision));
    else if (report->before.revision == report->revision)
        say(u"Schema '%1' is at revision %2; nothing to do"_s.arg(schema).arg(report->revision));
    else
        say(u"Schema '%1' updated from revision %2 to %3"_s.arg(schema)
                .arg(report->before.revision)
                .arg(report->revision));
    return ExitOk;
}

/// @param tasks  identifiers that stay: they are those of the workers that have this folder, too.
int cleanUp(const ConnectionSettings &connection, const QString &schema, CleanupTasks cleanup,
            const QStringList &tasks)
{
    const auto refuse = [&connection](const DbError &error) { return refused(error, connection); };
    const auto session = Session::open(connection, u"cleanup"_s);
    if (!session)
        return refuse(session.error());
    if (const auto migrated = migrate(**session, schema); !migrated)
        return refuse(migrated.error());
    const auto report = Cleanup(schema).run(**session, {cleanup, tasks});
    if (!report)
        return refuse(report.error());
    QStringList removed;
    const auto add = [&](CleanupTask task, const QString &what, qint64 number) {
        if (cleanup.testFlag(task))
            removed << u"%1: %2"_s.arg(what).arg(number);
    };
    add(CleanupTask::DeletePermafailedJobs, u"jobs without attempts left"_s, report->jobs);
    add(CleanupTask::GcTaskIdentifiers, u"task identifiers"_s, report->taskIdentifiers);
    add(CleanupTask::GcJobQueues, u"queues"_s, report->queues);
    say(u"Removed: "_s + removed.join(", "_L1));
    return ExitOk;
}

/// @param remaining  see remainingJobsText().
QStringList summary(const RunOutcome &outcome, const QString &remaining)
{
    const qint64 done = outcome.succeeded;
    QStringList parts{(done == 1 ? u"%1 job succeeded"_s : u"%1 jobs succeeded"_s).arg(done)};
    if (outcome.failed > 0)
        parts << u"%1 failed and will be retried"_s.arg(outcome.failed);
    if (outcome.failedForGood > 0)
        parts << u"%1 failed for good"_s.arg(outcome.failedForGood);
    if (outcome.snoozed > 0)
        parts << u"%1 snoozed"_s.arg(outcome.snoozed);
    if (outcome.interrupted > 0)
        parts << u"%1 returned to the queue"_s.arg(outcome.interrupted);
    const QString ran = parts.join(", "_L1);
    if (outcome.reason != RunOutcome::Reason::Drained)
        return {u"Stopped before all jobs were run: "_s + ran};
    if (remaining.isEmpty())
        return {u"Nothing left to run now: "_s + ran};
    return {u"Nothing left that this worker can run now: "_s + ran,
            u"Due jobs left: "_s + remaining};
}

/// Runs one worker to its end; the first signal drains it, the second ends the grace.
class WorkerSession
{
public:
    WorkerSession(const WorkerOptions &options, std::shared_ptr<TaskRegistry> registry,
                  const CommandLine &line)
        : m_log(&m_events, {line.logSuccesses, options.connection.describe()})
        , m_health(&m_events)
        , m_listenHttp(line.listenHttp)
        , m_failsOnError(line.failsOnError)
        , m_tasks(registry->identifiers())
        , m_eventsFile(line.events.value_or(QString()))
        , m_runner(options, std::move(registry), &m_events)
        , m_service(ServiceNotifier::fromEnvironment(), &m_events, &m_health,
                    [this] { return m_runner.status(); })
    {
        if (m_listenHttp)
            m_endpoint.emplace(&m_events, &m_health,
                               options.concurrency + options.asyncConcurrency);
        if (m_listenHttp && line.queueMetrics)
            m_endpoint->countQueue(options.connection, options.schema);
        if (m_endpoint)
            // Direct: on the thread that has read the tasks; the endpoint outlives the runner.
            QObject::connect(
                &m_runner, &Runner::tasksLoaded, &m_runner,
                [this](const LoadedTasks &loaded) {
                    m_endpoint->onTasks(loaded.registry->identifiers());
                },
                Qt::DirectConnection);
        QObject::connect(&m_signals, &UnixSignals::received, &m_runner,
                         [this](int signal) { onSignal(signal); });
        QObject::connect(&m_runner, &Runner::finished, &m_runner,
                         [this](const RunOutcome &outcome) {
                             m_outcome = outcome;
                             QCoreApplication::quit();
                         });
    }

    ~WorkerSession()
    {
        if (m_endpoint)
            m_endpoint->close(); // it asks the runner
    }
    Q_DISABLE_COPY_MOVE(WorkerSession)

    int run()
    {
        if (m_listenHttp) {
            if (const auto opened
                = m_endpoint->open(*m_listenHttp, [this] { return m_runner.status(); });
                !opened) {
                complain(u"--listen-http: "_s + opened.error());
                return ExitUsage;
            }
            const ListenAddress at{m_listenHttp->host, m_endpoint->port()};
            qCInfo(lcHeadless, "health and metrics at http://%s/", qUtf8Printable(at.text()));
        }
        if (!m_eventsFile.isEmpty()) {
            auto lines = EventLines::open(&m_events, m_eventsFile);
            if (!lines) {
                complain(u"--events: "_s + lines.error());
                return ExitUsage;
            }
            m_lines = *std::move(lines);
        }
        m_runner.start();
        QCoreApplication::exec();
        using Reason = RunOutcome::Reason;
        if (m_outcome.reason == Reason::Failed || m_outcome.reason == Reason::SchemaTooNew) {
            complain(startup::sentenceFor(m_outcome.error, m_runner.options().connection));
            return m_outcome.reason == Reason::Failed ? ExitRuntime : ExitSchemaTooNew;
        }
        if (m_runner.options().once) {
            for (const QString &sentence : summary(m_outcome, remaining())) {
                if (m_eventsFile == "-"_L1)
                    qCInfo(lcHeadless, "%s", qUtf8Printable(sentence));
                else
                    say(sentence);
            }
        }
        if (m_forcedBy > 0)
            return ExitSignalBase + m_forcedBy;
        const bool hasFailed = m_outcome.failed + m_outcome.failedForGood > 0;
        return m_failsOnError && hasFailed ? ExitJobFailed : ExitOk;
    }

private:
    /// The due jobs that are left, as text; empty: none, or they cannot be read.
    [[nodiscard]] QString remaining() const
    {
        if (m_outcome.reason != RunOutcome::Reason::Drained)
            return {};
        const WorkerOptions &options = m_runner.options();
        const auto session = Session::open(options.connection, u"report"_s);
        const auto left = session ? readRemainingJobs(**session, options.schema, m_tasks)
                                  : tl::make_unexpected(session.error());
        return left ? remainingJobsText(*left) : QString();
    }

    void onSignal(int signal)
    {
        if (signal == SIGHUP && m_isStopping) {
            qCInfo(lcHeadless, "SIGHUP: stopping already");
            return;
        }
        // Who stops a whole process group, or a service, may reach this process twice.
        if (m_isStopping && !m_sinceStop.hasExpired(kOneRequest))
            return;
        if (signal == SIGHUP && m_runner.options().cron.file && !m_signals.hasLostTerminal()) {
            qCInfo(lcHeadless, "SIGHUP: reading the crontab again");
            m_runner.reloadCrontab();
            return;
        }
        Q_EMIT m_events.signalReceived(m_isStopping ? Shutdown::Forceful : Shutdown::Graceful,
                                       UnixSignals::name(signal));
        if (std::exchange(m_isStopping, true)) {
            m_forcedBy = signal;
            qCWarning(lcHeadless, "%s again: returning running jobs to the queue now",
                      qUtf8Printable(UnixSignals::name(signal)));
            m_runner.kill();
        } else {
            qCInfo(lcHeadless, "%s: stopping; running jobs have %s to finish",
                   qUtf8Printable(UnixSignals::name(signal)),
                   qUtf8Printable(durationText(m_runner.options().gracePeriod)));
            m_sinceStop.start();
            m_runner.stop();
        }
    }

    static constexpr int kOneRequest = 500; ///< ms

    EventBus m_events;
    JobLog m_log;
    WorkerHealth m_health;
    const std::optional<ListenAddress> m_listenHttp;
    const bool m_failsOnError;
    std::optional<WorkerEndpoint> m_endpoint; // outlives the runner, whose events it hears
    const QStringList m_tasks;
    QString m_eventsFile;                // --events
    std::unique_ptr<EventLines> m_lines; // outlives the runner
    UnixSignals m_signals;
    Runner m_runner;
    ServiceReport m_service;
    RunOutcome m_outcome;
    bool m_isStopping = false;
    QElapsedTimer m_sinceStop;
    int m_forcedBy = 0;
};

} // namespace

void complain(const QString &sentences)
{
    for (const QString &sentence : sentences.split(u'\n')) {
        if (isLogForPrograms())
            qCCritical(lcHeadless, "%s", qUtf8Printable(sentence));
        else
            std::fputs(qUtf8Printable(u"yardmaster: %1\n"_s.arg(visibleLine(sentence))), stderr);
    }
}

int runHeadless(const CommandLine &line)
{
    const auto target = startup::chooseTarget(line, QProcessEnvironment::systemEnvironment());
    if (!target) {
        complain(target.error());
        return ExitUsage;
    }
    WorkerOptions options = line.worker;
    options.connection = target->connection;

    std::unique_ptr<PrivateCluster> sandbox; // outlives the worker
    if (target->isSandbox) {
        auto opened = startup::openSandboxFor(line);
        if (!opened) {
            complain(opened.error());
            return ExitRuntime;
        }
        sandbox = *std::move(opened);
        options.connection = sandbox->settings();
        qCInfo(lcHeadless, "sandbox database: %s",
               qUtf8Printable(startup::psqlCommand(options.connection)));
    }
    if (line.schemaOnly)
        return installSchema(options.connection, options.schema);

    const QString tasks = startup::tasksFolder(line, sandbox.get());
    const auto loaded = startup::loadTasks(line, tasks);
    if (!loaded) {
        complain(loaded.error());
        return ExitUsage;
    }
    if (line.cleanup)
        return cleanUp(options.connection, options.schema, line.cleanup,
                       loaded->registry->identifiers());
    const NamedTasks::Check names = line.namedTasks.check(loaded->registry->identifiers());
    for (const QString &warning : names.warnings)
        qCWarning(lcHeadless, "%s", qUtf8Printable(warning));
    if (!names.problems.isEmpty()) {
        complain(names.problems.join(u'\n'));
        return ExitUsage;
    }
    auto cron = startup::cronSource(line, tasks);
    if (!cron) {
        complain(cron.error());
        return ExitUsage;
    }
    options.cron = *std::move(cron);
    if (options.maxPoolSize < WorkerOptions::kOwnConnections)
        qCWarning(lcHeadless, "a worker needs %d connections; --max-pool-size %d is exceeded",
                  WorkerOptions::kOwnConnections, options.maxPoolSize);
    if (line.examples) {
        if (const auto queued = startup::prepareExamples(options.connection, line); !queued) {
            complain(queued.error());
            return ExitRuntime;
        }
    }
    return WorkerSession(options, loaded->registry, line).run();
}

} // namespace yardmaster

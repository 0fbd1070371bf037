#include "worker/tasks/executabletask.h"

#include "worker/tasks/json.h"
#include "worker/tasks/outputlines.h"

#include <QEventLoop>
#include <QProcess>

#include <csignal>
#include <cstring>

#include <unistd.h>
#ifdef Q_OS_LINUX
#include <sys/prctl.h>
#endif

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QProcessEnvironment environmentFor(const JobInfo &job)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"GRAPHILE_WORKER_PAYLOAD_FORMAT"_s, u"json"_s);
    environment.insert(u"GRAPHILE_WORKER_TASK_IDENTIFIER"_s, job.task);
    environment.insert(u"GRAPHILE_WORKER_JOB_ID"_s, QString::number(job.id));
    environment.insert(u"GRAPHILE_WORKER_JOB_RUN_AT"_s, job.runAt.toString(Qt::ISODateWithMs));
    environment.insert(u"GRAPHILE_WORKER_JOB_ATTEMPTS"_s, QString::number(job.attempts));
    environment.insert(u"GRAPHILE_WORKER_JOB_MAX_ATTEMPTS"_s, QString::number(job.maxAttempts));
    environment.insert(u"GRAPHILE_WORKER_JOB_PRIORITY"_s, QString::number(job.priority));
    environment.remove(u"GRAPHILE_WORKER_JOB_KEY"_s);
    if (!job.key.isEmpty())
        environment.insert(u"GRAPHILE_WORKER_JOB_KEY"_s, job.key);
    return environment;
}

/// The job's own trace, or none: ours is not the one it was added in.
QProcessEnvironment traced(QProcessEnvironment environment, const TraceContext &trace)
{
    environment.remove(u"TRACEPARENT"_s);
    environment.remove(u"TRACESTATE"_s);
    if (trace.isValid())
        environment.insert(u"TRACEPARENT"_s, trace.traceparent);
    if (!trace.tracestate.isEmpty())
        environment.insert(u"TRACESTATE"_s, trace.tracestate);
    return environment;
}

/// In the child, between fork and exec: only async-signal-safe calls.
void leadOwnGroup()
{
    ::setpgid(0, 0);
#ifdef Q_OS_LINUX
    // Sent when the thread that forked us ends; it does not end before we do, unless all do.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
}

/// Wakes the loop on the running thread from whichever thread requests the stop.
using StopCallback = std::stop_callback<std::function<void()>>;

class ChildRun
{
public:
    ChildRun(const QString &file, const TaskContext &context)
        : m_file(file)
        , m_context(context)
        , m_stdout([this](const QString &line) { log(line, false); })
        , m_stderr([this](const QString &line) { log(line, true); })
    { }

    TaskOutcome run()
    {
        m_process.setProgram(m_file);
        m_process.setProcessEnvironment(
            traced(environmentFor(m_context.job.info), m_context.trace()));
        m_process.setChildProcessModifier(leadOwnGroup);
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process,
                         [this] { m_stdout.add(m_process.readAllStandardOutput()); });
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process,
                         [this] { m_stderr.add(m_process.readAllStandardError()); });
        QObject::connect(&m_process, &QProcess::finished, &m_loop, [this] { m_loop.quit(); });

        m_process.start();
        if (!m_process.waitForStarted())
            return TaskOutcome::failure(
                u"%1 cannot be started: %2"_s.arg(m_file, m_process.errorString()));
        m_group = pid_t(m_process.processId());
        m_process.write(R"({"payload":)" + compactJson(m_context.job.payload) + '}');
        m_process.closeWriteChannel();

        const StopCallback onStop(m_context.stop, [this] { post(SIGTERM); });
        const StopCallback onKill(m_context.kill, [this] { post(SIGKILL); });
        if (m_process.state() != QProcess::NotRunning)
            m_loop.exec();

        m_stdout.add(m_process.readAllStandardOutput());
        m_stderr.add(m_process.readAllStandardError());
        m_stdout.finish();
        m_stderr.finish();
        return outcome();
    }

private:
    void post(int signal)
    {
        QMetaObject::invokeMethod(
            &m_loop, [this, signal] { signalGroup(signal); },
            Qt::QueuedConnection); // comes from the stopping thread
    }

    void signalGroup(int signal)
    {
        if (m_process.state() != QProcess::NotRunning && m_group > 0)
            ::kill(-m_group, signal);
    }

    void log(const QString &line, bool isError)
    {
        if (m_logged > ExecutableTask::kLoggedOutput)
            return;
        m_logged += line.size() + 1;
        m_context.output(line, isError);
        if (m_logged > ExecutableTask::kLoggedOutput)
            m_context.output(u"(further output of this job is not logged)"_s, isError);
    }

    TaskOutcome outcome()
    {
        const bool exited = m_process.exitStatus() == QProcess::NormalExit;
        if (exited && m_process.exitCode() == 0)
            return TaskOutcome::success();
        // QProcess reports the signal number as the exit code of a crash.
        QString error = exited ? u"Process exited with code %1"_s.arg(m_process.exitCode())
                               : u"Process was ended by signal %1 (%2)"_s.arg(m_process.exitCode())
                                     .arg(QString::fromLatin1(::strsignal(m_process.exitCode())));
        const QStringList tail = m_stderr.tail();
        if (!tail.isEmpty())
            error += u'\n' + tail.join(u'\n');
        TaskOutcome outcome = m_context.stop.stop_requested() ? TaskOutcome::interrupted()
                                                              : TaskOutcome::failure(QString());
        outcome.error = error;
        return outcome;
    }

    QString m_file;
    const TaskContext &m_context;
    QEventLoop m_loop;
    QProcess m_process;
    OutputLines m_stdout;
    OutputLines m_stderr;
    pid_t m_group = 0;
    qint64 m_logged = 0;
};

} // namespace

TaskOutcome ExecutableTask::run(const TaskContext &context) const
{
    return ChildRun(m_file, context).run();
}

} // namespace yardmaster

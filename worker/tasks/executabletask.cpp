#include <yardmaster/executabletask.h>

#include "worker/tasks/outputlines.h"
#include <yardmaster/json.h>

#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QProcess>

#include <cerrno>
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
    environment.insert(u"GRAPHILE_WORKER_JOB_RUN_AT"_s,
                       isFinite(job.runAt) ? dateTime(job.runAt).toString(Qt::ISODateWithMs)
                                           : postgresText(job.runAt));
    environment.insert(u"GRAPHILE_WORKER_JOB_ATTEMPTS"_s, QString::number(job.attempts));
    environment.insert(u"GRAPHILE_WORKER_JOB_MAX_ATTEMPTS"_s, QString::number(job.maxAttempts));
    environment.insert(u"GRAPHILE_WORKER_JOB_PRIORITY"_s, QString::number(job.priority));
    environment.remove(u"GRAPHILE_WORKER_JOB_KEY"_s);
    if (!job.key.isEmpty())
        environment.insert(u"GRAPHILE_WORKER_JOB_KEY"_s, job.key);
    return environment;
}

/// The job's own trace, or none: not that of the worker.
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

/// Until a file is looked for again that is being written, or whose folder is being replaced.
constexpr std::chrono::milliseconds kReplacing{500};

TaskOutcome untilReplaced(const QString &why)
{
    TaskOutcome outcome = TaskOutcome::snooze(kReplacing);
    outcome.error = why;
    return outcome;
}

/// The signal that ends a child which must not exec; no other code sends it.
const int kNotStarted = SIGRTMAX;

/// In the child, between fork and exec: only async-signal-safe calls.
void begin(const JobServices &services)
{
    // We may have been frozen since the job was taken, and the job swept by another worker; a fork
    // interrupted by SIGSTOP is restarted afterwards.
    if (!services.mayStart())
        ::raise(kNotStarted);
    ::setpgid(0, 0);
#ifdef Q_OS_LINUX
    // Sent when the thread that forked us ends; it ends before us only if the whole process ends.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
}

/// Wakes the event loop of the running thread; the stop may be requested on any thread.
using StopCallback = std::stop_callback<std::function<void()>>;

/// Exit codes by which shells and others report a signal.
bool isSignalToStop(int signalOrCode, bool exited)
{
    const int signal = exited ? signalOrCode - 128 : signalOrCode;
    return signal == SIGTERM || signal == SIGINT;
}

/// The beginning of a file that the system could not start.
QByteArray headOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(256) : QByteArray();
}

/// A script without a `#!` line is run by /bin/sh, as execvp() does, and so graphile-worker.
bool isForShell(const QByteArray &head, const QString &path)
{
    return !head.isEmpty() && !head.startsWith("#!") && !head.contains('\0')
        && QFileInfo(path).isExecutable();
}

/// QProcess keeps no number.
bool isBecauseOf(int code, const QString &error)
{
    return error.endsWith(qt_error_string(code));
}

/// Why a file that exists and is executable does not start; empty: no reason found.
QString interpreterProblem(const QByteArray &head)
{
    if (!head.startsWith("#!"))
        return {};
    const QByteArray line = head.sliced(2).split('\n').first();
    const QString interpreter = QString::fromUtf8(line.simplified().split(' ').first());
    if (interpreter.isEmpty())
        return u"its #! line names no interpreter"_s;
    if (line.endsWith('\r'))
        return u"its first line ends in CR LF (a Windows line end), so the system looks for "
               "'%1\\r'; save it with LF"_s.arg(interpreter);
    if (!QFileInfo::exists(interpreter))
        return u"its interpreter '%1' does not exist"_s.arg(interpreter);
    if (!QFileInfo(interpreter).isExecutable())
        return u"its interpreter '%1' is not executable"_s.arg(interpreter);
    return {};
}

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
        m_process.setChildProcessModifier([this] { begin(m_context.services); });
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process,
                         [this] { m_stdout.add(m_process.readAllStandardOutput()); });
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process,
                         [this] { m_stderr.add(m_process.readAllStandardError()); });
        QObject::connect(&m_process, &QProcess::finished, &m_loop, [this] { m_loop.quit(); });

        if (const QString problem = start(); isBecauseOf(ETXTBSY, problem))
            return untilReplaced(m_file + u" is being written"_s);
        else if (!problem.isEmpty())
            return TaskOutcome::failure(u"%1 cannot be started: %2"_s.arg(m_file, problem));
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
        if (m_leftOut > 0)
            m_context.output(u"(%1 bytes of output were dropped)"_s.arg(m_leftOut), m_isCutInError);
        return outcome();
    }

private:
    /// @returns why it could not be started.
    QString start()
    {
        m_process.start();
        if (m_process.waitForStarted())
            return {};
        const QString systems = m_process.errorString();
        if (isBecauseOf(ETXTBSY, systems))
            return systems; // what can be read of it is not all
        const QByteArray head = headOf(m_file);
        if (isForShell(head, m_file)) {
            m_process.setProgram(u"/bin/sh"_s);
            m_process.setArguments({m_file});
            m_process.start();
            return m_process.waitForStarted() ? QString() : m_process.errorString();
        }
        const QString problem = interpreterProblem(head);
        if (!problem.isEmpty() || !isBecauseOf(ENOEXEC, systems))
            return problem.isEmpty() ? systems : problem;
        return head.isEmpty()
            ? u"it is empty"_s
            : u"it is neither a program for this system nor a script with a #! line"_s;
    }

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
        const qint64 size = line.toUtf8().size() + 1;
        if (m_logged > ExecutableTask::kLoggedOutput) {
            m_leftOut += size;
            return;
        }
        m_logged += size;
        m_context.output(line, isError);
        if (m_logged > ExecutableTask::kLoggedOutput) {
            m_isCutInError = isError;
            m_context.output(
                u"(this job has written more than 1 MiB; further output is left out of the "
                "log and the events)"_s,
                isError);
        }
    }

    TaskOutcome outcome()
    {
        const bool exited = m_process.exitStatus() == QProcess::NormalExit;
        if (exited && m_process.exitCode() == 0)
            return TaskOutcome::success();
        // QProcess reports the signal number as the exit code of a crash.
        if (!exited && m_process.exitCode() == kNotStarted) {
            TaskOutcome outcome = TaskOutcome::interrupted();
            outcome.error
                = u"not started: the worker was stalled until the job's lock was too old"_s;
            return outcome;
        }
        QString error = exited ? u"Process exited with code %1"_s.arg(m_process.exitCode())
                               : u"Process exited on signal %1 (%2)"_s.arg(m_process.exitCode())
                                     .arg(QString::fromLatin1(::strsignal(m_process.exitCode())));
        const QStringList tail = m_stderr.tail();
        if (!tail.isEmpty())
            error += u'\n' + tail.join(u'\n');
        // If the grace period is cut short, both come at once, from two threads.
        const bool wasAsked = m_context.stop.stop_requested() || m_context.kill.stop_requested();
        TaskOutcome outcome
            = wasAsked ? TaskOutcome::interrupted() : TaskOutcome::failure(QString());
        outcome.error = error;
        outcome.isBySignal = outcome.kind == TaskOutcome::Kind::Failure
            && isSignalToStop(m_process.exitCode(), exited);
        return outcome;
    }

    QString m_file;
    const TaskContext &m_context;
    QEventLoop m_loop;
    QProcess m_process;
    OutputLines m_stdout;
    OutputLines m_stderr;
    pid_t m_group = 0;
    qint64 m_logged = 0;  // bytes
    qint64 m_leftOut = 0; // bytes
    bool m_isCutInError = false;
};

} // namespace

TaskOutcome ExecutableTask::run(const TaskContext &context) const
{
    if (const QFileInfo file(m_file); m_isReplaceable && !file.isExecutable())
        return untilReplaced(
            m_file + (file.exists() ? u" has no execute permission"_s : u" is missing"_s));
    return ChildRun(m_file, context).run();
}

} // namespace yardmaster

#include "tests/support/yardmasterprocess.h"

#include <QCoreApplication>
#include <QDeadlineTimer>

#include <csignal>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

QProcessEnvironment YardmasterProcess::cleanEnvironment()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith("PG"_L1) || name.startsWith("GRAPHILE_"_L1)
            || name.startsWith("YARDMASTER_"_L1) || name == "DATABASE_URL"_L1
            || name == "NO_LOG_SUCCESS"_L1)
            environment.remove(name);
    }
    return environment;
}

QProcessEnvironment YardmasterProcess::scriptEnvironment(const QString &url)
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"DATABASE_URL"_s, url);
    environment.insert(
        u"PATH"_s, QCoreApplication::applicationDirPath() + u':' + environment.value(u"PATH"_s));
    return environment;
}

YardmasterProcess::YardmasterProcess(const QStringList &arguments,
                                     const QProcessEnvironment &environment, const QString &program,
                                     const QString &folder)
{
    m_process.setWorkingDirectory(folder);
    m_process.setProcessEnvironment(environment);
    m_process.start(program.isEmpty() ? QCoreApplication::applicationDirPath() + "/yardmaster"_L1
                                      : program,
                    arguments);
    if (!m_process.waitForStarted())
        qFatal("cannot start yardmaster: %s", qPrintable(m_process.errorString()));
    m_process.closeWriteChannel();
}

YardmasterProcess::~YardmasterProcess()
{
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

void YardmasterProcess::collect()
{
    m_output += QString::fromUtf8(m_process.readAllStandardOutput());
    m_error += QString::fromUtf8(m_process.readAllStandardError());
}

bool YardmasterProcess::waitForOutput(const QString &text, std::chrono::milliseconds patience)
{
    const QDeadlineTimer deadline(patience);
    for (;;) {
        collect();
        if (m_output.contains(text) || m_error.contains(text))
            return true;
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            return false;
        // Short: it watches one of the two outputs at a time.
        m_process.waitForReadyRead(20);
    }
}

int YardmasterProcess::waitForExit(std::chrono::milliseconds patience)
{
    if (m_process.state() != QProcess::NotRunning
        && !m_process.waitForFinished(int(patience.count())))
        return -1;
    collect();
    // QProcess reports the signal's number as the exit code of a crash.
    return m_process.exitStatus() == QProcess::CrashExit ? 128 + m_process.exitCode()
                                                         : m_process.exitCode();
}

void YardmasterProcess::sendSignal(int number)
{
    ::kill(pid_t(m_process.processId()), number);
}

} // namespace yardmaster::test

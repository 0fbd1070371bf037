#include "worker/db/sshprocess.h"

#include <QFile>
#include <QProcessEnvironment>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// To connect and log in; a person who is asked has as long as sshd's LoginGraceTime, two minutes.
constexpr auto kLoginLimit = 30s;
constexpr auto kAskedLimit = 150s;
constexpr qsizetype kMostErrors = 16 * 1024;

} // namespace

SshProcess::SshProcess(SshRoute route, QList<quint16> ports, QMap<QString, QString> askpass)
    : m_route(std::move(route))
    , m_ports(std::move(ports))
    , m_askpass(std::move(askpass))
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        kill();
        end(u"ssh to %1 did not log in within %2 s"_s.arg(m_route.host)
                .arg(m_limit.interval() / 1000));
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &SshProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &SshProcess::readErrors);
    connect(&m_process, &QProcess::finished, this, [this](int exitCode) {
        readErrors();
        const bool mayAsk = !m_askpass.isEmpty();
        end(m_process.exitStatus() == QProcess::CrashExit
                ? u"ssh to %1 was killed by a signal"_s.arg(m_route.host)
                : sshProblem(m_route, m_errors, exitCode, mayAsk));
    });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(u"ssh cannot be started: %1; install openssh-client"_s.arg(
                m_process.errorString()));
    });
}

SshProcess::~SshProcess()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    kill();
    m_process.waitForFinished(1000);
}

void SshProcess::start()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (auto it = m_askpass.begin(); it != m_askpass.end(); ++it)
        environment.insert(it.key(), it.value());
    environment.insert(u"SHELL"_s, u"/bin/sh"_s); // runs LocalCommand; a service's may be nologin
    m_process.setProcessEnvironment(environment);
    m_process.setProgram(u"ssh"_s);
    m_process.setArguments(sshArguments(m_route, m_ports, !m_askpass.isEmpty()));
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_limit.start(m_askpass.isEmpty() ? kLoginLimit : kAskedLimit);
    m_process.start();
}

bool SshProcess::isPortTaken() const
{
    return yardmaster::isPortTaken(m_errors, m_ports);
}

void SshProcess::readOutput()
{
    const QByteArray more = m_process.readAllStandardOutput();
    if (m_isReady)
        return;
    m_output = (m_output + more).right(kMostErrors);
    if (!m_output.contains(kSshReady))
        return;
    m_isReady = true;
    m_limit.stop();
    m_errors.clear(); // warnings that did not matter
    Q_EMIT ready();
}

void SshProcess::readErrors()
{
    m_errorLine += m_process.readAllStandardError();
    const qsizetype end = m_errorLine.lastIndexOf('\n');
    const bool isLast = m_process.state() == QProcess::NotRunning;
    const qsizetype length = isLast ? m_errorLine.size() : end + 1;
    const QStringList lines
        = QString::fromUtf8(m_errorLine.left(length)).split(u'\n', Qt::SkipEmptyParts);
    m_errorLine.remove(0, length);
    for (const QString &line : lines) {
        if (const QString reason = sshRefusal(line); !reason.isEmpty())
            Q_EMIT refused(reason);
        else
            m_errors = (m_errors + line.trimmed() + u'\n').right(kMostErrors);
    }
}

void SshProcess::checkStopped()
{
#ifdef Q_OS_LINUX
    QFile file(u"/proc/%1/stat"_s.arg(processId()));
    if (processId() <= 0 || !file.open(QIODevice::ReadOnly))
        return;
    // "4711 (ssh) T …"
    const QByteArray state = file.readAll();
    const bool isStopped = state.mid(state.lastIndexOf(')') + 2).startsWith('T');
    if (std::exchange(m_wasStopped, isStopped) && isStopped) {
        kill();
        end(u"ssh to %1 hung and was killed"_s.arg(m_route.host));
    }
#endif
}

void SshProcess::end(const QString &problem)
{
    m_limit.stop();
    if (!std::exchange(m_hasEnded, true))
        Q_EMIT ended(problem);
}

void SshProcess::kill()
{
    m_group.kill();
}

} // namespace yardmaster

#pragma once

#include "tests/support/yardmasterprocess.h"

#include <QTest>

#include <chrono>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace yardmaster::test {

/// A program in a session of its own, at a pseudo-terminal, from which it hears only signals: its
/// outputs are read here. Test thread.
class TerminalProcess final
{
public:
    TerminalProcess(const QString &program, const QStringList &arguments)
        : m_terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        if (m_terminal < 0 || ::grantpt(m_terminal) != 0 || ::unlockpt(m_terminal) != 0)
            return;
        m_process.setProcessEnvironment(YardmasterProcess::cleanEnvironment());
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.setChildProcessModifier([name = QByteArray(::ptsname(m_terminal))] {
            ::setsid();
            ::open(name.constData(), O_RDWR); // NOLINT: becomes the session's terminal
        });
        m_process.start(program, arguments);
    }
    ~TerminalProcess()
    {
        close();
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(TerminalProcess)

    /// As when the terminal's window is closed.
    void close()
    {
        if (m_terminal >= 0)
            ::close(std::exchange(m_terminal, -1));
    }
    /// Ctrl-C.
    [[nodiscard]] bool interrupt() const { return ::write(m_terminal, "\x03", 1) == 1; }

    [[nodiscard]] bool waitForOutput(const QByteArray &text,
                                     std::chrono::milliseconds patience = std::chrono::minutes(1))
    {
        return QTest::qWaitFor(
            [&] {
                m_output += m_process.readAll();
                return m_output.contains(text);
            },
            int(patience.count()));
    }
    /// @returns the exit code, or -1.
    [[nodiscard]] int waitForExit()
    {
        const bool hasEnded
            = m_process.state() == QProcess::NotRunning || m_process.waitForFinished(60000);
        m_output += m_process.readAll();
        return hasEnded ? m_process.exitCode() : -1;
    }
    [[nodiscard]] const QByteArray &output() const { return m_output; }

private:
    int m_terminal;
    QProcess m_process;
    QByteArray m_output;
};

} // namespace yardmaster::test

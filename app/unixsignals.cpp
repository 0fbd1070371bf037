#include "app/unixsignals.h"

#include <QSocketNotifier>

#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace yardmaster {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP, SIGUSR2};
std::atomic<int> g_writeEnd{-1};

/// Async-signal-safe: writes one byte and nothing else.
extern "C" void onSignal(int signal)
{
    const int savedErrno = errno;
    const auto byte = static_cast<unsigned char>(signal);
    [[maybe_unused]] const auto written = ::write(g_writeEnd.load(), &byte, 1);
    errno = savedErrno;
}

/// After a hang-up the processes of a session have no terminal any more.
bool hasTerminal()
{
    const int terminal = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    if (terminal >= 0)
        ::close(terminal);
    return terminal >= 0;
}

} // namespace

UnixSignals::UnixSignals(QObject *parent)
    : QObject(parent)
    , m_hadTerminal(hasTerminal())
{
    if (::pipe2(m_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("no pipe for signals");
    g_writeEnd = m_pipe[1];
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        unsigned char byte = 0;
        while (::read(m_pipe[0], &byte, 1) == 1)
            Q_EMIT received(byte);
    });
    for (const int signal : kSignals)
        std::signal(signal, onSignal);
}

UnixSignals::~UnixSignals()
{
    for (const int signal : kSignals)
        std::signal(signal, SIG_DFL);
    g_writeEnd = -1;
    m_notifier.reset();
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

bool UnixSignals::hasLostTerminal() const
{
    return m_hadTerminal && !hasTerminal();
}

QString UnixSignals::name(int signal)
{
    switch (signal) {
    case SIGINT:
        return QStringLiteral("SIGINT");
    case SIGTERM:
        return QStringLiteral("SIGTERM");
    case SIGHUP:
        return QStringLiteral("SIGHUP");
    case SIGUSR2:
        return QStringLiteral("SIGUSR2");
    default:
        return QString::number(signal);
    }
}

} // namespace yardmaster

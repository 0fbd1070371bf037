#include "app/server/servicenotifier.h"

#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace yardmaster {

ServiceNotifier ServiceNotifier::fromEnvironment()
{
    ServiceNotifier notifier;
    const QByteArray socket = qgetenv("NOTIFY_SOCKET");
    const QByteArray process = qgetenv("WATCHDOG_PID");
    const qint64 interval = qgetenv("WATCHDOG_USEC").toLongLong();
    for (const char *variable : {"NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"})
        qunsetenv(variable);
    if (socket.size() < 2 || (socket[0] != '/' && socket[0] != '@')
        || socket.size() >= qsizetype(sizeof sockaddr_un::sun_path))
        return notifier;
    notifier.m_socket = socket;
    if (interval > 0 && (process.isEmpty() || process.toLongLong() == ::getpid()))
        notifier.m_watchdog = std::chrono::microseconds(interval);
    return notifier;
}

void ServiceNotifier::send(const QByteArray &state) const
{
    if (!isOn())
        return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, m_socket.constData(), size_t(m_socket.size()));
    if (address.sun_path[0] == '@')
        address.sun_path[0] = '\0';
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return;
    const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + size_t(m_socket.size()));
    [[maybe_unused]] const auto sent
        = ::sendto(socket, state.constData(), size_t(state.size()), MSG_NOSIGNAL | MSG_DONTWAIT,
                   reinterpret_cast<const sockaddr *>(&address), size); // NOLINT
    ::close(socket);
}

} // namespace yardmaster

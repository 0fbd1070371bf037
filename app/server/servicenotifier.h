#pragma once

#include <QByteArray>

#include <chrono>

namespace yardmaster {

/// Sends state to the service manager that started this process: datagrams to the socket in
/// NOTIFY_SOCKET, as sd_notify(3) describes. Without libsystemd, which would be mapped into every
/// worker for these few lines.
class ServiceNotifier final
{
public:
    /// Takes NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID out of the environment, which tasks
    /// inherit.
    [[nodiscard]] static ServiceNotifier fromEnvironment();

    /// There is a service manager.
    [[nodiscard]] bool isOn() const { return !m_socket.isEmpty(); }
    /// WATCHDOG=1 is expected this often; 0: it is not.
    [[nodiscard]] std::chrono::microseconds watchdog() const { return m_watchdog; }
    /// @param state  lines, NAME=VALUE. Does not wait; what cannot be sent is dropped.
    void send(const QByteArray &state) const;

private:
    QByteArray m_socket; ///< a path, or a name after an @
    std::chrono::microseconds m_watchdog{0};
};

} // namespace yardmaster

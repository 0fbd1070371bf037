#pragma once

#include "worker/db/sshcommand.h"

#include <QMap>
#include <QString>
#include <QThread>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <tl/expected.hpp>

namespace yardmaster {

/// A tunnel through an SSH host: one ssh process, for all sessions of this process that take the
/// same route.
///
///   Down ──open()──> Starting ──ready──> Up ──ssh ended──────────────> Down
///     ^                  └─ ssh ended ─> Down   └── unused for a minute ──^
///
/// After ssh has ended by itself it is started again only after a pause, which grows from attempt
/// to attempt. The local ports stay the same where they can. Any thread; open() blocks.
class SshTunnel final : public std::enable_shared_from_this<SshTunnel>
{
public:
    using Clock = std::chrono::steady_clock;
    using Ports = QList<quint16>; ///< of 127.0.0.1, one for each target

    [[nodiscard]] static std::shared_ptr<SshTunnel> of(const SshRoute &route);
    /// The variables that make ssh ask through a program; tunnels started later use them. Empty:
    /// ssh does not ask.
    static void setAskpass(const QMap<QString, QString> &variables);
    /// While a person is asked something, open() waits longer.
    static void setAsking(bool isAsking);
    /// A person refused what the ssh with this process id asked: it is not started again, and
    /// open() fails, until askAgain().
    static void decline(qint64 process);
    /// A person wants to connect: ssh may ask again on the way through this host.
    static void askAgain(const QString &host, const QString &options);
    /// Ends all ssh processes. Done when QCoreApplication ends, too.
    static void stopAll();

    explicit SshTunnel(SshRoute route);
    ~SshTunnel();
    Q_DISABLE_COPY_MOVE(SshTunnel)

    [[nodiscard]] const SshRoute &route() const { return m_route; }

    /// Starts it if it is down. @returns where its targets are, or one sentence why there is none.
    [[nodiscard]] tl::expected<Ports, QString> open(std::chrono::milliseconds limit);
    /// The same for one that is up; empty: it is not. Does not block.
    [[nodiscard]] Ports ports() const;

    /// Why the SSH host refused a connection after `since`, part of a sentence; empty: it did not.
    /// Waits a moment for ssh to say so.
    [[nodiscard]] QString refusalSince(Clock::time_point since) const;

    /// Keeps it up for as long as the result lives.
    [[nodiscard]] std::shared_ptr<void> use();
    /// Of ssh; 0: there is none.
    [[nodiscard]] qint64 processId() const { return m_processId; }

private:
    class Supervisor;
    enum class State { Down, Starting, Up, Stopped };

    void stop();
    void onUp(const Ports &ports);
    void onDown(const QString &problem);
    void onRefused(const QString &reason);
    [[nodiscard]] bool isUnused() const;

    const SshRoute m_route;
    QThread m_thread; // the supervisor's
    Supervisor *m_supervisor;
    std::atomic<qint64> m_processId = 0;
    std::atomic<int> m_uses = 0;
    mutable std::mutex m_mutex; // guards the rest
    mutable std::condition_variable m_changed;
    State m_state = State::Down;
    Ports m_ports;
    quint64 m_failures = 0;
    bool m_isDeclined = false;
    QString m_problem; // the last
    QString m_refusal;
    Clock::time_point m_refusedAt;
    Clock::time_point m_lastUse;
};

} // namespace yardmaster

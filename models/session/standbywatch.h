#pragma once

#include "models/session/poller.h"
#include "models/session/standbygate.h"
#include "models/session/standbyreport.h"

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <deque>
#include <optional>

namespace yardmaster {

/// Looks after the standby of a SessionPool, and opens and closes its StandbyGate:
///
///   Asking ──> Following ──> TooFarBehind · Silent · Gone · NoStandby · OtherServer
///     ^            ^────────────────────────────┘
///     └── setPaused(true) from every state
///
/// The gate is open only while Following, and while the primary answers: after a failover, a
/// standby may hold what the new primary never had. Sessions of silent and of wrong servers are cut
/// off, so that what hangs there is read from the primary instead.
///
/// How far it is behind follows from when the primary's log ended where the standby's does, by our
/// own clock: the age of the last commit would grow while nothing happens. GUI thread; never
/// blocks.
class StandbyWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StandbyWatch)

public:
    enum class State { Asking, Following, TooFarBehind, Silent, Gone, NoStandby, OtherServer };
    Q_ENUM(State)

    /// @param sessions  with a standby.
    explicit StandbyWatch(const SessionPool &sessions, QObject *parent = nullptr);
    ~StandbyWatch() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    void setTooFar(std::chrono::milliseconds tooFar) { m_tooFar = tooFar; }

    [[nodiscard]] State state() const { return m_state; }
    /// As the profile calls it.
    [[nodiscard]] const QString &name() const { return m_name; }
    /// Unset while it is not known.
    [[nodiscard]] std::optional<std::chrono::milliseconds> lag() const { return m_lag; }
    /// When that was measured; invalid: never.
    [[nodiscard]] const QDateTime &measuredAt() const { return m_measuredAt; }
    /// It is Following, and has yet to replay what was changed here: until then lists are read from
    /// the primary. As of the last look at it.
    [[nodiscard]] bool isCatchingUp() const;
    /// Why it is Gone.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_standby.error(); }

Q_SIGNALS:
    /// It has been looked at.
    void changed();

private:
    using Clock = std::chrono::steady_clock;

    /// The primary's log ended there, the last time at that moment.
    struct Mark
    {
        WalPosition position = 0;
        Clock::time_point at;
    };

    void onPrimary();
    void judge();
    [[nodiscard]] State stateNow();
    void measure();
    void become(State state);
    /// What was read last, if since setPaused(false).
    [[nodiscard]] const PrimaryReport *primary() const;
    [[nodiscard]] const StandbyReport *standby() const;

    const std::shared_ptr<StandbyGate> m_gate;
    const QString m_name;
    std::chrono::milliseconds m_tooFar = kStandbyTooFar;
    Poller<PrimaryReport> m_primary;
    Poller<StandbyReport> m_standby;
    std::deque<Mark> m_marks; // the oldest first
    qint64 m_timeline = 0;    // of the primary
    QDateTime m_resumedAt;
    State m_state = State::Asking;
    bool m_isSilent = false; // until it has answered
    std::optional<std::chrono::milliseconds> m_lag;
    QDateTime m_measuredAt;
};

} // namespace yardmaster

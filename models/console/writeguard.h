#pragma once

#include "models/values/environment.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

namespace yardmaster {

/// Whether this window may change jobs now.
///
///   Open        no guard: staging, development, sandbox
///   Locked ──arm()──> Armed ──lock(), time over, suspend──> Locked     production, unknown
///   Forbidden   read-only profile, standby, missing rights: nothing here changes that
///
/// Every control that writes asks mayWrite() and says reason() when it may not; when it is used,
/// too, because the end of the time and a suspended machine change the state without a signal at
/// that moment. Commands whose dialogs can unlock changes ask prohibition() instead, see
/// CommandAction::writes(). GUI thread.
class WriteGuard final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WriteGuard)

public:
    enum class State { Open, Locked, Armed, Forbidden };
    Q_ENUM(State)

    static constexpr std::chrono::minutes kLongestArming{15};

    /// How long the machine has been suspended since it started. For tests to replace.
    using Suspended = std::function<std::chrono::milliseconds()>;
    explicit WriteGuard(Environment environment, QObject *parent = nullptr,
                        Suspended suspended = {});

    /// @param reason  one sentence; empty: it is not, or no longer, forbidden.
    void setForbidden(const QString &reason);
    /// Whether that was said at all: until then the server may turn out to refuse every write.
    [[nodiscard]] bool isKnown() const { return m_isKnown; }
    /// Locked → Armed, or a new end. Does nothing in Open and Forbidden.
    /// @param time  1 min..kLongestArming.
    void arm(std::chrono::minutes time);
    void lock();

    [[nodiscard]] State state() const;
    [[nodiscard]] bool mayWrite() const
    {
        return state() == State::Open || state() == State::Armed;
    }
    /// Why not, one sentence; empty if it may.
    [[nodiscard]] QString reason() const;
    /// The reason in Forbidden, where unlocking does not help; empty in the other states.
    [[nodiscard]] QString prohibition() const { return m_forbidden; }
    /// Only in Armed.
    [[nodiscard]] QDateTime armedUntil() const { return m_armedUntil; }
    /// Changes ask for the number of jobs to be typed.
    [[nodiscard]] bool wantsTypedCount() const { return m_isGuarded; }

Q_SIGNALS:
    void changed();

private:
    const Environment m_environment;
    const bool m_isGuarded;
    QString m_forbidden;
    bool m_isKnown = false;
    const Suspended m_suspended;
    QDateTime m_armedUntil;
    std::chrono::milliseconds m_suspendedBefore{0}; // the arming
    QTimer m_end;
};

} // namespace yardmaster

#pragma once

#include <yardmaster/dberror.h>

#include <QMutex>
#include <QObject>

#include <chrono>
#include <optional>

namespace yardmaster {

/// Whether the server of a SessionPool can be reached, as everything that is asked of the pool
/// finds out, and whether it answers as it should, as QueueMonitor finds out: so all pages of a
/// window know of trouble, and of its end, at the same moment.
///
///   Reachable <──a session is opened── Unreachable
///       └─────── none can be ──────────────^
///
/// Begins reachable, and in time. Its functions may be called from any thread; its signals are
/// emitted on the threads that work for the pool.
class Reachability final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Reachability)

public:
    Reachability();
    ~Reachability() override;

    /// Why the server cannot be reached; unset while it can.
    [[nodiscard]] std::optional<DbError> error() const;

    /// A session works, or one was opened.
    void onReached();
    /// None could be opened. @param since  when that was begun: what has worked since then counts.
    void onRefused(std::chrono::steady_clock::time_point since, const DbError &error);
    /// The server does again what it has been refusing: recovered() for those it was refused to.
    void announceRecovery();
    /// Whether it takes longer to answer than it should. GUI thread.
    void setLate(bool isLate);
    [[nodiscard]] bool isLate() const { return m_isLate; }
    /// Why it does not say how the queue is, although it can be reached; unset: it does. The first
    /// one is announced as lost(). GUI thread.
    void setRefusal(const std::optional<DbError> &refusal);
    [[nodiscard]] const std::optional<DbError> &refusal() const { return m_refusal; }
    /// What to say of a reading that ended with `error`: that something is missing tells less than
    /// refusal() does. GUI thread.
    [[nodiscard]] DbError explained(const DbError &error) const;

Q_SIGNALS:
    /// What is shown may be old from now on.
    void lost(const yardmaster::DbError &error);
    /// Likewise, or no longer.
    void lateChanged(bool isLate);
    /// Whatever could not be read may be read now.
    void recovered();

private:
    QMutex m_signals; // held while they are emitted: they come in the order of what happened
    mutable QMutex m_mutex;
    std::optional<DbError> m_error;
    std::chrono::steady_clock::time_point m_reachedAt;
    bool m_isLate = false; // GUI thread, like the next one
    std::optional<DbError> m_refusal;
};

} // namespace yardmaster

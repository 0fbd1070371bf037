#pragma once

#include <yardmaster/session.h>

#include <QString>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace yardmaster {

/// What people ask of an operation under way. Any thread; nothing here waits for the server.
class OperationControl final
{
public:
    void setPaused(bool isPaused);
    /// No further batch; the operation is over.
    void cancel();
    /// No further batch; the operation stays unfinished and can be resumed another time.
    void stop();

    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool isCancelled() const;
    /// Cancelled or stopped.
    [[nodiscard]] bool isStopping() const;

    /// Blocks while paused, or until it is to stop.
    void waitWhilePaused();
    /// Blocks for so long, or until something is asked.
    void waitFor(std::chrono::microseconds time);

private:
    friend class CancellableStatement;
    void request(bool *flag);
    void setCanceller(std::optional<Canceller> canceller);

    mutable std::mutex m_mutex;
    std::condition_variable m_asked;
    bool m_isPaused = false;
    bool m_isCancelled = false;
    bool m_isStopped = false;
    std::optional<Canceller> m_canceller;
};

/// While this lives, cancel() and stop() also cancel the statement that runs on a session.
class CancellableStatement final
{
public:
    CancellableStatement(OperationControl *control, const Session &session);
    ~CancellableStatement();
    Q_DISABLE_COPY_MOVE(CancellableStatement)

private:
    OperationControl *m_control;
};

} // namespace yardmaster

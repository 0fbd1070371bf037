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
    /// No further batch; the operation stays unfinished and can go on another time.
    void leave();

    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool isCancelled() const;
    /// Cancelled or left.
    [[nodiscard]] bool isStopping() const;

    /// Blocks while paused, or until something is asked. @returns false if it is to stop.
    [[nodiscard]] bool waitWhilePaused();
    /// Blocks for so long, or until something is asked.
    void waitFor(std::chrono::microseconds time);

    /// Between these two, cancel() and leave() also stop the statement that is running.
    void enter(const Session &session);
    void exit();

private:
    void stop(bool *flag);

    mutable std::mutex m_mutex;
    std::condition_variable m_asked;
    bool m_isPaused = false;
    bool m_isCancelled = false;
    bool m_isLeft = false;
    std::optional<Canceller> m_canceller;
};

} // namespace yardmaster

#pragma once

#include <QtGlobal>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace yardmaster {

class OpenSessions;

/// The clock of a stop: when running jobs are asked to end, when they are ended by force, and when
/// waiting for them and for the database is over. Its thread is its own, begins with the stop and
/// asks nothing of the database, so the steps are taken in time whatever the other threads wait
/// for.
///
///   begin()                                            cut()
///   0.1 s        returnWaiting                          0.05 s       returnWaiting, requestStop,
///   0.5, 1 and   statements of the dispatcher and                    requestKill; what statements
///   1.5 s        cron cancelled that are under way                   have been under way for 0.5 s
///                for 0.4 s, and their sockets shut                   are cancelled
///                down where it is 0.9 s
///   1.2 s        leaveUnopened
///   ½            requestStop                            0.5 s        abandon; … shut down
///   end − 2 s    requestKill (8/10, if that is later)   1 s          giveUp
///   end − 1 s    abandon (9/10, if that is later);      1.2 s        leave
///                a write that has hung for 2 s
///                is cancelled
///   end − 0.5 s  … and its socket shut down
///   end          giveUp
///   end + 0.4 s  leave
///
/// `end` is the grace, but a second after `abandon` at least, to write the results in.
///
/// Steps are called on the clock's thread, and must not block. Members: any thread.
class GracePeriod final
{
public:
    struct Steps
    {
        std::function<void()> returnWaiting; ///< give back what has not started
        std::function<void()> requestStop;   ///< ask running jobs to end
        std::function<void()> requestKill;   ///< end them by force
        std::function<void()> abandon;       ///< give back what still runs
        std::function<void()>
            giveUp; ///< what is not written now is not going to be; sessions are closed
        std::function<void()> leaveUnopened; ///< without the dispatcher, if it still opens
        std::function<void()> leave;         ///< without the dispatcher, if it has not ended
    };

    /// @param grace  from begin() on.
    GracePeriod(std::chrono::milliseconds grace, std::shared_ptr<OpenSessions> sessions,
                Steps steps);
    ~GracePeriod(); ///< joins
    Q_DISABLE_COPY_MOVE(GracePeriod)

    /// The first call counts.
    void begin();
    /// Ends the grace early, whether it has begun or not.
    void cut();
    /// The run has ended. No further step is taken.
    void end();
    /// The same; when it returns, none is being taken either.
    void join();

private:
    using Clock = std::chrono::steady_clock;
    using Step = std::function<void()>;

    /// Cancels statements of the dispatcher and cron that have been under way for long, and shuts
    /// down the sockets where that did not help.
    void cutTaking() const;
    /// With m_mutex held.
    void at(std::chrono::milliseconds delay, Step step);
    void run();

    const std::chrono::milliseconds m_grace;
    const std::shared_ptr<OpenSessions> m_sessions;
    const Steps m_steps;

    std::mutex m_mutex; // guards the rest
    std::condition_variable m_changed;
    std::multimap<Clock::time_point, Step> m_due;
    std::thread m_thread;
    bool m_hasBegun = false;
    bool m_isCut = false;
    bool m_hasEnded = false;
};

} // namespace yardmaster

#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobdatabase.h>

#include <QFuture>

#include <chrono>
#include <functional>
#include <memory>

namespace yardmaster {

class AddLanes;

/// Adds jobs for threads that cannot or should not wait, on a thread and a connection of its own.
/// Both begin with the first add and end after a while without any. An add that waits for the lock
/// of another session, as for one with the same job key, does not hold up others, which may have to
/// be written for that lock to be released: they go on with a further thread and connection, up to
/// eight; where more adds wait for locks, these take turns. Adds with keys, which do not share
/// transactions, go over up to four at once. Those with the same key or the same named queue keep
/// their order.
///
/// Single adds without a key that gather while others are written go into one transaction, each
/// with its own answer. What is known not to have been written when a connection is lost is sent
/// again on the next one. Where that is not known, the add has failed.
class JobSender final
{
public:
    using Duration = std::chrono::milliseconds;

    /// @param patience for how long the others wait for adds that are being written.
    JobSender(const ConnectionSettings &settings, const QString &schema,
              std::function<QDateTime()> clock, Duration idle = std::chrono::seconds(30),
              Duration patience = std::chrono::milliseconds(200));
    ~JobSender();
    Q_DISABLE_COPY_MOVE(JobSender)

    /// What an add does while there is no connection.
    enum class WhenAway {
        Fail,
        Wait, ///< until there is one, stop() or giveUp()
    };

    /// @name Any thread; do not block. Errors: as JobAdder's, and Session::open()'s.
    /// @{
    [[nodiscard]] QFuture<AddedJob> add(JobSpec spec, WhenAway whenAway = WhenAway::Fail);
    [[nodiscard]] QFuture<AddedJobs> addAll(std::vector<JobSpec> specs,
                                            WhenAway whenAway = WhenAway::Fail);
    /// @}

    /// Whatever comes later fails with Cancelled. Waits until what was to be added is written; what
    /// is not within a second fails likewise.
    void stop();
    /// What has not been written by now fails with Cancelled, or ConnectionLost where it may have
    /// been. Any thread; does not block.
    void giveUp();

    /// Logs a warning if an add has been under way for `limit`, as for the lock of another session,
    /// once until none is. To be called every second or so; any thread.
    void noticeWaiting(Duration limit = std::chrono::seconds(10));

    /// @name For a worker that ends: its handlers may not have waited for what they added
    /// @{
    /// Calls `tell` whenever all adds so far have been answered, on any thread. It must not block.
    void tellWhenIdle(std::function<void()> tell);
    /// Adds that have not been answered.
    [[nodiscard]] int pending() const;
    /// Adds that have been answered, refused ones too.
    [[nodiscard]] quint64 answered() const;
    /// @}

private:
    std::shared_ptr<AddLanes> m_lanes; // its threads have it too
};

} // namespace yardmaster

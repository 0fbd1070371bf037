#pragma once

#include "worker/db/opensessions.h"
#include "worker/runner/addrequest.h"
#include "worker/time/backoff.h"

#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobadder.h>

#include <QSet>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace yardmaster {

class AddWriter;

/// Which thread, each with a connection, writes what JobSender was given, and when. It keeps the
/// order of adds, through batches, locks, lost connections and a stop. Members as JobSender's.
///
/// All but the last free one may wait for others' locks. What the last one cannot write without a
/// wait is held, and tried again once another one is free, or now and then: so any number of adds
/// that wait hold up no others.
class AddLanes final : public std::enable_shared_from_this<AddLanes>
{
public:
    using Duration = std::chrono::milliseconds;

    AddLanes(const ConnectionSettings &settings, const QString &schema,
             std::function<QDateTime()> clock, Duration idle, Duration patience);

    void post(AddRequest request);
    void stop();
    void giveUp();
    void noticeWaiting(Duration limit);
    void tellWhenIdle(std::function<void()> tell);
    [[nodiscard]] int pending() const { return m_pending; }
    [[nodiscard]] quint64 answered() const { return m_answered; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr size_t kConnections = 8;
    /// A thread that writes. Guarded by the mutex.
    struct Lane
    {
        enum class State { Off, Free, Writing, Closing };

        State state = State::Off;
        bool isShared = false;     ///< writes what isShareable()
        bool mayWait = true;       ///< for locks: there was another one
        Clock::time_point since{}; ///< it has been writing
        quint64 giveUps = 0;       ///< there had been, when it began
        QSet<QString> names{};     ///< of what it writes
        std::condition_variable wake{};
        std::thread thread{};
    };

    void refuse(const AddRequest &request);
    void answer(const AddRequest &request, AddAnswer answer);
    void run(Lane &lane);

    /// @name With the mutex locked
    /// @{
    void serveUntilIdle(Lane &lane, AddWriter &writer, std::unique_lock<std::mutex> &lock);
    /// Empty: the thread ends.
    [[nodiscard]] AddBatch waitForBatch(Lane &lane, std::unique_lock<std::mutex> &lock);
    /// Empty: nothing can be begun yet.
    [[nodiscard]] AddBatch takeBatch(bool mayWait);
    [[nodiscard]] bool hasWork() const { return !m_requests.empty() || !m_held.empty(); }
    [[nodiscard]] std::deque<AddRequest> takeAll();
    [[nodiscard]] bool isLastFree(const Lane &lane) const;
    /// Before all others.
    void putBack(AddBatch::iterator begin, AddBatch::iterator end);
    void wakeLane();
    struct Work
    {
        int lanes = 0; ///< that began a moment ago
        bool isShared = false;
        [[nodiscard]] bool allows(const AddRequest &more) const;
    };
    [[nodiscard]] Work freshWork() const;
    [[nodiscard]] bool hasEnded() const;
    /// @}

    /// @returns what has to be written again, after a while, as it was not.
    [[nodiscard]] AddBatch serve(AddWriter &writer, AddBatch batch);
    /// Moves out of `batch`, and of what is behind it, what does not wait for a connection.
    [[nodiscard]] AddBatch takeImpatient(AddBatch *batch);
    /// For other lanes: the first of `batch` waits for a lock.
    void takeOthers(Lane &lane, AddBatch *batch);
    /// For later: the first of `batch` may not wait for a lock. The others are taken, too.
    void hold(const Lane &lane, AddBatch *batch);
    [[nodiscard]] bool isGivenUp(const Lane &lane) const { return m_giveUps != lane.giveUps; }
    void onTrouble(const DbError &error);
    void onSuccess();

    const std::shared_ptr<OpenSessions> m_sessions = std::make_shared<OpenSessions>();
    ConnectionSettings m_settings;
    const JobAdder m_adder;
    const Duration m_idle;
    const Duration m_patience;

    std::mutex m_mutex; // guards all below
    std::array<Lane, kConnections> m_lanes;
    std::condition_variable m_ended;
    std::deque<AddRequest> m_requests;
    /// They wait for locks that others have; no two have a name in common. Before those of
    /// m_requests with the same names.
    std::deque<AddRequest> m_held;
    Backoff m_holding{Duration(100), Duration(2000)};
    Clock::time_point m_heldUntil{}; ///< then the last free lane tries the first again
    bool m_isWatched = false;        ///< a free lane will look again in a moment
    bool m_isStopped = false;        ///< what is there is written, and no more
    Backoff m_backoff{Duration(50), Duration(1000)};
    Clock::time_point m_retryAt{};
    bool m_hasWarned = false; ///< that there is no connection
    bool m_hasWarnedOfWait = false;
    std::atomic<quint64> m_giveUps = 0; ///< what was being written before is not tried again

    std::atomic<int> m_pending = 0;
    std::atomic<quint64> m_answered = 0;
    std::mutex m_tellMutex; // guards the next
    std::function<void()> m_tell;
};

} // namespace yardmaster

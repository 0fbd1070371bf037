#pragma once

#include <yardmaster/job.h>

#include <QByteArray>
#include <QList>

#include <chrono>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace yardmaster {

/// Whose turn it is with named queues. Where other workers are, a queue that this one had is left
/// to them for as long as the turn took, up to kLongest: they look for free queues only now and
/// then, and would never find one that is taken again at once. They are told, too, because some
/// look only every few seconds. So it is known who has turns, and a queue is left for as many times
/// as long, or the same few would win it each time. Lives on the dispatcher's thread.
class Turns final
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds kShortest{1};
    static constexpr std::chrono::milliseconds kLongest{100};
    /// So often it is looked whether there are others, while named queues are in use.
    static constexpr std::chrono::seconds kLook{5};
    /// So long after its last turn a worker is expected to want another.
    static constexpr std::chrono::seconds kCompetes{1};
    /// Jobs of one queue in a turn while several others want it: of few long turns one of them
    /// would get hardly any. Between two that would only cost speed.
    static constexpr int kLane = 100;
    /// Between two announcements.
    static constexpr std::chrono::milliseconds kAnnounce{10};

    /// It is to be looked for others now.
    [[nodiscard]] bool isLookDue(Clock::time_point now) const
    {
        return m_hadSome && (!m_looked || now - *m_looked >= kLook);
    }
    void onLooked(bool areOthers, Clock::time_point now);
    /// @param isAll  no more jobs were found than these.
    void onFetched(const std::vector<Job> &jobs, bool isAll, Clock::time_point now);
    void onFreed(const QList<qint64> &queues, Clock::time_point now);
    /// Another worker has told that its turn is over.
    void onOthersTurn(const QByteArray &worker, Clock::time_point now);
    /// Jobs of one queue that may be fetched now.
    [[nodiscard]] int lane(int most, Clock::time_point now);
    /// Those to be left alone now.
    [[nodiscard]] std::vector<qint64> left(Clock::time_point now);
    /// So many queues with jobs left others are to be told of now.
    [[nodiscard]] int takeUnannounced(Clock::time_point now);
    /// How long until the first queue may be had again, or others are to be told of some; unset:
    /// there are none.
    [[nodiscard]] std::optional<std::chrono::milliseconds> untilNext(Clock::time_point now);

private:
    void forgetOld(Clock::time_point now);
    /// Others that had a turn lately.
    [[nodiscard]] int competitors(Clock::time_point now);

    bool m_areOthers = false;
    bool m_hadSome = false; ///< named queues, since it was looked for others
    std::optional<Clock::time_point> m_looked;
    struct Turn
    {
        Clock::time_point began;
        bool isAll; ///< no job of the queue was left behind, as far as is known
    };
    std::unordered_map<qint64, Turn> m_turns;              ///< of the queues that are ours
    std::unordered_map<qint64, Clock::time_point> m_until; ///< of those left alone
    std::map<QByteArray, Clock::time_point> m_competitors; ///< when each told of its last turn
    int m_unannounced = 0;
    std::optional<Clock::time_point> m_announced;
};

} // namespace yardmaster

#pragma once

#include "worker/queue/job.h"

#include <QList>

#include <chrono>
#include <optional>
#include <unordered_map>
#include <vector>

namespace yardmaster {

/// Whose turn it is with named queues. Where other workers are, a queue that this one had is left
/// to them for as long as the turn took, up to kLongest: they look for free queues only now and
/// then, and would never find one that is taken again at once. Lives on the dispatcher's thread.
class Turns final
{
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::chrono::milliseconds kShortest{1};
    static constexpr std::chrono::milliseconds kLongest{100};
    /// So often it is looked whether there are others, while named queues are in use.
    static constexpr std::chrono::seconds kLook{5};

    /// It is to be looked for others now.
    [[nodiscard]] bool isLookDue(Clock::time_point now) const
    {
        return m_hadSome && (!m_looked || now - *m_looked >= kLook);
    }
    void onLooked(bool areOthers, Clock::time_point now);
    void onFetched(const std::vector<Job> &jobs, Clock::time_point now);
    void onFreed(const QList<qint64> &queues, Clock::time_point now);
    /// Those to be left alone now.
    [[nodiscard]] std::vector<qint64> left(Clock::time_point now);
    /// How long until the first of them may be had again; unset: there are none.
    [[nodiscard]] std::optional<std::chrono::milliseconds> untilNext(Clock::time_point now);

private:
    void forgetOld(Clock::time_point now);

    bool m_areOthers = false;
    bool m_hadSome = false; ///< named queues, since it was looked for others
    std::optional<Clock::time_point> m_looked;
    std::unordered_map<qint64, Clock::time_point> m_began; ///< of the queues that are ours
    std::unordered_map<qint64, Clock::time_point> m_until; ///< of those left alone
};

} // namespace yardmaster

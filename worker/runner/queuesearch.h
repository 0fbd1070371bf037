#pragma once

#include "worker/queue/jobqueue.h"

#include <chrono>

namespace yardmaster {

/// From where to look for jobs of named queues. Where many of them wait for a queue that somebody
/// holds, finding the first that can run takes long, and each fetch would begin at the same
/// place again. A search that took long is repeated in full only after ten times as long; until
/// then fetches begin where it found the first. What becomes free before that place waits so long,
/// or until a fetch finds nothing. Lives on the dispatcher's thread.
class QueueSearch final
{
public:
    using Clock = std::chrono::steady_clock;

    /// Shorter searches are always made in full.
    static constexpr std::chrono::milliseconds kShort{2};
    static constexpr std::chrono::seconds kLongest{2};

    [[nodiscard]] JobPlace begin(Clock::time_point now) const
    {
        return now < m_until ? m_place : JobPlace();
    }
    /// @param from  where the search began.
    void onSearched(const JobPlace &from, const Fetched &fetched, Clock::time_point now)
    {
        if (from != JobPlace()) {
            if (fetched.jobs.empty())
                forget();
            return;
        }
        m_place = fetched.firstNamed;
        m_until = fetched.search > kShort && !fetched.jobs.empty()
            ? now + std::min<Clock::duration>(10 * fetched.search, kLongest)
            : Clock::time_point();
    }
    void forget() { m_until = {}; }

private:
    JobPlace m_place;
    Clock::time_point m_until;
};

/// From where to look for jobs without a queue in a backlog. Each search from the beginning walks
/// over the index entries of all jobs that are gone, until a vacuum; in a deep backlog that would
/// be most of a fetch. So it is made only every kAgain, and while jobs are announced; what becomes
/// due, or is given back, before the place of the others waits until then. Lives on the
/// dispatcher's thread.
class BacklogSearch final
{
public:
    using Clock = QueueSearch::Clock;

    static constexpr std::chrono::milliseconds kAgain{100};

    /// For a search that is made now: what it finds may be known after the next has begun.
    [[nodiscard]] JobPlace begin(Clock::time_point now)
    {
        if (now < m_until)
            return m_place;
        m_until = now + kAgain;
        return {};
    }
    void onSearched(const Fetched &fetched) { m_place = fetched.firstFree; }

private:
    JobPlace m_place;
    Clock::time_point m_until;
};

} // namespace yardmaster

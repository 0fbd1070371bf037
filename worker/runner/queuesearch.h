#pragma once

#include "worker/queue/jobqueue.h"

#include <chrono>

namespace yardmaster {

/// Whether a fetch looks for jobs of named queues. Where many of them wait for queues that are
/// locked, and none can run, each fetch would walk over all of them. A search that took long and
/// found none is repeated only after ten times as long, so what becomes free meanwhile waits so
/// long, or until a fetch finds nothing. Never a search from the middle on: it would find the later
/// jobs of a queue before its first. Lives on the dispatcher's thread.
class QueueSearch final
{
public:
    using Clock = std::chrono::steady_clock;

    /// Shorter searches are always made.
    static constexpr std::chrono::milliseconds kShort{2};
    static constexpr std::chrono::seconds kLongest{2};

    [[nodiscard]] bool isSkipped(Clock::time_point now) const { return now < m_until; }
    /// @param wasSkipped  the fetch did not look for them.
    void onSearched(bool wasSkipped, const Fetched &fetched, Clock::time_point now)
    {
        const bool isInVain
            = fetched.named == 0 && fetched.search > kShort && !fetched.jobs.empty();
        if (!wasSkipped)
            m_until = isInVain ? now + std::min<Clock::duration>(10 * fetched.search, kLongest)
                               : Clock::time_point();
        else if (fetched.jobs.empty())
            forget();
    }
    void forget() { m_until = {}; }

private:
    Clock::time_point m_until;
};

/// From where to look for jobs without a queue in a backlog. Each search from the beginning walks
/// over the index entries of all jobs that are gone, until a vacuum; in a deep backlog that would
/// be most of a fetch. So it is made only every kAgain, and while jobs are announced; what becomes
/// due, or is given back, before the rank of the others waits until then. Lives on the
/// dispatcher's thread.
class BacklogSearch final
{
public:
    using Clock = QueueSearch::Clock;

    static constexpr std::chrono::milliseconds kAgain{100};

    /// For a search that is made now: what it finds may be known after the next has begun.
    [[nodiscard]] JobRank begin(Clock::time_point now)
    {
        if (now < m_until)
            return m_rank;
        m_until = now + kAgain;
        return {};
    }
    void onSearched(const Fetched &fetched) { m_rank = fetched.firstFree; }

private:
    JobRank m_rank;
    Clock::time_point m_until;
};

} // namespace yardmaster

#pragma once

#include <QDateTime>
#include <QString>

#include <chrono>
#include <vector>

namespace yardmaster {

/// Whom to take for dead, and what becomes of their jobs.
struct SweepOptions
{
    std::chrono::milliseconds threshold{20000}; ///< silence that means death, > 0
    std::chrono::milliseconds recoveryDelay{0}; ///< 0: jobs return to their old place in the queue
    bool dryRun = false;                        ///< only report what would be done
    /// Also owners of locks that are not registered and have taken no lock for a threshold. These
    /// can be workers of a kind that never registers, and be alive: a job of theirs that runs for
    /// longer than the threshold would run twice.
    bool alsoUnregistered = false;
};

/// One worker taken for dead.
struct SweptWorker
{
    QString id;
    bool isRegistered = false;
    QDateTime silentSince;    ///< UTC, milliseconds
    std::vector<qint64> jobs; ///< given back
    /// Not given back yet: flag `infrastructure_resilient`, which means three thresholds, or being
    /// written to this moment. A later sweep takes them.
    int jobsKept = 0;
    int queuesFreed = 0;
    bool isRemoved = false; ///< from the registry, because it holds nothing any more
};

/// What a sweep did, or with `dryRun` would do.
struct SweepReport
{
    enum class Outcome {
        Swept,
        AnotherSweeper, ///< somebody else is at it in this schema; nothing done
        NoRegistry,     ///< the schema has none, so nobody can be known to be silent; nothing done
    };

    Outcome outcome = Outcome::Swept;
    std::vector<SweptWorker> workers;

    [[nodiscard]] qsizetype jobsRecovered() const
    {
        qsizetype count = 0;
        for (const SweptWorker &worker : workers)
            count += qsizetype(worker.jobs.size());
        return count;
    }
};

} // namespace yardmaster

#pragma once

#include "worker/events/interceptors.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <functional>
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
    /// What becomes of each job that is about to be taken back; unset: the default. Called on the
    /// sweeping thread before anything is written, not in a dry run; it must not throw. If its
    /// worker comes back to life before the answer is carried out, nothing happens to the job.
    std::function<RecoveryAnswer(const JobInfo &job, const QString &previousWorkerId)> decide{};
};

/// One worker taken for dead.
struct SweptWorker
{
    QString id;
    bool isRegistered = false;
    QDateTime silentSince;    ///< UTC, milliseconds
    std::vector<qint64> jobs; ///< taken back
    /// Not taken back yet: flag `infrastructure_resilient`, which means three thresholds; being
    /// written to this moment; or left alone by `decide`. A later sweep looks again.
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

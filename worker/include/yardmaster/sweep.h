#pragma once

#include <yardmaster/interceptors.h>

#include <QDateTime>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace yardmaster {

/// A worker that was observed, and whose heartbeat did not change.
struct StaleWorker
{
    QString id;
    qint64 heartbeatUs = 0; ///< since 1970, as it was seen
    std::chrono::milliseconds silentFor{0};
    std::chrono::milliseconds threshold{0}; ///< after which it is stale
};

/// Which workers are stale, and what to do with their jobs.
struct SweepOptions
{
    /// A worker is stale after this long without a heartbeat, > 0, unless it has published a longer
    /// threshold. For one that has published none it is five minutes, as graphile_worker_rs sends a
    /// heartbeat every 30 s.
    std::chrono::milliseconds threshold{20000};
    /// The workers observed to be silent, see StalenessObserver; unset: the server's clock decides,
    /// at once, which cannot distinguish a worker that died from one that comes back after an
    /// outage.
    std::optional<std::vector<StaleWorker>> watched{};
    std::chrono::milliseconds recoveryDelay{0}; ///< 0: jobs return to their old place in the queue
    bool dryRun = false;                        ///< only report what would be done
    /// Also sweep owners of locks that are not registered and have taken no lock for a threshold.
    /// They can be alive, if they are workers of a kind that never registers: then a job that runs
    /// for longer than the threshold runs twice.
    bool alsoUnregistered = false;
    /// Decides what to do with each job about to be returned to the queue; unset: the default.
    /// Called on the sweeping thread before anything is written, not in a dry run; it must not
    /// throw. If the worker sends a heartbeat before the answer is carried out, the job is not
    /// changed.
    std::function<RecoveryAnswer(const JobInfo &job, const QString &previousWorkerId)> decide{};
};

/// One stale worker.
struct SweptWorker
{
    QString id;
    bool isRegistered = false;
    QDateTime silentSince;    ///< UTC, milliseconds
    std::vector<qint64> jobs; ///< returned to the queue
    /// Not returned yet: flagged `infrastructure_resilient`, which means three thresholds; row
    /// locked by another transaction; or skipped by `decide`. A later sweep checks again.
    int jobsKept = 0;
    int queuesFreed = 0;
    bool isRemoved = false; ///< from the registry, because it holds nothing any more
};

/// What a sweep did, or with `dryRun` would do.
struct SweepReport
{
    enum class Outcome {
        Swept,
        AnotherSweeper, ///< another sweep is running in this schema; nothing done
        NoRegistry, ///< the schema has none, so no worker can be known to be silent; nothing done
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

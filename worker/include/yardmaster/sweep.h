#pragma once

#include <yardmaster/interceptors.h>

#include <QDateTime>
#include <QString>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace yardmaster {

/// A worker that was watched, and did not change its heartbeat.
struct StaleWorker
{
    QString id;
    qint64 heartbeatUs = 0; ///< since 1970, as it was seen
    std::chrono::milliseconds silentFor{0};
    std::chrono::milliseconds threshold{0}; ///< after which it counts as stale
};

/// Whom to take for dead, and what becomes of their jobs.
struct SweepOptions
{
    /// Silence that means death, > 0, unless a worker has published a longer one. One that has
    /// published none has five minutes, as graphile_worker_rs beats every 30 s.
    std::chrono::milliseconds threshold{20000};
    /// Who was watched and found silent, see StalenessWatch; unset: the server's clock decides, at
    /// once. That cannot tell a worker that died from one that comes back after an outage.
    std::optional<std::vector<StaleWorker>> watched{};
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

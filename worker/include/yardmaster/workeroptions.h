#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/cronsource.h>
#include <yardmaster/flagrules.h>
#include <yardmaster/logger.h>

#include <QDateTime>
#include <QMap>
#include <QStringList>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace yardmaster {

/// At most `count` starts in each span of `period`.
struct Rate
{
    int count = 1;
    std::chrono::milliseconds period{1000};
};

/// A worker that fetches this job, runs it once, and ends; or ends because it cannot be fetched by
/// the rules that hold for all workers. It does not sweep, nor reset stale locks.
struct OnlyJob
{
    qint64 id = 0;
    bool ignoresRunAt = false; ///< also if it is not due yet
};

struct Interceptors;
class CronClock;

/// All options of a worker. Defaults are the documented ones; a duration of 0 switches the feature
/// off unless said otherwise.
struct WorkerOptions
{
    using Duration = std::chrono::milliseconds;

    ConnectionSettings connection;
    QString schema = QStringLiteral("graphile_worker");
    int maxPoolSize = 10; ///< database connections at most; a worker needs kOwnConnections
    bool preparesStatements = true; ///< off behind a transaction pooler
    bool listens = true;            ///< off: polling only
    bool migrates = true;           ///< install or upgrade the schema at start

    int concurrency = 1; ///< jobs at the same time, 1..1000
    /// Coroutines and other asynchronous tasks at the same time, besides `concurrency`, 1..100000;
    /// 0: each counts as one of `concurrency`.
    int asyncConcurrency = 0;
    bool once = false;              ///< end when nothing is runnable any more
    std::optional<OnlyJob> onlyJob; ///< with `once` only
    Duration pollInterval{2000};    ///< 1 ms..1 day
    /// The clock that decides which jobs are due; unset: the database's.
    std::function<QDateTime()> clock;
    Duration gracePeriod{10000}; ///< whole budget of a graceful stop
    std::stop_token stop;        ///< requested from any thread: the same as Runner::stop()
    /// Jobs returned because the grace period ended run again after this; one whose handler
    /// returned interrupted() without having been asked to stop, after a second at least.
    Duration interruptedJobRetryDelay{0};

    /// Jobs fetched ahead, and a few that are announced meanwhile. Up to eight times as many while
    /// a backlog runs faster than it can be fetched; the excess is returned within two seconds when
    /// that ends. 0: only what can run at once.
    int localQueueSize = 500;
    /// Jobs fetched beyond those that can start at once should start within this, judged by recent
    /// run times of the same tasks; otherwise they would wait here while other workers could run
    /// them. Jobs that have waited for five times as long, and a second, are returned. 0: the local
    /// queue's size is the only bound.
    Duration prefetchHorizon{200};
    Duration localQueueTtl{300000}; ///< unstarted jobs are returned after this; at least 1 ms
    /// After a fetch of at most `refetchDelayThreshold` jobs, wait this long (half to one and a
    /// half times) before the next, even when jobs are announced; at most the poll interval. Fewer,
    /// fuller fetches for the price of latency.
    Duration refetchDelay{0};
    int refetchDelayThreshold = 0;
    /// As many announced jobs end the delay early; a random part of it is taken. Unset: 5 ×
    /// localQueueSize.
    std::optional<int> refetchDelayMaxAbortThreshold;
    /// How long a result may wait for others to be written with. 0: as long as the previous batch
    /// takes, which suits both a single job and a flood. Unset: every result alone.
    std::optional<Duration> completeJobBatchDelay{0};
    std::optional<Duration> failJobBatchDelay{0};

    FlagRules flags;
    /// Asked before every fetch for flags to forbid besides `flags.forbidden`. Called on a thread
    /// of its own; where it takes longer than kForbiddenFlagsPatience, or throws, nothing is
    /// fetched until it has answered.
    std::function<QStringList()> forbiddenFlags;
    QMap<QString, int> taskLimits; ///< jobs of a task held at the same time, 1..
    QMap<QString, Rate> taskRates; ///< starts of a task
    /// The same for all jobs with a flag, whatever their task; a job counts for each of its flags.
    QMap<QString, int> flagLimits;
    QMap<QString, Rate> flagRates;

    Duration heartbeatInterval{5000};
    Duration sweepInterval{5000};
    Duration sweepThreshold{20000}; ///< stale after; more than the heartbeat interval
    /// How often the locks of running jobs are renewed: every worker, graphile-worker's included,
    /// resets locks older than four hours.
    Duration lockRenewalInterval{1800000};
    Duration recoveryDelay{0}; ///< before jobs of stale workers run again

    /// For tasks that have no timeout of their own, see TaskOptions::timeout, and for all files in
    /// the place of TaskFolder's; 0: none.
    std::optional<Duration> taskTimeout;
    QMap<QString, Duration> taskTimeouts; ///< of a task, overriding its own; 0: none

    /// Where TaskContext::logger() writes, and the output of child processes besides; unset: the Qt
    /// category `yardmaster.task`, while output is only an event. The engine itself reports by
    /// events only.
    LogSink logSink;
    /// The crontab; empty: none. Not with `once`.
    CronSource cron;
    /// Makes the clock of the cron scheduler, on its thread; unset: the machine's. For tests.
    std::function<std::unique_ptr<CronClock>()> cronClock;

    /// Take part in adds, runs and recovery, see interceptors.h; null: none.
    std::shared_ptr<const Interceptors> interceptors;

    /// The clock of heartbeats and sweeps, time since boot, on any thread; unset: CLOCK_BOOTTIME.
    /// For tests.
    std::function<std::chrono::nanoseconds()> bootClock;

    /// Fetch, release, listen, heartbeat. Cron takes one more while an entry is due soon.
    static constexpr int kOwnConnections = 4;
    static constexpr Duration kForbiddenFlagsPatience{1000};

    /// @returns one sentence per problem; empty when the options can be used.
    [[nodiscard]] QStringList problems() const;
};

} // namespace yardmaster

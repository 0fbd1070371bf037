#pragma once

#include <yardmaster/timestamp.h>

#include <yardmaster/dberror.h>

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <chrono>

namespace yardmaster {

/// A job as events and logs name it. Values only; crosses threads freely.
struct JobInfo
{
    qint64 id = 0;
    QString task;
    QString queueName; ///< empty: no queue
    QString key;       ///< empty: no key
    int attempts = 0;  ///< this run included: 1 on the first
    int maxAttempts = 0;
    int priority = 0;
    Timestamp runAt;
    QString traceparent{}; ///< from the start on, see TraceContext; empty: none
};

/// The result of one run of a job.
struct JobEvent
{
    JobInfo job;
    std::chrono::microseconds duration{0}; ///< of the handler; 0 for starts
    QString error;                         ///< why it failed, or why it was returned to the queue
    bool final = false;                    ///< failed with no attempt left
    QDateTime retryAt;                     ///< UTC; when a failed job runs next, invalid if never
    QString workerId;                      ///< the worker that ran it
};

/// How far a running job is, as it says itself.
struct JobProgress
{
    JobInfo job;
    double fraction = 0; ///< 0..1
    QString text;        ///< may be empty
    QString workerId;
};

/// An entry of a crontab in one minute that it is due in.
struct CronRun
{
    enum class Outcome {
        Due,       ///< not known yet
        Added,     ///< this worker added the job
        Elsewhere, ///< another worker has scheduled this minute already
        Skipped,   ///< an interceptor skipped it
        Failed,    ///< an interceptor or the database refused it, see `error`
    };
    QString identifier;
    QString task;
    Outcome outcome = Outcome::Due;
    qint64 jobId = 0; ///< of Added
    QString error{};  ///< of Failed
};

/// All entries of a crontab that are due in one minute.
struct CronEvent
{
    QString workerId;
    QDateTime minute;          ///< UTC
    bool isBackfilled = false; ///< missed, and added at the start
    QList<CronRun> runs;
};

/// What the dispatcher is doing about jobs, under graphile-worker's names.
enum class LocalQueueMode {
    Starting,   ///< not fetching yet
    Polling,    ///< has room: fetches whenever jobs may be waiting
    Waiting,    ///< has enough jobs: the next fetch is when there is room again
    TtlExpired, ///< jobs waited too long and were returned: fetches for free threads only
    Released,   ///< fetches no more
};

/// A pause between two fetches, see WorkerOptions::refetchDelay.
struct RefetchDelay
{
    int jobCount = 0;  ///< fetched last time
    int threshold = 0; ///< no more than this starts the delay
    std::chrono::milliseconds delay{0};
    qint64 abortThreshold = 0; ///< as many announced jobs end it early
};

/// Ends of a run that are asked for.
enum class Shutdown {
    Graceful, ///< running jobs have the grace period to end
    Forceful, ///< they are ended now
};

/// Stale workers whose jobs were returned to the queue.
struct RecoveryEvent
{
    QString workerId;         ///< the sweeper
    QStringList staleWorkers; ///< their ids
    qint64 jobs = 0;          ///< unlocked, all of them together
};

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::DbError)
Q_DECLARE_METATYPE(yardmaster::JobInfo)
Q_DECLARE_METATYPE(yardmaster::JobEvent)
Q_DECLARE_METATYPE(yardmaster::JobProgress)
Q_DECLARE_METATYPE(yardmaster::CronEvent)
Q_DECLARE_METATYPE(yardmaster::LocalQueueMode)
Q_DECLARE_METATYPE(yardmaster::RefetchDelay)
Q_DECLARE_METATYPE(yardmaster::Shutdown)
Q_DECLARE_METATYPE(yardmaster::RecoveryEvent)

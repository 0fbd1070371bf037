#include "models/live/liveear.h"

#include <yardmaster/eventbus.h>

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Bus = EventBus;
using Milliseconds = std::chrono::milliseconds;

constexpr bool kDetail = true;

struct LiveEarText
{
    Q_DECLARE_TR_FUNCTIONS(LiveEar)
};

QString shown(Milliseconds time)
{
    return time.count() < 1000
        ? LiveEarText::tr("%1 ms").arg(time.count())
        : LiveEarText::tr("%1 s").arg(double(time.count()) / 1000, 0, 'g', 4);
}

QString modeWord(LocalQueueMode mode)
{
    switch (mode) {
    case LocalQueueMode::Starting:
        return LiveEarText::tr("starting");
    case LocalQueueMode::Polling:
        return LiveEarText::tr("fetching");
    case LocalQueueMode::Waiting:
        return LiveEarText::tr("full");
    case LocalQueueMode::TtlExpired:
        return LiveEarText::tr("for free threads only");
    case LocalQueueMode::Released:
        return LiveEarText::tr("closed");
    }
    Q_UNREACHABLE();
}

QString minuteText(const QDateTime &time)
{
    return time.toUTC().toString(u"yyyy-MM-dd HH:mm 'UTC'"_s);
}

/// "cleanup added · report: already added elsewhere"
QString outcomes(const QList<CronRun> &runs)
{
    QStringList texts;
    for (const CronRun &run : runs) {
        switch (run.outcome) {
        case CronRun::Outcome::Due:
            texts << run.identifier;
            break;
        case CronRun::Outcome::Added:
            texts << LiveEarText::tr("%1 added as job %2").arg(run.identifier).arg(run.jobId);
            break;
        case CronRun::Outcome::Elsewhere:
            texts << LiveEarText::tr("%1 was added by another worker").arg(run.identifier);
            break;
        case CronRun::Outcome::Skipped:
            texts << LiveEarText::tr("%1 left out").arg(run.identifier);
            break;
        case CronRun::Outcome::Failed:
            texts << LiveEarText::tr("%1 refused: %2").arg(run.identifier, run.error);
            break;
        }
    }
    return texts.join(" · "_L1);
}

QLatin1StringView shutdownName(Shutdown kind, QLatin1StringView graceful,
                               QLatin1StringView forceful)
{
    return kind == Shutdown::Graceful ? graceful : forceful;
}

} // namespace

LiveEar::LiveEar(EventBus *bus, std::shared_ptr<LiveFeed> feed)
    : m_bus(bus)
    , m_feed(std::move(feed))
{
    hearRun();
    hearListening();
    hearFetching();
    hearJobs();
    hearCron();
    hearOthers();
}

LiveEar::~LiveEar()
{
    for (const QMetaObject::Connection &connection : std::as_const(m_connections))
        QObject::disconnect(connection);
}

template <typename Signal, typename Slot> void LiveEar::hear(Signal signal, Slot slot)
{
    // Direct: a queued delivery would fill the GUI thread's queue without bound. The slot keeps the
    // feed, so that a thread may be in it while this object goes.
    m_connections << QObject::connect(
        m_bus, signal, m_bus,
        [feed = m_feed, slot](const auto &...arguments) { slot(*feed, arguments...); },
        Qt::DirectConnection);
}

void LiveEar::hearRun()
{
    using Text = QString;
    using Feed = LiveFeed;
    constexpr auto kWorker = LiveSource::Worker;
    hear(&Bus::poolCreated, [](Feed &feed, const Text &worker, const Text &schema, int threads) {
        feed.tell(kWorker, LiveKind::Worker, "pool:create"_L1,
                  LiveEarText::tr("%1 for schema %2, jobs at a time: %3")
                      .arg(worker, schema)
                      .arg(threads),
                  kDetail);
    });
    hear(&Bus::workerStarted, [](Feed &feed, const Text &worker, const QStringList &tasks) {
        feed.tell(kWorker, LiveKind::Worker, "worker:create"_L1,
                  LiveEarText::tr("started as %1, tasks: %2").arg(worker, tasks.join(", "_L1)));
    });
    hear(&Bus::workerReleased, [](Feed &feed, const Text &) {
        feed.tell(kWorker, LiveKind::Worker, "worker:release"_L1,
                  LiveEarText::tr("fetches no more"), kDetail);
    });
    hear(&Bus::workerStopped, [](Feed &feed, const Text &, const Text &error) {
        feed.forgetRunning();
        feed.tell(kWorker, error.isEmpty() ? LiveKind::Worker : LiveKind::Trouble, "worker:stop"_L1,
                  error.isEmpty() ? LiveEarText::tr("stopped")
                                  : LiveEarText::tr("stopped: %1").arg(error));
    });
    hear(&Bus::poolReleased, [](Feed &feed, const Text &) {
        feed.tell(kWorker, LiveKind::Worker, "pool:release"_L1, LiveEarText::tr("the run is over"),
                  kDetail);
    });
    hear(&Bus::poolFailed, [](Feed &feed, const Text &, const DbError &error, const Text &action) {
        feed.tell(kWorker, LiveKind::Trouble, "pool:fatalError"_L1,
                  LiveEarText::tr("the run ends during %1: %2").arg(action, error.message));
    });
    hear(&Bus::stopRequested, [](Feed &feed, const Text &) {
        feed.tell(kWorker, LiveKind::Worker, "stop"_L1, LiveEarText::tr("was asked to stop"));
    });
    hear(&Bus::signalReceived, [](Feed &feed, Shutdown kind, const Text &name) {
        feed.tell(kWorker, LiveKind::Worker,
                  shutdownName(kind, "gracefulShutdown"_L1, "forcefulShutdown"_L1),
                  LiveEarText::tr("the program got %1").arg(name));
    });
    hear(&Bus::shutdownStarted, [](Feed &feed, const Text &, Shutdown kind, const Text &why) {
        const bool isGraceful = kind == Shutdown::Graceful;
        feed.tell(kWorker, LiveKind::Worker,
                  shutdownName(kind, "pool:gracefulShutdown"_L1, "pool:forcefulShutdown"_L1),
                  (isGraceful ? LiveEarText::tr("stops when the running jobs have ended: %1")
                              : LiveEarText::tr("stops now and gives running jobs back: %1"))
                      .arg(why));
    });
    hear(&Bus::shutdownCompleted, [](Feed &feed, const Text &, Shutdown kind) {
        feed.tell(kWorker, LiveKind::Worker,
                  shutdownName(kind, "pool:gracefulShutdown:complete"_L1,
                               "pool:forcefulShutdown:complete"_L1),
                  LiveEarText::tr("all results are in the database"), kDetail);
    });
    hear(&Bus::shutdownFailed, [](Feed &feed, const Text &, Shutdown kind, const DbError &error) {
        feed.tell(
            kWorker, LiveKind::Trouble,
            shutdownName(kind, "pool:gracefulShutdown:error"_L1, "pool:forcefulShutdown:error"_L1),
            LiveEarText::tr("some results could not be written, those jobs run again: %1")
                .arg(error.message));
    });
}

void LiveEar::hearListening()
{
    using Text = QString;
    using Feed = LiveFeed;
    constexpr auto kWorker = LiveSource::Worker;
    // Trouble with it and its end come as database:trouble and database:recovered as well.
    hear(&Bus::listenConnecting, [](Feed &feed, const Text &, int attempt) {
        feed.tell(kWorker, LiveKind::Connection, "pool:listen:connecting"_L1,
                  LiveEarText::tr("begins to listen, attempt %1").arg(attempt), kDetail);
    });
    hear(&Bus::listenSucceeded, [](Feed &feed, const Text &) {
        feed.tell(kWorker, LiveKind::Connection, "pool:listen:success"_L1,
                  LiveEarText::tr("listens"), kDetail);
    });
    hear(&Bus::listenFailed, [](Feed &feed, const Text &, const DbError &error) {
        feed.tell(kWorker, LiveKind::Trouble, "pool:listen:error"_L1,
                  LiveEarText::tr("cannot listen: %1").arg(error.message), kDetail);
    });
    hear(&Bus::listenNotified,
         [](Feed &feed, const Text &, const Text &channel, const Text &payload) {
             feed.tell(kWorker, LiveKind::Connection, "pool:listen:notification"_L1,
                       u"%1 %2"_s.arg(channel, payload), kDetail);
         });
    hear(&Bus::listenReleased, [](Feed &feed, const Text &) {
        feed.tell(kWorker, LiveKind::Connection, "pool:listen:release"_L1,
                  LiveEarText::tr("listens no more"), kDetail);
    });
}

void LiveEar::hearFetching()
{
    using Text = QString;
    using Feed = LiveFeed;
    using Jobs = QList<JobInfo>;
    const auto tell
        = [](Feed &feed, QLatin1StringView event, const Text &message, bool isDetail = kDetail) {
              feed.tell(LiveSource::Worker, LiveKind::Fetching, event, message, isDetail);
          };
    hear(&Bus::localQueueCreated, [tell](Feed &feed, const Text &, int size) {
        tell(feed, "localQueue:init"_L1,
             size > 0 ? LiveEarText::tr("jobs fetched ahead, at most: %1").arg(size)
                      : LiveEarText::tr("fetches for free threads only"));
    });
    hear(&Bus::localQueueModeChanged,
         [tell](Feed &feed, const Text &, LocalQueueMode from, LocalQueueMode to) {
             tell(feed, "localQueue:setMode"_L1,
                  LiveEarText::tr("local queue: %1, was: %2").arg(modeWord(to), modeWord(from)));
         });
    hear(&Bus::refetchDelayStarted, [tell](Feed &feed, const Text &, const RefetchDelay &delay) {
        tell(feed, "localQueue:refetchDelay:start"_L1,
             LiveEarText::tr(
                 "waits %1 before the next fetch, or until so many jobs are announced: %2")
                 .arg(shown(delay.delay))
                 .arg(delay.abortThreshold));
    });
    hear(&Bus::refetchDelayAborted, [tell](Feed &feed, const Text &, qint64 count, qint64) {
        tell(feed, "localQueue:refetchDelay:abort"_L1,
             LiveEarText::tr("fetches early, jobs announced: %1").arg(count));
    });
    hear(&Bus::refetchDelayExpired, [tell](Feed &feed, const Text &) {
        tell(feed, "localQueue:refetchDelay:expired"_L1,
             LiveEarText::tr("the wait before a fetch is over"));
    });
    hear(&Bus::fetchStarted, [tell](Feed &feed, const Text &) {
        tell(feed, "worker:getJob:start"_L1, LiveEarText::tr("asks for jobs"));
    });
    hear(&Bus::fetchFailed, [](Feed &feed, const Text &, const DbError &error) {
        feed.tell(LiveSource::Worker, LiveKind::Trouble, "worker:getJob:error"_L1,
                  LiveEarText::tr("could not fetch: %1").arg(error.message), kDetail);
    });
    hear(&Bus::fetchFoundNothing, [tell](Feed &feed, const Text &) {
        tell(feed, "worker:getJob:empty"_L1, LiveEarText::tr("there was nothing to fetch"));
    });
    hear(&Bus::jobsFetched, [tell](Feed &feed, const Text &, const Jobs &jobs) {
        tell(feed, "localQueue:getJobs:complete"_L1,
             LiveEarText::tr("jobs fetched: %1").arg(jobs.size()));
    });
    hear(&Bus::jobsReturned, [tell](Feed &feed, const Text &, const Jobs &jobs) {
        tell(feed, "localQueue:returnJobs"_L1,
             LiveEarText::tr("jobs given back that had not started: %1").arg(jobs.size()), false);
    });
}

void LiveEar::hearJobs()
{
    using Feed = LiveFeed;
    hear(&Bus::jobStarted, [](Feed &feed, const JobEvent &event) { feed.onStarted(event); });
    hear(&Bus::jobSucceeded, [](Feed &feed, const JobEvent &event) {
        feed.onStep(LiveKind::Succeeded, "job:success"_L1, event);
    });
    hear(&Bus::jobErrored, [](Feed &feed, const JobEvent &event) {
        feed.onStep(LiveKind::Errored, "job:error"_L1, event);
    });
    hear(&Bus::jobFailed, [](Feed &feed, const JobEvent &event) {
        feed.onEnded(event.final ? LiveKind::FailedForGood : LiveKind::Retrying, "job:failed"_L1,
                     event);
    });
    hear(&Bus::jobCompleted, [](Feed &feed, const JobEvent &event) {
        if (event.error.isEmpty())
            feed.onEnded(LiveKind::Completed, "job:complete"_L1, event);
        else // jobFailed has told what became of it
            feed.onStep(event.retryAt.isValid() ? LiveKind::Retrying : LiveKind::FailedForGood,
                        "job:complete"_L1, event);
    });
    hear(&Bus::jobInterrupted, [](Feed &feed, const JobEvent &event) {
        feed.onEnded(LiveKind::GivenBack, "job:interrupted"_L1, event);
    });
    hear(&Bus::jobSnoozed, [](Feed &feed, const JobEvent &event) {
        feed.onEnded(LiveKind::GivenBack, "job:snoozed"_L1, event);
    });
    hear(&Bus::jobLostLease, [](Feed &feed, const JobEvent &event) {
        feed.onEnded(LiveKind::LostLease, "job:lostLease"_L1, event);
    });
    hear(&Bus::jobOutput,
         [](Feed &feed, const JobInfo &job, const QString &line, bool isError, const QString &) {
             feed.onOutput(job, line, isError);
         });
    hear(&Bus::jobProgressed,
         [](Feed &feed, const JobProgress &progress) { feed.onProgress(progress); });
}

void LiveEar::hearCron()
{
    using Text = QString;
    using Feed = LiveFeed;
    using Time = QDateTime;
    const auto tell
        = [](Feed &feed, QLatin1StringView event, const Text &message, bool isDetail = false) {
              feed.tell(LiveSource::Worker, LiveKind::Cron, event, message, isDetail);
          };
    hear(&Bus::cronStarting, [tell](Feed &feed, const Text &, const Time &) {
        tell(feed, "cron:starting"_L1, LiveEarText::tr("the crontab is being registered"), kDetail);
    });
    hear(&Bus::cronStarted, [tell](Feed &feed, const Text &, const Time &) {
        tell(feed, "cron:started"_L1, LiveEarText::tr("the crontab is at work"));
    });
    hear(&Bus::cronBackfill, [tell](Feed &feed, const CronEvent &event) {
        tell(feed, "cron:backfill"_L1,
             LiveEarText::tr("makes up for %1: %2")
                 .arg(minuteText(event.minute), outcomes(event.runs)),
             kDetail);
    });
    hear(&Bus::cronPrematureTimer,
         [tell](Feed &feed, const Text &, const Time &, const Time &expected) {
             tell(
                 feed, "cron:prematureTimer"_L1,
                 LiveEarText::tr("the clock was set back; waits for %1").arg(minuteText(expected)));
         });
    hear(&Bus::cronOverdueTimer,
         [tell](Feed &feed, const Text &, const Time &, const Time &expected) {
             tell(feed, "cron:overdueTimer"_L1,
                  LiveEarText::tr("late: catches up from %1").arg(minuteText(expected)));
         });
    hear(&Bus::cronSchedule, [tell](Feed &feed, const CronEvent &event) {
        tell(feed, "cron:schedule"_L1,
             LiveEarText::tr("due at %1: %2").arg(minuteText(event.minute), outcomes(event.runs)),
             kDetail);
    });
    hear(&Bus::cronScheduled, [](Feed &feed, const CronEvent &event) {
        const bool isBad
            = std::any_of(event.runs.cbegin(), event.runs.cend(), [](const CronRun &run) {
                  return run.outcome == CronRun::Outcome::Failed;
              });
        feed.tell(LiveSource::Worker, isBad ? LiveKind::CronTrouble : LiveKind::Cron,
                  "cron:scheduled"_L1,
                  u"%1: %2"_s.arg(minuteText(event.minute), outcomes(event.runs)));
    });
    hear(&Bus::cronReloaded,
         [tell](Feed &feed, const Text &, const QStringList &all, const QStringList &added,
                const QStringList &removed) {
             Text text = LiveEarText::tr("crontab read again, entries: %1").arg(all.size());
             if (!added.isEmpty())
                 text += u" · "_s + LiveEarText::tr("new: %1").arg(added.join(", "_L1));
             if (!removed.isEmpty())
                 text += u" · "_s + LiveEarText::tr("gone: %1").arg(removed.join(", "_L1));
             tell(feed, "cron:reloaded"_L1, text);
         });
    hear(&Bus::cronReloadFailed, [](Feed &feed, const Text &, const QStringList &errors) {
        feed.tell(LiveSource::Worker, LiveKind::CronTrouble, "cron:reloadFailed"_L1,
                  LiveEarText::tr("the old crontab stays: %1").arg(errors.join("; "_L1)));
    });
}

void LiveEar::hearOthers()
{
    using Text = QString;
    using Feed = LiveFeed;
    constexpr auto kWorker = LiveSource::Worker;
    hear(&Bus::staleLockResetStarted, [](Feed &feed, const Text &) {
        feed.tell(kWorker, LiveKind::Recovery, "resetLocked:started"_L1,
                  LiveEarText::tr("looks for locks of more than four hours"), kDetail);
    });
    hear(&Bus::staleLockResetSucceeded, [](Feed &feed, const Text &, qint64 jobs, Milliseconds) {
        feed.tell(kWorker, LiveKind::Recovery, "resetLocked:success"_L1,
                  LiveEarText::tr("old locks removed, jobs: %1").arg(jobs), jobs == 0);
    });
    hear(&Bus::staleLockResetFailed,
         [](Feed &feed, const Text &, const DbError &error, Milliseconds) {
             feed.tell(kWorker, LiveKind::Trouble, "resetLocked:failure"_L1,
                       LiveEarText::tr("could not look for old locks: %1").arg(error.message));
         });
    hear(&Bus::workerRecovered, [](Feed &feed, const RecoveryEvent &event) {
        feed.tell(kWorker, LiveKind::Recovery, "worker:recovered"_L1,
                  LiveEarText::tr("dead: %1; their jobs are back, %2 of them")
                      .arg(event.deadWorkers.join(", "_L1))
                      .arg(event.jobs));
    });
    hear(&Bus::databaseTrouble,
         [](Feed &feed, const Text &during, const DbError &error, const Text &) {
             feed.tell(kWorker, LiveKind::Trouble, "database:trouble"_L1,
                       u"%1: %2"_s.arg(during, error.message));
         });
    hear(&Bus::databaseRecovered, [](Feed &feed, const Text &during, const Text &) {
        feed.tell(kWorker, LiveKind::Recovered, "database:recovered"_L1, during);
    });
}

} // namespace yardmaster

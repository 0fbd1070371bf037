#include "models/live/livelistener.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "worker/events/eventtable.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Bus = EventBus;
using Name = QLatin1StringView;
using Milliseconds = std::chrono::milliseconds;

constexpr bool kDetail = true;

struct LiveListenerText
{
    Q_DECLARE_TR_FUNCTIONS(LiveListener)
};

QString modeWord(LocalQueueMode mode)
{
    switch (mode) {
    case LocalQueueMode::Starting:
        return LiveListenerText::tr("starting");
    case LocalQueueMode::Polling:
        return LiveListenerText::tr("fetching");
    case LocalQueueMode::Waiting:
        return LiveListenerText::tr("full");
    case LocalQueueMode::TtlExpired:
        return LiveListenerText::tr("for free threads only");
    case LocalQueueMode::Released:
        return LiveListenerText::tr("closed");
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
        const QString task = isolated(run.identifier);
        switch (run.outcome) {
        case CronRun::Outcome::Due:
            texts << task;
            break;
        case CronRun::Outcome::Added:
            texts << LiveListenerText::tr("%1 added as job %2").arg(task).arg(run.jobId);
            break;
        case CronRun::Outcome::Elsewhere:
            texts << LiveListenerText::tr("%1 was added by another worker").arg(task);
            break;
        case CronRun::Outcome::Skipped:
            texts << LiveListenerText::tr("%1 skipped").arg(task);
            break;
        case CronRun::Outcome::Failed:
            texts << LiveListenerText::tr("%1 refused: %2").arg(task, run.error);
            break;
        }
    }
    return texts.join(" · "_L1);
}

} // namespace

LiveListener::LiveListener(EventBus *bus, std::shared_ptr<LiveFeed> feed)
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

LiveListener::~LiveListener()
{
    for (const QMetaObject::Connection &connection : std::as_const(m_connections))
        QObject::disconnect(connection);
}

template <auto Signal, typename Slot> void LiveListener::hear(Slot slot)
{
    // Direct: a queued delivery would fill the GUI thread's queue without bound. The slot keeps the
    // feed, so that a thread may be in it while this object goes.
    m_connections << QObject::connect(
        m_bus, Signal, m_bus,
        [feed = m_feed, slot](const auto &...arguments) {
            slot(*feed, kEvent<Signal>.nameFor(arguments...), arguments...);
        },
        Qt::DirectConnection);
}

void LiveListener::hearRun()
{
    using Text = QString;
    using Feed = LiveFeed;
    constexpr auto kWorker = LiveSource::Worker;
    hear<&Bus::poolCreated>(
        [](Feed &feed, Name name, const Text &worker, const Text &schema, int threads) {
            feed.tell(kWorker, LiveKind::Worker, name,
                      LiveListenerText::tr("%1 for schema %2, jobs at a time: %3")
                          .arg(isolated(worker), isolated(schema))
                          .arg(threads),
                      kDetail);
        });
    hear<&Bus::workerStarted>(
        [](Feed &feed, Name name, const Text &worker, const QStringList &tasks) {
            feed.tell(kWorker, LiveKind::Worker, name,
                      LiveListenerText::tr("started as %1, tasks: %2")
                          .arg(isolated(worker), isolated(tasks).join(", "_L1)));
        });
    hear<&Bus::workerReleased>([](Feed &feed, Name name, const Text &) {
        feed.tell(kWorker, LiveKind::Worker, name, LiveListenerText::tr("stopped fetching"),
                  kDetail);
    });
    hear<&Bus::workerStopped>([](Feed &feed, Name name, const Text &, const Text &error) {
        feed.forgetRunning();
        feed.tell(kWorker, error.isEmpty() ? LiveKind::Worker : LiveKind::Trouble, name,
                  error.isEmpty() ? LiveListenerText::tr("stopped")
                                  : LiveListenerText::tr("stopped: %1").arg(error));
    });
    hear<&Bus::poolReleased>([](Feed &feed, Name name, const Text &) {
        feed.tell(kWorker, LiveKind::Worker, name, LiveListenerText::tr("the run has ended"),
                  kDetail);
    });
    hear<&Bus::poolFailed>([](Feed &feed, Name name, const Text &, const DbError &error,
                              const Text &action) {
        feed.tell(kWorker, LiveKind::Trouble, name,
                  LiveListenerText::tr("the run ends during %1: %2").arg(action, error.message));
    });
    hear<&Bus::stopRequested>([](Feed &feed, Name name, const Text &) {
        feed.tell(kWorker, LiveKind::Worker, name, LiveListenerText::tr("stop requested"));
    });
    hear<&Bus::signalReceived>([](Feed &feed, Name name, Shutdown, const Text &signal) {
        feed.tell(kWorker, LiveKind::Worker, name,
                  LiveListenerText::tr("the program received %1").arg(signal));
    });
    hear<&Bus::shutdownStarted>([](Feed &feed, Name name, const Text &, Shutdown kind,
                                   const Text &why) {
        const bool isGraceful = kind == Shutdown::Graceful;
        feed.tell(kWorker, LiveKind::Worker, name,
                  (isGraceful ? LiveListenerText::tr("stops when the running jobs have ended: %1")
                              : LiveListenerText::tr(
                                  "stops now and returns running jobs to the queue: %1"))
                      .arg(why));
    });
    hear<&Bus::shutdownCompleted>([](Feed &feed, Name name, const Text &, Shutdown) {
        feed.tell(kWorker, LiveKind::Worker, name,
                  LiveListenerText::tr("all results are in the database"), kDetail);
    });
    hear<&Bus::shutdownFailed>([](Feed &feed, Name name, const Text &, Shutdown,
                                  const DbError &error) {
        feed.tell(
            kWorker, LiveKind::Trouble, name,
            LiveListenerText::tr("some results could not be written, so their jobs run again: %1")
                .arg(error.message));
    });
}

void LiveListener::hearListening()
{
    using Text = QString;
    using Feed = LiveFeed;
    constexpr auto kWorker = LiveSource::Worker;
    // Trouble with it and its end come as database:trouble and database:recovered as well.
    hear<&Bus::listenConnecting>([](Feed &feed, Name name, const Text &, int attempt) {
        feed.tell(kWorker, LiveKind::Connection, name,
                  LiveListenerText::tr("starts listening, attempt %1").arg(attempt), kDetail);
    });
    hear<&Bus::listenSucceeded>([](Feed &feed, Name name, const Text &) {
        feed.tell(kWorker, LiveKind::Connection, name, LiveListenerText::tr("listening"), kDetail);
    });
    hear<&Bus::listenFailed>([](Feed &feed, Name name, const Text &, const DbError &error) {
        feed.tell(kWorker, LiveKind::Trouble, name,
                  LiveListenerText::tr("cannot listen: %1").arg(error.message), kDetail);
    });
    hear<&Bus::listenNotified>([](Feed &feed, Name name, const Text &, const Text &channel,
                                  const Text &payload) {
        feed.tell(kWorker, LiveKind::Connection, name, u"%1 %2"_s.arg(channel, payload), kDetail);
    });
    hear<&Bus::listenReleased>([](Feed &feed, Name name, const Text &) {
        feed.tell(kWorker, LiveKind::Connection, name, LiveListenerText::tr("no longer listening"),
                  kDetail);
    });
}

void LiveListener::hearFetching()
{
    using Text = QString;
    using Feed = LiveFeed;
    using Jobs = QList<JobInfo>;
    const auto tell
        = [](Feed &feed, QLatin1StringView event, const Text &message, bool isDetail = kDetail) {
              feed.tell(LiveSource::Worker, LiveKind::Fetching, event, message, isDetail);
          };
    hear<&Bus::localQueueCreated>([tell](Feed &feed, Name name, const Text &, int size) {
        tell(feed, name,
             size > 0 ? LiveListenerText::tr("jobs fetched ahead, at most: %1").arg(size)
                      : LiveListenerText::tr("fetches for free threads only"));
    });
    hear<&Bus::localQueueModeChanged>([tell](Feed &feed, Name name, const Text &,
                                             LocalQueueMode from, LocalQueueMode to) {
        tell(feed, name,
             LiveListenerText::tr("local queue: %1, was: %2").arg(modeWord(to), modeWord(from)));
    });
    hear<&Bus::refetchDelayStarted>(
        [tell](Feed &feed, Name name, const Text &, const RefetchDelay &delay) {
            tell(feed, name,
                 LiveListenerText::tr(
                     "waits %1 before the next fetch, or until so many jobs are announced: %2")
                     .arg(formatExactDuration(delay.delay))
                     .arg(delay.abortThreshold));
        });
    hear<&Bus::refetchDelayAborted>(
        [tell](Feed &feed, Name name, const Text &, qint64 count, qint64) {
            tell(feed, name, LiveListenerText::tr("fetches early, jobs announced: %1").arg(count));
        });
    hear<&Bus::refetchDelayExpired>([tell](Feed &feed, Name name, const Text &) {
        tell(feed, name, LiveListenerText::tr("the wait before a fetch is over"));
    });
    hear<&Bus::fetchStarted>([tell](Feed &feed, Name name, const Text &) {
        tell(feed, name, LiveListenerText::tr("fetching jobs"));
    });
    hear<&Bus::fetchFailed>([](Feed &feed, Name name, const Text &, const DbError &error) {
        feed.tell(LiveSource::Worker, LiveKind::Trouble, name,
                  LiveListenerText::tr("could not fetch: %1").arg(error.message), kDetail);
    });
    hear<&Bus::fetchFoundNothing>([tell](Feed &feed, Name name, const Text &) {
        tell(feed, name, LiveListenerText::tr("nothing to fetch"));
    });
    hear<&Bus::jobsFetched>([tell](Feed &feed, Name name, const Text &, const Jobs &jobs) {
        tell(feed, name, LiveListenerText::tr("jobs fetched: %1").arg(jobs.size()));
    });
    hear<&Bus::jobsReturned>([tell](Feed &feed, Name name, const Text &, const Jobs &jobs) {
        tell(feed, name,
             LiveListenerText::tr("jobs returned before they started: %1").arg(jobs.size()), false);
    });
}

void LiveListener::hearJobs()
{
    using Feed = LiveFeed;
    hear<&Bus::jobStarted>([](Feed &feed, Name, const JobEvent &event) { feed.onStarted(event); });
    hear<&Bus::jobSucceeded>([](Feed &feed, Name name, const JobEvent &event) {
        feed.onStep(LiveKind::Succeeded, name, event);
    });
    hear<&Bus::jobErrored>([](Feed &feed, Name name, const JobEvent &event) {
        feed.onStep(LiveKind::Errored, name, event);
    });
    hear<&Bus::jobFailed>([](Feed &feed, Name name, const JobEvent &event) {
        feed.onEnded(event.final ? LiveKind::FailedForGood : LiveKind::Retrying, name, event);
    });
    hear<&Bus::jobCompleted>([](Feed &feed, Name name, const JobEvent &event) {
        if (event.error.isEmpty())
            feed.onEnded(LiveKind::Completed, name, event);
        else // jobFailed has told what became of it
            feed.onStep(event.retryAt.isValid() ? LiveKind::Retrying : LiveKind::FailedForGood,
                        name, event);
    });
    hear<&Bus::jobInterrupted>([](Feed &feed, Name name, const JobEvent &event) {
        feed.onEnded(LiveKind::GivenBack, name, event);
    });
    hear<&Bus::jobSnoozed>([](Feed &feed, Name name, const JobEvent &event) {
        feed.onEnded(LiveKind::GivenBack, name, event);
    });
    hear<&Bus::jobLostLease>([](Feed &feed, Name name, const JobEvent &event) {
        feed.onEnded(LiveKind::LostLease, name, event);
    });
    hear<&Bus::jobOutput>([](Feed &feed, Name, const JobInfo &job, const QString &line,
                             bool isError, const QString &) { feed.onOutput(job, line, isError); });
    hear<&Bus::jobProgressed>(
        [](Feed &feed, Name, const JobProgress &progress) { feed.onProgress(progress); });
}

void LiveListener::hearCron()
{
    using Text = QString;
    using Feed = LiveFeed;
    using Time = QDateTime;
    const auto tell
        = [](Feed &feed, QLatin1StringView event, const Text &message, bool isDetail = false) {
              feed.tell(LiveSource::Worker, LiveKind::Cron, event, message, isDetail);
          };
    hear<&Bus::cronStarting>([tell](Feed &feed, Name name, const Text &, const Time &) {
        tell(feed, name, LiveListenerText::tr("the crontab is being registered"), kDetail);
    });
    hear<&Bus::cronStarted>([tell](Feed &feed, Name name, const Text &, const Time &) {
        tell(feed, name, LiveListenerText::tr("the crontab is active"));
    });
    hear<&Bus::cronBackfill>([tell](Feed &feed, Name name, const CronEvent &event) {
        tell(feed, name,
             LiveListenerText::tr("backfills %1: %2")
                 .arg(minuteText(event.minute), outcomes(event.runs)),
             kDetail);
    });
    hear<&Bus::cronPrematureTimer>([tell](Feed &feed, Name name, const Text &, const Time &,
                                          const Time &expected) {
        tell(
            feed, name,
            LiveListenerText::tr("the clock was set back; waits for %1").arg(minuteText(expected)));
    });
    hear<&Bus::cronOverdueTimer>(
        [tell](Feed &feed, Name name, const Text &, const Time &, const Time &expected) {
            tell(feed, name,
                 LiveListenerText::tr("late: catches up from %1").arg(minuteText(expected)));
        });
    hear<&Bus::cronSchedule>([tell](Feed &feed, Name name, const CronEvent &event) {
        tell(feed, name,
             LiveListenerText::tr("due at %1: %2")
                 .arg(minuteText(event.minute), outcomes(event.runs)),
             kDetail);
    });
    hear<&Bus::cronScheduled>([](Feed &feed, Name name, const CronEvent &event) {
        const bool isBad
            = std::any_of(event.runs.cbegin(), event.runs.cend(), [](const CronRun &run) {
                  return run.outcome == CronRun::Outcome::Failed;
              });
        feed.tell(LiveSource::Worker, isBad ? LiveKind::CronTrouble : LiveKind::Cron, name,
                  u"%1: %2"_s.arg(minuteText(event.minute), outcomes(event.runs)));
    });
    hear<&Bus::cronReloaded>([tell](Feed &feed, Name name, const Text &, const QStringList &all,
                                    const QStringList &added, const QStringList &removed) {
        Text text = LiveListenerText::tr("crontab read again, entries: %1").arg(all.size());
        if (!added.isEmpty())
            text += u" · "_s + LiveListenerText::tr("new: %1").arg(added.join(", "_L1));
        if (!removed.isEmpty())
            text += u" · "_s + LiveListenerText::tr("removed: %1").arg(removed.join(", "_L1));
        tell(feed, name, text);
    });
    hear<&Bus::cronReloadFailed>(
        [](Feed &feed, Name name, const Text &, const QStringList &errors) {
            feed.tell(LiveSource::Worker, LiveKind::CronTrouble, name,
                      LiveListenerText::tr("keeps the old crontab: %1").arg(errors.join("; "_L1)));
        });
}

void LiveListener::hearOthers()
{
    using Text = QString;
    using Feed = LiveFeed;
    constexpr auto kWorker = LiveSource::Worker;
    hear<&Bus::staleLockResetStarted>([](Feed &feed, Name name, const Text &) {
        feed.tell(kWorker, LiveKind::Recovery, name,
                  LiveListenerText::tr("checks for locks older than four hours"), kDetail);
    });
    hear<&Bus::staleLockResetSucceeded>(
        [](Feed &feed, Name name, const Text &, qint64 jobs, Milliseconds) {
            feed.tell(kWorker, LiveKind::Recovery, name,
                      LiveListenerText::tr("old locks removed, jobs: %1").arg(jobs), jobs == 0);
        });
    hear<&Bus::staleLockResetFailed>(
        [](Feed &feed, Name name, const Text &, const DbError &error, Milliseconds) {
            feed.tell(kWorker, LiveKind::Trouble, name,
                      LiveListenerText::tr("could not check for old locks: %1").arg(error.message));
        });
    hear<&Bus::workerRecovered>([](Feed &feed, Name name, const RecoveryEvent &event) {
        feed.tell(kWorker, LiveKind::Recovery, name,
                  LiveListenerText::tr("stale: %1; jobs returned to the queue: %2")
                      .arg(event.staleWorkers.join(", "_L1))
                      .arg(event.jobs));
    });
    hear<&Bus::databaseTrouble>(
        [](Feed &feed, Name name, const Text &during, const DbError &error, const Text &) {
            feed.tell(kWorker, LiveKind::Trouble, name, u"%1: %2"_s.arg(during, error.message));
        });
    hear<&Bus::databaseRecovered>([](Feed &feed, Name name, const Text &during, const Text &) {
        feed.tell(kWorker, LiveKind::Recovered, name, during);
    });
}

} // namespace yardmaster

#include <yardmaster/eventlines.h>

#include "worker/events/jsonline.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Milliseconds = std::chrono::milliseconds;

QLatin1StringView modeName(LocalQueueMode mode)
{
    switch (mode) {
    case LocalQueueMode::Starting:
        return "STARTING"_L1;
    case LocalQueueMode::Polling:
        return "POLLING"_L1;
    case LocalQueueMode::Waiting:
        return "WAITING"_L1;
    case LocalQueueMode::TtlExpired:
        return "TTL_EXPIRED"_L1;
    case LocalQueueMode::Released:
        break;
    }
    return "RELEASED"_L1;
}

JsonLine jobLine(QLatin1StringView name, const JobEvent &event)
{
    JsonLine line(name, event.workerId);
    line.add("job"_L1, event.job);
    return line;
}

JsonLine endLine(QLatin1StringView name, const JobEvent &event)
{
    JsonLine line = jobLine(name, event);
    line.add("durationMs"_L1, event.duration);
    return line;
}

/// Null: there is no next time.
JsonLine &addDelay(JsonLine &line, Milliseconds delay)
{
    return delay.count() > 0 ? line.add("delayMs"_L1, delay) : line.add("delayMs"_L1, nullptr);
}

/// pool:gracefulShutdown, pool:forcefulShutdown:complete, …
JsonLine shutdownLine(const QString &worker, Shutdown kind, const char *what)
{
    const QByteArray name
        = QByteArray(kind == Shutdown::Graceful ? "pool:gracefulShutdown" : "pool:forcefulShutdown")
        + what;
    return {QLatin1StringView(name), worker};
}

} // namespace

tl::expected<std::unique_ptr<EventLines>, QString> EventLines::open(EventBus *events,
                                                                    const QString &path)
{
    auto writer = LineWriter::open(path, gapLine);
    if (!writer)
        return tl::make_unexpected(writer.error());
    return std::make_unique<EventLines>(events, *std::move(writer));
}

EventLines::EventLines(EventBus *events, std::unique_ptr<LineWriter> writer)
    : m_writer(std::move(writer))
{
    connectRun(events);
    connectFetching(events);
    connectJobs(events);
    connectCron(events);
    connectOthers(events);
}

QByteArray EventLines::gapLine(qint64 lines)
{
    return JsonLine("events:leftOut"_L1, {}).add("count"_L1, lines).take();
}

/// `compose` makes a JsonLine of the signal's arguments.
template <typename Signal, typename Compose>
void EventLines::write(EventBus *events, Signal signal, Compose compose)
{
    const auto slot = [this, compose](const auto &...arguments) {
        m_writer->write(compose(arguments...).take());
    };
    connect(events, signal, this, slot, Qt::DirectConnection); // composed by the emitting thread
}

void EventLines::connectRun(EventBus *events)
{
    using Bus = EventBus;
    using Text = QString;
    write(events, &Bus::poolCreated, [](const Text &worker, const Text &schema, int concurrency) {
        return JsonLine("pool:create"_L1, worker)
            .add("schema"_L1, schema)
            .add("concurrency"_L1, concurrency);
    });
    write(events, &Bus::workerStarted, [](const Text &worker, const QStringList &tasks) {
        return JsonLine("worker:create"_L1, worker).add("tasks"_L1, tasks);
    });
    write(events, &Bus::workerReleased,
          [](const Text &worker) { return JsonLine("worker:release"_L1, worker); });
    write(events, &Bus::workerStopped, [](const Text &worker, const Text &error) {
        return JsonLine("worker:stop"_L1, worker).addOrNull("error"_L1, error);
    });
    write(events, &Bus::poolReleased,
          [](const Text &worker) { return JsonLine("pool:release"_L1, worker); });
    write(events, &Bus::poolFailed,
          [](const Text &worker, const DbError &error, const Text &action) {
              return JsonLine("pool:fatalError"_L1, worker)
                  .add("error"_L1, error)
                  .add("action"_L1, action);
          });
    write(events, &Bus::stopRequested,
          [](const Text &worker) { return JsonLine("stop"_L1, worker); });
    write(events, &Bus::signalReceived, [](Shutdown kind, const Text &name) {
        return JsonLine(kind == Shutdown::Graceful ? "gracefulShutdown"_L1 : "forcefulShutdown"_L1,
                        {})
            .add("signal"_L1, name);
    });
    write(events, &Bus::shutdownStarted, [](const Text &worker, Shutdown kind, const Text &text) {
        return shutdownLine(worker, kind, "").add("message"_L1, text);
    });
    write(events, &Bus::shutdownCompleted, [](const Text &worker, Shutdown kind) {
        return shutdownLine(worker, kind, ":complete");
    });
    write(events, &Bus::shutdownFailed,
          [](const Text &worker, Shutdown kind, const DbError &error) {
              return shutdownLine(worker, kind, ":error").add("error"_L1, error);
          });
}

void EventLines::connectFetching(EventBus *events)
{
    using Bus = EventBus;
    using Text = QString;
    using Jobs = QList<JobInfo>;
    write(events, &Bus::listenConnecting, [](const Text &worker, int attempt) {
        return JsonLine("pool:listen:connecting"_L1, worker).add("attempts"_L1, attempt);
    });
    write(events, &Bus::listenSucceeded,
          [](const Text &worker) { return JsonLine("pool:listen:success"_L1, worker); });
    write(events, &Bus::listenFailed, [](const Text &worker, const DbError &error) {
        return JsonLine("pool:listen:error"_L1, worker).add("error"_L1, error);
    });
    write(events, &Bus::listenNotified,
          [](const Text &worker, const Text &channel, const Text &payload) {
              return JsonLine("pool:listen:notification"_L1, worker)
                  .add("channel"_L1, channel)
                  .add("payload"_L1, payload);
          });
    write(events, &Bus::listenReleased,
          [](const Text &worker) { return JsonLine("pool:listen:release"_L1, worker); });
    write(events, &Bus::localQueueCreated, [](const Text &worker, int size) {
        return JsonLine("localQueue:init"_L1, worker).add("size"_L1, size);
    });
    write(events, &Bus::localQueueModeChanged,
          [](const Text &worker, LocalQueueMode oldMode, LocalQueueMode newMode) {
              return JsonLine("localQueue:setMode"_L1, worker)
                  .add("oldMode"_L1, QString(modeName(oldMode)))
                  .add("newMode"_L1, QString(modeName(newMode)));
          });
    write(events, &Bus::refetchDelayStarted, [](const Text &worker, const RefetchDelay &delay) {
        return JsonLine("localQueue:refetchDelay:start"_L1, worker)
            .add("jobCount"_L1, delay.jobCount)
            .add("threshold"_L1, delay.threshold)
            .add("delayMs"_L1, delay.delay)
            .add("abortThreshold"_L1, delay.abortThreshold);
    });
    write(events, &Bus::refetchDelayAborted,
          [](const Text &worker, qint64 count, qint64 abortThreshold) {
              return JsonLine("localQueue:refetchDelay:abort"_L1, worker)
                  .add("count"_L1, count)
                  .add("abortThreshold"_L1, abortThreshold);
          });
    write(events, &Bus::refetchDelayExpired, [](const Text &worker) {
        return JsonLine("localQueue:refetchDelay:expired"_L1, worker);
    });
    write(events, &Bus::fetchStarted,
          [](const Text &worker) { return JsonLine("worker:getJob:start"_L1, worker); });
    write(events, &Bus::fetchFailed, [](const Text &worker, const DbError &error) {
        return JsonLine("worker:getJob:error"_L1, worker).add("error"_L1, error);
    });
    write(events, &Bus::fetchFoundNothing,
          [](const Text &worker) { return JsonLine("worker:getJob:empty"_L1, worker); });
    write(events, &Bus::jobsFetched, [](const Text &worker, const Jobs &jobs) {
        return JsonLine("localQueue:getJobs:complete"_L1, worker).add("jobs"_L1, jobs);
    });
    write(events, &Bus::jobsReturned, [](const Text &worker, const Jobs &jobs) {
        return JsonLine("localQueue:returnJobs"_L1, worker).add("jobs"_L1, jobs);
    });
}

void EventLines::connectJobs(EventBus *events)
{
    using Bus = EventBus;
    write(events, &Bus::jobStarted,
          [](const JobEvent &event) { return jobLine("job:start"_L1, event); });
    write(events, &Bus::jobSucceeded,
          [](const JobEvent &event) { return endLine("job:success"_L1, event); });
    write(events, &Bus::jobErrored, [](const JobEvent &event) {
        return endLine("job:error"_L1, event).add("error"_L1, event.error);
    });
    // Told by job:complete unless it was the last attempt.
    const auto onFailed = [this](const JobEvent &event) {
        if (event.final)
            m_writer->write(endLine("job:failed"_L1, event).add("error"_L1, event.error).take());
    };
    connect(events, &Bus::jobFailed, this, onFailed, Qt::DirectConnection); // as in write()
    write(events, &Bus::jobCompleted, [](const JobEvent &event) {
        return endLine("job:complete"_L1, event)
            .addOrNull("error"_L1, event.error)
            .add("retryAt"_L1, event.retryAt);
    });
    write(events, &Bus::jobInterrupted, [](const JobEvent &event) {
        return endLine("job:interrupted"_L1, event).addOrNull("reason"_L1, event.error);
    });
    write(events, &Bus::jobSnoozed,
          [](const JobEvent &event) { return endLine("job:snoozed"_L1, event); });
    write(events, &Bus::jobLostLease,
          [](const JobEvent &event) { return endLine("job:lostLease"_L1, event); });
    write(events, &Bus::jobOutput,
          [](const JobInfo &job, const QString &text, bool isError, const QString &worker) {
              return JsonLine("job:output"_L1, worker)
                  .add("job"_L1, job)
                  .add("stream"_L1, isError ? u"stderr"_s : u"stdout"_s)
                  .add("line"_L1, text);
          });
    write(events, &Bus::jobProgressed, [](const JobProgress &progress) {
        return JsonLine("job:progress"_L1, progress.workerId)
            .add("job"_L1, progress.job)
            .add("fraction"_L1, progress.fraction)
            .addOrNull("text"_L1, progress.text);
    });
}

void EventLines::connectCron(EventBus *events)
{
    using Bus = EventBus;
    using Text = QString;
    using Time = QDateTime;
    write(events, &Bus::cronStarting, [](const Text &worker, const Time &start) {
        return JsonLine("cron:starting"_L1, worker).add("start"_L1, start);
    });
    write(events, &Bus::cronStarted, [](const Text &worker, const Time &start) {
        return JsonLine("cron:started"_L1, worker).add("start"_L1, start);
    });
    write(events, &Bus::cronBackfill, [](const CronEvent &event) {
        return JsonLine("cron:backfill"_L1, event.workerId)
            .add("timestamp"_L1, event.minute)
            .add("items"_L1, event.runs);
    });
    const auto timerLine = [](QLatin1StringView name) {
        return [name](const Text &worker, const Time &now, const Time &expected) {
            return JsonLine(name, worker)
                .add("currentTimestamp"_L1, now)
                .add("expectedTimestamp"_L1, expected);
        };
    };
    write(events, &Bus::cronPrematureTimer, timerLine("cron:prematureTimer"_L1));
    write(events, &Bus::cronOverdueTimer, timerLine("cron:overdueTimer"_L1));
    write(events, &Bus::cronSchedule, [](const CronEvent &event) {
        return JsonLine("cron:schedule"_L1, event.workerId)
            .add("timestamp"_L1, event.minute)
            .add("items"_L1, event.runs);
    });
    write(events, &Bus::cronScheduled, [](const CronEvent &event) {
        return JsonLine("cron:scheduled"_L1, event.workerId)
            .add("timestamp"_L1, event.minute)
            .add("backfilled"_L1, event.isBackfilled)
            .add("items"_L1, event.runs);
    });
    write(events, &Bus::cronReloaded,
          [](const Text &worker, const QStringList &identifiers, const QStringList &added,
             const QStringList &removed) {
              return JsonLine("cron:reloaded"_L1, worker)
                  .add("identifiers"_L1, identifiers)
                  .add("added"_L1, added)
                  .add("removed"_L1, removed);
          });
    write(events, &Bus::cronReloadFailed, [](const Text &worker, const QStringList &errors) {
        return JsonLine("cron:reloadFailed"_L1, worker).add("errors"_L1, errors);
    });
}

void EventLines::connectOthers(EventBus *events)
{
    using Bus = EventBus;
    using Text = QString;
    write(events, &Bus::staleLockResetStarted,
          [](const Text &worker) { return JsonLine("resetLocked:started"_L1, worker); });
    write(events, &Bus::staleLockResetSucceeded,
          [](const Text &worker, qint64 jobs, Milliseconds next) {
              JsonLine line("resetLocked:success"_L1, worker);
              return addDelay(line.add("jobs"_L1, jobs), next);
          });
    write(events, &Bus::staleLockResetFailed,
          [](const Text &worker, const DbError &error, Milliseconds next) {
              JsonLine line("resetLocked:failure"_L1, worker);
              return addDelay(line.add("error"_L1, error), next);
          });
    write(events, &Bus::workerRecovered, [](const RecoveryEvent &event) {
        return JsonLine("worker:recovered"_L1, event.workerId)
            .add("deadWorkers"_L1, event.deadWorkers)
            .add("jobs"_L1, event.jobs);
    });
    write(events, &Bus::databaseTrouble,
          [](const Text &during, const DbError &error, const Text &worker) {
              return JsonLine("database:trouble"_L1, worker)
                  .add("during"_L1, during)
                  .add("error"_L1, error);
          });
    write(events, &Bus::databaseRecovered, [](const Text &during, const Text &worker) {
        return JsonLine("database:recovered"_L1, worker).add("during"_L1, during);
    });
}

} // namespace yardmaster

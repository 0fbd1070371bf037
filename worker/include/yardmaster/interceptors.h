#pragma once

#include <yardmaster/events.h>
#include <yardmaster/jobspec.h>
#include <yardmaster/taskoutcome.h>

#include <QByteArray>

#include <functional>
#include <optional>
#include <vector>

namespace yardmaster {

struct Job;

/// A job that is about to be added.
struct ScheduleRequest
{
    enum class Source {
        Handler, ///< a running job adds it
        Cron,    ///< it is due; when skipped, the entry is recorded as done all the same
        Client,  ///< the program around the worker, through Runner; not asked by WorkerUtils
    };

    Source source = Source::Handler;
    JobSpec spec;
};

/// What an interceptor says about an add. Skip and Fail are terminal.
struct ScheduleAnswer
{
    enum class Kind {
        Continue, ///< add the job, with `payload` if set
        Skip,     ///< nothing is added, and that is fine
        Fail,     ///< nothing is added; the adder gets `error`
    };

    Kind kind = Kind::Continue;
    std::optional<QByteArray> payload{}; ///< of Continue: replaces the payload, also for the next
    QString error{};                     ///< of Fail

    [[nodiscard]] static ScheduleAnswer proceed() { return {}; }
    [[nodiscard]] static ScheduleAnswer proceedWith(QByteArray payload)
    {
        return {Kind::Continue, std::move(payload), {}};
    }
    [[nodiscard]] static ScheduleAnswer skip() { return {Kind::Skip, {}, {}}; }
    [[nodiscard]] static ScheduleAnswer fail(QString error)
    {
        return {Kind::Fail, {}, std::move(error)};
    }
};

/// What an interceptor says before a job's handler is called. An outcome is terminal: it becomes
/// the job's result, and the handler is not called.
struct RunAnswer
{
    std::optional<QByteArray> payload{}; ///< for the next interceptor and the handler
    std::optional<TaskOutcome> outcome{};

    [[nodiscard]] static RunAnswer proceed() { return {}; }
    /// The stored payload stays as it is: a retry begins with it again.
    [[nodiscard]] static RunAnswer proceedWith(QByteArray payload)
    {
        return {std::move(payload), {}};
    }
    /// The job is completed.
    [[nodiscard]] static RunAnswer skip() { return {{}, TaskOutcome::success()}; }
    [[nodiscard]] static RunAnswer fail(QString error)
    {
        return {{}, TaskOutcome::failure(std::move(error))};
    }
    [[nodiscard]] static RunAnswer end(TaskOutcome outcome) { return {{}, std::move(outcome)}; }
};

/// A job whose worker is gone.
struct RecoveryRequest
{
    enum class Reason {
        WorkerCrashed,   ///< its heartbeats stopped
        ShutdownAborted, ///< it did not end within the grace period
    };

    JobInfo job;
    QString workerId;         ///< the worker that asks
    QString previousWorkerId; ///< the worker that held it
    Reason reason = Reason::WorkerCrashed;
};

/// What to do with it. Everything but Default is terminal.
struct RecoveryAnswer
{
    enum class Kind {
        Default,         ///< back into the queue, attempt restored
        Reschedule,      ///< back into the queue at `runAt` with `attempts`
        FailWithBackoff, ///< a failed attempt: last_error says so, retried with backoff
        Skip,            ///< left as it is, locked; the next sweep asks again
    };

    Kind kind = Kind::Default;
    std::optional<Timestamp> runAt{}; ///< of Reschedule; unset: now
    std::optional<int> attempts{}; ///< of Reschedule, 0..maxAttempts; unset: the attempt restored
};

/// Callables that the worker asks at certain points. Set in WorkerOptions before the run and never
/// changed after; each list is asked in order until the first terminal answer.
///
/// Called on the threads of the engine, for several jobs at once, so they must be safe to call from
/// any thread, and quick: a job's pool thread waits for them. An exception fails the add or the
/// job; where the handler has run already it is only logged and the handler's result stands,
/// because failing the job would run it again.
struct Interceptors
{
    std::vector<std::function<ScheduleAnswer(const ScheduleRequest &)>> beforeSchedule;
    std::vector<std::function<RunAnswer(const Job &job, const QString &workerId)>> beforeRun;
    /// Sees every outcome of a handler but an interrupted run, which has not ended. An outcome in
    /// the answer replaces it: a failure can become a success and the other way round.
    std::vector<std::function<std::optional<TaskOutcome>(const Job &job, const TaskOutcome &outcome,
                                                         std::chrono::microseconds duration)>>
        afterRun;
    std::vector<std::function<RecoveryAnswer(const RecoveryRequest &)>> recovery;

    /// Asks `beforeSchedule`, changing the payload of `spec`. To be called for every job that is
    /// added, by handlers and cron too, before the statement is sent. @returns whether to add it.
    [[nodiscard]] ScheduleAnswer schedule(ScheduleRequest::Source source, JobSpec *spec) const;
    /// Asks `beforeRun`, changing the payload of `job`. @returns the outcome if the handler is not
    /// to be called.
    [[nodiscard]] std::optional<TaskOutcome> begin(Job *job, const QString &workerId) const;
    /// Asks `afterRun`. @returns the outcome to use.
    [[nodiscard]] TaskOutcome end(const Job &job, TaskOutcome outcome,
                                  std::chrono::microseconds duration) const;
    /// Asks `recovery`. To be called for each job of a stale worker before it is returned to the
    /// queue.
    [[nodiscard]] RecoveryAnswer recover(const RecoveryRequest &request) const;
};

} // namespace yardmaster

#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>
#include <utility>

namespace yardmaster {

/// The outcome of one run. Made by the named constructors.
struct TaskOutcome
{
    enum class Kind {
        Success,
        Failure,     ///< costs the attempt; retried after a backoff while attempts are left
        Interrupted, ///< cut short by a stop: returned to the queue, attempt restored
        Snoozed,     ///< to run later: returned to the queue with a delay, attempt restored
    };

    Kind kind = Kind::Success;
    /// Of a failure: stored as last_error. Of a job that is returned: why, for the log and events.
    QString error;
    /// Of a failure: until the next attempt, unset: the task's retry strategy. Of a snooze: until
    /// the next run. 0 or more.
    std::optional<std::chrono::milliseconds> retryAfter{};
    bool final = false; ///< a failure that must not be tried again
    /// Of a failure or a snooze: the job's new payload, JSON text; unset: unchanged. If it is not
    /// valid JSON, the run fails with that error and the payload is unchanged.
    std::optional<QByteArray> payload{};
    /// Of a failure: SIGTERM or SIGINT ended it, which may have been sent to the worker too. It is
    /// written a second later, as interrupted if the worker is stopping by then.
    bool isBySignal = false;

    [[nodiscard]] static TaskOutcome success() { return {}; }
    /// Tried again as the task's retry strategy says.
    [[nodiscard]] static TaskOutcome failure(QString error)
    {
        return {Kind::Failure, std::move(error), {}, false};
    }
    /// Tried again after `delay`, whatever the strategy.
    [[nodiscard]] static TaskOutcome retryLater(QString error, std::chrono::milliseconds delay)
    {
        return {Kind::Failure, std::move(error), delay, false};
    }
    [[nodiscard]] static TaskOutcome failForGood(QString error)
    {
        return {Kind::Failure, std::move(error), {}, true};
    }
    /// For a run that ends early because its stop token was requested.
    [[nodiscard]] static TaskOutcome interrupted() { return {Kind::Interrupted, {}, {}, false}; }
    /// Not yet: run again after `delay`, without costing an attempt, as often as it takes.
    [[nodiscard]] static TaskOutcome snooze(std::chrono::milliseconds delay)
    {
        return {Kind::Snoozed, {}, delay, false};
    }

    /// The same with a new payload: `return TaskOutcome::failure(why).withPayload(rest);`
    [[nodiscard]] TaskOutcome withPayload(QByteArray json) &&
    {
        payload = std::move(json);
        return std::move(*this);
    }
};

} // namespace yardmaster

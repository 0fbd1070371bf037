#pragma once

#include "worker/queue/job.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace yardmaster {

/// What became of one run. Made by the named constructors.
struct TaskOutcome
{
    enum class Kind {
        Success,
        Failure,     ///< costs the attempt; retried after a backoff while attempts are left
        Interrupted, ///< cut short by a stop: goes back into the queue, attempt restored
    };

    Kind kind = Kind::Success;
    QString error;                                       ///< stored as last_error
    std::optional<std::chrono::milliseconds> retryAfter; ///< unset: the standard backoff
    bool final = false;                                  ///< a failure that must not be tried again

    [[nodiscard]] static TaskOutcome success() { return {}; }
    [[nodiscard]] static TaskOutcome failure(QString error)
    {
        return {Kind::Failure, std::move(error), {}, false};
    }
    [[nodiscard]] static TaskOutcome retryLater(QString error, std::chrono::milliseconds delay)
    {
        return {Kind::Failure, std::move(error), delay, false};
    }
    [[nodiscard]] static TaskOutcome failForGood(QString error)
    {
        return {Kind::Failure, std::move(error), {}, true};
    }
    [[nodiscard]] static TaskOutcome interrupted() { return {Kind::Interrupted, {}, {}, false}; }
};

/// What a running task is given. Borrowed for the length of the run.
struct TaskContext
{
    const Job &job;
    QString workerId;
    /// Requested when the worker wants the task to end early: finish quickly or return
    /// TaskOutcome::interrupted().
    std::stop_token stop;
    /// Requested shortly after: whatever can be ended by force is.
    std::stop_token kill;
    /// One line of output for the job's log. Callable from the running thread.
    std::function<void(const QString &line, bool isError)> output;
};

/// Runs jobs of one task identifier. run() blocks a pool thread for as long as the job takes and is
/// called for several jobs at once; exceptions are caught by the caller and become failures.
class TaskExecutor
{
public:
    TaskExecutor() = default;
    virtual ~TaskExecutor() = default;
    Q_DISABLE_COPY_MOVE(TaskExecutor)

    [[nodiscard]] virtual TaskOutcome run(const TaskContext &context) const = 0;
    /// For people: "C++ handler", "executable tasks/hello".
    [[nodiscard]] virtual QString describe() const = 0;
};

/// A handler written in C++.
using TaskFunction = std::function<TaskOutcome(const TaskContext &)>;

} // namespace yardmaster

#pragma once

#include "worker/queue/job.h"
#include "worker/tasks/sharedstate.h"
#include "worker/tasks/taskoutcome.h"
#include "worker/tasks/tracecontext.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace yardmaster {

/// What a running task is given. Valid for the length of the run; every member may be used from
/// any thread.
struct TaskContext
{
    const Job &job;
    QString workerId;
    /// Requested when the run is to end early, because the worker stops or the task's timeout has
    /// passed: finish quickly or return TaskOutcome::interrupted().
    std::stop_token stop;
    /// Requested shortly after, when the worker stops: whatever can be ended by force is.
    std::stop_token kill;
    /// One line of output for the job's log.
    std::function<void(const QString &line, bool isError)> output;
    /// Of the registry; may be null.
    const SharedState *shared = nullptr;

    /// Where the job belongs in a distributed trace, from `_trace` in its payload; read anew by
    /// every call. withTrace() puts one into the payload of another job.
    [[nodiscard]] TraceContext trace() const { return TraceContext::fromPayload(job.payload); }
    /// The shared object of type T, see TaskRegistry::share(); null if there is none.
    template <typename T> [[nodiscard]] T *find() const
    {
        return shared ? shared->find<T>() : nullptr;
    }
};

class TaskRun;

/// Runs jobs of one task identifier, several at once. There are two ways to do that:
///
/// - Blocking: run() keeps a pool thread for as long as the job takes.
/// - Asynchronous: start() begins and returns; TaskRun::end() reports the outcome some time later.
///   start() is called on the worker's executor thread, which has an event loop, so thousands of
///   jobs can wait there for replies, processes, timers. A call that blocks it blocks them all.
///
/// Exceptions are caught by the caller and become failures. An executor may serve several workers,
/// one after the other or at the same time.
class TaskExecutor
{
public:
    enum class Mode { Blocking, Asynchronous };

    TaskExecutor() = default;
    virtual ~TaskExecutor() = default;
    Q_DISABLE_COPY_MOVE(TaskExecutor)

    /// Never changes.
    [[nodiscard]] virtual Mode mode() const { return Mode::Blocking; }
    /// Mode::Blocking: does the job. Called on a pool thread.
    [[nodiscard]] virtual TaskOutcome run(const TaskContext &context) const;
    /// Mode::Asynchronous: begins the job. Called on the executor thread.
    virtual void start(std::shared_ptr<TaskRun> run) const;
    /// For people: "C++ handler", "executable tasks/hello".
    [[nodiscard]] virtual QString describe() const = 0;
};

/// A handler written in C++.
using TaskFunction = std::function<TaskOutcome(const TaskContext &)>;

} // namespace yardmaster

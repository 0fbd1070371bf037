#pragma once

#include <yardmaster/task.h>

#include <QCoroTask>

namespace yardmaster {

/// What a coroutine is given; keeps everything it refers to alive.
using TaskContextPtr = std::shared_ptr<const TaskContext>;

/// A handler that is a coroutine. It begins on the worker's executor thread, which has an event
/// loop, and costs no thread while it waits; it must not block there. It may resume and end on any
/// thread. Take parameters by value. A lambda's captures stay valid for as long as it runs.
using CoroutineFunction = std::function<QCoro::Task<TaskOutcome>(TaskContextPtr)>;

/// Runs a coroutine per job. An exception becomes a failure. One that never ends is abandoned when
/// the worker's grace period ends: its job returns to the queue, and its frame stays in memory
/// until it is resumed or destroyed.
class CoroutineTask final : public TaskExecutor
{
public:
    explicit CoroutineTask(CoroutineFunction function)
        : m_function(std::move(function))
    { }

    Mode mode() const override { return Mode::Asynchronous; }
    void start(std::shared_ptr<TaskRun> run) const override;
    QString describe() const override { return QStringLiteral("C++ coroutine"); }

private:
    CoroutineFunction m_function;
};

} // namespace yardmaster

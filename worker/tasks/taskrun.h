#pragma once

#include <yardmaster/task.h>

#include <QObject>

#include <atomic>

namespace yardmaster {

/// One asynchronous run. The code that does the job holds a reference to it, which keeps everything
/// the context refers to alive, until it has called end(). Dropping the last reference without that
/// fails the job.
class TaskRun
{
public:
    virtual ~TaskRun() = default;
    Q_DISABLE_COPY_MOVE(TaskRun)

    [[nodiscard]] const TaskContext &context() const { return m_context; }

    /// Lives on the executor thread and is destroyed when the worker has ended: the parent or the
    /// context object for what belongs to that thread (sockets, processes, network managers). Use
    /// it within TaskExecutor::start() only.
    [[nodiscard]] QObject *scope() const { return m_scope; }

    /// For executors that say startsTimeout(): the job begins now. Once at most, before end().
    virtual void startTimeout() = 0;
    /// Reports the outcome. Any thread; only the first call has an effect. Does not block.
    void end(TaskOutcome &&outcome);
    [[nodiscard]] bool hasEnded() const { return m_hasEnded.load(); }

protected:
    TaskRun(TaskContext context, QObject *scope)
        : m_context(std::move(context))
        , m_scope(scope)
    { }
    /// Called once, on the thread that calls end() or drops the last reference.
    virtual void onEnded(TaskOutcome &&outcome) = 0;

    TaskContext m_context;

private:
    QObject *const m_scope;
    std::atomic<bool> m_hasEnded{false};
};

inline void TaskRun::end(TaskOutcome &&outcome)
{
    if (!m_hasEnded.exchange(true))
        onEnded(std::move(outcome));
}

} // namespace yardmaster

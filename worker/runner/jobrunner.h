#pragma once

#include "worker/runner/localqueue.h"
#include "worker/tasks/task.h"

#include <functional>
#include <memory>
#include <shared_mutex>

namespace yardmaster {

class EventBus;
class Releaser;
class TaskRegistry;

/// What pool threads share: where jobs come from, who runs them, where results go. Kept alive by
/// every thread that runs a job, because a C++ handler that ignores its stop token may outlive the
/// engine; once closed, such a thread finds nobody to report to.
class JobRunner final
{
public:
    struct Reports
    {
        EventBus *events;
        Releaser *releaser;
        std::function<void()> onRoom; ///< a thread ran dry, or the local queue is half empty
    };

    JobRunner(QString workerId, std::shared_ptr<const TaskRegistry> registry, int concurrency,
              int lowWater);
    Q_DISABLE_COPY_MOVE(JobRunner)

    /// Before the first run, and again with nothing in it when nobody listens any more.
    void reportTo(Reports reports);

    /// Runs jobs until none waits. Called on a pool thread.
    void runUntilEmpty();

    [[nodiscard]] LocalQueue &local() { return m_local; }
    std::stop_source stop; ///< asks running jobs to end
    std::stop_source kill; ///< ends by force what can be ended by force

private:
    [[nodiscard]] TaskOutcome runOne(const Job &job);

    const QString m_workerId;
    const std::shared_ptr<const TaskRegistry> m_registry;
    const int m_lowWater;
    LocalQueue m_local;
    std::shared_mutex m_reportsMutex; // held shared while reporting
    Reports m_reports{};
};

} // namespace yardmaster

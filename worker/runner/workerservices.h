#pragma once

#include "worker/runner/heartbeatfreshness.h"
#include "worker/runner/progressmeter.h"
#include "worker/runner/runadds.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobservices.h>

#include <shared_mutex>

class QThreadPool;

namespace yardmaster {

class EventBus;
class JobSender;
struct Interceptors;
struct WorkerOptions;
class TaskRegistry;

/// What a worker does for its handlers. Lives on with a handler that outlives the engine, which
/// then finds nobody to talk to.
class WorkerServices final : public JobServices
{
public:
    /// Connections of coroutines, which have no pool thread of their own.
    static constexpr int kDatabaseThreads = 4;

    WorkerServices(const WorkerOptions &options, const QString &workerId,
                   const TaskRegistry &registry, std::shared_ptr<JobSender> sender);
    ~WorkerServices() override;

    /// Before the first job.
    void setGate(std::shared_ptr<const HeartbeatFreshness> gate) { m_gate = std::move(gate); }
    /// Null: the worker has ended; nobody listens any more, adds a job or gets a connection. Waits
    /// a little for what coroutines do on the database.
    void reportTo(EventBus *events);
    /// The run of this job has ended.
    void end(const Job &job);

    /// What handlers have added.
    [[nodiscard]] RunAdds &adds() { return *m_adds; }

    /// See JobQueue::storedPayload(). Blocks; on the connection of the calling thread.
    [[nodiscard]] Result<std::optional<QByteArray>> storedPayload(const Job &job);

    [[nodiscard]] bool mayStart() const override { return !m_gate || m_gate->isFresh(); }
    void output(const Job &job, const QString &line, bool isError) override;
    void progress(const Job &job, double fraction, const QString &text) override;
    QFuture<AddedJob> add(const Job &from, JobSpec spec) override;
    QFuture<AddedJobs> addAll(const Job &from, std::vector<JobSpec> specs) override;
    Result<void> withDatabase(const Job &from, const DatabaseWork &work) override;
    void post(std::function<void(JobServices &)> call) override;

private:
    [[nodiscard]] bool hasEnded();
    void emitProgress(const Job &job, const ProgressMeter::Reading &reading);

    const ConnectionSettings m_connection;
    const std::function<QDateTime()> m_clock;
    const std::shared_ptr<const Interceptors> m_interceptors; // may be null
    const std::shared_ptr<JobSender> m_sender;
    const std::shared_ptr<RunAdds> m_adds = std::make_shared<RunAdds>(); // answers need it, too
    const bool m_sinkTakesOutput;
    ProgressMeter m_progress;
    std::shared_ptr<const HeartbeatFreshness> m_gate; // null: always open
    std::shared_mutex m_mutex; // guards the two below; held shared while they are used
    EventBus *m_events = nullptr;
    std::unique_ptr<QThreadPool> m_pool;
};

} // namespace yardmaster

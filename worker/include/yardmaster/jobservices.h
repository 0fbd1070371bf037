#pragma once

#include <yardmaster/jobdatabase.h>
#include <yardmaster/logger.h>

#include <QFuture>
#include <QStringList>

#include <functional>
#include <memory>

namespace yardmaster {

class SharedState;
struct Job;

/// Whose clock decides what is due.
enum class TimeMode {
    Database,
    Application, ///< WorkerOptions::clock
};

/// What is the same for all jobs of a worker.
struct WorkerFacts
{
    QString workerId{}; ///< as in locked_by
    QString schema = QStringLiteral("graphile_worker");
    TimeMode timeMode = TimeMode::Database;
    QStringList tasks{};                 ///< identifiers served, sorted
    const SharedState *shared = nullptr; ///< of the registry; may be null
    Logger logger{};
};

/// What a TaskContext passes on to whoever runs the jobs: a worker, testing::runTaskListOnce().
/// Handlers have no business here. As it stands it takes output and progress and drops them, and
/// refuses what needs a database: enough to call a handler by hand in a test.
///
///     JobServices services;
///     handler(TaskContext{job, {}, {}, services});
///
/// One object serves many jobs at once; any thread.
class JobServices : public std::enable_shared_from_this<JobServices>
{
public:
    using DatabaseWork = std::function<void(JobDatabase &)>;

    explicit JobServices(WorkerFacts facts = {});
    virtual ~JobServices();
    Q_DISABLE_COPY_MOVE(JobServices)

    [[nodiscard]] const WorkerFacts &facts() const { return m_facts; }

    /// Whether the worker may still rely on its locks, see HeartbeatWatch. What begins work outside
    /// this process asks for it as late as it can. Any thread, and between fork and exec.
    [[nodiscard]] virtual bool mayStart() const { return true; }
    virtual void output(const Job &job, const QString &line, bool isError);
    virtual void progress(const Job &job, double fraction, const QString &text);
    /// On behalf of `from`: its trace goes on. Never blocks on the database.
    virtual QFuture<AddedJob> add(const Job &from, JobSpec spec);
    virtual QFuture<AddedJobs> addAll(const Job &from, std::vector<JobSpec> specs);
    /// Calls `work` before it returns, or returns why it could not be. Lets through what `work`
    /// throws. A transaction that `work` began and did not end is rolled back; that is an error.
    virtual Result<void> withDatabase(const Job &from, const DatabaseWork &work);
    /// Calls `call` with this object on a thread that may wait for the database.
    virtual void post(std::function<void(JobServices &)> call);

private:
    const WorkerFacts m_facts;
};

} // namespace yardmaster

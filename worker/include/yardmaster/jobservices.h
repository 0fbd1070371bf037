#pragma once

#include <yardmaster/connectionsettings.h>
#include <yardmaster/jobdatabase.h>
#include <yardmaster/logger.h>

#include <QFuture>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace yardmaster {

class SharedState;
struct Job;

/// The clock that decides which jobs are due.
enum class TimeMode {
    Database,
    Application, ///< WorkerOptions::clock
};

/// Facts that all jobs of a worker share.
struct WorkerFacts
{
    QString workerId{}; ///< as in locked_by
    QString schema = QStringLiteral("graphile_worker");
    TimeMode timeMode = TimeMode::Database;
    QStringList tasks{};                 ///< identifiers served, sorted
    const SharedState *shared = nullptr; ///< of the registry; may be null
    Logger logger{};
    /// Where the jobs are, for code outside of this process; unset: there is no such database.
    std::optional<ConnectionSettings> connection{};
};

/// What a TaskContext calls on the runner of its job: a worker, or testing::runTaskListOnce(). Not
/// for handlers. The base class drops output and progress, and refuses what needs a database:
/// enough to call a handler directly in a test.
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

    /// Whether the worker may still rely on its locks, see HeartbeatFreshness. Code that starts
    /// work outside this process checks it as late as possible. Any thread, and between fork and
    /// exec.
    [[nodiscard]] virtual bool mayStart() const { return true; }
    virtual void output(const Job &job, const QString &line, bool isError);
    virtual void progress(const Job &job, double fraction, const QString &text);
    /// On behalf of `from`: its trace is continued. Never blocks on the database.
    virtual QFuture<AddedJob> add(const Job &from, JobSpec spec);
    virtual QFuture<AddedJobs> addAll(const Job &from, std::vector<JobSpec> specs);
    /// Calls `work` before it returns, or returns why it could not. Exceptions of `work` pass
    /// through. A transaction that `work` began and did not end is rolled back; that is an error.
    virtual Result<void> withDatabase(const Job &from, const DatabaseWork &work);
    /// Calls `call` with this object on a thread that may wait for the database.
    virtual void post(std::function<void(JobServices &)> call);

private:
    const WorkerFacts m_facts;
};

} // namespace yardmaster

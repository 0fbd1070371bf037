#pragma once

#include <yardmaster/databasework.h>
#include <yardmaster/job.h>
#include <yardmaster/jobservices.h>
#include <yardmaster/sharedstate.h>
#include <yardmaster/taskoutcome.h>
#include <yardmaster/tracecontext.h>
#include <yardmaster/typedjob.h>

#include <functional>
#include <memory>
#include <stop_token>

namespace yardmaster {

/// What a running job is given, whatever kind of handler runs it. Valid for the length of the run;
/// every member may be used from any thread.
///
/// Members that block wait for the database: right for a handler with a pool thread of its own. On
/// the executor thread, which coroutines share, use the …Async ones.
struct TaskContext
{
    const Job &job;
    /// Requested when the run is to end early, because the worker stops or the task's timeout has
    /// passed: finish quickly or return TaskOutcome::interrupted().
    std::stop_token stop;
    /// Requested shortly after, when the worker stops: whatever can be killed is killed.
    std::stop_token kill;
    JobServices &services;

    /// @name The worker
    /// @{
    [[nodiscard]] const QString &workerId() const { return services.facts().workerId; }
    [[nodiscard]] const QString &schema() const { return services.facts().schema; }
    [[nodiscard]] TimeMode timeMode() const { return services.facts().timeMode; }
    /// Identifiers of all tasks it serves, sorted. JobDatabase::taskIds() knows their ids.
    [[nodiscard]] const QStringList &tasks() const { return services.facts().tasks; }
    /// The shared object of type T, see TaskRegistry::share(); null if there is none.
    template <typename T> [[nodiscard]] T *find() const
    {
        const SharedState *shared = services.facts().shared;
        return shared ? shared->find<T>() : nullptr;
    }
    /// @}

    /// @name Saying something
    /// @{
    /// A logger whose scope is this job's, see WorkerOptions::logSink.
    [[nodiscard]] Logger logger() const
    {
        return services.facts().logger.scope(
            {.taskIdentifier = job.info.task, .jobId = job.info.id});
    }
    /// One line of output, as a child process writes it: an event.
    void output(const QString &line, bool isError = false) const
    {
        services.output(job, line, isError);
    }
    /// Reports progress, as an event. Call it as often as you like: at most ten a second are passed
    /// on, and the last one when the run ends.
    /// @param fraction  0..1
    void progress(double fraction, const QString &text = {}) const
    {
        services.progress(job, fraction, text);
    }
    /// @}

    /// @name Adding jobs
    /// Through a connection of the worker's, committed when the call succeeds, whatever the outcome
    /// of this job. Interceptors are asked; a skip is no error: nothing is added. This job's trace
    /// is set in payloads that have none. Errors as JobAdder's.
    /// @{
    [[nodiscard]] AddedJob addJob(JobSpec spec) const
    {
        return services.add(job, std::move(spec)).result();
    }
    /// `options`: everything but identifier and payload.
    template <TypedJob T> [[nodiscard]] AddedJob addJob(const T &typed, JobSpec options = {}) const
    {
        return addJob(jobSpec(typed, std::move(options)));
    }
    /// All or none, in one statement; see JobAdder::addAll().
    [[nodiscard]] AddedJobs addJobs(std::vector<JobSpec> specs) const
    {
        return services.addAll(job, std::move(specs)).result();
    }
    template <TypedJob T>
    [[nodiscard]] AddedJobs addJobs(const std::vector<T> &typed, const JobSpec &options = {}) const
    {
        return addJobs(jobSpecs(typed, options));
    }
    /// To be awaited: `QFuture<AddedJob> adding = …; AddedJob added = co_await adding;`
    [[nodiscard]] QFuture<AddedJob> addJobAsync(JobSpec spec) const
    {
        return services.add(job, std::move(spec));
    }
    [[nodiscard]] QFuture<AddedJobs> addJobsAsync(std::vector<JobSpec> specs) const
    {
        return services.addAll(job, std::move(specs));
    }
    /// @}

    /// Where the job belongs in a distributed trace, from `_trace` in its payload; read again by
    /// every call. withTrace() puts one into the payload of another job.
    [[nodiscard]] TraceContext trace() const { return TraceContext::fromPayload(job.payload); }

    /// Calls `work(JobDatabase &)` with the calling thread's own connection to the database, opened
    /// if need be; blocks. Exceptions of `work` pass through. A transaction that it began and did
    /// not end is rolled back; if `work` returned success, that is an error. Leave no session state
    /// on the connection: other jobs use it too.
    /// @returns what `work` returns, as a Result; or why there is no connection.
    template <typename Work> [[nodiscard]] WorkResult<Work> withDatabase(Work &&work) const
    {
        return detail::withDatabase(services, job, std::forward<Work>(work));
    }
    /// The same on another thread, to be awaited: what `work` refers to must stay. It throws what
    /// `work` throws.
    template <typename Work>
    [[nodiscard]] QFuture<WorkResult<Work>> withDatabaseAsync(Work work) const
    {
        return detail::withDatabaseAsync(services, job, std::move(work));
    }
};

class TaskRun;

/// What a list of tasks says about one.
struct TaskFacts
{
    QString kind = QStringLiteral("C++"); ///< "executable", "JavaScript", "HTTP"
    QString file{};                       ///< absolute; empty: it has none
    QString host{}; ///< where its jobs run outside of this process: a command, a server
};

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
    /// Whether Job::columns should be there. They are read for it where they are not.
    [[nodiscard]] virtual bool usesColumns() const { return false; }
    /// Mode::Asynchronous: whether the timeout counts from TaskRun::startTimeout() instead of from
    /// start(), because jobs wait in between for what runs them.
    [[nodiscard]] virtual bool startsTimeout() const { return false; }
    /// Mode::Blocking: does the job. Called on a pool thread.
    [[nodiscard]] virtual TaskOutcome run(const TaskContext &context) const;
    /// Mode::Asynchronous: begins the job. Called on the executor thread.
    virtual void start(std::shared_ptr<TaskRun> run) const;
    /// For people: "C++ handler", "executable tasks/hello".
    [[nodiscard]] virtual QString describe() const = 0;
    /// The same, item by item.
    [[nodiscard]] virtual TaskFacts facts() const { return {}; }
};

/// A handler written in C++.
using TaskFunction = std::function<TaskOutcome(const TaskContext &)>;

} // namespace yardmaster

#include <yardmaster/testing.h>

#include "worker/queue/jobqueue.h"
#include "worker/runner/deadlines.h"
#include "worker/runner/outcomerules.h"
#include "worker/tasks/handlererror.h"
#include "worker/tasks/taskrun.h"
#include "worker/testservices.h"
#include <yardmaster/session.h>

#include <QSet>
#include <QSqlDatabase>
#include <QThread>

#include <functional>
#include <memory>

namespace yardmaster::testing {

using namespace Qt::StringLiterals;

namespace {

class SingleRun final : public TaskRun
{
public:
    using Done = std::function<void(TaskOutcome)>;

    SingleRun(TaskContext context, QObject *scope, Done done)
        : TaskRun(context, scope)
        , m_done(std::move(done))
    { }
    ~SingleRun() override
    {
        if (!hasEnded())
            end(TaskOutcome::failure(u"The handler was destroyed without reporting an outcome"_s));
    }

    void startTimeout() override { } // counts already

private:
    void onEnded(TaskOutcome &&outcome) override { m_done(std::move(outcome)); }

    Done m_done;
};

/// The thread asynchronous jobs are started on; begun with the first of them.
class LoopThread
{
public:
    ~LoopThread()
    {
        m_thread.quit();
        m_thread.wait();
    }

    void start(const TaskExecutor &executor, const TaskContext &context, SingleRun::Done done)
    {
        if (!m_scope) {
            m_scope = new QObject;
            m_scope->moveToThread(&m_thread);
            QObject::connect(&m_thread, &QThread::finished, m_scope, &QObject::deleteLater);
            m_thread.start();
        }
        auto run = std::make_shared<SingleRun>(context, m_scope, std::move(done));
        QMetaObject::invokeMethod(
            m_scope,
            [&executor, run = std::move(run)] {
                try {
                    executor.start(run);
                } catch (...) {
                    run->end(TaskOutcome::failure(currentExceptionText()));
                }
            },
            Qt::QueuedConnection); // it begins on that thread
    }

private:
    QThread m_thread;
    QObject *m_scope = nullptr; // lives on m_thread, deleted when it ends
};

class TaskList
{
public:
    TaskList(Session &session, const QString &schema, const TaskRegistry &registry)
        : m_registry(registry)
        , m_services(std::make_shared<TestServices>(session, schema, registry))
    { }

    JobRun run(Job job)
    {
        JobRun run{std::move(job), {}, {}, {}};
        const TaskRegistry::Entry *entry = m_registry.entry(run.job.info.task);
        if (!entry) { // fetched by identifier, so the registry was changed meanwhile
            run.outcome = TaskOutcome::failure(u"there is no such task"_s);
            return run;
        }
        const auto timeout = entry->options.timeout;
        std::optional<Deadlines::Run> deadline;
        if (timeout.count() > 0)
            deadline.emplace(&m_deadlines, timeout, std::stop_token(), std::stop_token());
        if (deadline)
            deadline->begin();
        const TaskContext context{run.job, deadline ? deadline->stop() : std::stop_token(),
                                  deadline ? deadline->kill() : std::stop_token(), *m_services};
        m_services->noteIn(&run);
        TaskOutcome outcome = execute(*entry->executor, context);
        m_services->noteIn(nullptr);
        if (deadline && deadline->hasPassed())
            outcome = afterTimeout(std::move(outcome), timeout);
        run.outcome = withOptions(std::move(outcome), run.job.info, entry->options);
        return run;
    }

private:
    TaskOutcome execute(const TaskExecutor &executor, const TaskContext &context)
    {
        if (executor.mode() == TaskExecutor::Mode::Asynchronous)
            return m_services->waitFor(
                [&](SingleRun::Done done) { m_loop.start(executor, context, std::move(done)); });
        try {
            return executor.run(context);
        } catch (...) {
            return TaskOutcome::failure(currentExceptionText());
        }
    }

    const TaskRegistry &m_registry;
    const std::shared_ptr<TestServices> m_services;
    Deadlines m_deadlines;
    LoopThread m_loop;
};

Result<void> write(Session &session, const JobQueue &queue, const JobRun &run)
{
    const Lease lease = leaseOf(run.job, true);
    const TaskOutcome &outcome = run.outcome;
    const auto nothing = [](const auto &) {};
    switch (outcome.kind) {
    case TaskOutcome::Kind::Success:
        return queue.complete(session, std::span(&lease, 1)).map(nothing);
    case TaskOutcome::Kind::Failure: {
        const Failure failure{lease, outcome.error, outcome.retryAfter, outcome.final,
                              outcome.payload};
        return queue.fail(session, std::span(&failure, 1)).map(nothing);
    }
    default: {
        const Return one{lease, outcome.retryAfter.value_or(std::chrono::milliseconds(0)),
                         outcome.payload};
        return queue.returnJobs(session, std::span(&one, 1)).map(nothing);
    }
    }
}

} // namespace

Result<std::vector<JobRun>> runTaskListOnce(const TaskRegistry &registry, Session &session,
                                            const QString &schema)
{
    const JobQueue queue(schema, u"yardmaster-test"_s, false);
    FetchRequest request;
    request.tasks = registry.identifiers();
    if (auto known = queue.registerTasks(session, request.tasks); !known)
        return tl::make_unexpected(known.error());
    TaskList tasks(session, schema, registry);
    std::vector<JobRun> runs;
    std::vector<Return> seenAgain; // kept locked until the end, or they would be fetched for ever
    QSet<qint64> seen;
    for (;;) {
        auto fetched = queue.fetch(session, request);
        if (!fetched)
            return tl::make_unexpected(fetched.error());
        if (fetched->jobs.empty())
            break;
        Job job = std::move(fetched->jobs.front());
        if (seen.contains(job.info.id)) {
            seenAgain.push_back({leaseOf(job, true)});
            continue;
        }
        seen.insert(job.info.id);
        runs.push_back(tasks.run(std::move(job)));
        if (auto written = write(session, queue, runs.back()); !written)
            return tl::make_unexpected(written.error());
    }
    if (!seenAgain.empty()) {
        if (auto returned = queue.returnJobs(session, seenAgain); !returned)
            return tl::make_unexpected(returned.error());
    }
    return runs;
}

Result<std::vector<JobRun>> runTaskListOnce(const TaskRegistry &registry,
                                            const QSqlDatabase &database, const QString &schema)
{
    const auto session = Session::borrow(database);
    if (!session)
        return tl::make_unexpected(session.error());
    return runTaskListOnce(registry, **session, schema);
}

Result<std::vector<JobRun>> runTaskListOnce(const TaskRegistry &registry,
                                            const ConnectionSettings &connection,
                                            const QString &schema)
{
    const auto session = Session::open(connection, u"test run"_s);
    if (!session)
        return tl::make_unexpected(session.error());
    return runTaskListOnce(registry, **session, schema);
}

} // namespace yardmaster::testing

#include "worker/testservices.h"

#include "worker/db/endingtransactions.h"
#include "worker/runner/preparedadd.h"
#include "worker/tasks/readyfuture.h"
#include <yardmaster/job.h>
#include <yardmaster/taskregistry.h>

#include <future>

namespace yardmaster::testing {

using namespace Qt::StringLiterals;

TestServices::TestServices(Session &session, const QString &schema, const TaskRegistry &registry)
    : TestServices(session, schema, registry, std::make_shared<Notes>())
{ }

TestServices::TestServices(Session &session, const QString &schema, const TaskRegistry &registry,
                           const std::shared_ptr<Notes> &notes)
    : JobServices(
        {u"test"_s, schema, TimeMode::Database, registry.identifiers(), &registry.shared(),
         Logger([notes](const LogEntry &entry) { notes->add(entry); }, {.workerId = u"test"_s})})
    , m_session(session)
    , m_notes(notes)
{ }

void TestServices::noteIn(JobRun *run)
{
    const std::scoped_lock lock(m_notes->mutex);
    m_notes->run = run;
}

void TestServices::Notes::add(const LogEntry &entry)
{
    const std::scoped_lock lock(mutex);
    if (run)
        run->log.push_back(entry);
}

TaskOutcome
TestServices::waitFor(const std::function<void(std::function<void(TaskOutcome)>)> &begin)
{
    std::unique_lock lock(m_mutex);
    m_isWaiting = true;
    m_outcome.reset();
    lock.unlock();
    begin([this](TaskOutcome outcome) {
        const std::scoped_lock inner(m_mutex);
        m_outcome = std::move(outcome);
        m_wake.notify_one();
    });
    lock.lock();
    for (;;) {
        m_wake.wait(lock, [this] { return m_outcome || !m_calls.empty(); });
        if (m_calls.empty())
            break;
        const auto call = std::move(m_calls.front());
        m_calls.pop_front();
        lock.unlock();
        call();
        lock.lock();
    }
    m_isWaiting = false;
    return *std::exchange(m_outcome, {});
}

void TestServices::output(const Job &, const QString &line, bool)
{
    const std::scoped_lock lock(m_notes->mutex);
    if (m_notes->run)
        m_notes->run->output.push_back(line);
}

void TestServices::progress(const Job &, double fraction, const QString &)
{
    const std::scoped_lock lock(m_notes->mutex);
    if (m_notes->run)
        m_notes->run->progress = fraction;
}

QFuture<AddedJob> TestServices::add(const Job &from, JobSpec spec)
{
    AddedJob added;
    const Result<void> done = withDatabase(
        from, [&](JobDatabase &database) { added = database.addJob(std::move(spec)); });
    return readyFuture(done ? std::move(added) : AddedJob(tl::make_unexpected(done.error())));
}

QFuture<AddedJobs> TestServices::addAll(const Job &from, std::vector<JobSpec> specs)
{
    AddedJobs added;
    const Result<void> done = withDatabase(
        from, [&](JobDatabase &database) { added = database.addJobs(std::move(specs)); });
    return readyFuture(done ? std::move(added) : AddedJobs(tl::make_unexpected(done.error())));
}

Result<void> TestServices::withDatabase(const Job &from, const DatabaseWork &work)
{
    if (!isHome()) {
        std::promise<Result<void>> promise;
        std::future<Result<void>> done = promise.get_future();
        const bool isSeenTo = enqueue([&] {
            try {
                promise.set_value(withDatabase(from, work));
            } catch (...) {
                promise.set_exception(std::current_exception());
            }
        });
        if (!isSeenTo)
            return fail(DbError::Kind::CannotConnect,
                        u"the database of a test can be used only by coroutines and on the thread "
                        "that called runTaskListOnce"_s);
        return done.get();
    }
    const auto prepare = [trace = TraceContext::fromPayload(from.payload)](JobSpec *spec) {
        return prepareAdd(nullptr, ScheduleRequest::Source::Handler, trace, spec);
    };
    JobDatabase database(m_session, facts().schema, {}, prepare);
    return endingTransactions(m_session, [&] { work(database); });
}

void TestServices::post(std::function<void(JobServices &)> call)
{
    if (isHome() || !enqueue([this, call] { call(*this); }))
        call(*this);
}

bool TestServices::enqueue(std::function<void()> call)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_isWaiting)
        return false;
    m_calls.push_back(std::move(call));
    m_wake.notify_one();
    return true;
}

} // namespace yardmaster::testing

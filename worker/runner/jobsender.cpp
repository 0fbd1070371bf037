#include "worker/runner/jobsender.h"

#include "worker/db/opensessions.h"
#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

#include <QPromise>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Adds in one transaction at most, so that the first of them need not wait for long.
constexpr size_t kBatch = 500;

using Answer = Result<std::vector<JobRecord>>;

struct Request
{
    std::vector<JobSpec> specs;
    bool isSingle = true;
    std::function<void(Answer)> answer;

    /// One with a key waits for others' locks, and is tried again when they are in the way: that
    /// takes a transaction of its own.
    [[nodiscard]] bool isShareable() const { return isSingle && !specs.front().jobKey; }
};

using Batch = std::vector<Request>;

} // namespace

class JobSender::Core final : public std::enable_shared_from_this<Core>
{
public:
    Core(const ConnectionSettings &settings, const QString &schema,
         std::function<QDateTime()> clock, Duration idle)
        : m_settings(settings)
        , m_adder(schema, std::move(clock))
        , m_idle(idle)
    {
        m_settings.setSessions(m_sessions);
    }

    void post(Request request);
    void stop();
    void interrupt() { m_sessions->cut(0ms); }
    void tellWhenIdle(std::function<void()> tell);
    [[nodiscard]] int pending() const { return m_pending; }
    [[nodiscard]] quint64 answered() const { return m_answered; }

private:
    void refuse(const Request &request);
    void answer(const Request &request, Answer answer);
    void run();
    [[nodiscard]] Batch takeBatch();
    void serve(Batch batch);
    [[nodiscard]] Result<void> connect();
    [[nodiscard]] Answer write(const Request &request);
    /// All in one transaction. @returns false if they have to be written one by one.
    [[nodiscard]] bool writeTogether(const Batch &batch);

    const std::shared_ptr<OpenSessions> m_sessions = std::make_shared<OpenSessions>();
    ConnectionSettings m_settings;
    const JobAdder m_adder;
    const Duration m_idle;

    std::unique_ptr<Session> m_session; // the thread's

    std::mutex m_mutex; // guards all below
    std::condition_variable m_wake;
    std::condition_variable m_ended;
    std::deque<Request> m_requests;
    bool m_isRunning = false;
    bool m_isStopped = false; ///< what is there is written, and no more
    bool m_isOver = false;    ///< nor that
    std::thread m_thread;

    std::atomic<int> m_pending = 0;
    std::atomic<quint64> m_answered = 0;
    std::mutex m_tellMutex; // guards the next
    std::function<void()> m_tell;
};

void JobSender::Core::tellWhenIdle(std::function<void()> tell)
{
    const std::scoped_lock lock(m_tellMutex);
    m_tell = std::move(tell);
}

void JobSender::Core::post(Request request)
{
    ++m_pending;
    std::unique_lock lock(m_mutex);
    if (m_isStopped) {
        lock.unlock();
        refuse(request);
        return;
    }
    m_requests.push_back(std::move(request));
    if (!m_isRunning) {
        m_isRunning = true;
        if (m_thread.joinable())
            m_thread.join(); // has nothing left to do
        m_thread = std::thread([self = shared_from_this()] { self->run(); });
    }
    m_wake.notify_one();
}

void JobSender::Core::stop()
{
    std::unique_lock lock(m_mutex);
    m_isStopped = true;
    m_wake.notify_one();
    const auto hasEnded = [this] { return !m_isRunning; };
    if (!m_ended.wait_for(lock, 1s, hasEnded)) {
        m_isOver = true;
        m_sessions->cancel(0ms);
        if (!m_ended.wait_for(lock, 500ms, hasEnded)) {
            m_sessions->close();
            m_ended.wait_for(lock, 300ms, hasEnded);
        }
    }
    if (!m_thread.joinable())
        return;
    if (hasEnded() && m_thread.get_id() != std::this_thread::get_id())
        m_thread.join();
    else
        m_thread.detach(); // a server that does not answer; it ends when that is noticed
}

void JobSender::Core::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait_for(lock, m_idle, [this] { return m_isStopped || !m_requests.empty(); });
        if (m_isOver) {
            for (const Request &request : std::exchange(m_requests, {}))
                refuse(request);
        }
        if (m_requests.empty()) {
            lock.unlock();
            m_session.reset();
            lock.lock();
            if (!m_requests.empty())
                continue;
            m_isRunning = false;
            m_ended.notify_all();
            return;
        }
        Batch batch = takeBatch();
        lock.unlock();
        serve(std::move(batch));
        lock.lock();
    }
}

void JobSender::Core::refuse(const Request &request)
{
    answer(request, fail(DbError::Kind::Cancelled, u"the worker has ended; no job was added"_s));
}

void JobSender::Core::answer(const Request &request, Answer answer)
{
    request.answer(std::move(answer));
    ++m_answered; // before it is idle
    if (--m_pending > 0)
        return;
    const std::scoped_lock lock(m_tellMutex);
    if (m_tell)
        m_tell();
}

Batch JobSender::Core::takeBatch()
{
    Batch batch;
    do {
        batch.push_back(std::move(m_requests.front()));
        m_requests.pop_front();
    } while (batch.front().isShareable() && batch.size() < kBatch && !m_requests.empty()
             && m_requests.front().isShareable());
    return batch;
}

void JobSender::Core::serve(Batch batch)
{
    if (batch.size() > 1 && writeTogether(batch))
        return;
    for (const Request &request : batch)
        answer(request, write(request));
}

Result<void> JobSender::Core::connect()
{
    if (m_session && m_session->isAlive())
        return {};
    m_session.reset();
    auto opened = Session::open(m_settings, u"add"_s);
    if (!opened)
        return tl::make_unexpected(opened.error());
    m_session = *std::move(opened);
    return {};
}

Answer JobSender::Core::write(const Request &request)
{
    for (bool isRetry = false;; isRetry = true) {
        if (auto connected = connect(); !connected)
            return tl::make_unexpected(connected.error());
        Answer answer = request.isSingle
            ? m_adder.add(*m_session, request.specs.front()).map([](JobRecord job) {
                  return std::vector<JobRecord>{std::move(job)};
              })
            : m_adder.addAll(*m_session, request.specs);
        // A session that lost its prepared statements has not added anything.
        const bool isUnfit = !answer && m_session->isLost()
            && answer.error().kind != DbError::Kind::ConnectionLost;
        if (isRetry || !isUnfit)
            return answer;
    }
}

bool JobSender::Core::writeTogether(const Batch &batch)
{
    for (const Request &request : batch) {
        if (!request.specs.front().validate())
            return false;
    }
    if (!connect())
        return false;
    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return false;
    std::vector<JobRecord> jobs;
    for (const Request &request : batch) {
        auto added = m_adder.add(*m_session, request.specs.front());
        if (!added)
            return false; // rolled back: whose fault it is will show
        jobs.push_back(*std::move(added));
    }
    const Result<void> committed = transaction->commit();
    for (size_t i = 0; i < batch.size(); ++i) {
        if (committed)
            answer(batch[i], std::vector<JobRecord>{std::move(jobs[i])});
        else // perhaps they are there: adding them again is not ours to decide
            answer(batch[i], tl::make_unexpected(committed.error()));
    }
    return true;
}

JobSender::JobSender(const ConnectionSettings &settings, const QString &schema,
                     std::function<QDateTime()> clock, Duration idle)
    : m_core(std::make_shared<Core>(settings, schema, std::move(clock), idle))
{ }

JobSender::~JobSender()
{
    m_core->stop();
}

void JobSender::stop()
{
    m_core->stop();
}

void JobSender::interrupt()
{
    m_core->interrupt();
}

void JobSender::tellWhenIdle(std::function<void()> tell)
{
    m_core->tellWhenIdle(std::move(tell));
}

int JobSender::pending() const
{
    return m_core->pending();
}

quint64 JobSender::answered() const
{
    return m_core->answered();
}

QFuture<AddedJob> JobSender::add(JobSpec spec)
{
    const auto promise = std::make_shared<QPromise<AddedJob>>();
    promise->start();
    m_core->post({{std::move(spec)}, true, [promise](Answer answer) {
                      promise->addResult(std::move(answer).map([](std::vector<JobRecord> jobs) {
                          return std::optional(std::move(jobs.front()));
                      }));
                      promise->finish();
                  }});
    return promise->future();
}

QFuture<AddedJobs> JobSender::addAll(std::vector<JobSpec> specs)
{
    const auto promise = std::make_shared<QPromise<AddedJobs>>();
    promise->start();
    m_core->post({std::move(specs), false, [promise](Answer answer) {
                      promise->addResult(std::move(answer));
                      promise->finish();
                  }});
    return promise->future();
}

} // namespace yardmaster

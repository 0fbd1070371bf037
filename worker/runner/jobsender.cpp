#include "worker/runner/jobsender.h"

#include "worker/db/opensessions.h"
#include "worker/time/backoff.h"
#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

#include <QLoggingCategory>
#include <QPromise>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <span>
#include <thread>

Q_LOGGING_CATEGORY(lcSender, "yardmaster.worker.add", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Adds in one transaction at most, so that the first of them need not wait for long.
constexpr size_t kBatch = 500;
/// So many sessions in a row may lose their prepared statements, or turn out to be read-only, as
/// behind a pooler or after a failover, before it is called an error.
constexpr int kUnfitSessions = 5;

using Answer = Result<std::vector<JobRecord>>;

struct Request
{
    std::vector<JobSpec> specs;
    bool isSingle = true;
    JobSender::WhenAway whenAway = JobSender::WhenAway::Fail;
    std::function<void(Answer)> answer;

    /// One with a key waits for others' locks, and is tried again when they are in the way: that
    /// takes a transaction of its own.
    [[nodiscard]] bool isShareable() const { return isSingle && !specs.front().jobKey; }
};

using Batch = std::vector<Request>;

/// Nobody knows. A server process that was told to end says so instead of the answer to a statement
/// or commit: one that was carried out would have been answered before.
bool mayBeCommitted(const DbError &error)
{
    return error.kind == DbError::Kind::ConnectionLost && error.sqlState != "57P01"_L1;
}

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
    void giveUp();
    void tellWhenIdle(std::function<void()> tell);
    [[nodiscard]] int pending() const { return m_pending; }
    [[nodiscard]] quint64 answered() const { return m_answered; }

private:
    void refuse(const Request &request);
    void answer(const Request &request, Answer answer);
    void run();
    [[nodiscard]] Batch takeBatch();
    /// @returns what has to be written again, after a while, as it was not.
    [[nodiscard]] Batch serve(Batch batch);
    /// Moves out of `batch`, and of what is behind it, what does not wait for a connection.
    [[nodiscard]] Batch takeImpatient(Batch *batch);
    [[nodiscard]] Result<void> connect();
    /// Writes and answers, as many at once as it can. @returns what serve() does.
    [[nodiscard]] Batch write(Batch batch);
    struct Attempt
    {
        Answer jobs;     ///< of all requests, one for each single one
        size_t fine;     ///< requests that were accepted before one was refused
        bool mayBeThere; ///< the session was lost when they may have been committed
    };
    [[nodiscard]] Attempt tryOne(const Request &request) const;
    /// All or none.
    [[nodiscard]] Attempt tryTogether(std::span<const Request> requests) const;
    /// The session failed, and nothing of the batch was committed. @returns what serve() does.
    [[nodiscard]] Batch afterLoss(Batch batch, const DbError &error);
    void onTrouble(const DbError &error);
    void onSuccess();

    const std::shared_ptr<OpenSessions> m_sessions = std::make_shared<OpenSessions>();
    ConnectionSettings m_settings;
    const JobAdder m_adder;
    const Duration m_idle;

    std::unique_ptr<Session> m_session; // the thread's, as the next three
    Backoff m_backoff{50ms, 1s};
    int m_unfitSessions = 0;
    bool m_hasWarned = false;

    std::mutex m_mutex; // guards all below
    std::condition_variable m_wake;
    std::condition_variable m_ended;
    std::deque<Request> m_requests;
    bool m_isRunning = false;
    bool m_isStopped = false;              ///< what is there is written, and no more
    bool m_isOver = false;                 ///< nor that
    std::atomic<bool> m_isGivenUp = false; ///< what is being written is not tried again
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
        m_isGivenUp = true;
        m_wake.notify_one();
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

void JobSender::Core::giveUp()
{
    std::unique_lock lock(m_mutex);
    m_isGivenUp = true;
    const auto requests = std::exchange(m_requests, {});
    m_wake.notify_one();
    m_sessions->cut(0ms);
    lock.unlock();
    for (const Request &request : requests)
        refuse(request);
}

void JobSender::Core::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait_for(lock, m_idle, [this] { return m_isStopped || !m_requests.empty(); });
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
        m_isGivenUp = m_isOver;
        Batch left = takeBatch();
        if (!m_isGivenUp) {
            lock.unlock();
            left = serve(std::move(left));
            lock.lock();
        }
        if (left.empty())
            continue;
        if (m_isGivenUp) {
            lock.unlock();
            for (const Request &request : left)
                refuse(request);
            lock.lock();
        } else {
            m_requests.insert(m_requests.begin(), std::make_move_iterator(left.begin()),
                              std::make_move_iterator(left.end()));
            m_wake.wait_for(lock, m_backoff.next(), [this] { return m_isGivenUp.load(); });
        }
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

Batch JobSender::Core::serve(Batch batch)
{
    std::erase_if(batch, [this](const Request &request) { // as JobAdder would
        const auto fine = request.isSingle ? request.specs.front().validate() : Result<void>();
        if (!fine)
            answer(request, tl::make_unexpected(fine.error()));
        return !fine;
    });
    if (batch.empty())
        return batch;
    if (const auto connected = connect(); !connected) {
        for (const Request &request : takeImpatient(&batch))
            answer(request, tl::make_unexpected(connected.error()));
        if (!batch.empty())
            onTrouble(connected.error());
        return batch;
    }
    return write(std::move(batch));
}

Batch JobSender::Core::takeImpatient(Batch *batch)
{
    Batch impatient;
    const auto take = [&impatient](auto *requests) {
        const auto first
            = std::stable_partition(requests->begin(), requests->end(), [](const Request &request) {
                  return request.whenAway == WhenAway::Wait;
              });
        std::move(first, requests->end(), std::back_inserter(impatient));
        requests->erase(first, requests->end());
    };
    take(batch);
    const std::scoped_lock lock(m_mutex);
    take(&m_requests);
    return impatient;
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

/// When one is refused, those before it are known to be fine: they are written without it. It is
/// tried again as the first, and refused then if it was its own fault.
Batch JobSender::Core::write(Batch batch)
{
    size_t count = batch.size(); // of them at once
    while (!batch.empty()) {
        const auto end = batch.begin() + qsizetype(count);
        Attempt tried = count > 1 ? tryTogether({batch.begin(), end}) : tryOne(batch.front());
        const bool isLost = !tried.jobs && m_session->isLost();
        if (!tried.jobs && !(isLost && tried.mayBeThere)) {
            if (isLost)
                return afterLoss(std::move(batch), tried.jobs.error());
            if (m_isGivenUp)
                return batch;
            if (count > 1) {
                count = tried.fine < count ? std::max<size_t>(tried.fine, 1) : count / 2;
                continue;
            }
        }
        for (size_t i = 0; i < count; ++i) {
            if (tried.jobs && count > 1)
                answer(batch[i], std::vector<JobRecord>{std::move((*tried.jobs)[i])});
            else
                answer(batch[i], tried.jobs);
        }
        batch.erase(batch.begin(), end);
        count = batch.size();
        if (isLost)
            return batch;
    }
    onSuccess();
    return {};
}

JobSender::Core::Attempt JobSender::Core::tryOne(const Request &request) const
{
    Answer jobs = request.isSingle
        ? m_adder.add(*m_session, request.specs.front()).map([](JobRecord job) {
              return std::vector<JobRecord>{std::move(job)};
          })
        : m_adder.addAll(*m_session, request.specs);
    const bool mayBeThere = !jobs && mayBeCommitted(jobs.error());
    return {std::move(jobs), 0, mayBeThere};
}

JobSender::Core::Attempt JobSender::Core::tryTogether(std::span<const Request> requests) const
{
    std::vector<JobSpec> specs;
    specs.reserve(requests.size());
    for (const Request &request : requests)
        specs.push_back(request.specs.front());
    auto plain = m_adder.addPlain(*m_session, specs);
    if (plain && *plain)
        return {**std::move(plain), specs.size(), false};
    if (!plain && m_session->isLost())
        return {tl::make_unexpected(plain.error()), 0, mayBeCommitted(plain.error())};

    auto transaction = Transaction::begin(*m_session);
    if (!transaction)
        return {tl::make_unexpected(transaction.error()), 0, false};
    std::vector<JobRecord> jobs;
    for (const JobSpec &spec : specs) {
        auto added = m_adder.add(*m_session, spec);
        if (!added)
            return {tl::make_unexpected(added.error()), jobs.size(), false};
        jobs.push_back(*std::move(added));
    }
    if (const auto committed = transaction->commit(); !committed)
        return {tl::make_unexpected(committed.error()), jobs.size(),
                mayBeCommitted(committed.error())};
    return {std::move(jobs), specs.size(), false};
}

Batch JobSender::Core::afterLoss(Batch batch, const DbError &error)
{
    if (error.kind == DbError::Kind::ConnectionLost)
        m_unfitSessions = 0;
    else if (++m_unfitSessions > kUnfitSessions) {
        for (const Request &request : std::exchange(batch, {}))
            answer(request, tl::make_unexpected(error));
    }
    return batch;
}

void JobSender::Core::onTrouble(const DbError &error)
{
    if (!std::exchange(m_hasWarned, true))
        qCWarning(lcSender, "cannot connect to add jobs: %s; retrying",
                  qUtf8Printable(error.message));
}

void JobSender::Core::onSuccess()
{
    m_unfitSessions = 0;
    m_backoff.reset();
    if (std::exchange(m_hasWarned, false))
        qCInfo(lcSender, "jobs are added again");
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

void JobSender::giveUp()
{
    m_core->giveUp();
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

QFuture<AddedJob> JobSender::add(JobSpec spec, WhenAway whenAway)
{
    const auto promise = std::make_shared<QPromise<AddedJob>>();
    promise->start();
    m_core->post({{std::move(spec)}, true, whenAway, [promise](Answer answer) {
                      promise->addResult(std::move(answer).map([](std::vector<JobRecord> jobs) {
                          return std::optional(std::move(jobs.front()));
                      }));
                      promise->finish();
                  }});
    return promise->future();
}

QFuture<AddedJobs> JobSender::addAll(std::vector<JobSpec> specs, WhenAway whenAway)
{
    const auto promise = std::make_shared<QPromise<AddedJobs>>();
    promise->start();
    m_core->post({std::move(specs), false, whenAway, [promise](Answer answer) {
                      promise->addResult(std::move(answer));
                      promise->finish();
                  }});
    return promise->future();
}

} // namespace yardmaster

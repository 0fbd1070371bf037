#include "worker/runner/jobsender.h"

#include "worker/db/opensessions.h"
#include "worker/runner/addwriter.h"
#include "worker/time/backoff.h"

#include <QLoggingCategory>
#include <QPromise>
#include <QSet>

#include <algorithm>
#include <array>
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

using Clock = std::chrono::steady_clock;

/// Adds in one transaction at most, so that the first of them need not wait for long.
constexpr size_t kBatch = 500;
/// Connections at most: all but one may wait for others' locks.
constexpr size_t kLanes = 8;
/// Of them at work at once, as adds with a key, which are written one by one, would take too long.
constexpr int kParallel = 4;
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

/// What must be added in the order given: its job keys and named queues.
QSet<QString> namesOf(const Request &request)
{
    QSet<QString> names;
    for (const JobSpec &spec : request.specs) {
        if (spec.jobKey)
            names.insert(u'k' + *spec.jobKey);
        if (spec.queueName)
            names.insert(u'q' + *spec.queueName);
    }
    return names;
}

/// A thread that writes. Guarded by the mutex of its JobSender, but for the writer.
struct Lane
{
    enum class State { Off, Free, Writing, Closing };

    Lane(const ConnectionSettings *settings, const JobAdder *adder)
        : writer(settings, adder)
    { }

    AddWriter writer; // the thread's, as the next
    int unfitSessions = 0;

    State state = State::Off;
    bool isShared = false;     ///< writes what isShareable()
    Clock::time_point since{}; ///< it has been writing
    quint64 giveUps = 0;       ///< there had been, when it began
    QSet<QString> names{};     ///< of what it writes
    std::condition_variable wake{};
    std::thread thread{};
};

} // namespace

class JobSender::Core final : public std::enable_shared_from_this<Core>
{
public:
    Core(const ConnectionSettings &settings, const QString &schema,
         std::function<QDateTime()> clock, Duration idle, Duration patience)
        : m_settings(settings)
        , m_adder(schema, std::move(clock))
        , m_idle(idle)
        , m_patience(patience)
    {
        m_settings.setSessions(m_sessions);
        for (auto &lane : m_lanes)
            lane = std::make_unique<Lane>(&m_settings, &m_adder);
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
    void run(Lane &lane);

    /// @name With the mutex locked
    /// @{
    /// Empty: the thread ends.
    [[nodiscard]] Batch waitForBatch(Lane &lane, std::unique_lock<std::mutex> &lock);
    /// Empty: nothing can be begun yet.
    [[nodiscard]] Batch takeBatch();
    /// Before all others.
    void putBack(Batch::iterator begin, Batch::iterator end);
    void wakeLane();
    struct Work
    {
        int lanes = 0; ///< that began a moment ago
        bool isShared = false;
        /// Adds that can share a transaction wait for those under way, so that they do.
        [[nodiscard]] bool allows(const Request &more) const
        {
            return lanes < kParallel && !(isShared && more.isShareable());
        }
    };
    [[nodiscard]] Work freshWork() const;
    [[nodiscard]] bool hasEnded() const;
    /// @}

    /// @returns what has to be written again, after a while, as it was not.
    [[nodiscard]] Batch serve(Lane &lane, Batch batch);
    /// Moves out of `batch`, and of what is behind it, what does not wait for a connection.
    [[nodiscard]] Batch takeImpatient(Batch *batch);
    /// Writes and answers, as many at once as it can. @returns what serve() does.
    [[nodiscard]] Batch write(Lane &lane, Batch batch);
    /// The first of `batch` waits for a lock.
    void giveBackOthers(Lane &lane, Batch *batch);
    [[nodiscard]] AddWriter::Attempt tryToWrite(const Lane &lane,
                                                std::span<const Request> requests);
    /// The session failed, and nothing of the batch was committed. @returns what serve() does.
    [[nodiscard]] Batch afterLoss(Lane &lane, Batch batch, const DbError &error);
    [[nodiscard]] bool isGivenUp(const Lane &lane) const { return m_giveUps != lane.giveUps; }
    void onTrouble(const DbError &error);
    void onSuccess(Lane &lane);

    const std::shared_ptr<OpenSessions> m_sessions = std::make_shared<OpenSessions>();
    ConnectionSettings m_settings;
    const JobAdder m_adder;
    const Duration m_idle;
    const Duration m_patience;

    std::mutex m_mutex; // guards all below
    std::array<std::unique_ptr<Lane>, kLanes> m_lanes;
    std::condition_variable m_ended;
    std::deque<Request> m_requests;
    bool m_isWatched = false; ///< a free lane will look again in a moment
    bool m_isStopped = false; ///< what is there is written, and no more
    Backoff m_backoff{50ms, 1s};
    Clock::time_point m_retryAt{};
    bool m_hasWarned = false;
    std::atomic<quint64> m_giveUps = 0; ///< what was being written before is not tried again

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
    if (!m_isWatched || freshWork().allows(m_requests.back()))
        wakeLane();
}

/// The first that is free: it is the one that has a connection.
void JobSender::Core::wakeLane()
{
    for (const auto &lane : m_lanes) {
        if (lane->state == Lane::State::Free) {
            lane->wake.notify_one();
            return;
        }
    }
    const auto off = std::find_if(m_lanes.begin(), m_lanes.end(),
                                  [](const auto &lane) { return lane->state == Lane::State::Off; });
    if (off == m_lanes.end() || m_isStopped)
        return;
    Lane &lane = **off;
    if (lane.thread.joinable())
        lane.thread.join(); // has nothing left to do
    lane.state = Lane::State::Free;
    lane.thread = std::thread([self = shared_from_this(), &lane] { self->run(lane); });
}

JobSender::Core::Work JobSender::Core::freshWork() const
{
    const auto stuckSince = Clock::now() - m_patience;
    Work work;
    for (const auto &lane : m_lanes) {
        if (lane->state == Lane::State::Writing && lane->since > stuckSince) {
            ++work.lanes;
            work.isShared |= lane->isShared;
        }
    }
    return work;
}

bool JobSender::Core::hasEnded() const
{
    return std::all_of(m_lanes.begin(), m_lanes.end(),
                       [](const auto &lane) { return lane->state == Lane::State::Off; });
}

void JobSender::Core::stop()
{
    std::unique_lock lock(m_mutex);
    m_isStopped = true;
    for (const auto &lane : m_lanes)
        lane->wake.notify_one();
    const auto ended = [this] { return hasEnded(); };
    if (!m_ended.wait_for(lock, 1s, ended)) {
        ++m_giveUps;
        const auto requests = std::exchange(m_requests, {});
        m_sessions->cancel(0ms);
        lock.unlock();
        for (const Request &request : requests)
            refuse(request);
        lock.lock();
        if (!m_ended.wait_for(lock, 500ms, ended)) {
            m_sessions->close();
            m_ended.wait_for(lock, 300ms, ended);
        }
    }
    for (const auto &lane : m_lanes) {
        if (!lane->thread.joinable())
            continue;
        if (lane->state == Lane::State::Off && lane->thread.get_id() != std::this_thread::get_id())
            lane->thread.join();
        else
            lane->thread.detach(); // a server that does not answer; it ends when that is noticed
    }
}

void JobSender::Core::giveUp()
{
    std::unique_lock lock(m_mutex);
    ++m_giveUps;
    const auto requests = std::exchange(m_requests, {});
    m_sessions->cancel(0ms); // a server process that waits for a lock does not notice the other
    m_sessions->cut(0ms);
    lock.unlock();
    for (const Request &request : requests)
        refuse(request);
}

void JobSender::Core::run(Lane &lane)
{
    std::unique_lock lock(m_mutex);
    for (Batch batch = waitForBatch(lane, lock); !batch.empty(); batch = waitForBatch(lane, lock)) {
        lock.unlock();
        Batch left = serve(lane, std::move(batch));
        lock.lock();
        if (left.empty())
            continue;
        if (isGivenUp(lane)) {
            lock.unlock();
            for (const Request &request : left)
                refuse(request);
            lock.lock();
        } else {
            putBack(left.begin(), left.end());
            m_retryAt = Clock::now() + m_backoff.next();
        }
    }
    lane.state = Lane::State::Closing;
    lock.unlock();
    lane.writer.close();
    lock.lock();
    lane.state = Lane::State::Off;
    m_ended.notify_all();
}

Batch JobSender::Core::waitForBatch(Lane &lane, std::unique_lock<std::mutex> &lock)
{
    lane.state = Lane::State::Free;
    lane.names.clear();
    const auto idleUntil = Clock::now() + m_idle;
    for (;;) {
        if (Batch batch = takeBatch(); !batch.empty()) {
            lane.state = Lane::State::Writing;
            lane.since = Clock::now();
            lane.giveUps = m_giveUps;
            lane.isShared = batch.front().isShareable();
            for (const Request &request : batch)
                lane.names |= namesOf(request);
            if (!m_requests.empty() && !m_isWatched)
                wakeLane();
            return batch;
        }
        if (!m_requests.empty()) {
            m_isWatched = true;
            const auto now = Clock::now();
            lane.wake.wait_until(lock, now < m_retryAt ? m_retryAt : now + m_patience / 2);
            m_isWatched = false;
        } else if (m_isStopped
                   || (lane.wake.wait_until(lock, idleUntil) == std::cv_status::timeout
                       && m_requests.empty())) {
            return {};
        }
    }
}

Batch JobSender::Core::takeBatch()
{
    if (m_requests.empty() || Clock::now() < m_retryAt)
        return {};
    const Work work = freshWork();
    QSet<QString> names;
    for (const auto &lane : m_lanes)
        names |= lane->names;
    Batch batch;
    for (size_t i = 0, seen = 0;
         i < m_requests.size() && batch.size() < kBatch && seen < 2 * kBatch; ++seen) {
        Request &request = m_requests[i];
        if (const QSet<QString> own = namesOf(request);
            !work.allows(request) || names.intersects(own)) {
            names |= own; // those behind it have to wait, too
            ++i;
            continue;
        }
        if (!batch.empty() && !request.isShareable())
            break;
        batch.push_back(std::move(request));
        m_requests.erase(m_requests.begin() + qsizetype(i));
        if (!batch.front().isShareable())
            break;
    }
    return batch;
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

Batch JobSender::Core::serve(Lane &lane, Batch batch)
{
    std::erase_if(batch, [this](const Request &request) { // as JobAdder would
        const auto fine = request.isSingle ? request.specs.front().validate() : Result<void>();
        if (!fine)
            answer(request, tl::make_unexpected(fine.error()));
        return !fine;
    });
    if (batch.empty())
        return batch;
    if (const auto connected = lane.writer.connect(); !connected) {
        for (const Request &request : takeImpatient(&batch))
            answer(request, tl::make_unexpected(connected.error()));
        if (!batch.empty())
            onTrouble(connected.error());
        return batch;
    }
    return write(lane, std::move(batch));
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

/// When one is refused, those before it are known to be fine: they are written without it. It is
/// tried again as the first, and refused then if it was its own fault.
Batch JobSender::Core::write(Lane &lane, Batch batch)
{
    size_t count = batch.size(); // of them at once
    while (!batch.empty()) {
        AddWriter::Attempt tried = tryToWrite(lane, {batch.data(), count});
        const bool isLost = !tried.jobs && lane.writer.isLost();
        if (!tried.jobs && !(isLost && tried.mayBeThere)) {
            if (isLost)
                return afterLoss(lane, std::move(batch), tried.jobs.error());
            if (isGivenUp(lane))
                return batch;
            if (count > 1) {
                if (tried.fine == 0 && tried.jobs.error().sqlState == "55P03"_L1)
                    giveBackOthers(lane, &batch);
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
        batch.erase(batch.begin(), batch.begin() + qsizetype(count));
        count = batch.size();
        if (isLost)
            return batch;
    }
    onSuccess(lane);
    return {};
}

void JobSender::Core::putBack(Batch::iterator begin, Batch::iterator end)
{
    m_requests.insert(m_requests.begin(), std::make_move_iterator(begin),
                      std::make_move_iterator(end));
}

void JobSender::Core::giveBackOthers(Lane &lane, Batch *batch)
{
    const std::scoped_lock lock(m_mutex);
    if (isGivenUp(lane))
        return; // they are refused with it
    putBack(batch->begin() + 1, batch->end());
    batch->erase(batch->begin() + 1, batch->end());
    lane.names = namesOf(batch->front());
    lane.since = Clock::now() - m_patience;
    wakeLane();
}

AddWriter::Attempt JobSender::Core::tryToWrite(const Lane &lane, std::span<const Request> requests)
{
    const Request &first = requests.front();
    if (!first.isSingle)
        return lane.writer.addAll(first.specs);
    if (requests.size() == 1)
        return lane.writer.add(first.specs.front());
    std::vector<JobSpec> specs;
    specs.reserve(requests.size());
    for (const Request &request : requests)
        specs.push_back(request.specs.front());
    return lane.writer.addTogether(specs, m_patience);
}

Batch JobSender::Core::afterLoss(Lane &lane, Batch batch, const DbError &error)
{
    if (error.kind == DbError::Kind::ConnectionLost)
        lane.unfitSessions = 0;
    else if (++lane.unfitSessions > kUnfitSessions) {
        for (const Request &request : std::exchange(batch, {}))
            answer(request, tl::make_unexpected(error));
    }
    return batch;
}

void JobSender::Core::onTrouble(const DbError &error)
{
    const std::scoped_lock lock(m_mutex);
    if (!std::exchange(m_hasWarned, true))
        qCWarning(lcSender, "cannot connect to add jobs: %s; retrying",
                  qUtf8Printable(error.message));
}

void JobSender::Core::onSuccess(Lane &lane)
{
    lane.unfitSessions = 0;
    const std::scoped_lock lock(m_mutex);
    m_backoff.reset();
    if (std::exchange(m_hasWarned, false))
        qCInfo(lcSender, "jobs are added again");
}

JobSender::JobSender(const ConnectionSettings &settings, const QString &schema,
                     std::function<QDateTime()> clock, Duration idle, Duration patience)
    : m_core(std::make_shared<Core>(settings, schema, std::move(clock), idle, patience))
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

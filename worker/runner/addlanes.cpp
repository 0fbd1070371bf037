#include "worker/runner/addlanes.h"

#include "worker/runner/addwriter.h"

#include <QLoggingCategory>

#include <algorithm>
#include <iterator>

Q_LOGGING_CATEGORY(lcSender, "yardmaster.worker.add", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Adds in one transaction at most, so that the first of them need not wait for long.
constexpr size_t kBatch = 500;
/// Connections at work at once, as adds with a key, which are written one by one, would take too
/// long.
constexpr int kParallel = 4;

} // namespace

AddLanes::AddLanes(const ConnectionSettings &settings, const QString &schema,
                   std::function<QDateTime()> clock, Duration idle, Duration patience)
    : m_settings(settings)
    , m_adder(schema, std::move(clock))
    , m_idle(idle)
    , m_patience(patience)
{
    m_settings.setSessions(m_sessions);
}

/// Adds that can share a transaction wait for those under way, so that they do.
bool AddLanes::Work::allows(const AddRequest &more) const
{
    return lanes < kParallel && !(isShared && more.isShareable());
}

void AddLanes::tellWhenIdle(std::function<void()> tell)
{
    const std::scoped_lock lock(m_tellMutex);
    m_tell = std::move(tell);
}

void AddLanes::post(AddRequest request)
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
void AddLanes::wakeLane()
{
    for (Lane &lane : m_lanes) {
        if (lane.state == Lane::State::Free) {
            lane.wake.notify_one();
            return;
        }
    }
    const auto off = std::find_if(m_lanes.begin(), m_lanes.end(),
                                  [](const Lane &lane) { return lane.state == Lane::State::Off; });
    if (off == m_lanes.end() || m_isStopped)
        return;
    Lane &lane = *off;
    if (lane.thread.joinable())
        lane.thread.join(); // has nothing left to do
    lane.state = Lane::State::Free;
    lane.thread = std::thread([self = shared_from_this(), &lane] { self->run(lane); });
}

AddLanes::Work AddLanes::freshWork() const
{
    const auto stuckSince = Clock::now() - m_patience;
    Work work;
    for (const Lane &lane : m_lanes) {
        if (lane.state == Lane::State::Writing && lane.since > stuckSince) {
            ++work.lanes;
            work.isShared |= lane.isShared;
        }
    }
    return work;
}

bool AddLanes::isLastFree(const Lane &lane) const
{
    return std::none_of(m_lanes.begin(), m_lanes.end(), [&lane](const Lane &other) {
        return &other != &lane
            && (other.state == Lane::State::Off || other.state == Lane::State::Free);
    });
}

bool AddLanes::hasEnded() const
{
    return std::all_of(m_lanes.begin(), m_lanes.end(),
                       [](const Lane &lane) { return lane.state == Lane::State::Off; });
}

void AddLanes::stop()
{
    std::unique_lock lock(m_mutex);
    m_isStopped = true;
    for (Lane &lane : m_lanes)
        lane.wake.notify_one();
    const auto ended = [this] { return hasEnded(); };
    if (!m_ended.wait_for(lock, 1s, ended)) {
        ++m_giveUps;
        const auto requests = takeAll();
        m_sessions->cancel(0ms);
        lock.unlock();
        for (const AddRequest &request : requests)
            refuse(request);
        lock.lock();
        if (!m_ended.wait_for(lock, 500ms, ended)) {
            m_sessions->close();
            m_ended.wait_for(lock, 300ms, ended);
        }
    }
    for (Lane &lane : m_lanes) {
        if (!lane.thread.joinable())
            continue;
        if (lane.state == Lane::State::Off && lane.thread.get_id() != std::this_thread::get_id())
            lane.thread.join();
        else
            lane.thread.detach(); // a server that does not answer; it ends when that is noticed
    }
}

void AddLanes::giveUp()
{
    std::unique_lock lock(m_mutex);
    ++m_giveUps;
    const auto requests = takeAll();
    m_sessions->cancel(0ms); // a server process that waits for a lock does not notice the other
    m_sessions->cutAll();    // a lane may be about to use one
    lock.unlock();
    for (const AddRequest &request : requests)
        refuse(request);
}

std::deque<AddRequest> AddLanes::takeAll()
{
    auto all = std::exchange(m_held, {});
    std::move(m_requests.begin(), m_requests.end(), std::back_inserter(all));
    m_requests.clear();
    return all;
}

void AddLanes::noticeWaiting(Duration limit)
{
    const std::scoped_lock lock(m_mutex);
    const auto before = Clock::now() - limit;
    const bool isWaiting = std::any_of(m_lanes.begin(), m_lanes.end(), [before](const Lane &lane) {
        return lane.state == Lane::State::Writing && lane.since <= before;
    });
    if (!isWaiting || m_hasWarned) {
        m_hasWarnedOfWait = false;
        return;
    }
    if (!std::exchange(m_hasWarnedOfWait, true))
        qCWarning(lcSender,
                  "jobs are still being added after %lld s: another session may hold a lock that "
                  "they need, see pg_blocking_pids()",
                  qint64(std::chrono::floor<std::chrono::seconds>(limit).count()));
}

void AddLanes::run(Lane &lane)
{
    AddWriter writer(&m_settings, &m_adder, m_patience,
                     {[this](const AddRequest &request, AddAnswer answer) {
                          this->answer(request, std::move(answer));
                      },
                      [this, &lane] { return isGivenUp(lane); },
                      [this, &lane](AddBatch *batch) { takeOthers(lane, batch); },
                      [this, &lane](AddBatch *batch) { hold(lane, batch); }});
    std::unique_lock lock(m_mutex);
    do {
        serveUntilIdle(lane, writer, lock);
        lane.state = Lane::State::Closing;
        lock.unlock();
        writer.close();
        lock.lock();
    } while (hasWork()); // none of the others may have been free
    lane.state = Lane::State::Off;
    m_ended.notify_all();
}

void AddLanes::serveUntilIdle(Lane &lane, AddWriter &writer, std::unique_lock<std::mutex> &lock)
{
    for (AddBatch batch = waitForBatch(lane, lock); !batch.empty();
         batch = waitForBatch(lane, lock)) {
        lock.unlock();
        writer.setMayWait(lane.mayWait);
        AddBatch left = serve(writer, std::move(batch));
        lock.lock();
        if (left.empty())
            continue;
        if (isGivenUp(lane)) {
            lock.unlock();
            for (const AddRequest &request : left)
                refuse(request);
            lock.lock();
        } else {
            putBack(left.begin(), left.end());
            m_retryAt = Clock::now() + m_backoff.next();
        }
    }
}

AddBatch AddLanes::waitForBatch(Lane &lane, std::unique_lock<std::mutex> &lock)
{
    lane.state = Lane::State::Free;
    lane.names.clear();
    const auto idleUntil = Clock::now() + m_idle;
    for (;;) {
        const bool mayWait = !isLastFree(lane);
        if (AddBatch batch = takeBatch(mayWait); !batch.empty()) {
            lane.state = Lane::State::Writing;
            lane.mayWait = mayWait;
            lane.since = Clock::now();
            lane.giveUps = m_giveUps;
            lane.isShared = batch.front().isShareable();
            for (const AddRequest &request : batch)
                lane.names |= request.names();
            if (hasWork() && !m_isWatched)
                wakeLane();
            return batch;
        }
        if (hasWork()) {
            m_isWatched = true;
            const auto now = Clock::now();
            lane.wake.wait_until(lock, now < m_retryAt ? m_retryAt : now + m_patience / 2);
            m_isWatched = false;
        } else if (m_isStopped
                   || (lane.wake.wait_until(lock, idleUntil) == std::cv_status::timeout
                       && !hasWork())) {
            return {};
        }
    }
}

AddBatch AddLanes::takeBatch(bool mayWait)
{
    if (!hasWork() || Clock::now() < m_retryAt)
        return {};
    const Work work = freshWork();
    AddBatch batch;
    if (!m_held.empty() && (mayWait || Clock::now() >= m_heldUntil)
        && work.allows(m_held.front())) {
        batch.push_back(std::move(m_held.front()));
        m_held.pop_front();
        if (mayWait)
            m_holding.reset();
        return batch;
    }
    QSet<QString> names;
    for (const Lane &lane : m_lanes)
        names |= lane.names;
    for (const AddRequest &request : m_held)
        names |= request.names();
    for (size_t i = 0, seen = 0;
         i < m_requests.size() && batch.size() < kBatch && seen < 2 * kBatch; ++seen) {
        AddRequest &request = m_requests[i];
        if (const QSet<QString> own = request.names();
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

void AddLanes::refuse(const AddRequest &request)
{
    answer(request, fail(DbError::Kind::Cancelled, u"the worker has ended; no job was added"_s));
}

void AddLanes::answer(const AddRequest &request, AddAnswer answer)
{
    request.answer(std::move(answer));
    ++m_answered; // before it is idle
    if (--m_pending > 0)
        return;
    const std::scoped_lock lock(m_tellMutex);
    if (m_tell)
        m_tell();
}

AddBatch AddLanes::serve(AddWriter &writer, AddBatch batch)
{
    std::erase_if(batch, [this](const AddRequest &request) { // as JobAdder would
        const auto fine = request.isSingle ? request.specs.front().validate() : Result<void>();
        if (!fine)
            answer(request, tl::make_unexpected(fine.error()));
        return !fine;
    });
    if (batch.empty())
        return batch;
    if (const auto connected = writer.connect(); !connected) {
        for (const AddRequest &request : takeImpatient(&batch))
            answer(request, tl::make_unexpected(connected.error()));
        if (!batch.empty())
            onTrouble(connected.error());
        return batch;
    }
    AddBatch left = writer.write(std::move(batch));
    if (left.empty() && writer.isFit())
        onSuccess();
    return left;
}

AddBatch AddLanes::takeImpatient(AddBatch *batch)
{
    AddBatch impatient;
    const auto take = [&impatient](auto *requests) {
        const auto first = std::stable_partition(
            requests->begin(), requests->end(), [](const AddRequest &request) {
                return request.whenAway == JobSender::WhenAway::Wait;
            });
        std::move(first, requests->end(), std::back_inserter(impatient));
        requests->erase(first, requests->end());
    };
    take(batch);
    const std::scoped_lock lock(m_mutex);
    take(&m_held);
    take(&m_requests);
    return impatient;
}

void AddLanes::putBack(AddBatch::iterator begin, AddBatch::iterator end)
{
    m_requests.insert(m_requests.begin(), std::make_move_iterator(begin),
                      std::make_move_iterator(end));
}

void AddLanes::takeOthers(Lane &lane, AddBatch *batch)
{
    const std::scoped_lock lock(m_mutex);
    if (isGivenUp(lane))
        return; // they are refused with it
    putBack(batch->begin() + 1, batch->end());
    batch->erase(batch->begin() + 1, batch->end());
    lane.names = batch->front().names();
    lane.since = Clock::now() - m_patience;
    wakeLane();
}

void AddLanes::hold(const Lane &lane, AddBatch *batch)
{
    const std::scoped_lock lock(m_mutex);
    if (isGivenUp(lane))
        return;                                // it is refused
    putBack(batch->begin() + 1, batch->end()); // some may have to be added after it
    m_held.push_back(std::move(batch->front()));
    batch->clear();
    m_heldUntil = Clock::now() + m_holding.next();
}

void AddLanes::onTrouble(const DbError &error)
{
    const std::scoped_lock lock(m_mutex);
    if (m_isStopped)
        return; // a moment later it is not tried again, and the jobs that add are told
    if (!std::exchange(m_hasWarned, true))
        qCWarning(lcSender, "cannot connect to add jobs: %s; retrying",
                  qUtf8Printable(error.message));
}

void AddLanes::onSuccess()
{
    const std::scoped_lock lock(m_mutex);
    m_backoff.reset();
    if (std::exchange(m_hasWarned, false))
        qCInfo(lcSender, "jobs are added again");
}

} // namespace yardmaster

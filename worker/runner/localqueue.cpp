#include "worker/runner/localqueue.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

LocalQueue::Rank LocalQueue::rankOf(const Job &job)
{
    return {job.info.priority, job.info.runAt.toMSecsSinceEpoch(), job.info.id, job.run};
}

void LocalQueue::makeReady(Waiting waiting)
{
    const Rank rank = rankOf(waiting.job);
    ready(placeOf(waiting.job)).insert_or_assign(rank, std::move(waiting));
}

Place LocalQueue::placeOf(const Job &job) const
{
    const bool isLoop = !m_loop.tasks.isEmpty() && m_loop.tasks.contains(job.info.task);
    return isLoop ? Place::Loop : Place::Thread;
}

int LocalQueue::freePlaces(Place place) const
{
    const auto [threads, loop] = m_inUse;
    if (sharesPlaces())
        return m_concurrency - threads - loop;
    return place == Place::Thread ? m_concurrency - threads : m_loop.limit - loop;
}

Starts LocalQueue::allot(bool isAwaited)
{
    const auto claim = [this](Place place, bool hasOne) {
        const int wanted = std::max(0, int(ready(place).size()) - (hasOne ? 1 : 0));
        const int count = std::clamp(freePlaces(place), 0, wanted);
        inUse(place) += count;
        return count;
    };
    Starts starts;
    starts.threads = claim(Place::Thread, isAwaited);
    starts.loop = claim(Place::Loop, false);
    return starts;
}

bool LocalQueue::takeThread()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_loop.tasks.isEmpty() || freePlaces(Place::Thread) <= 0 || waitingLocked() > 0)
        return false;
    ++inUse(Place::Thread);
    return true;
}

LocalQueue::Pushed LocalQueue::push(std::vector<Job> jobs, bool isAwaited, std::vector<Job> aside)
{
    const std::scoped_lock lock(m_mutex);
    const auto now = Clock::now();
    for (Job &job : jobs) {
        job.run = ++m_runs;
        if (job.isSuspect)
            ++m_suspects;
        m_quotas.onEntered(job);
        if (job.queueId != 0) {
            Lane &lane = m_lanes[job.queueId];
            if (lane.held++ > 0) {
                lane.behind.push_back({std::move(job), now});
                ++m_behind;
                continue;
            }
            lane.since = now;
        }
        makeReady({std::move(job), now});
    }
    std::vector<LeavingJob> held = takeHeld();
    for (Job &job : aside) {
        m_quotas.onEntered(job);
        m_suspects += job.isSuspect ? 1 : 0;
        if (job.queueId != 0)
            ++m_lanes[job.queueId].held;
    }
    for (Job &job : aside)
        held.push_back(leave(std::move(job), false));
    return {allot(isAwaited), std::move(held)};
}

Starts LocalQueue::hold(const Holds &holds,
                        const std::function<void(std::vector<LeavingJob>)> &giveBack)
{
    const std::scoped_lock lock(m_mutex);
    m_holds = holds;
    if (std::vector<LeavingJob> held = takeHeld(); !held.empty())
        giveBack(std::move(held));
    return allot();
}

Holds LocalQueue::holds() const
{
    const std::scoped_lock lock(m_mutex);
    return m_holds;
}

bool LocalQueue::isOnHold(const Job &job) const
{
    return job.name < m_name || m_holds.tasks.contains(job.info.task)
        || (job.queueId != 0 && m_holds.queues.contains(job.info.queueName));
}

std::vector<LeavingJob> LocalQueue::takeHeld()
{
    std::vector<LeavingJob> leaving;
    if (m_holds.isEmpty() && m_name == 0)
        return leaving;
    // Lanes first, so that nothing becomes ready that is on hold too.
    for (auto &[queue, lane] : m_lanes) {
        std::deque<Waiting> staying;
        for (Waiting &waiting : std::exchange(lane.behind, {})) {
            if (isOnHold(waiting.job)) {
                --m_behind;
                leaving.push_back(leave(std::move(waiting.job), false));
            } else {
                staying.push_back(std::move(waiting));
            }
        }
        lane.behind = std::move(staying);
    }
    for (Ready &jobs : m_ready) {
        for (auto it = jobs.begin(); it != jobs.end();) {
            if (isOnHold(it->second.job)) {
                Job job = std::move(it->second.job);
                it = jobs.erase(it);
                leaving.push_back(leave(std::move(job), false, true));
            } else {
                ++it;
            }
        }
    }
    return leaving;
}

std::optional<TakenJob> LocalQueue::take(Place here)
{
    const std::scoped_lock lock(m_mutex);
    Place place = here;
    const Place elsewhere = here == Place::Thread ? Place::Loop : Place::Thread;
    if (sharesPlaces() && !ready(elsewhere).empty()
        && (ready(here).empty() || ready(elsewhere).begin()->first < ready(here).begin()->first))
        place = elsewhere;
    Ready &from = ready(place);
    const bool isShut = !from.empty() && !isOpen();
    m_wasShut = m_wasShut || isShut;
    if (from.empty() || isShut) {
        --inUse(here); // in the same breath, so that push() knows whom it can count on
        return std::nullopt;
    }
    if (place != here) {
        --inUse(here);
        ++inUse(place);
    }
    Job job = std::move(from.begin()->second.job);
    from.erase(from.begin());
    m_quotas.onStarted(job);
    m_running.insert_or_assign(job.run, job);
    return TakenJob{std::move(job), place, waitingLocked()};
}

LeavingJob LocalQueue::leave(Job job, bool wasStarted, bool advance)
{
    m_quotas.onLeft(job, wasStarted);
    if (job.isSuspect)
        --m_suspects;
    if (job.queueId == 0)
        return {std::move(job), false};
    const auto lane = m_lanes.find(job.queueId);
    const bool isLast = --lane->second.held == 0;
    if (isLast) {
        m_lanes.erase(lane);
    } else if (advance && !lane->second.behind.empty()) {
        makeReady(std::move(lane->second.behind.front()));
        lane->second.behind.pop_front();
        --m_behind;
    }
    return {std::move(job), isLast};
}

std::vector<LeavingJob> LocalQueue::giveUp(Lane *lane)
{
    std::deque<Waiting> behind = std::exchange(lane->behind, {});
    m_behind -= int(behind.size());
    std::vector<LeavingJob> leaving;
    leaving.reserve(behind.size());
    for (Waiting &waiting : behind)
        leaving.push_back(leave(std::move(waiting.job), false));
    return leaving;
}

LocalQueue::Ended LocalQueue::end(Job job, const std::function<void(LeavingJob leaving)> &post)
{
    const std::scoped_lock lock(m_mutex);
    const auto running = m_running.find(job.run);
    if (running == m_running.end())
        return {};
    job.lockedAt = running->second.lockedAt; // may have been renewed
    job.renewedAt = running->second.renewedAt;
    m_running.erase(running);
    const qint64 queue = job.queueId;
    const auto lane = m_lanes.find(queue);
    const bool isTimeUp = lane != m_lanes.end() && !lane->second.behind.empty()
        && Clock::now() - lane->second.since > kLaneTime;
    if (!isTimeUp) {
        post(leave(std::move(job), true, true));
        // Shared places: the caller's own is enough for what became ready.
        return {{}, sharesPlaces() ? Starts{} : allot()};
    }
    // This job goes first, so that the last of the others frees the queue.
    post(leave(std::move(job), true));
    return {giveUp(&m_lanes.at(queue)), {}};
}

std::vector<LeavingJob> LocalQueue::takeAll()
{
    return takeOlderThan(std::chrono::milliseconds(-1));
}

std::vector<LeavingJob> LocalQueue::takeOlderThan(std::chrono::milliseconds ttl)
{
    const std::scoped_lock lock(m_mutex);
    const auto now = Clock::now();
    const auto isOld = [&](const Waiting &waiting) { return now - waiting.since > ttl; };
    std::vector<LeavingJob> leaving;
    // Lanes first and from behind, so that nothing becomes ready that is about to leave.
    std::vector<qint64> queues;
    for (const auto &[queue, lane] : m_lanes) {
        if (!lane.behind.empty() && isOld(lane.behind.front()))
            queues.push_back(queue);
    }
    for (const qint64 queue : queues)
        std::ranges::move(giveUp(&m_lanes.at(queue)), std::back_inserter(leaving));
    for (Ready &jobs : m_ready) {
        for (auto it = jobs.begin(); it != jobs.end();) {
            if (isOld(it->second)) {
                leaving.push_back(leave(std::move(it->second.job), false));
                it = jobs.erase(it);
            } else {
                ++it;
            }
        }
    }
    return leaving;
}

std::vector<LeavingJob> LocalQueue::takeBeyond(int count)
{
    const std::scoped_lock lock(m_mutex);
    int surplus = waitingLocked() - count;
    std::vector<LeavingJob> leaving;
    const auto lastBefore = [](Ready &jobs, Ready::iterator it) {
        while (it != jobs.begin()) {
            if ((--it)->second.job.queueId == 0)
                return it;
        }
        return jobs.end();
    };
    auto &[threads, loop] = m_ready;
    auto thread = lastBefore(threads, threads.end());
    auto inLoop = lastBefore(loop, loop.end());
    while (surplus-- > 0 && (thread != threads.end() || inLoop != loop.end())) {
        // Places of their own are left with as many each.
        const bool isThread = inLoop == loop.end()
            || (thread != threads.end()
                && (sharesPlaces() ? inLoop->first < thread->first : loop.size() < threads.size()));
        Ready &jobs = isThread ? threads : loop;
        Ready::iterator &it = isThread ? thread : inLoop;
        leaving.push_back(leave(std::move(it->second.job), false));
        it = lastBefore(jobs, jobs.erase(it));
    }
    return leaving;
}

std::vector<LeavingJob> LocalQueue::abandon()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<LeavingJob> leaving;
    for (auto &[run, job] : m_running)
        leaving.push_back(leave(std::move(job), true));
    m_running.clear();
    return leaving;
}

int LocalQueue::waiting() const
{
    const std::scoped_lock lock(m_mutex);
    return waitingLocked();
}

int LocalQueue::running() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_running.size());
}

int LocalQueue::placesInUse() const
{
    const std::scoped_lock lock(m_mutex);
    return m_inUse[0] + m_inUse[1];
}

int LocalQueue::freePlaces() const
{
    const std::scoped_lock lock(m_mutex);
    const int threads = freePlaces(Place::Thread);
    return sharesPlaces() ? threads : threads + freePlaces(Place::Loop);
}

int LocalQueue::allowance(const QString &task) const
{
    const std::scoped_lock lock(m_mutex);
    return m_quotas.taskAllowance(task);
}

QMap<QString, int> LocalQueue::flagAllowances() const
{
    const std::scoped_lock lock(m_mutex);
    return m_quotas.flagAllowances();
}

std::optional<std::chrono::milliseconds> LocalQueue::untilAllowance() const
{
    const std::scoped_lock lock(m_mutex);
    return m_quotas.untilAllowance();
}

template <typename Self, typename Use> void LocalQueue::forEachJob(Self &self, const Use &use)
{
    for (auto &jobs : self.m_ready) {
        for (auto &[rank, waiting] : jobs)
            use(waiting.job);
    }
    for (auto &[queue, lane] : self.m_lanes) {
        for (auto &waiting : lane.behind)
            use(waiting.job);
    }
    for (auto &[run, job] : self.m_running)
        use(job);
}

std::vector<Lease> LocalQueue::held() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Lease> leases;
    forEachJob(*this, [&](const Job &job) { leases.push_back(leaseOf(job, false)); });
    return leases;
}

bool LocalQueue::holdsName(int name) const
{
    const std::scoped_lock lock(m_mutex);
    bool isHeld = false;
    forEachJob(*this, [&](const Job &job) { isHeld = isHeld || job.name == name; });
    return isHeld;
}

std::vector<Lease> LocalQueue::beginRenewal(qint64 time)
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Lease> leases;
    forEachJob(*this, [&](Job &job) {
        if (job.name != m_name)
            return;
        leases.push_back(leaseOf(job, false));
        job.renewedAt = time;
    });
    return leases;
}

void LocalQueue::endRenewal(const QHash<qint64, qint64> &lockedAt)
{
    const std::scoped_lock lock(m_mutex);
    forEachJob(*this, [&](Job &job) {
        const auto known = lockedAt.constFind(job.info.id);
        if (known == lockedAt.constEnd() || job.name != m_name
            || (*known != job.lockedAt && *known != job.renewedAt))
            return;
        job.lockedAt = *known;
        job.renewedAt = 0;
    });
}

Starts LocalQueue::reopen()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_wasShut, false) ? allot() : Starts{};
}

std::vector<LeavingJob> LocalQueue::disown(int name)
{
    const std::scoped_lock lock(m_mutex);
    m_name = name;
    return takeHeld();
}

} // namespace yardmaster

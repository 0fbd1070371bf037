#include "worker/runner/localqueue.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace yardmaster {

namespace {

/// Jobs that count as having come lately; the older ones for less and less.
constexpr int kRecent = 1000;

} // namespace

LocalQueue::Rank LocalQueue::rankOf(const Job &job)
{
    return {job.info.priority, job.info.runAt, job.info.id, job.run};
}

LocalQueue::Task *LocalQueue::taskOf(const Job &job)
{
    if (!m_lastTask.second || m_lastTask.first != job.info.task) {
        Task &task = m_tasks[job.info.task];
        task.slot = slotForLocked(job.info.task);
        m_lastTask = {job.info.task, &task};
    }
    return m_lastTask.second;
}

void LocalQueue::onUnwaiting(const Held &waiting)
{
    --waiting.task->waiting;
    m_waitingBytes -= waiting.job.payload.size();
}

void LocalQueue::makeReady(Held &&waiting)
{
    const Rank rank = rankOf(waiting.job);
    HeldJobs &jobs = ready(waiting.task->slot);
    jobs.insert_or_assign(jobs.end(), rank, std::move(waiting)); // as a rule it ranks last
}

Slot LocalQueue::slotForLocked(const QString &task) const
{
    const bool isLoop = !m_loop.tasks.isEmpty() && m_loop.tasks.contains(task);
    return isLoop ? Slot::Loop : Slot::Thread;
}

Slot LocalQueue::slotFor(const QString &task) const
{
    const std::scoped_lock lock(m_mutex);
    return slotForLocked(task);
}

int LocalQueue::freeSlots(Slot slot) const
{
    const auto [threads, loop] = m_inUse;
    if (sharesSlots())
        return m_concurrency - threads - loop;
    return slot == Slot::Thread ? m_concurrency - threads : m_loop.limit - loop;
}

Starts LocalQueue::allot(bool isAwaited)
{
    const auto claim = [this](Slot slot, bool hasOne) {
        const int wanted = std::max(0, int(ready(slot).size()) - (hasOne ? 1 : 0));
        const int count = std::clamp(freeSlots(slot), 0, wanted);
        inUse(slot) += count;
        return count;
    };
    Starts starts;
    starts.threads = claim(Slot::Thread, isAwaited);
    starts.loop = claim(Slot::Loop, false);
    return starts;
}

bool LocalQueue::takeThread()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_loop.tasks.isEmpty() || freeSlots(Slot::Thread) <= 0 || waitingLocked() > 0)
        return false;
    ++inUse(Slot::Thread);
    return true;
}

Starts LocalQueue::push(std::vector<Job> jobs, bool isAwaited, std::vector<Job> aside,
                        const JobReturner &returnJobs)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_gone.isEmpty()) { // a fetch was under way
        const auto isServed = [this](const Job &job) { return !m_gone.contains(job.info.task); };
        const auto gone = std::stable_partition(jobs.begin(), jobs.end(), isServed);
        std::move(gone, jobs.end(), std::back_inserter(aside));
        jobs.erase(gone, jobs.end());
    }
    const auto now = Clock::now();
    for (Job &job : jobs) {
        job.run = ++m_runs;
        if (job.isSuspect)
            ++m_suspects;
        m_quotas.onEntered(job);
        Task *const task = taskOf(job);
        ++task->waiting;
        m_waitingBytes += job.payload.size();
        ++task->recent;
        m_recentBytes += job.payload.size();
        if (++m_recent >= kRecent)
            halveRecent();
        if (job.queueId != 0) {
            Lane &lane = m_lanes[job.queueId];
            if (lane.held++ > 0) {
                lane.behind.push_back({std::move(job), task, now});
                ++m_behind;
                continue;
            }
            lane.since = now;
        }
        makeReady({std::move(job), task, now});
    }
    std::vector<ReturningJob> held = takeHeld();
    for (Job &job : aside) {
        m_quotas.onEntered(job);
        m_suspects += job.isSuspect ? 1 : 0;
        if (job.queueId != 0)
            ++m_lanes[job.queueId].held;
    }
    for (Job &job : aside)
        held.push_back(leave(std::move(job), false));
    if (!held.empty())
        returnJobs(std::move(held));
    return allot(isAwaited);
}

void LocalQueue::halveRecent()
{
    m_recent = 0;
    for (auto &[name, task] : m_tasks)
        m_recent += task.recent /= 2;
    m_recentBytes /= 2;
}

Starts LocalQueue::hold(const HeldNames &names, const JobReturner &returnJobs)
{
    const std::scoped_lock lock(m_mutex);
    m_heldNames = names;
    if (std::vector<ReturningJob> held = takeHeld(); !held.empty())
        returnJobs(std::move(held));
    return allot();
}

HeldNames LocalQueue::heldNames() const
{
    const std::scoped_lock lock(m_mutex);
    return m_heldNames;
}

bool LocalQueue::isOnHold(const Job &job) const
{
    return job.name < m_name || m_heldNames.tasks.contains(job.info.task)
        || (job.queueId != 0 && m_heldNames.queues.contains(job.info.queueName));
}

Starts LocalQueue::setTasks(const QSet<QString> &loop, const QSet<QString> &gone,
                            const JobReturner &returnJobs)
{
    const std::scoped_lock lock(m_mutex);
    const QSet<QString> before = std::exchange(m_loop.tasks, loop);
    m_gone = gone;
    for (auto &[name, task] : m_tasks)
        task.slot = slotForLocked(name);
    const auto isElsewhere = [&](const Job &job) {
        const QString &task = job.info.task;
        return gone.contains(task) || loop.contains(task) != before.contains(task);
    };
    if (std::vector<ReturningJob> leaving = takeWaiting(isElsewhere); !leaving.empty())
        returnJobs(std::move(leaving));
    return allot();
}

std::vector<ReturningJob> LocalQueue::takeHeld()
{
    if (m_heldNames.isEmpty() && m_name == 0)
        return {};
    return takeWaiting([this](const Job &job) { return isOnHold(job); });
}

template <typename Predicate>
std::vector<ReturningJob> LocalQueue::takeWaiting(const Predicate &isWanted)
{
    std::vector<ReturningJob> leaving;
    // Lanes first, so that nothing becomes ready that is wanted too.
    for (auto &[queue, lane] : m_lanes) {
        std::deque<Held> staying;
        for (Held &waiting : std::exchange(lane.behind, {})) {
            if (isWanted(waiting.job)) {
                --m_behind;
                leaving.push_back(leave(std::move(waiting)));
            } else {
                staying.push_back(std::move(waiting));
            }
        }
        lane.behind = std::move(staying);
    }
    for (HeldJobs &jobs : m_ready) {
        for (auto it = jobs.begin(); it != jobs.end();) {
            if (isWanted(it->second.job)) {
                Held waiting = std::move(it->second);
                it = jobs.erase(it);
                leaving.push_back(leave(std::move(waiting), true));
            } else {
                ++it;
            }
        }
    }
    return leaving;
}

std::optional<TakenJob> LocalQueue::take(Slot here)
{
    const std::scoped_lock lock(m_mutex);
    Slot slot = here;
    const Slot elsewhere = here == Slot::Thread ? Slot::Loop : Slot::Thread;
    if (sharesSlots() && !ready(elsewhere).empty()
        && (ready(here).empty() || ready(elsewhere).begin()->first < ready(here).begin()->first))
        slot = elsewhere;
    HeldJobs &from = ready(slot);
    const bool isShut = !from.empty() && !isOpen();
    m_wasShut = m_wasShut || isShut;
    if (from.empty() || isShut) {
        --inUse(here); // in the same breath, so that push() knows whom it can count on
        return std::nullopt;
    }
    if (slot != here) {
        --inUse(here);
        ++inUse(slot);
    }
    // What starts ranks behind most of what runs.
    const Held &taken = m_running.insert(m_running.end(), from.extract(from.begin()))->second;
    onUnwaiting(taken);
    m_quotas.onStarted(taken.job);
    ++taken.task->running;
    return TakenJob{taken.job, slot, waitingLocked()};
}

ReturningJob LocalQueue::leave(Held &&waiting, bool advance)
{
    onUnwaiting(waiting);
    return leave(std::move(waiting.job), false, advance);
}

ReturningJob LocalQueue::leave(Job &&job, bool wasStarted, bool advance)
{
    m_quotas.onLeft(job, wasStarted);
    if (job.isSuspect)
        --m_suspects;
    job.payload.clear(); // nobody needs it any more, and results may have to wait
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

std::vector<ReturningJob> LocalQueue::giveUp(Lane *lane)
{
    std::deque<Held> behind = std::exchange(lane->behind, {});
    m_behind -= int(behind.size());
    std::vector<ReturningJob> leaving;
    leaving.reserve(behind.size());
    for (Held &waiting : behind)
        leaving.push_back(leave(std::move(waiting)));
    return leaving;
}

LocalQueue::HeldJobs::node_type LocalQueue::noLongerRunning(const Job &job)
{
    HeldJobs::node_type running = m_running.extract(rankOf(job));
    if (running) {
        running.mapped().job.info.traceparent = job.info.traceparent; // known since the start
        --running.mapped().task->running;
    }
    return running;
}

Starts LocalQueue::end(const Job &job, const std::function<void(ReturningJob &&leaving)> &post,
                       const JobReturner &returnJobs, std::optional<std::chrono::microseconds> took)
{
    const std::scoped_lock lock(m_mutex);
    HeldJobs::node_type node = noLongerRunning(job);
    if (!node)
        return {};
    Held &ended = node.mapped();
    if (took)
        ended.task->times.add(*took);
    const qint64 queue = job.queueId;
    const auto lane = m_lanes.find(queue);
    const bool isTimeUp = lane != m_lanes.end() && !lane->second.behind.empty()
        && Clock::now() - lane->second.since > m_times.lane;
    if (!isTimeUp) {
        post(leave(std::move(ended.job), true, true));
        // Shared slots: the caller's own is enough for what became ready.
        return sharesSlots() ? Starts{} : allot();
    }
    // This job goes first, so that the last of the others frees the queue.
    post(leave(std::move(ended.job), true));
    returnJobs(giveUp(&m_lanes.at(queue)));
    return {};
}

Starts LocalQueue::unstart(const Job &job, const JobReturner &returnJobs)
{
    const std::scoped_lock lock(m_mutex);
    HeldJobs::node_type node = noLongerRunning(job);
    if (!node)
        return {};
    std::vector<ReturningJob> leaving;
    if (const auto lane = m_lanes.find(job.queueId); lane != m_lanes.end())
        leaving = giveUp(&lane->second);
    leaving.push_back(leave(std::move(node.mapped().job), true));
    returnJobs(std::move(leaving));
    return sharesSlots() ? Starts{} : allot();
}

void LocalQueue::takeAll(const JobReturner &returnJobs)
{
    (void)takeOlderThan(std::chrono::milliseconds(-1), returnJobs);
}

int LocalQueue::takeOlderThan(std::chrono::milliseconds ttl, const JobReturner &returnJobs)
{
    const std::scoped_lock lock(m_mutex);
    const auto now = Clock::now();
    const auto isOld = [&](const Held &waiting) { return now - waiting.since > ttl; };
    std::vector<ReturningJob> leaving;
    // Lanes first and from behind, so that nothing becomes ready that is about to leave.
    std::vector<qint64> queues;
    for (const auto &[queue, lane] : m_lanes) {
        if (!lane.behind.empty() && isOld(lane.behind.front()))
            queues.push_back(queue);
    }
    for (const qint64 queue : queues)
        std::ranges::move(giveUp(&m_lanes.at(queue)), std::back_inserter(leaving));
    for (HeldJobs &jobs : m_ready) {
        for (auto it = jobs.begin(); it != jobs.end();) {
            if (isOld(it->second)) {
                Held waiting = std::move(it->second);
                it = jobs.erase(it);
                leaving.push_back(leave(std::move(waiting)));
            } else {
                ++it;
            }
        }
    }
    const int count = int(leaving.size());
    if (count > 0)
        returnJobs(std::move(leaving));
    return count;
}

int LocalQueue::takeBeyond(int count, const JobReturner &returnJobs)
{
    const std::scoped_lock lock(m_mutex);
    const int surplus = waitingLocked() - count;
    if (surplus <= 0)
        return 0;
    std::vector<ReturningJob> leaving;
    leaving.reserve(size_t(surplus));
    for (const Last &last : lastOnes(surplus)) {
        const auto lane = m_lanes.find(last.queue);
        if (lane != m_lanes.end() && !lane->second.behind.empty()) {
            // Of a lane the end leaves, be it ranked before another of them by a microsecond.
            Held waiting = std::move(lane->second.behind.back());
            lane->second.behind.pop_back();
            --m_behind;
            leaving.push_back(leave(std::move(waiting)));
            continue;
        }
        HeldJobs &jobs = ready(last.slot);
        const auto it = last.queue == 0 ? jobs.find(last.rank)
                                        : std::ranges::find(jobs, last.queue, [](const auto &one) {
                                              return one.second.job.queueId;
                                          });
        if (it == jobs.end())
            continue;
        Held waiting = std::move(it->second);
        jobs.erase(it);
        leaving.push_back(leave(std::move(waiting)));
    }
    const int left = int(leaving.size());
    returnJobs(std::move(leaving));
    return left;
}

std::vector<LocalQueue::Last> LocalQueue::lastOnes(int count) const
{
    std::array<std::vector<Last>, 2> waiting;
    for (const Slot slot : {Slot::Thread, Slot::Loop}) {
        for (const auto &[rank, one] : m_ready[size_t(slot)])
            waiting[sharesSlots() ? 0 : size_t(slot)].push_back({rank, one.job.queueId, slot});
    }
    for (const auto &[queue, lane] : m_lanes) {
        for (const Held &one : lane.behind) {
            const Slot slot = one.task->slot;
            waiting[sharesSlots() ? 0 : size_t(slot)].push_back({rankOf(one.job), queue, slot});
        }
    }
    for (std::vector<Last> &all : waiting)
        std::ranges::sort(all, {}, &Last::rank);
    std::vector<Last> last;
    while (std::ssize(last) < count) {
        // Slots of their own are left with as many each.
        std::vector<Last> &from = waiting[waiting[1].size() < waiting[0].size() ? 0 : 1];
        if (from.empty())
            break;
        last.push_back(from.back());
        from.pop_back();
    }
    return last;
}

std::vector<LocalQueue::Room> LocalQueue::rooms(int arriving) const
{
    struct Load
    {
        qint64 used = 0;   ///< microseconds that slots will be busy
        qint64 recent = 0; ///< the same of the jobs that came lately
        int recentJobs = 0;
    };
    std::array<Load, 2> loads;
    for (const auto &[name, task] : m_tasks) {
        const bool isLoop = !sharesSlots() && task.slot == Slot::Loop;
        Load &load = loads[isLoop ? 1 : 0];
        const auto high = task.times.high();
        const qint64 each = high ? std::clamp<qint64>(high->count(), 1, horizon()) : horizon();
        load.used += each * (task.waiting + task.running);
        load.recent += each * task.recent;
        load.recentJobs += task.recent;
    }
    const auto room = [&](Slot slot, const Load &load) {
        const int limit = slot == Slot::Thread || sharesSlots() ? m_concurrency : m_loop.limit;
        const qint64 all = limit * horizon();
        const qint64 coming
            = m_recent > 0 ? arriving * load.recent / m_recent : arriving * horizon();
        const qint64 used = load.used + coming;
        const qint64 each
            = load.recentJobs > 0 ? std::max<qint64>(1, load.recent / load.recentJobs) : horizon();
        return Room{std::max(0, freeSlots(slot)), used <= all / 2 ? (all - used) / each : 0,
                    load.recent};
    };
    std::vector<Room> rooms{room(Slot::Thread, loads[0])};
    if (!sharesSlots())
        rooms.push_back(room(Slot::Loop, loads[1]));
    return rooms;
}

std::optional<Slot> LocalQueue::full(const std::vector<Room> &rooms)
{
    if (rooms.size() < 2 || rooms[0].isNone() == rooms[1].isNone())
        return std::nullopt;
    return rooms[0].isNone() ? Slot::Thread : Slot::Loop;
}

std::optional<Slot> LocalQueue::full() const
{
    const std::scoped_lock lock(m_mutex);
    if (sharesSlots() || horizon() == 0)
        return std::nullopt;
    return full(rooms(0));
}

LocalQueue::Ahead LocalQueue::ahead(int arriving) const
{
    const std::scoped_lock lock(m_mutex);
    const std::vector<Room> all = rooms(arriving);
    qint64 recent = 0;
    for (const Room &room : all)
        recent += room.recent;
    constexpr qint64 kMost = std::numeric_limits<int>::max();
    Ahead ahead;
    const qint64 each = m_recent > 0 ? std::max<qint64>(1, recent / m_recent) : horizon();
    ahead.laneByTime = int(std::clamp<qint64>(horizon() / each, 1, kMost));
    qint64 byTime = 0;
    if (const auto full = LocalQueue::full(all)) {
        const Room &other = all[*full == Slot::Thread ? 1 : 0];
        ahead.free = other.free;
        byTime = other.byTime;
    } else if (m_recent == 0 && !sharesSlots()) {
        // Which slots the first jobs are for is not known.
        const auto [less, more] = std::minmax(all[0].free, all[1].free);
        ahead.free = less > 0 ? less : more;
        byTime = std::max(0, ahead.free - arriving);
    } else {
        for (const Room &room : all) {
            const bool isKnown = room.recent > 0 || sharesSlots();
            // Where none came lately, one may; not while others wait, or each would let one in.
            const int unknown = waitingLocked() == 0 ? 1 : 0;
            ahead.free += isKnown ? room.free : std::min(unknown, room.free);
            byTime += isKnown ? room.byTime : 0;
        }
    }
    ahead.free = std::max(0, ahead.free - arriving);
    ahead.byTime = int(std::min(byTime, kMost));
    const qint64 bytes = m_recent > 0 ? m_recentBytes / m_recent : 0;
    const qint64 bytesLeft = std::max<qint64>(0, kBytes - m_waitingBytes - arriving * bytes);
    ahead.byBytes = int(std::min(bytes > 0 ? bytesLeft / bytes : kMost, kMost));
    return ahead;
}

void LocalQueue::forgetRunTimes()
{
    const std::scoped_lock lock(m_mutex);
    for (auto &[name, task] : m_tasks) {
        if (task.waiting > 0 || task.running > 0)
            task.times.forget();
    }
}

std::optional<JobInfo> LocalQueue::lastWaiting() const
{
    const std::scoped_lock lock(m_mutex);
    const Job *last = nullptr;
    const auto look = [&last](const Job &job) {
        if (!last || rankOf(*last) < rankOf(job))
            last = &job;
    };
    for (const HeldJobs &jobs : m_ready) {
        if (!jobs.empty())
            look(jobs.rbegin()->second.job);
    }
    for (const auto &[queue, lane] : m_lanes) {
        if (!lane.behind.empty())
            look(lane.behind.back().job);
    }
    return last ? std::optional(last->info) : std::nullopt;
}

std::vector<ReturningJob> LocalQueue::abandon()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<ReturningJob> leaving;
    for (auto &[rank, running] : m_running) {
        --running.task->running;
        leaving.push_back(leave(std::move(running.job), true));
    }
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

int LocalQueue::freeSlots() const
{
    const std::scoped_lock lock(m_mutex);
    const int threads = freeSlots(Slot::Thread);
    return sharesSlots() ? threads : threads + freeSlots(Slot::Loop);
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
    for (auto &[rank, running] : self.m_running)
        use(running.job);
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

bool LocalQueue::mayStart(const Job &job) const
{
    // In this order: after a sweep we have another name before heartbeats are fresh again.
    if (!isOpen())
        return false;
    const std::scoped_lock lock(m_mutex);
    return job.name == m_name;
}

std::vector<ReturningJob> LocalQueue::disown(int name)
{
    const std::scoped_lock lock(m_mutex);
    m_name = name;
    return takeHeld();
}

} // namespace yardmaster

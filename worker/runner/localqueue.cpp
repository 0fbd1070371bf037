#include "worker/runner/localqueue.h"

#include <algorithm>

namespace yardmaster {

LocalQueue::Rank LocalQueue::rankOf(const Job &job)
{
    return {job.info.priority, job.info.runAt.toMSecsSinceEpoch(), job.info.id};
}

void LocalQueue::makeReady(Waiting waiting)
{
    const Rank rank = rankOf(waiting.job);
    m_ready.insert_or_assign(rank, std::move(waiting));
}

int LocalQueue::push(std::vector<Job> jobs)
{
    const std::scoped_lock lock(m_mutex);
    const auto now = Clock::now();
    for (Job &job : jobs) {
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
    const int wanted = std::min(m_concurrency, m_threads + int(m_ready.size()));
    return std::max(0, wanted - std::exchange(m_threads, std::max(wanted, m_threads)));
}

std::optional<Job> LocalQueue::take()
{
    const std::scoped_lock lock(m_mutex);
    if (m_ready.empty()) {
        --m_threads; // in the same breath, so that push() knows whom it can count on
        return std::nullopt;
    }
    Job job = std::move(m_ready.begin()->second.job);
    m_ready.erase(m_ready.begin());
    m_running.insert_or_assign({job.info.id, job.info.attempts}, job);
    return job;
}

LeavingJob LocalQueue::leave(Job job, bool advance)
{
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
    for (Waiting &waiting : behind)
        leaving.push_back(leave(std::move(waiting.job), false));
    return leaving;
}

std::vector<LeavingJob> LocalQueue::end(const Job &job,
                                        const std::function<void(bool freesQueue)> &post)
{
    const std::scoped_lock lock(m_mutex);
    if (m_running.erase({job.info.id, job.info.attempts}) == 0)
        return {};
    const auto lane = m_lanes.find(job.queueId);
    const bool isTimeUp = lane != m_lanes.end() && !lane->second.behind.empty()
        && Clock::now() - lane->second.since > kLaneTime;
    if (!isTimeUp) {
        post(leave(job, true).freesQueue);
        return {};
    }
    // This job goes first, so that the last of the others frees the queue.
    post(leave(job, false).freesQueue);
    return giveUp(&m_lanes.at(job.queueId));
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
    for (auto it = m_ready.begin(); it != m_ready.end();) {
        if (isOld(it->second)) {
            leaving.push_back(leave(std::move(it->second.job), false));
            it = m_ready.erase(it);
        } else {
            ++it;
        }
    }
    return leaving;
}

std::vector<LeavingJob> LocalQueue::abandon()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<LeavingJob> leaving;
    for (auto &[lease, job] : m_running)
        leaving.push_back(leave(std::move(job), false));
    m_running.clear();
    return leaving;
}

int LocalQueue::waiting() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_ready.size()) + m_behind;
}

int LocalQueue::running() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_running.size());
}

int LocalQueue::threads() const
{
    const std::scoped_lock lock(m_mutex);
    return m_threads;
}

std::vector<qint64> LocalQueue::held() const
{
    const std::scoped_lock lock(m_mutex);
    std::vector<qint64> ids;
    for (const auto &[rank, waiting] : m_ready)
        ids.push_back(rank.id);
    for (const auto &[queue, lane] : m_lanes) {
        for (const Waiting &waiting : lane.behind)
            ids.push_back(waiting.job.info.id);
    }
    for (const auto &[lease, job] : m_running)
        ids.push_back(lease.first);
    return ids;
}

} // namespace yardmaster

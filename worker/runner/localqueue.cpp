#include "worker/runner/localqueue.h"

#include <algorithm>

namespace yardmaster {

int LocalQueue::push(std::vector<Job> jobs)
{
    const std::scoped_lock lock(m_mutex);
    const auto now = Clock::now();
    for (Job &job : jobs)
        m_waiting.push_back({std::move(job), now});
    const int wanted = std::min(m_concurrency, m_threads + int(m_waiting.size()));
    return std::max(0, wanted - std::exchange(m_threads, std::max(wanted, m_threads)));
}

std::optional<Job> LocalQueue::take()
{
    const std::scoped_lock lock(m_mutex);
    if (m_waiting.empty()) {
        --m_threads; // in the same breath, so that push() knows whom it can count on
        return std::nullopt;
    }
    Job job = std::move(m_waiting.front().job);
    m_waiting.pop_front();
    m_running.emplace(job.info.id, job);
    return job;
}

void LocalQueue::end(const Job &job, const std::function<void()> &post)
{
    const std::scoped_lock lock(m_mutex);
    const auto it = m_running.find(job.info.id);
    if (it == m_running.end() || it->second.info.attempts != job.info.attempts)
        return;
    m_running.erase(it);
    post();
}

std::vector<Job> LocalQueue::takeAll()
{
    return takeOlderThan(std::chrono::milliseconds::min());
}

std::vector<Job> LocalQueue::takeOlderThan(std::chrono::milliseconds ttl)
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Job> jobs;
    const auto now = Clock::now();
    while (!m_waiting.empty() && (ttl.count() < 0 || now - m_waiting.front().since > ttl)) {
        jobs.push_back(std::move(m_waiting.front().job));
        m_waiting.pop_front();
    }
    return jobs;
}

std::vector<Job> LocalQueue::abandon()
{
    const std::scoped_lock lock(m_mutex);
    std::vector<Job> jobs;
    for (auto &[id, job] : m_running)
        jobs.push_back(std::move(job));
    m_running.clear();
    return jobs;
}

int LocalQueue::waiting() const
{
    const std::scoped_lock lock(m_mutex);
    return int(m_waiting.size());
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

} // namespace yardmaster

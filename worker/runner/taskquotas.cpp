#include "worker/runner/taskquotas.h"

#include <algorithm>

namespace yardmaster {

TaskQuotas::TaskQuotas(const QMap<QString, int> &limits, const QMap<QString, Rate> &rates)
{
    for (auto it = limits.begin(); it != limits.end(); ++it)
        m_tasks[it.key()].limit = it.value();
    for (auto it = rates.begin(); it != rates.end(); ++it)
        m_tasks[it.key()].rate = it.value();
}

void TaskQuotas::onEntered(const QString &task)
{
    if (const auto it = m_tasks.find(task); it != m_tasks.end()) {
        ++it->second.held;
        ++it->second.waiting;
    }
}

void TaskQuotas::onStarted(const QString &task, Clock::time_point now)
{
    const auto it = m_tasks.find(task);
    if (it == m_tasks.end())
        return;
    Task &counts = it->second;
    --counts.waiting;
    if (!counts.rate)
        return;
    counts.starts.push_back(now);
    if (std::ssize(counts.starts) > counts.rate->count)
        counts.starts.pop_front();
}

void TaskQuotas::onLeft(const QString &task, bool wasStarted)
{
    if (const auto it = m_tasks.find(task); it != m_tasks.end()) {
        --it->second.held;
        if (!wasStarted)
            --it->second.waiting;
    }
}

int TaskQuotas::Task::startsLeft(Clock::time_point now) const
{
    const auto recent = std::ranges::count_if(
        starts, [&](Clock::time_point start) { return now - start < rate->period; });
    return rate->count - int(recent) - waiting;
}

int TaskQuotas::allowance(const QString &task, Clock::time_point now) const
{
    const Task &counts = m_tasks.at(task);
    int allowed = std::numeric_limits<int>::max();
    if (counts.limit)
        allowed = *counts.limit - counts.held;
    if (counts.rate)
        allowed = std::min(allowed, counts.startsLeft(now));
    return std::max(0, allowed);
}

std::optional<TaskQuotas::Clock::time_point> TaskQuotas::nextAllowance(Clock::time_point now) const
{
    std::optional<Clock::time_point> next;
    for (const auto &[name, task] : m_tasks) {
        if (!task.rate || task.startsLeft(now) > 0)
            continue;
        // The oldest start that still counts is the first to make room.
        for (const Clock::time_point start : task.starts) {
            if (now - start < task.rate->period) {
                const auto expiry = start + task.rate->period;
                next = next ? std::min(*next, expiry) : expiry;
                break;
            }
        }
    }
    return next;
}

} // namespace yardmaster

#include "worker/runner/quotas.h"

#include <algorithm>

namespace yardmaster {

Quotas::Quotas(const QMap<QString, int> &limits, const QMap<QString, Rate> &rates)
{
    for (auto it = limits.begin(); it != limits.end(); ++it)
        m_names[it.key()].limit = it.value();
    for (auto it = rates.begin(); it != rates.end(); ++it)
        m_names[it.key()].rate = it.value();
}

QStringList Quotas::names() const
{
    QStringList names;
    for (const auto &[name, counts] : m_names)
        names << name;
    return names;
}

void Quotas::onEntered(const QString &name)
{
    if (const auto it = m_names.find(name); it != m_names.end()) {
        ++it->second.held;
        ++it->second.waiting;
    }
}

void Quotas::onStarted(const QString &name, Clock::time_point now)
{
    const auto it = m_names.find(name);
    if (it == m_names.end())
        return;
    Counts &counts = it->second;
    --counts.waiting;
    if (!counts.rate)
        return;
    counts.starts.push_back(now);
    if (std::ssize(counts.starts) > counts.rate->count)
        counts.starts.pop_front();
}

void Quotas::onLeft(const QString &name, bool wasStarted)
{
    if (const auto it = m_names.find(name); it != m_names.end()) {
        --it->second.held;
        if (!wasStarted)
            --it->second.waiting;
    }
}

int Quotas::Counts::startsLeft(Clock::time_point now) const
{
    const auto recent = std::ranges::count_if(
        starts, [&](Clock::time_point start) { return now - start < rate->period; });
    return rate->count - int(recent) - waiting;
}

int Quotas::allowance(const QString &name, Clock::time_point now) const
{
    const Counts &counts = m_names.at(name);
    int allowed = std::numeric_limits<int>::max();
    if (counts.limit)
        allowed = *counts.limit - counts.held;
    if (counts.rate)
        allowed = std::min(allowed, counts.startsLeft(now));
    return std::max(0, allowed);
}

std::optional<Quotas::Clock::time_point> Quotas::nextAllowance(Clock::time_point now) const
{
    std::optional<Clock::time_point> next;
    for (const auto &[name, counts] : m_names) {
        if (!counts.rate || counts.startsLeft(now) > 0)
            continue;
        // The oldest start that still counts is the first to make room.
        for (const Clock::time_point start : counts.starts) {
            if (now - start < counts.rate->period) {
                const auto expiry = start + counts.rate->period;
                next = next ? std::min(*next, expiry) : expiry;
                break;
            }
        }
    }
    return next;
}

} // namespace yardmaster

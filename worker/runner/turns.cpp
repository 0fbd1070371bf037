#include "worker/runner/turns.h"

#include <algorithm>

namespace yardmaster {

void Turns::onLooked(bool areOthers, Clock::time_point now)
{
    m_areOthers = areOthers;
    m_hadSome = false;
    m_looked = now;
}

void Turns::onFetched(const std::vector<Job> &jobs, Clock::time_point now)
{
    for (const Job &job : jobs) {
        if (job.queueId == 0)
            continue;
        m_hadSome = true;
        m_began.try_emplace(job.queueId, now);
    }
}

void Turns::onFreed(const QList<qint64> &queues, Clock::time_point now)
{
    for (const qint64 queue : queues) {
        const auto began = m_began.find(queue);
        if (began == m_began.end())
            continue;
        if (m_areOthers) {
            m_until[queue]
                = now + std::clamp<Clock::duration>(now - began->second, kShortest, kLongest);
        }
        m_began.erase(began);
    }
}

std::vector<qint64> Turns::left(Clock::time_point now)
{
    forgetOld(now);
    std::vector<qint64> queues;
    queues.reserve(m_until.size());
    for (const auto &[queue, until] : m_until)
        queues.push_back(queue);
    return queues;
}

std::optional<std::chrono::milliseconds> Turns::untilNext(Clock::time_point now)
{
    forgetOld(now);
    if (m_until.empty())
        return std::nullopt;
    const auto next
        = std::ranges::min_element(m_until, {}, [](const auto &one) { return one.second; });
    return std::chrono::ceil<std::chrono::milliseconds>(next->second - now);
}

void Turns::forgetOld(Clock::time_point now)
{
    std::erase_if(m_until, [now](const auto &one) { return one.second <= now; });
}

} // namespace yardmaster

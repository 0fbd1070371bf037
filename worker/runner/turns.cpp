#include "worker/runner/turns.h"

#include <algorithm>
#include <utility>

namespace yardmaster {

void Turns::onLooked(bool areOthers, Clock::time_point now)
{
    m_areOthers = areOthers;
    m_hadSome = false;
    m_looked = now;
}

void Turns::onFetched(const std::vector<Job> &jobs, bool isAll, Clock::time_point now)
{
    for (const Job &job : jobs) {
        if (job.queueId == 0)
            continue;
        m_hadSome = true;
        m_turns.try_emplace(job.queueId, Turn{now, isAll});
    }
}

void Turns::onOthersTurn(const QByteArray &worker, Clock::time_point now)
{
    m_competitors[worker] = now;
}

int Turns::competitors(Clock::time_point now)
{
    std::erase_if(m_competitors, [now](const auto &one) { return now - one.second > kCompetes; });
    return int(m_competitors.size());
}

int Turns::lane(int most, Clock::time_point now)
{
    return competitors(now) > 1 ? std::min(most, kLane) : most;
}

void Turns::onFreed(const QList<qint64> &queues, Clock::time_point now)
{
    const int others = std::max(1, competitors(now));
    for (const qint64 queue : queues) {
        const auto turn = m_turns.find(queue);
        if (turn == m_turns.end())
            continue;
        if (m_areOthers) {
            const auto took
                = std::clamp<Clock::duration>(now - turn->second.began, kShortest, kLongest);
            m_until[queue] = now + others * took;
            m_unannounced += turn->second.isAll ? 0 : 1;
        }
        m_turns.erase(turn);
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

int Turns::takeUnannounced(Clock::time_point now)
{
    if (m_unannounced == 0 || (m_announced && now - *m_announced < kAnnounce))
        return 0;
    m_announced = now;
    return std::exchange(m_unannounced, 0);
}

std::optional<std::chrono::milliseconds> Turns::untilNext(Clock::time_point now)
{
    forgetOld(now);
    if (m_until.empty() && m_unannounced == 0)
        return std::nullopt;
    auto next = Clock::time_point::max();
    for (const auto &[queue, until] : m_until)
        next = std::min(next, until);
    if (m_unannounced > 0)
        next = std::min(next, m_announced ? std::max(now, *m_announced + kAnnounce) : now);
    return std::chrono::ceil<std::chrono::milliseconds>(next - now);
}

void Turns::forgetOld(Clock::time_point now)
{
    std::erase_if(m_until, [now](const auto &one) { return one.second <= now; });
}

} // namespace yardmaster

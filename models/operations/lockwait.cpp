#include "models/operations/lockwait.h"

#include <QRandomGenerator>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr std::chrono::milliseconds kFirstLockDelay{10};
constexpr std::chrono::milliseconds kLongestLockDelay{200};

} // namespace

LockWait::LockWait(std::chrono::milliseconds longest)
    : m_longest(longest)
    , m_limit(longest)
{ }

std::optional<std::chrono::milliseconds> LockWait::delay(qsizetype contended)
{
    if (contended > 0 && m_waited < m_limit) {
        const int most = int(std::min(kFirstLockDelay + m_waited, kLongestLockDelay).count());
        // At random, so that two operations that took half a batch each do not meet again.
        const std::chrono::milliseconds delay(
            QRandomGenerator::global()->bounded(most / 2, most + 1));
        m_waited += delay;
        return delay;
    }
    if (m_waited > m_waited.zero())
        m_limit = contended > 0 ? std::max(m_limit / 2, std::min(m_longest, kFirstLockDelay))
                                : m_longest;
    m_waited = m_waited.zero();
    return std::nullopt;
}

} // namespace yardmaster

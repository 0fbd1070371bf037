#include "models/overview/metricshistory.h"

#include <algorithm>

namespace yardmaster {

void MetricsHistory::add(QueueMetrics reading)
{
    reading.oldestQueues.clear();
    reading.failingTasks.clear();
    m_readings << std::move(reading);
    if (m_readings.size() > kMost)
        thinOut();
}

QList<QueueMetrics> MetricsHistory::since(std::chrono::milliseconds span) const
{
    if (m_readings.isEmpty())
        return {};
    const QDateTime start = m_readings.last().time.addMSecs(-span.count());
    auto first = std::ranges::lower_bound(m_readings, start, {}, &QueueMetrics::time);
    if (first != m_readings.cbegin())
        --first;
    return m_readings.sliced(first - m_readings.cbegin());
}

void MetricsHistory::thinOut()
{
    const QDateTime recent
        = m_readings.last().time.addMSecs(-std::chrono::milliseconds(kAll).count());
    const bool isAllRecent = m_readings.first().time >= recent; // it is read very often
    while (m_readings.size() > kMost * 3 / 4) {
        QList<QueueMetrics> kept;
        bool hasGap = false; // one that was left out began after a gap
        for (const QueueMetrics &reading : std::as_const(m_readings)) {
            hasGap = hasGap || reading.isAfterGap;
            const bool isKept = kept.isEmpty() || (!isAllRecent && reading.time >= recent)
                || kept.last().time.msecsTo(reading.time) >= m_spacing.count();
            if (!isKept)
                continue;
            kept << reading;
            kept.last().isAfterGap = std::exchange(hasGap, false);
        }
        const bool isSame = kept.size() == m_readings.size();
        m_readings = std::move(kept);
        if (isSame && m_spacing > kAll) { // all that is left is recent
            m_readings.remove(0, m_readings.size() - kMost / 2);
            return;
        }
        if (m_readings.size() > kMost * 3 / 4)
            m_spacing *= 2;
    }
}

} // namespace yardmaster

#include "worker/queue/staleness.h"

#include <algorithm>

namespace yardmaster {

std::vector<StaleWorker> StalenessObserver::look(const std::vector<SeenWorker> &workers, Time now)
{
    if (now - m_lastLook > m_longestGap)
        interrupt();
    m_lastLook = now;
    std::vector<StaleWorker> stale;
    QHash<QString, Silence> seen;
    for (const SeenWorker &worker : workers) {
        const auto before = m_seen.constFind(worker.id);
        const bool isSilent
            = before != m_seen.constEnd() && before->heartbeatUs == worker.heartbeatUs;
        const Silence silence{worker.heartbeatUs, isSilent ? before->since : now};
        seen.insert(worker.id, silence);
        const auto silentFor
            = std::chrono::duration_cast<std::chrono::milliseconds>(now - silence.since);
        const auto threshold = std::max<std::chrono::milliseconds>(
            m_threshold, worker.threshold.value_or(kUnpublished));
        if (silentFor >= threshold)
            stale.push_back({worker.id, worker.heartbeatUs, silentFor, threshold});
    }
    m_seen = std::move(seen);
    return stale;
}

} // namespace yardmaster

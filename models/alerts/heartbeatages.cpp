#include "models/alerts/heartbeatages.h"

#include <QSet>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

bool HeartbeatAges::Entry::isOverdue() const
{
    return usual > 0ms && silentFor > std::max<std::chrono::milliseconds>(kOverdue, 2 * usual);
}

void HeartbeatAges::update(const std::vector<ActiveWorker> &workers, const QDateTime &now)
{
    QSet<QString> present;
    for (const ActiveWorker &worker : workers) {
        present.insert(worker.id);
        Entry &entry = m_workers[worker.id];
        if (entry.heartbeat.isValid() && worker.lastHeartbeatAt > entry.heartbeat) {
            const std::chrono::milliseconds pause(entry.heartbeat.msecsTo(worker.lastHeartbeatAt));
            // One long pause is no habit.
            entry.usual = entry.usual > 0ms
                ? std::min(2 * entry.usual, std::max(entry.usual, pause))
                : pause;
        }
        entry.heartbeat = worker.lastHeartbeatAt;
        entry.silentFor = worker.silentFor;
        entry.seenAt = now;
        entry.isStruck = false;
    }
    m_workers.removeIf([&](QHash<QString, Entry>::iterator it) {
        if (present.contains(it.key()))
            return false;
        it->isStruck = true;
        return !it->isOverdue() || std::chrono::milliseconds(it->seenAt.msecsTo(now)) > kRemembered;
    });
}

QList<HeartbeatAge> HeartbeatAges::at(const QDateTime &now) const
{
    QList<HeartbeatAge> ages;
    for (auto it = m_workers.cbegin(); it != m_workers.cend(); ++it) {
        std::chrono::milliseconds age = it->silentFor;
        if (it->isStruck)
            age += std::max(std::chrono::milliseconds(it->seenAt.msecsTo(now)), 0ms);
        ages << HeartbeatAge{it.key(), age};
    }
    std::sort(ages.begin(), ages.end(), [](const HeartbeatAge &left, const HeartbeatAge &right) {
        return std::tie(right.silentFor, left.worker) < std::tie(left.silentFor, right.worker);
    });
    return ages;
}

} // namespace yardmaster

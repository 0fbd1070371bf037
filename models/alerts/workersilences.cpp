#include "models/alerts/workersilences.h"

#include <QSet>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

bool WorkerSilences::Entry::isOverdue() const
{
    return usual > 0ms && silentFor > std::max<std::chrono::milliseconds>(kOverdue, 2 * usual);
}

void WorkerSilences::update(const std::vector<ActiveWorker> &workers, const QDateTime &now)
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

QList<WorkerSilence> WorkerSilences::at(const QDateTime &now) const
{
    QList<WorkerSilence> silences;
    for (auto it = m_workers.cbegin(); it != m_workers.cend(); ++it) {
        std::chrono::milliseconds silence = it->silentFor;
        if (it->isStruck)
            silence += std::max(std::chrono::milliseconds(it->seenAt.msecsTo(now)), 0ms);
        silences << WorkerSilence{it.key(), silence};
    }
    std::sort(silences.begin(), silences.end(),
              [](const WorkerSilence &left, const WorkerSilence &right) {
                  return std::tie(right.silentFor, left.worker)
                      < std::tie(left.silentFor, right.worker);
              });
    return silences;
}

} // namespace yardmaster

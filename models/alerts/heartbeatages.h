#pragma once

#include "models/alerts/alertsnapshot.h"
#include "worker/queue/workerregistry.h"

#include <QHash>

namespace yardmaster {

/// The age of each registered worker's last heartbeat. Other workers sweep a stale one from the
/// registry within seconds, so that it would not be noticed: one that was overdue when it went is
/// remembered for kRemembered. One that went earlier has deregistered by itself. A value.
class HeartbeatAges final
{
public:
    /// What the registry says now.
    void update(const std::vector<ActiveWorker> &workers, const QDateTime &now);
    /// @param now  at or after the last update.
    [[nodiscard]] QList<HeartbeatAge> at(const QDateTime &now) const;

    static constexpr std::chrono::minutes kRemembered{15};
    /// Silent for longer than this, and than twice what is usual for it: overdue.
    static constexpr std::chrono::seconds kOverdue{12};

private:
    struct Entry
    {
        QDateTime heartbeat; // by the server's clock
        std::chrono::milliseconds silentFor{0};
        std::chrono::milliseconds usual{0}; // longest silence that ended; 0: none did yet
        QDateTime seenAt;
        bool isStruck = false;

        [[nodiscard]] bool isOverdue() const;
    };

    QHash<QString, Entry> m_workers;
};

} // namespace yardmaster

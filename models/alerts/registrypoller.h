#pragma once

#include "models/alerts/heartbeatages.h"
#include "models/session/poller.h"

#include <QObject>

namespace yardmaster {

/// Reads the registry of workers of one schema every five seconds, see Poller. GUI thread.
class RegistryPoller final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RegistryPoller)

public:
    RegistryPoller(SessionPool sessions, const QString &schema, QObject *parent = nullptr);
    ~RegistryPoller() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    /// Default five seconds.
    void setInterval(std::chrono::milliseconds interval) { m_poller.setInterval(interval); }

    /// Unset: not read yet, not lately, or there is no registry.
    [[nodiscard]] std::optional<QList<HeartbeatAge>> heartbeatAges(const QDateTime &now) const;

Q_SIGNALS:
    void read();

private:
    struct Registered
    {
        bool hasRegistry = false;
        std::vector<ActiveWorker> workers;
    };

    void onRead();

    Poller<Registered> m_poller;
    HeartbeatAges m_ages;
    bool m_hasRegistry = false; // as of the last answer since it was paused
};

} // namespace yardmaster

#pragma once

#include "app/server/servicenotifier.h"
#include <yardmaster/workerstatus.h>

#include <QObject>
#include <QTimer>

#include <functional>

namespace yardmaster {

class EventBus;
class WorkerHealth;

/// Reports a worker to the service manager: READY=1 when it fetches, STOPPING=1, a line of STATUS=,
/// and WATCHDOG=1 for as long as all of its threads respond. Lives on the main thread, so that this
/// one has to respond, too.
class ServiceReport final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServiceReport)

public:
    /// @param status  of the worker. @param health  must outlive this.
    ServiceReport(ServiceNotifier notifier, EventBus *events, const WorkerHealth *health,
                  std::function<WorkerStatus()> status);

private:
    void report();
    [[nodiscard]] QByteArray statusLine(const WorkerStatus &status) const;

    const ServiceNotifier m_notifier;
    const WorkerHealth *const m_health;
    const std::function<WorkerStatus()> m_status;
    const std::chrono::milliseconds m_interval;
    QTimer m_timer;
    QByteArray m_lastLine;
    bool m_isStopping = false;
};

} // namespace yardmaster

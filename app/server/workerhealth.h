#pragma once

#include "worker/events/outagelog.h"
#include <yardmaster/workerstatus.h>

#include <QObject>

#include <atomic>
#include <chrono>

namespace yardmaster {

/// Whether a worker works, and whether it is ready for jobs, from its events. Any thread.
class WorkerHealth final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkerHealth)

public:
    /// A thread that does not return to its event loop for so long has hung.
    static constexpr std::chrono::seconds kHung{30};

    /// One that cannot fetch for so long is not ready.
    static constexpr std::chrono::seconds kUnanswered{10};

    explicit WorkerHealth(EventBus *events);

    /// Why the process should be restarted; empty: it should not. A database that is gone is no
    /// reason, or an outage would restart every worker.
    [[nodiscard]] static QString problem(const WorkerStatus &status);
    /// Why it fetches and runs no jobs now, in a clause; empty: it does.
    [[nodiscard]] QString whyNotReady(const WorkerStatus &status) const;

    [[nodiscard]] bool isStopping() const { return m_isStopping.load(); }
    [[nodiscard]] bool isDatabaseGone() const { return m_outages.isGone(); }
    [[nodiscard]] qint64 outages() const { return m_outages.outages(); }

private:
    std::atomic<bool> m_isStarted = false;
    std::atomic<bool> m_isStopping = false;
    OutageLog m_outages;
};

} // namespace yardmaster

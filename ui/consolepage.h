#pragma once

#include "models/environment.h"
#include "worker/db/connectionsettings.h"
#include "worker/runner/workeroptions.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace yardmaster {

class LocalWorker;
class QueueMonitor;
class TaskRegistry;

/// Everything a window needs to show one queue, and to run jobs of it if asked to.
struct MainWindowSetup
{
    ConnectionSettings connection;
    QString schema = QStringLiteral("graphile_worker");
    QString profileName; ///< as the user calls it; in the title
    Environment environment = Environment::Development;
    QString colour;                      ///< of the strip, "#rrggbb"; empty: the environment's
    std::optional<WorkerOptions> worker; ///< unset: the window only watches
    std::shared_ptr<const TaskRegistry> registry; ///< needed with `worker`
    bool startWorker = false;                     ///< at once, without being asked
};

/// The panels of one queue. Owns the monitor and the worker behind them.
class ConsolePage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsolePage)

public:
    explicit ConsolePage(const MainWindowSetup &setup, QWidget *parent = nullptr);
    ~ConsolePage() override;

    [[nodiscard]] QueueMonitor *monitor() const { return m_monitor.get(); }
    /// Null if the window only watches.
    [[nodiscard]] LocalWorker *worker() const { return m_worker.get(); }

private:
    std::unique_ptr<QueueMonitor> m_monitor;
    std::unique_ptr<LocalWorker> m_worker;
    QWidget *m_panels; // deleted before the two above, which its panels borrow
};

} // namespace yardmaster

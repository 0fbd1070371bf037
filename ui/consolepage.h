#pragma once

#include "models/environment.h"
#include "models/views/savedview.h"
#include "worker/db/connectionsettings.h"
#include "worker/runner/workeroptions.h"

#include <QWidget>

#include <memory>
#include <optional>

class QSettings;
class QTabWidget;

namespace yardmaster {

class ConnectionBar;
class ConsoleContext;
class CountsBar;
class ErrorsPanel;
class InspectorPanel;
class JobActions;
class JobsPanel;
class LocalWorker;
class NavigatorPanel;
class OperationsPanel;
class QueueMonitor;
class TaskRegistry;
struct Filter;

/// Everything a window needs to show one queue, and to run jobs of it if asked to.
struct MainWindowSetup
{
    ConnectionSettings connection;
    QString schema = QStringLiteral("graphile_worker");
    QString profileId;   ///< under which the window's layout is kept; empty: of no profile
    QString profileName; ///< as the user calls it; in the title
    Environment environment = Environment::Development;
    bool isReadOnly = false;             ///< the profile says so
    QString colour;                      ///< of the strip, "#rrggbb"; empty: the environment's
    std::optional<SavedView> view;       ///< to show first; unset: all jobs
    std::optional<WorkerOptions> worker; ///< unset: the window only watches
    std::shared_ptr<const TaskRegistry> registry; ///< needed with `worker`
    bool startWorker = false;                     ///< at once, without being asked
};

/// The panels of one queue, and the wires between them: no panel knows another one. Owns the
/// monitor and the worker behind them.
class ConsolePage final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsolePage)

public:
    /// @param settings  keeps columns, density and rules; borrowed. Null: nothing is kept.
    explicit ConsolePage(const MainWindowSetup &setup, QSettings *settings = nullptr,
                         QWidget *parent = nullptr);
    ~ConsolePage() override;

    [[nodiscard]] QueueMonitor *monitor() const { return m_monitor.get(); }
    /// Null if the window only watches.
    [[nodiscard]] LocalWorker *worker() const { return m_worker.get(); }
    [[nodiscard]] ConsoleContext *context() const { return m_context; }
    [[nodiscard]] OperationsPanel *operations() const { return m_operations; }

private:
    void makePanels(const MainWindowSetup &setup, QSettings *settings);
    void makeCommands();
    void connectViews();
    void connectActions();
    void onFilter(const Filter &filter);
    void onServer();
    void openExport();
    void openIndexes();
    void openMigration();

    std::unique_ptr<QueueMonitor> m_monitor;
    std::unique_ptr<LocalWorker> m_worker;
    ConsoleContext *m_context;
    QWidget *m_panels; // deleted before the three above, which its panels borrow
    JobActions *m_actions = nullptr;
    ConnectionBar *m_connection = nullptr;
    CountsBar *m_counts = nullptr;
    NavigatorPanel *m_navigator = nullptr;
    QTabWidget *m_tabs = nullptr;
    JobsPanel *m_jobs = nullptr;
    ErrorsPanel *m_errors = nullptr;
    OperationsPanel *m_operations = nullptr;
    InspectorPanel *m_inspector = nullptr;
};

} // namespace yardmaster

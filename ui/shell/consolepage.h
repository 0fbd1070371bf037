#pragma once

#include "models/values/environment.h"
#include "models/views/savedview.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/tasksources.h>
#include <yardmaster/workeroptions.h>

#include <QWidget>

#include <memory>
#include <optional>

class QSettings;

namespace yardmaster {

class AlertChip;
class AlertKeeper;
class AlertNotifier;
class ConnectionBar;
class ConsoleContext;
class ConsolePages;
class CountsBar;
class CronPanel;
class ErrorsPanel;
class InspectorPanel;
class JobActions;
class JobsPanel;
class LivePanel;
class LocalWorker;
class LocalWorkerPage;
class MaintenancePanel;
class NavigatorPanel;
class OperationsPanel;
class OverviewPanel;
class QueueMonitor;
class QueuesPanel;
class TaskRegistry;
class TasksPanel;
class VitalsWatch;
class WorkersPanel;
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
    TaskSources sources;                          ///< of the registry; for people
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
    /// Never null; without tasks where the window only watches.
    [[nodiscard]] LocalWorker *worker() const { return m_worker.get(); }
    [[nodiscard]] ConsoleContext *context() const { return m_context; }
    [[nodiscard]] OperationsPanel *operations() const { return m_operations; }
    [[nodiscard]] ConsolePages *pages() const { return m_pages; }

    /// Nobody looks: nothing is read but what alerts need.
    void setSeen(bool isSeen);
    /// What is lost if the window closes now, one sentence; empty: nothing.
    [[nodiscard]] QString unsavedChanges() const;

Q_SIGNALS:
    /// Its schema was removed: there is nothing left to show.
    void schemaRemoved(const QString &schema);

private:
    void makePanels(QSettings *settings);
    void offerToPause();
    void makePages();
    void makeCommands();
    void connectViews();
    void connectActions();
    void connectPages();
    void pauseReading();
    void onFilter(const Filter &filter);
    void onServer();
    void openExport();
    void openIndexes();
    void openMigration();

    std::unique_ptr<QueueMonitor> m_monitor;
    std::unique_ptr<VitalsWatch> m_vitals;
    std::unique_ptr<LocalWorker> m_worker;
    ConsoleContext *m_context;
    std::unique_ptr<AlertKeeper> m_alerts;
    QWidget *m_panels; // deleted before those above, which its panels borrow
    bool m_isSeen = true;
    JobActions *m_actions = nullptr;
    ConnectionBar *m_connection = nullptr;
    CountsBar *m_counts = nullptr;
    NavigatorPanel *m_navigator = nullptr;
    ConsolePages *m_pages = nullptr;
    JobsPanel *m_jobs = nullptr;
    ErrorsPanel *m_errors = nullptr;
    OperationsPanel *m_operations = nullptr;
    InspectorPanel *m_inspector = nullptr;
    OverviewPanel *m_overview = nullptr;
    QueuesPanel *m_queues = nullptr;
    TasksPanel *m_tasks = nullptr;
    WorkersPanel *m_workers = nullptr;
    CronPanel *m_cron = nullptr;
    LivePanel *m_live = nullptr;
    LocalWorkerPage *m_local = nullptr;
    MaintenancePanel *m_maintenance = nullptr;
    AlertNotifier *m_notifier = nullptr;
    AlertChip *m_bell = nullptr;
};

} // namespace yardmaster

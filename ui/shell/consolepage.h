#pragma once

#include "ui/shell/mainwindowsetup.h"

#include <QWidget>

class QSettings;

namespace yardmaster {

class AlertMonitor;
class ConsoleContext;
class ConsolePages;
class InspectorPanel;
class JobActions;
class LocalWorker;
class NavigatorPanel;
class OperationList;
class MetricsPoller;
class PanelSwitch;
class QueueMonitor;

/// One queue in a window: bars, pages, navigator and inspector, and what lives as long as they, as
/// the monitor, the worker and the operations. Does what the pages ask of the ConsoleContext and no
/// other page can do: the dialogs of the window, and which page is in front. Knows none of them;
/// they are in pagelist.cpp.
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
    [[nodiscard]] OperationList *operations() const { return m_operations.get(); }
    [[nodiscard]] ConsoleContext *context() const { return m_context; }
    [[nodiscard]] ConsolePages *pages() const { return m_pages; }
    [[nodiscard]] const AlertMonitor *alerts() const { return m_alerts.get(); }

    /// Hidden: only what alerts need is read.
    void setSeen(bool isSeen);
    /// Another page stands in its place, e.g. the question for a password: reads nothing, not even
    /// for alerts.
    void setCovered(bool isCovered);
    /// Nothing is read by itself now.
    [[nodiscard]] bool isIdle() const;

Q_SIGNALS:
    /// No connection could be made with what is given.
    void editConnectionRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makePanels(const MainWindowSetup &setup, QSettings *settings);
    void makeCommands();
    void connectNavigator();
    void connectInspector();
    void pauseReading();
    void onServer();
    /// Or allows them: as the server was when it answered last.
    void forbidWrites();
    void openExport();
    void openIndexes();
    void openMigration();
    void openCheck();

    std::unique_ptr<QueueMonitor> m_monitor;
    std::unique_ptr<MetricsPoller> m_metrics;
    std::unique_ptr<LocalWorker> m_worker;
    ConsoleContext *m_context;
    std::unique_ptr<AlertMonitor> m_alerts;
    std::unique_ptr<OperationList> m_operations;
    QWidget *m_panels; // deleted before those above, which its panels borrow
    bool m_isSeen = true;
    bool m_isCovered = false;
    JobActions *m_actions = nullptr;
    NavigatorPanel *m_navigator = nullptr;
    InspectorPanel *m_inspector = nullptr;
    ConsolePages *m_pages = nullptr;
    PanelSwitch *m_header = nullptr;
};

} // namespace yardmaster

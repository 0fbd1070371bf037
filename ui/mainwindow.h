#pragma once

#include "ui/consolepage.h"

#include <QMainWindow>
#include <QTimer>

class QSettings;
class QStackedWidget;

namespace yardmaster {

class ClosingBar;
class StartPage;

/// The window. Arranges panels, nothing else.
///
///   Waiting ──connectTo()──> Connected ──close(), worker active──> Closing ──> closed
///     │  ^                       ^───────── keep open ───────────────┘
///     └──┴ showFailure(), showWaiting()
///
/// A window whose worker runs stops it first and closes when it has ended: within the grace period,
/// at once when closed a second time, and whatever happens a few seconds later.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    /// `settings` keeps the geometry; borrowed, must outlive the window.
    explicit MainWindow(QSettings *settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Before there is a connection: "Starting the sandbox database", what that takes.
    void showWaiting(const QString &title, const QString &sentence);
    /// Why there is none; offers to try again.
    void showFailure(const QString &title, const QString &sentence);
    /// Shows the queue of `setup` instead of whatever is shown, and starts its worker if it says
    /// so.
    void connectTo(const MainWindowSetup &setup);

Q_SIGNALS:
    void retryRequested();
    /// Another connection is wanted, in a window of its own.
    void connectRequested();
    /// Not only hidden: nothing runs in it any more.
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeMenus();
    void updateActions();
    void pauseWhileUnseen();
    void beginClosing();
    void endClosing();
    void onWorkerState();
    void showAbout();
    [[nodiscard]] LocalWorker *worker() const { return m_console ? m_console->worker() : nullptr; }

    QSettings *const m_settings;
    QStackedWidget *m_pages;
    StartPage *m_start;
    ConsolePage *m_console = nullptr; // on m_pages
    ClosingBar *m_closing = nullptr;  // while Closing
    QTimer m_patience;                // a worker that does not end is left behind
    QAction *m_startWorker = nullptr;
    QAction *m_stopWorker = nullptr;
};

} // namespace yardmaster

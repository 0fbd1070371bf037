#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>

class QMessageBox;
class QVBoxLayout;

namespace yardmaster {

class ClosingBar;
class ConsolePage;
class LocalWorker;

/// What comes between the wish to close a connection's window, or its tab, and its end: questions
/// about what would be lost, and the wait for what runs.
///
///   Open ──mayClose(), something would be lost──> Asking ──leave──> closed, or the next question
///    ^ ^                                            └──keep open──> Open
///    │ └─────keep open────┐
///    └─ mayClose(), worker or job active ──> Stopping ──> closed
///
/// A worker that runs is stopped first: within the grace period, at once when closed a second time,
/// and whatever happens a few seconds later. GUI thread.
class WindowClosing final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowClosing)

public:
    /// @param window  is closed; its parent.   @param column  takes the bar that says what is
    /// waited for; borrowed.
    WindowClosing(QWidget *window, QVBoxLayout *column);

    /// What the window shows from now on; null: nothing that could be lost. Borrowed.
    void setConsole(ConsolePage *console);

    /// To be asked in the close event. @returns whether it may close now. If not, a question is
    /// open, or what runs is being stopped, and the window is closed when that is over.
    [[nodiscard]] bool mayClose();
    /// It would ask something, or has a question open.
    [[nodiscard]] bool wouldAsk() const;
    /// Everything is answered, and something has to end.
    [[nodiscard]] bool isStopping() const;

Q_SIGNALS:
    /// A question was, or the wait was taken back. @param leaves  not kept open.
    void answered(bool leaves);
    /// Closed again while a job is being stopped: nothing is shown any more until it has ended,
    /// because destroying its worker would wait for it.
    void abandoned();

private:
    [[nodiscard]] bool hasOperations() const;
    [[nodiscard]] bool hasChanges() const;
    void askAboutOperations();
    void askAboutChanges();
    void askAboutJob();
    /// A box whose first button keeps the window open.
    void ask(const QString &name, const QString &title, const QString &fact, const QString &meaning,
             const QString &leaving, const std::function<void()> &leave);
    void stopWorker();
    void endWait();
    void stayOpen();
    void onWorkerState();
    [[nodiscard]] LocalWorker *worker() const;

    QWidget *const m_window;
    QVBoxLayout *const m_column;
    ConsolePage *m_console = nullptr;
    QPointer<QMessageBox> m_question;
    QPointer<ClosingBar> m_bar;        // while a worker is being stopped
    bool m_mayLeaveOperations = false; // asked and answered
    bool m_mayLoseChanges = false;     // likewise
    bool m_isStoppingJob = false;      // likewise
    bool m_mayKillJob = false;
    bool m_isAbandoned = false;
    QTimer m_patience; // a worker that does not end is left behind
};

} // namespace yardmaster

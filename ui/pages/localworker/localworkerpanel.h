#pragma once

#include <QTimer>
#include <QWidget>

class QPushButton;

namespace yardmaster {

class ElidedLabel;
class Label;
class LocalWorker;
class WriteGuard;

/// The worker of this window: what it is doing, what it has done, and the button that starts it,
/// stops it, or ends a stop that takes too long.
class LocalWorkerPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LocalWorkerPanel)

public:
    /// `worker` is borrowed and must outlive the panel.
    explicit LocalWorkerPanel(LocalWorker *worker, QWidget *parent = nullptr);

    /// Asked before the worker is started; borrowed, null: nobody is.
    void setGuard(WriteGuard *guard);

private:
    void showState();
    void announceState();
    void onButton();
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString totals() const;

    LocalWorker *const m_worker;
    WriteGuard *m_guard = nullptr;
    Label *m_word;
    ElidedLabel *m_sentence;
    ElidedLabel *m_totals;
    QPushButton *m_button;
    QTimer m_tick; // counts the grace period down
};

} // namespace yardmaster

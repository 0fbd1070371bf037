#pragma once

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace yardmaster {

class ElidedLabel;
class LocalWorker;

/// Shown while the window waits for its worker before it closes: what it waits for, for how long,
/// and the two ways out.
class ClosingBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ClosingBar)

public:
    /// `worker` is borrowed and must outlive the bar.
    explicit ClosingBar(LocalWorker *worker, QWidget *parent = nullptr);

Q_SIGNALS:
    /// The window is to stay. The worker stops all the same.
    void keepOpenRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showProgress();

    LocalWorker *const m_worker;
    ElidedLabel *m_text;
    QProgressBar *m_grace;
    QPushButton *m_stopNow;
    QTimer m_tick;
};

} // namespace yardmaster

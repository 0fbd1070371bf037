#pragma once

#include <QUuid>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class Label;
class OperationList;

/// One line about an operation under way, below every page: what it is, how far, how fast, how long
/// it will take, with Pause and Cancel. Of several the newest, and how many there are. Hidden while
/// there is none. GUI thread.
class OperationStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperationStrip)

public:
    /// Both are borrowed and must outlive it.
    OperationStrip(OperationList *list, ConsoleContext *context, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showNewest();
    void pause();
    void cancel();
    /// Of the operation that is shown; -1: it is over.
    [[nodiscard]] int row() const;

    OperationList *const m_list;
    ConsoleContext *const m_context;
    QUuid m_operation;
    Label *m_title;
    QProgressBar *m_bar;
    Label *m_progress;
    QPushButton *m_pause;
    QPushButton *m_cancel;
};

} // namespace yardmaster

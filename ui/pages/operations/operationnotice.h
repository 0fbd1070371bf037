#pragma once

#include <QUuid>
#include <QWidget>

class QPushButton;

namespace yardmaster {

class Label;
struct OperationEntry;

/// One line about how an operation has ended, with the way to take it back and to its report.
/// Hidden until there is something to say. GUI thread.
class OperationNotice final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OperationNotice)

public:
    explicit OperationNotice(QWidget *parent = nullptr);

    /// @param title  what it was.
    void tell(const OperationEntry &entry, const QString &title);
    void tellAdded(qint64 job);
    /// Hides what was said of an operation that goes on.
    void withdraw(const QUuid &operation);
    /// Why nothing can be undone at the moment; empty: what can be undone, can.
    void setUndoObstacle(const QString &obstacle);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void undoRequested(const QUuid &operation);
    void reportRequested(const QUuid &operation);
    void jobRequested(qint64 id);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void show(const QString &text, bool isTrouble);

    QUuid m_operation;
    qint64 m_job = 0;
    QString m_undone; // what Undo does, a sentence
    QString m_obstacle;
    Label *m_text;
    QPushButton *m_undo;
    QPushButton *m_report;
};

} // namespace yardmaster

#pragma once

#include "models/queues/queuereleaser.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

class ConsoleContext;

/// Takes the lock from a queue: first looks, without changing anything, and shows what speaks for
/// and against it; then asks. A name has to be typed unless the owner is surely gone. Never with
/// Enter. GUI thread.
class ReleaseDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ReleaseDialog)

public:
    /// @param context  borrowed.
    ReleaseDialog(ConsoleContext *context, const QString &queue, QWidget *parent = nullptr);
    ~ReleaseDialog() override;

Q_SIGNALS:
    /// The queue is free.
    void released();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void look();
    void onLooked(const QueueEvidence &evidence);
    void onEnded(const QueueRelease &release);
    void onFailed(const DbError &error);
    void updateAll();
    [[nodiscard]] bool wantsTyping() const;
    [[nodiscard]] QString obstacle() const;
    void say(const QString &text, bool isTrouble);

    ConsoleContext *const m_context;
    const QString m_queue;
    QueueReleaser m_releaser;
    std::optional<QueueEvidence> m_evidence;
    bool m_isReleasing = false;
    bool m_isDone = false;
    QLabel *m_verdict;
    QLabel *m_facts;
    QPlainTextEdit *m_sql;
    QLabel *m_typedLabel;
    QLineEdit *m_typed;
    QLabel *m_problem;
    QPushButton *m_look;
    QPushButton *m_arm;
    QPushButton *m_cancel;
    QPushButton *m_release;
};

} // namespace yardmaster

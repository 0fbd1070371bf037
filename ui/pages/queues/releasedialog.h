#pragma once

#include "models/queues/queuereleaser.h"
#include "ui/kit/confirmdialog.h"

class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

class Label;

/// Takes the lock from a queue: first looks, without changing anything, and shows what speaks for
/// and against it; then asks. A name has to be typed unless the owner is surely gone. Never with
/// Enter. GUI thread.
class ReleaseDialog final : public ConfirmDialog
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
    [[nodiscard]] QString obstacle() const override;
    void updateButtons() override;
    void confirm() override;

private:
    void look();
    void onLooked(const QueueEvidence &evidence);
    void onEnded(const QueueRelease &release);
    void onFailed(const DbError &error);
    [[nodiscard]] bool wantsTyping() const;

    const QString m_queue;
    QueueReleaser m_releaser;
    std::optional<QueueEvidence> m_evidence;
    bool m_isReleasing = false;
    Label *m_verdict = nullptr;
    Label *m_facts = nullptr;
    QPlainTextEdit *m_sql = nullptr;
    QPushButton *m_look;
};

} // namespace yardmaster

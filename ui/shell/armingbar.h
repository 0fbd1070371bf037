#pragma once

#include <QTimer>
#include <QWidget>

class QAction;
class QPushButton;

namespace yardmaster {

class ConsoleContext;
class Label;

/// Says whether this window may change jobs: locked, with the way to arm it; armed, with what is
/// left of the time and the way to lock it (Ctrl+L); or forbidden, and why. Hidden where everything
/// is allowed anyway. GUI thread.
class ArmingBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ArmingBar)

public:
    /// @param context  borrowed.
    explicit ArmingBar(ConsoleContext *context, QWidget *parent = nullptr);

    /// "guard.arm" and "guard.lock", for the window that is to have their shortcuts.
    [[nodiscard]] QList<QAction *> commands() const { return {m_arm, m_lock}; }

Q_SIGNALS:
    /// The user has locked the window; running work continues.
    void locked();

private:
    void updateState();

    ConsoleContext *const m_context;
    Label *m_text;
    QPushButton *m_button;
    QAction *m_arm;
    QAction *m_lock;
    QTimer m_tick;
};

} // namespace yardmaster

#pragma once

#include "ui/kit/consoledialog.h"

namespace yardmaster {

class ConsoleContext;
class TypedConfirmation;

/// Shows what is about to be changed in the database and asks whether it is to be: needs the
/// consent of the guard, offers to arm the window, and may want a word to be typed. Unless said
/// otherwise it destroys, so that Enter does nothing; Ctrl+Enter confirms once the word was typed.
class ConfirmDialog : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConfirmDialog)

public:
    /// @param context  borrowed; its guard decides whether the button may be pressed.
    ConfirmDialog(ConsoleContext *context, const QString &title, QWidget *parent = nullptr);
    ~ConfirmDialog() override;

    [[nodiscard]] ConsoleContext *context() const { return m_context; }

protected:
    /// @param word  to be typed; empty: nothing.   @param what  the word is, "the worker's name".
    void setWord(const QString &word, const QString &what);
    /// Shown while there is something to type and no obstacle that was set.
    [[nodiscard]] TypedConfirmation *typed() const { return m_typed; }
    [[nodiscard]] QPushButton *armButton() const { return m_arm; }
    /// It was done, or cannot be: only closing is left.
    void setDone(const QString &report);
    [[nodiscard]] bool isDone() const { return m_isDone; }

    [[nodiscard]] QString obstacle() const override;
    void updateButtons() override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    ConsoleContext *const m_context;
    bool m_isDone = false;
    TypedConfirmation *m_typed;
    QPushButton *m_arm;
};

} // namespace yardmaster

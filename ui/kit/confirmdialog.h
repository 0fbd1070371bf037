#pragma once

#include "ui/kit/flatstyle.h"

#include <QDialog>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace yardmaster {

class ConsoleContext;

/// Shows what is about to be touched and asks for a gesture that nobody makes by mistake: the
/// button is never the default, Enter does nothing, and a word may have to be typed first.
class ConfirmDialog : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConfirmDialog)

public:
    /// @param context  borrowed; its guard decides whether the button may be pressed.
    ConfirmDialog(ConsoleContext *context, const QString &title, QWidget *parent = nullptr);
    ~ConfirmDialog() override;

    [[nodiscard]] ConsoleContext *context() const { return m_context; }

protected:
    void addToBody(QWidget *widget, int stretch = 0);
    /// One paragraph in the body.
    QLabel *addText(const QString &text, const char *name);
    /// Left of the buttons.
    void addButton(QPushButton *button);

    /// @param word  to be typed; empty: nothing.   @param what  the word is, "the worker's name".
    void setWord(const QString &word, const QString &what);
    void setConfirmText(const QString &text, ButtonRole role = ButtonRole::Destructive);
    /// Why it cannot be confirmed now, a sentence; empty: it can.
    void setObstacle(const QString &obstacle);
    /// It was done, or cannot be: only closing is left.
    void setDone(const QString &report);
    /// What went wrong; empty: nothing.
    void setProblem(const QString &problem);
    [[nodiscard]] bool isDone() const { return m_isDone; }

Q_SIGNALS:
    void confirmed();

private:
    void updateButtons();

    ConsoleContext *const m_context;
    QString m_word;
    QString m_obstacle;
    bool m_isDone = false;
    QVBoxLayout *m_body;
    QLabel *m_typedLabel;
    QLineEdit *m_typed;
    QLabel *m_report;
    QLabel *m_problem;
    QPushButton *m_arm;
    QPushButton *m_close;
    QPushButton *m_confirm;
    QVBoxLayout *m_layout;
    QHBoxLayout *m_buttons;
};

} // namespace yardmaster

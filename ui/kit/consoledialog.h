#pragma once

#include "ui/kit/flatstyle.h"
#include "ui/kit/tone.h"

#include <QDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

class QFormLayout;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace yardmaster {

class DialogBody;
class Label;
struct ConsoleTarget;

/// What the dialogs of a window have in common. From top to bottom: the strip of the environment,
/// if something is written; the body; what is wrong; the buttons. The last of them is the confirm
/// button, the one before it closes the dialog.
///
/// It is never larger than the screen: then its body scrolls, and the rest stays where it is. What
/// unfolds makes it higher while there is room, and as high as before when it is folded again.
///
/// What can be relied on:
/// - Escape and the close button do the same: while the dialog is busy they cancel what it does,
///   where that is possible, otherwise they close it.
/// - Enter presses the confirm button, or the close button where there is no other, and never one
///   that destroys.
/// - The confirm button is disabled while the dialog is busy or has an obstacle, and names that in
///   its tooltip.
class ConsoleDialog : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConsoleDialog)

public:
    ~ConsoleDialog() override;

    void setVisible(bool isVisible) override;
    void reject() override;

protected:
    /// What presses the confirm button.
    enum class Keys {
        None,      ///< neither Enter nor Ctrl+Enter
        CtrlEnter, ///< from any field
        Enter,     ///< both
    };

    /// @param target  what is written to; null: nothing, so there is no strip.
    ConsoleDialog(const QString &title, const ConsoleTarget *target, QWidget *parent);

    /// For tests and style: of the dialog and its parts; null: none.
    void setNames(const char *dialog, const char *confirm, const char *close = nullptr,
                  const char *problem = nullptr);

    [[nodiscard]] QVBoxLayout *body() const;
    Label *addHeading(const QString &text);
    /// One paragraph.
    Label *addText(const QString &text, const char *name = nullptr, Tone tone = Tone::Plain);
    QFormLayout *addForm();
    /// SQL to look at; not in the body yet.
    QPlainTextEdit *makeStatement(const char *name);
    /// Fills what is between the strip and the rest, from edge to edge, instead of a body.
    void setWide(QWidget *widget);

    /// Between the body and the buttons.
    void addAboveButtons(QWidget *widget);
    /// A thin bar above the buttons; keeps its place while it is hidden.
    QProgressBar *addProgress(const QString &accessibleName);
    /// At the left of the buttons. @param stretch  1: takes the space that is left there.
    void addBesideButtons(QWidget *widget, int stretch = 0);
    QPushButton *addButton(const QString &text, const char *name);
    [[nodiscard]] QHBoxLayout *buttons() const { return m_buttons; }
    [[nodiscard]] QPushButton *closeButton() const { return m_close; }
    [[nodiscard]] QPushButton *confirmButton() const { return m_confirm; }

    /// @param text  empty: there is nothing to confirm.
    void setConfirmText(const QString &text);
    void setConfirmRole(ButtonRole role, Keys keys);
    /// Whether there is something to confirm just now.
    void setConfirmShown(bool isShown);
    /// @param text  empty: "Cancel", or "Close" where nothing can be confirmed.
    void setCloseText(const QString &text);

    /// What went wrong, or in another tone what came of it; empty: nothing.
    void setProblem(const QString &problem, Tone tone = Tone::Trouble);
    /// Why it cannot be confirmed now, a sentence, or a space where that shows by itself; empty: it
    /// can.
    void setObstacle(const QString &obstacle);
    /// Something is under way that was confirmed.
    void setBusy(bool isBusy);
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

    /// What forbids to confirm; asked by updateButtons().
    [[nodiscard]] virtual QString obstacle() const { return m_obstacle; }
    virtual void updateButtons();
    /// The confirm button was pressed, and nothing forbids it.
    virtual void confirm() { accept(); }
    /// Ends what is under way. @returns false if that is impossible, so that the dialog closes.
    virtual bool cancelWork() { return false; }

    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void orderTabs();
    void fitBeforeShown();
    void growToNeed();
    void shrinkAfterFolding(QWidget *fold);

    QString m_obstacle;
    QString m_closeText;
    ButtonRole m_role = ButtonRole::Primary;
    Keys m_keys = Keys::Enter;
    bool m_isBusy = false;
    bool m_isConfirmShown = true;
    QVBoxLayout *m_root;
    QVBoxLayout *m_column;
    DialogBody *m_body;
    QHBoxLayout *m_buttons;
    int m_beside = 0;         // widgets at the left of the buttons
    int m_missing = 0;        // pixels of the body that had to be scrolled to when last asked
    int m_grown = 0;          // pixels by which it is higher than it was made
    bool m_isFitting = false; // it is being resized here, not by hand
    Label *m_problem;
    QPushButton *m_close;
    QPushButton *m_confirm;
};

} // namespace yardmaster

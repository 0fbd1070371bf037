#pragma once

#include "models/diagnosis/queuecheck.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace yardmaster {

class Label;

/// What one check has found: shape and word of its outcome, what it is about, what was found with
/// the evidence, what to do, and a button for what the window can do about it.
class CheckRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CheckRow)

public:
    explicit CheckRow(const QueueCheck &check, QWidget *parent = nullptr);

    [[nodiscard]] const QueueCheck &check() const { return m_check; }
    /// @param text  of the button; empty: there is none.
    /// @param obstacle  why it cannot be pressed now; empty: it can.
    void setHelp(const QString &text, const QString &obstacle);

Q_SIGNALS:
    void helpRequested();

private:
    Label *addParagraph(const QString &text, const char *name);

    const QueueCheck m_check;
    QVBoxLayout *m_texts;
    Label *m_obstacle;
    QPushButton *m_button;
};

} // namespace yardmaster

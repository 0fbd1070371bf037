#pragma once

#include <QObject>

class QLineEdit;

namespace yardmaster {

/// Marks every line edit of the application that holds something invisible: a text that is to be
/// used as it is must not be rewritten, but a name with an override of the direction reads as
/// another one. The mark's tooltip, and what screen readers hear, say the text as visibleText()
/// writes it. One per application; Theme has it. Passwords are left alone.
class InvisibleMarks final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InvisibleMarks)

public:
    explicit InvisibleMarks(QObject *parent);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    static void mark(QLineEdit *edit);
};

} // namespace yardmaster

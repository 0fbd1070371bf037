#pragma once

#include "ui/kit/consoledialog.h"

#include <functional>

class QPlainTextEdit;

namespace yardmaster {

/// Changes a set of rules: one rule a line, checked while it is typed. What the rules are about is
/// for those who derive from it.
class RulesDialog : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RulesDialog)

protected:
    /// What is wrong with a line that is not empty; empty if nothing.
    using Problem = QString (*)(const QString &line);

    /// @param part  begins the names of the widgets: "redaction" for "redactionRules".
    RulesDialog(const QString &title, const QByteArray &part, const QStringList &lines,
                Problem problem, QWidget *parent);

    /// What the rules are for, above them. `examples` becomes a part of the dialog.
    void explain(const QString &help, QLayout *examples);
    [[nodiscard]] QPlainTextEdit *text() const { return m_text; }

    void updateButtons() override;
    void confirm() override;

Q_SIGNALS:
    /// They are all right, and the dialog closes.
    void saved(const QStringList &lines);

private:
    const Problem m_problemOf;
    QPlainTextEdit *m_text;
};

} // namespace yardmaster

#pragma once

#include "models/payload/redaction.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

/// Changes which values of payloads are hidden: one rule a line, checked while it is typed.
class RedactionDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RedactionDialog)

public:
    explicit RedactionDialog(const RedactionRules &rules, QWidget *parent = nullptr);

Q_SIGNALS:
    void rulesChosen(const yardmaster::RedactionRules &rules);

private:
    void check();

    QPlainTextEdit *m_text;
    QLabel *m_problem;
    QPushButton *m_save;
};

} // namespace yardmaster

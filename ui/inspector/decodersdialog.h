#pragma once

#include "models/payload/decoderrules.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace yardmaster {

/// Changes which programs make payloads readable: one rule a line, checked while it is typed.
class DecodersDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DecodersDialog)

public:
    explicit DecodersDialog(const DecoderRules &rules, QWidget *parent = nullptr);

Q_SIGNALS:
    void rulesChosen(const yardmaster::DecoderRules &rules);

private:
    void check();

    QPlainTextEdit *m_text;
    QLabel *m_problem;
    QPushButton *m_save;
};

} // namespace yardmaster

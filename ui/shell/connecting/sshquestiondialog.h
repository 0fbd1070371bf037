#pragma once

#include "models/connecting/sshquestions.h"
#include "ui/kit/consoledialog.h"

class QLineEdit;

namespace yardmaster {

/// Asks a person what ssh asks: whether a host is the right one, or a passphrase.
class SshQuestionDialog final : public ConsoleDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SshQuestionDialog)

public:
    explicit SshQuestionDialog(const SshQuestion &question, QWidget *parent = nullptr);

    /// Shows the questions, one after the other, over the window in front; for as long as they
    /// live.
    static void showFor(SshQuestions *questions);

Q_SIGNALS:
    void answered(const QString &answer);

protected:
    void confirm() override;

private:
    void addFacts(const QString &text);

    const SshQuestion m_question;
    QLineEdit *m_secret = nullptr;
};

} // namespace yardmaster

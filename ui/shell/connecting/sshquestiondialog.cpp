#include "ui/shell/connecting/sshquestiondialog.h"

#include "models/values/showntext.h"
#include "ui/kit/label.h"

#include <QApplication>
#include <QFontDatabase>
#include <QLineEdit>

#include <memory>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Kind = SshQuestion::Kind;

/// ssh's text without what the dialog's buttons ask.
QString factsOf(const SshQuestion &question)
{
    QStringList lines = question.text.split(u'\n');
    if (question.kind == Kind::HostKey)
        lines.removeIf([](const QString &line) { return line.contains("(yes/no"_L1); });
    return lines.join(u'\n');
}

} // namespace

SshQuestionDialog::SshQuestionDialog(const SshQuestion &question, QWidget *parent)
    : ConsoleDialog(tr("SSH"), nullptr, parent)
    , m_question(question)
{
    setNames("sshQuestion", "sshAnswer", "sshCancel", "sshProblem");
    switch (question.kind) {
    case Kind::HostKey:
        addHeading(tr("Is this the right SSH host?"));
        addFacts(factsOf(question));
        addText(tr("Compare the fingerprint with the one that the administrator of the host gave "
                   "you. ssh remembers an accepted key and does not ask again."),
                nullptr, Tone::Muted);
        setConfirmText(tr("Accept host key"));
        setConfirmRole(ButtonRole::Primary, Keys::None); // not by an Enter meant for another field
        break;
    case Kind::Consent:
        addHeading(tr("ssh asks for your consent"));
        addFacts(factsOf(question));
        setConfirmText(tr("Allow"));
        setConfirmRole(ButtonRole::Primary, Keys::None);
        break;
    case Kind::Notice:
        addHeading(tr("ssh waits for you"));
        addFacts(factsOf(question));
        break;
    case Kind::Passphrase:
    case Kind::Secret:
        addHeading(question.kind == Kind::Passphrase ? tr("Your SSH key needs its passphrase")
                                                     : tr("The SSH host asks for a secret"));
        addFacts(question.kind == Kind::Passphrase && !question.subject.isEmpty()
                     ? question.subject
                     : factsOf(question));
        m_secret = new QLineEdit(this);
        m_secret->setObjectName("sshSecret"_L1);
        m_secret->setEchoMode(QLineEdit::Password);
        m_secret->setAccessibleName(question.kind == Kind::Passphrase ? tr("Passphrase")
                                                                      : tr("Secret"));
        body()->addWidget(m_secret);
        if (question.isAgain) {
            const QString wrong = question.kind == Kind::Passphrase
                ? tr("That passphrase was wrong.")
                : tr("That was not accepted.");
            setProblem(wrong);
            m_secret->setAccessibleDescription(wrong);
        }
        addText(tr("It goes to ssh and nowhere else. For keys in the agent (ssh-add), ssh does not "
                   "ask."),
                nullptr, Tone::Muted);
        setConfirmText(tr("Continue"));
        m_secret->setFocus();
        break;
    }
    setMinimumWidth(480);
}

void SshQuestionDialog::addFacts(const QString &text)
{
    Label *facts = addText(shownText(text), "sshFacts");
    facts->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    facts->setFont(fixed);
}

void SshQuestionDialog::confirm()
{
    QString answer = u"yes"_s;
    if (m_secret) {
        answer = m_secret->text();
        m_secret->clear(); // not longer in the window than needed
    }
    Q_EMIT answered(answer);
    accept();
}

void SshQuestionDialog::showFor(SshQuestions *questions)
{
    connect(questions, &SshQuestions::questionAsked, questions,
            [questions](const SshQuestion &question) {
                auto *dialog = new SshQuestionDialog(question, QApplication::activeWindow());
                dialog->setAttribute(Qt::WA_DeleteOnClose);
                // Closed, it declines; destroyed with its window, it cancels; unless that is
                // settled.
                auto isOpen = std::make_shared<bool>(true);
                connect(dialog, &SshQuestionDialog::answered, questions,
                        [questions, isOpen](const QString &answer) {
                            if (std::exchange(*isOpen, false))
                                questions->answer(answer);
                        });
                connect(dialog, &QDialog::rejected, questions, [questions, isOpen] {
                    if (std::exchange(*isOpen, false))
                        questions->decline();
                });
                connect(dialog, &QObject::destroyed, questions, [questions, isOpen] {
                    if (std::exchange(*isOpen, false))
                        questions->cancel();
                });
                connect(questions, &SshQuestions::questionWithdrawn, dialog, [dialog, isOpen] {
                    *isOpen = false;
                    dialog->close();
                });
                dialog->open();
            });
}

} // namespace yardmaster

#include "ui/shell/connecting/passwordpage.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

PasswordPage::PasswordPage(QWidget *parent)
    : QWidget(parent)
    , m_title(new Label(tr("The server asks for a password"), this))
    , m_sentence(new Label(this))
    , m_password(new QLineEdit(this))
    , m_keep(new QCheckBox(tr("&Remember it in the system keychain"), this))
    , m_problem(new Label(this))
    , m_connect(new QPushButton(tr("Connect"), this))
{
    QFont strong = font();
    strong.setPointSizeF(font().pointSizeF() * 1.4);
    strong.setWeight(QFont::DemiBold);
    m_title->setFont(strong);
    m_sentence->setObjectName("passwordSentence"_L1);
    m_problem->setObjectName("passwordRefusal"_L1);
    for (Label *label : {m_title, m_sentence, m_problem})
        label->setWordWrap(true);
    m_problem->setMinimumHeight(m_problem->fontMetrics().lineSpacing()); // so nothing jumps
    m_password->setObjectName("passwordField"_L1);
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setAccessibleName(tr("Password"));
    m_keep->setObjectName("passwordKeep"_L1);
    m_connect->setObjectName("passwordConnect"_L1);
    setButtonRole(m_connect, ButtonRole::Primary);
    auto *cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName("passwordCancel"_L1);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_connect);
    auto *column = new QVBoxLayout;
    column->setSpacing(8);
    column->addStretch(2);
    column->addWidget(m_title);
    column->addWidget(m_sentence);
    column->addSpacing(8);
    column->addWidget(m_password);
    column->addWidget(m_problem);
    column->addWidget(m_keep);
    column->addSpacing(8);
    column->addLayout(buttons);
    column->addStretch(3);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->addStretch(1);
    layout->addLayout(column, 2);
    layout->addStretch(1);

    connect(m_connect, &QPushButton::clicked, this, &PasswordPage::onAccepted);
    connect(m_password, &QLineEdit::returnPressed, this, &PasswordPage::onAccepted);
    connect(m_password, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_connect->setEnabled(!text.isEmpty()); });
    connect(cancel, &QPushButton::clicked, this, &PasswordPage::cancelled);
    setTone(m_sentence, Tone::Muted);
    setTone(m_problem, Tone::Trouble);
}

void PasswordPage::ask(const QString &connection, const QString &problem, bool mayKeep)
{
    m_sentence->setText(
        tr("To connect to %1. The password goes to the server and nowhere else.").arg(connection));
    m_problem->setText(problem);
    m_keep->setVisible(mayKeep);
    if (!mayKeep)
        m_keep->setChecked(false);
    m_password->clear();
    m_connect->setEnabled(false);
    if (isVisible()) // or the keys meant for another tab would go here
        m_password->setFocus();
}

void PasswordPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_password->setFocus();
}

void PasswordPage::onAccepted()
{
    const QString password = m_password->text();
    if (password.isEmpty())
        return;
    m_password->clear(); // not longer in the window than needed
    Q_EMIT passwordGiven(password, m_keep->isChecked());
}

void PasswordPage::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Cancel))
        Q_EMIT cancelled();
    else
        QWidget::keyPressEvent(event);
}

} // namespace yardmaster

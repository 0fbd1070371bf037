#include "ui/kit/confirmdialog.h"

#include "models/console/consolecontext.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

ConfirmDialog::ConfirmDialog(ConsoleContext *context, const QString &title, QWidget *parent)
    : QDialog(parent)
    , m_context(context)
    , m_body(new QVBoxLayout)
    , m_typedLabel(new QLabel(this))
    , m_typed(new QLineEdit(this))
    , m_report(new QLabel(this))
    , m_problem(new QLabel(this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
    , m_close(new QPushButton(tr("Cancel"), this))
    , m_confirm(new QPushButton(this))
    , m_layout(new QVBoxLayout(this))
    , m_buttons(new QHBoxLayout)
{
    setWindowTitle(title);
    auto *strip = new EnvironmentStrip(this);
    strip->showTarget(context->target());
    auto *heading = new QLabel(title, this);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    heading->setFont(large);
    heading->setWordWrap(true);
    heading->setTextFormat(Qt::PlainText);

    m_typed->setObjectName("typedConfirmation"_L1);
    m_typedLabel->setObjectName("typedLabel"_L1);
    m_typedLabel->setTextFormat(Qt::PlainText);
    m_typedLabel->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_typedLabel->setBuddy(m_typed);
    m_report->setObjectName("confirmReport"_L1);
    m_problem->setObjectName("confirmProblem"_L1);
    for (QLabel *label : {m_report, m_problem}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->hide();
    }
    setTone(m_problem, Tone::Trouble);
    m_arm->setObjectName("armFromDialog"_L1);
    m_close->setObjectName("confirmClose"_L1);
    m_confirm->setObjectName("confirmButton"_L1);
    for (QPushButton *button : {m_arm, m_close, m_confirm})
        button->setAutoDefault(false);

    m_body->setContentsMargins(16, 16, 16, 0);
    m_body->setSpacing(12);
    m_body->addWidget(heading);
    auto *typed = new QVBoxLayout;
    typed->setContentsMargins(16, 12, 16, 0);
    typed->setSpacing(4);
    typed->addWidget(m_report);
    typed->addWidget(m_problem);
    typed->addWidget(m_typedLabel);
    typed->addWidget(m_typed);
    m_buttons->setContentsMargins(16, 16, 16, 16);
    m_buttons->setSpacing(8);
    m_buttons->addStretch(1);
    m_buttons->addWidget(m_arm);
    m_buttons->addWidget(m_close);
    m_buttons->addWidget(m_confirm);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(strip);
    m_layout->addLayout(m_body, 1);
    m_layout->addLayout(typed);
    m_layout->addLayout(m_buttons);
    m_typed->hide();
    m_typedLabel->hide();

    connect(m_typed, &QLineEdit::textChanged, this, &ConfirmDialog::updateButtons);
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    connect(m_close, &QPushButton::clicked, this, &ConfirmDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &ConfirmDialog::confirmed);
    connect(context->guard(), &WriteGuard::changed, this, &ConfirmDialog::updateButtons);
    m_close->setFocus();
    updateButtons();
}

ConfirmDialog::~ConfirmDialog() = default;

void ConfirmDialog::addToBody(QWidget *widget, int stretch)
{
    m_body->addWidget(widget, stretch);
}

QLabel *ConfirmDialog::addText(const QString &text, const char *name)
{
    auto *label = new QLabel(text, this);
    label->setObjectName(QLatin1StringView(name));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    m_body->addWidget(label);
    return label;
}

void ConfirmDialog::addButton(QPushButton *button)
{
    button->setAutoDefault(false);
    m_buttons->insertWidget(0, button);
}

void ConfirmDialog::setWord(const QString &word, const QString &what)
{
    if (word != m_word)
        m_typed->clear();
    m_word = word;
    m_typedLabel->setText(tr("Type %1, %2, to confirm:").arg(what, word));
    m_typed->setAccessibleName(m_typedLabel->text());
    updateButtons();
}

void ConfirmDialog::setConfirmText(const QString &text, ButtonRole role)
{
    setButtonRole(m_confirm, role);
    m_confirm->setText(text);
}

void ConfirmDialog::setObstacle(const QString &obstacle)
{
    m_obstacle = obstacle;
    updateButtons();
}

void ConfirmDialog::setDone(const QString &report)
{
    m_isDone = true;
    m_report->setText(report);
    m_report->setVisible(!report.isEmpty());
    m_close->setText(tr("Close"));
    updateButtons();
    m_close->setFocus();
}

void ConfirmDialog::setProblem(const QString &problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void ConfirmDialog::updateButtons()
{
    const QString guarded = m_context->guard()->reason();
    QString missing = m_obstacle.isEmpty() ? guarded : m_obstacle;
    const bool asks = !m_word.isEmpty() && !m_isDone && m_obstacle.isEmpty();
    m_typed->setVisible(asks);
    m_typedLabel->setVisible(asks);
    if (missing.isEmpty() && asks && m_typed->text().trimmed() != m_word)
        missing = tr("Type the word to confirm.");
    m_confirm->setVisible(!m_isDone && !m_confirm->text().isEmpty());
    m_confirm->setEnabled(missing.isEmpty());
    m_confirm->setToolTip(missing);
    m_arm->setVisible(!m_isDone && m_context->guard()->state() == WriteGuard::State::Locked);
}

} // namespace yardmaster

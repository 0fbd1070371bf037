#include "ui/kit/confirmdialog.h"

#include "models/console/consolecontext.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/typedconfirmation.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

ConfirmDialog::ConfirmDialog(ConsoleContext *context, const QString &title, QWidget *parent)
    : ConsoleDialog(title, &context->target(), parent)
    , m_context(context)
    , m_typed(new TypedConfirmation(this))
    , m_arm(new QPushButton(tr("Unlock changes…"), this))
{
    m_arm->setObjectName("armFromDialog"_L1);
    addAboveButtons(m_typed);
    buttons()->insertWidget(buttons()->indexOf(closeButton()), m_arm);
    setNames("", "confirmButton", "confirmClose", "confirmReport");
    setConfirmRole(ButtonRole::Destructive, Keys::None);

    connect(m_typed, &TypedConfirmation::edited, this, [this] { updateButtons(); });
    connect(m_arm, &QPushButton::clicked, this, [this] { ArmDialog::openOver(m_context, this); });
    connect(context->guard(), &WriteGuard::changed, this, [this] { updateButtons(); });
    closeButton()->setFocus();
    ConfirmDialog::updateButtons();
}

ConfirmDialog::~ConfirmDialog() = default;

void ConfirmDialog::setWord(const QString &word, const QString &what)
{
    m_typed->ask(word, tr("Type %1, %2, to confirm:").arg(what, word));
    updateButtons();
}

void ConfirmDialog::setDone(const QString &report)
{
    m_isDone = true;
    setProblem(report, Tone::Plain);
    setConfirmShown(false);
    closeButton()->setFocus();
}

QString ConfirmDialog::obstacle() const
{
    if (const QString own = ConsoleDialog::obstacle(); !own.isEmpty())
        return own;
    if (!m_context->guard()->mayWrite())
        return m_context->guard()->reason();
    return m_typed->isGiven() ? QString() : tr("Type the word to confirm.");
}

void ConfirmDialog::updateButtons()
{
    m_typed->setShown(!m_isDone && ConsoleDialog::obstacle().isEmpty());
    m_arm->setVisible(!m_isDone && m_context->guard()->state() == WriteGuard::State::Locked);
    ConsoleDialog::updateButtons();
}

void ConfirmDialog::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier) && m_typed->isVisibleTo(this)
        && m_typed->isGiven()) {
        event->accept();
        confirmButton()->click(); // what was typed says that it is meant
        return;
    }
    ConsoleDialog::keyPressEvent(event);
}

} // namespace yardmaster

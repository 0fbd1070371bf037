#include "ui/shell/armingbar.h"

#include "models/console/consolecontext.h"
#include "ui/kit/armdialog.h"
#include "ui/kit/command.h"
#include "ui/kit/consolehost.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

ArmingBar::ArmingBar(ConsoleContext *context, QWidget *parent)
    : QWidget(parent)
    , m_context(context)
    , m_text(new Label(this))
    , m_button(new QPushButton(this))
    , m_arm(addCommand(this, u"guard.arm"_s, tr("Unlock changes…"),
                       tr("Lets jobs of this connection be changed for a few minutes."),
                       [this] { ArmDialog::openOver(m_context, consoleHost(this)); })
                ->unless([this] {
                    const WriteGuard *guard = m_context->guard();
                    const bool isForbidden = guard->state() == WriteGuard::State::Forbidden;
                    return guard->state() == WriteGuard::State::Open ? tr("Nothing is locked here.")
                        : isForbidden                                ? guard->reason()
                                                                     : QString();
                })
                ->alsoCalled(tr("arm, write, allow, edit")))
    , m_lock(addCommand(this, u"guard.lock"_s, tr("Lock against changes"),
                        tr("Locks the jobs of this connection until changes are unlocked again."),
                        [this] {
                            m_context->guard()->lock();
                            Q_EMIT locked();
                        })
                 ->withKeys({Qt::CTRL | Qt::Key_L})
                 ->unless([this] {
                     return m_context->guard()->state() == WriteGuard::State::Armed
                         ? QString()
                         : tr("Changes are not unlocked.");
                 })
                 ->alsoCalled(tr("disarm, read-only, protect")))
{
    setObjectName("armingBar"_L1);
    m_text->setObjectName("armingText"_L1);
    m_text->setFont(tabularFont(font()));
    m_button->setObjectName("armingButton"_L1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(12);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);

    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_context->guard()->state() == WriteGuard::State::Armed)
            m_lock->trigger();
        else
            m_arm->trigger();
    });
    connect(m_context->guard(), &WriteGuard::changed, this, &ArmingBar::updateState);
    connect(&m_tick, &QTimer::timeout, this, &ArmingBar::updateState);
    m_tick.setInterval(1s);
    updateState();
}

void ArmingBar::updateState()
{
    const WriteGuard *guard = m_context->guard();
    const auto state = guard->state();
    const bool isArmed = state == WriteGuard::State::Armed;
    const bool isLocked = state == WriteGuard::State::Locked;
    setVisible(state != WriteGuard::State::Open);
    m_button->setVisible(isArmed || isLocked);
    m_button->setText(isArmed ? tr("Lock now") : tr("Unlock changes…"));
    updateCommands(this);
    if (isArmed) {
        const qint64 left = QDateTime::currentDateTimeUtc().secsTo(guard->armedUntil());
        m_text->setText(tr("Unlocked: changes are possible for %1:%2")
                            .arg(left / 60)
                            .arg(left % 60, 2, 10, QChar(u'0')));
        m_tick.start();
    } else {
        m_text->setText(isLocked ? tr("Locked against changes") : guard->reason());
        m_tick.stop();
    }
    setTone(m_text, isArmed ? Tone::Trouble : Tone::Muted);
}

} // namespace yardmaster

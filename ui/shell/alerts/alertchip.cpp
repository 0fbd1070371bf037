#include "ui/shell/alerts/alertchip.h"

#include "models/alerts/alertwords.h"
#include "models/values/format.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/command.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/shell/alerts/alertcolor.h"
#include "ui/shell/alerts/bellglyph.h"

#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QStyleOptionFocusRect>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int kPadding = 8;
constexpr int kGap = 6;
constexpr int kWidestText = 44; // in average characters

QString clockText(const QDateTime &time)
{
    const TimeDisplay &display = TimeDisplay::instance();
    return display.shown(time).toString(u"HH:mm "_s) + display.zoneName(time);
}

} // namespace

AlertChip::AlertChip(AlertMonitor *alertMonitor, QWidget *parent)
    : QAbstractButton(parent)
    , m_alertMonitor(alertMonitor)
    , m_menu(new QMenu(this))
    , m_edit(addCommand(this, u"alerts.edit"_s, tr("Edit alerts…"),
                        tr("Chooses what this profile alerts about, and how."),
                        &AlertChip::editRequested)
                 ->alsoCalled(tr("notifications, rules, thresholds")))
    , m_show(addCommand(this, u"alerts.show"_s, tr("Show the cause of the alert"),
                        tr("Shows the jobs or the page behind the most severe alert."),
                        [this] {
                            if (!m_active.isEmpty())
                                Q_EMIT causeRequested(m_active.first().rule);
                        })
                 ->unless(
                     [this] { return m_active.isEmpty() ? tr("There are no alerts.") : QString(); })
                 ->alsoCalled(tr("why, reason")))
    , m_acknowledge(
          addCommand(this, u"alerts.acknowledge"_s, tr("Acknowledge alerts"),
                     tr("Stops reminders of active alerts until they are resolved."),
                     [this] {
                         for (const AlertMonitor::Active &alert : m_alertMonitor->active())
                             m_alertMonitor->acknowledge(alert.rule.id);
                     })
              ->unless([this] {
                  const bool isAnyNew
                      = std::any_of(m_active.cbegin(), m_active.cend(),
                                    [](const auto &alert) { return !alert.isAcknowledged; });
                  return isAnyNew ? QString() : tr("There is no unacknowledged alert.");
              })
              ->alsoCalled(tr("confirm, seen")))
    , m_snooze(
          addCommand(this, u"alerts.snooze"_s, tr("Snooze alerts for an hour"),
                     tr("Shows alerts only in the window; notifications resume after an hour."),
                     [this] {
                         if (m_alertMonitor->snoozedUntil().isValid())
                             m_alertMonitor->endSnooze();
                         else
                             m_alertMonitor->snooze(60min);
                     })
              ->unless([this] {
                  return m_isWatching || m_isSnoozed ? QString() : tr("Alerts are off.");
              })
              ->alsoCalled(tr("mute, silence, notifications")))
{
    setObjectName("alertChip"_L1);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_menu->setObjectName("alertMenu"_L1);

    connect(this, &QAbstractButton::clicked, this, [this] {
        fillMenu();
        m_menu->popup(mapToGlobal(QPoint(0, height())));
    });
    connect(alertMonitor, &AlertMonitor::updated, this, &AlertChip::updateState);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &AlertChip::updateState);
    updateState();
}

void AlertChip::updateState()
{
    m_active = m_alertMonitor->active();
    m_isWatching = m_alertMonitor->isWatching();
    const QDateTime snoozedUntil = m_alertMonitor->snoozedUntil();
    m_isSnoozed = snoozedUntil.isValid();

    QStringList lines;
    for (const AlertMonitor::Active &alert : std::as_const(m_active))
        lines << alertLine(alert.rule, alert.state.last);
    QString text;
    if (!m_isWatching)
        text = tr("Alerts off");
    else if (m_active.isEmpty())
        text = tr("No alerts");
    else if (m_active.size() == 1)
        text = lines.first();
    else
        text = tr("%1 alerts · %2", nullptr, pluralOf(m_active.size()))
                   .arg(formatNumber(m_active.size()), lines.first());
    if (m_isSnoozed && m_isWatching)
        text = m_active.isEmpty() ? tr("Alerts snoozed until %1").arg(clockText(snoozedUntil))
                                  : tr("Snoozed until %1 · %2").arg(clockText(snoozedUntil), text);

    updateCommands(this);
    m_snooze->setText(m_isSnoozed ? tr("End alert snooze") : tr("Snooze alerts for an hour"));
    text = shownText(text);
    if (text != this->text()) {
        setText(text);
        setAccessibleName(tr("Alerts: %1").arg(text));
        setToolTip(lines.size() > 1 ? lines.join(u'\n') : text);
        updateGeometry();
    }
    update();
}

void AlertChip::fillMenu()
{
    m_menu->clear();
    for (const AlertMonitor::Active &alert : std::as_const(m_active)) {
        QString text = shownText(alertLine(alert.rule, alert.state.last));
        text.replace(u'&', u"&&"_s);
        const std::chrono::milliseconds age(
            alert.state.raisedAt.msecsTo(QDateTime::currentDateTimeUtc()));
        text += u'\t' + formatAge(std::max(age, 0ms));
        QAction *action = m_menu->addAction(text);
        action->setToolTip(tr("Shows the cause"));
        connect(action, &QAction::triggered, this,
                [this, rule = alert.rule] { Q_EMIT causeRequested(rule); });
    }
    if (!m_active.isEmpty())
        m_menu->addSeparator();
    m_menu->addAction(m_acknowledge);
    if (m_isSnoozed) {
        m_menu->addAction(m_snooze);
    } else if (m_isWatching) {
        const auto offer = [this](const QString &text, std::chrono::minutes time) {
            connect(m_menu->addAction(text), &QAction::triggered, this,
                    [this, time] { m_alertMonitor->snooze(time); });
        };
        offer(tr("Snooze for 15 minutes"), 15min);
        offer(tr("Snooze for 1 hour"), 1h);
        offer(tr("Snooze for 4 hours"), 4h);
        offer(tr("Snooze for 12 hours"), 12h);
    }
    m_menu->addSeparator();
    m_menu->addAction(m_edit);
}

QColor AlertChip::color() const
{
    return m_active.isEmpty() ? mutedColor(palette())
                              : stateColor(alertState(m_active.first().rule.severity), palette());
}

QSize AlertChip::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    const int text = std::min(metrics.horizontalAdvance(this->text()),
                              kWidestText * metrics.averageCharWidth());
    constexpr int kRounding = 2; // or the last letters would be cut for a fraction of a pixel
    return {2 * kPadding + kGlyphSize + kGap + text + kRounding,
            std::max(kGlyphSize, metrics.height()) + 8};
}

QSize AlertChip::minimumSizeHint() const
{
    return {2 * kPadding + kGlyphSize, sizeHint().height()};
}

void AlertChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor tint = color();
    const bool isDown = this->isDown() || m_menu->isVisible();
    const bool isPlain = m_active.isEmpty();
    tint.setAlphaF(isDown ? 0.20F : underMouse() ? 0.14F : isPlain ? 0.0F : 0.09F);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tint);
    painter.drawRoundedRect(rect(), 3, 3);
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    paintBell(painter,
              QPoint(isMirrored ? width() - kPadding - kGlyphSize : kPadding,
                     (height() - kGlyphSize) / 2),
              color(), !isPlain, !m_isWatching || m_isSnoozed);
    painter.setPen(color());
    const int used = kPadding + kGlyphSize + kGap;
    const QRect place = isMirrored ? rect().adjusted(kPadding, 0, -used, 0)
                                   : rect().adjusted(used, 0, -kPadding, 0);
    painter.drawText(place, int(Qt::AlignVCenter | Qt::AlignLeading) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), Qt::ElideRight, place.width()));
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = rect();
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

bool AlertChip::event(QEvent *event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    return QAbstractButton::event(event);
}

} // namespace yardmaster

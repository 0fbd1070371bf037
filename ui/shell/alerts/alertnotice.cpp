#include "ui/shell/alerts/alertnotice.h"

#include "models/alerts/alertwords.h"
#include "models/values/showntext.h"
#include "ui/kit/announcement.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/kit/tone.h"
#include "ui/shell/alerts/alertcolor.h"
#include "ui/shell/alerts/bellglyph.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace yardmaster {

using namespace Qt::StringLiterals;

AlertNotice::AlertNotice(QWidget *parent)
    : QWidget(parent)
    , m_text(new ElidedLabel(Qt::ElideRight, this))
    , m_show(new QPushButton(tr("Show"), this))
    , m_snooze(new QPushButton(tr("Snooze 1 h"), this))
{
    setObjectName("alertNotice"_L1);
    m_text->setObjectName("alertNoticeText"_L1);
    m_show->setObjectName("alertNoticeShow"_L1);
    m_show->setAccessibleName(tr("Show the cause of the alert"));
    m_snooze->setObjectName("alertNoticeSnooze"_L1);
    m_snooze->setAccessibleName(tr("Snooze alerts for an hour"));
    auto *dismiss = new QPushButton(tr("Dismiss"), this);
    dismiss->setObjectName("alertNoticeDismiss"_L1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(16, 4, 16, 4);
    layout->setSpacing(8);
    layout->addSpacing(kGlyphSize + 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_show);
    layout->addWidget(m_snooze);
    layout->addWidget(dismiss);
    connect(m_show, &QPushButton::clicked, this, &AlertNotice::showRequested);
    connect(m_snooze, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT snoozeRequested();
    });
    connect(dismiss, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void AlertNotice::tell(const AlertMessage &message)
{
    m_isTrouble = message.isTrouble();
    m_severity = message.severity();
    QStringList lines;
    for (const AlertNews &news : message.news)
        lines << alertHeadline(news);
    m_text->setText(lines.join(u"  ·  "_s));
    setAccessibleName(shownText(lines.join(u". "_s)));
    m_show->setVisible(m_isTrouble);
    m_snooze->setVisible(m_isTrouble);
    if (m_isTrouble)
        setTone(m_text, alertState(m_severity));
    else
        setTone(m_text, Tone::Plain);
    show();
    update();
    announce(this, accessibleName());
}

QString AlertNotice::text() const
{
    return m_text->text();
}

QColor AlertNotice::color() const
{
    return m_isTrouble ? stateColor(alertState(m_severity), palette()) : mutedColor(palette());
}

void AlertNotice::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    painter.fillRect(0, 0, width(), 1, hairlineColor(palette()));
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    painter.fillRect(isMirrored ? width() - 4 : 0, 0, 4, height(), color());
    paintBell(painter,
              QPoint(isMirrored ? width() - 16 - kGlyphSize : 16, (height() - kGlyphSize) / 2),
              color(), m_isTrouble, false);
}

} // namespace yardmaster

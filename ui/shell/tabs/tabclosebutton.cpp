#include "ui/shell/tabs/tabclosebutton.h"

#include <QPainter>

namespace yardmaster {

using namespace Qt::StringLiterals;

TabCloseButton::TabCloseButton(QWidget *parent)
    : QAbstractButton(parent)
{
    setObjectName("closeTab"_L1);
    setFocusPolicy(Qt::NoFocus);
    setToolTip(tr("Close this connection"));
    resize(sizeHint());
}

void TabCloseButton::setInk(const QColor &ink)
{
    m_ink = ink;
    update();
}

void TabCloseButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor ground = m_ink;
    ground.setAlphaF(isDown() ? 0.30F : underMouse() ? 0.18F : 0.0F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 3, 3);
    QColor ink = m_ink;
    ink.setAlphaF(underMouse() ? 1.0F : 0.7F);
    painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap));
    const double inset = 5.5;
    const double far = kCloseButton - inset;
    painter.drawLine(QPointF(inset, inset), QPointF(far, far));
    painter.drawLine(QPointF(inset, far), QPointF(far, inset));
}

} // namespace yardmaster

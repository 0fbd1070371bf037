#include "ui/shell/alerts/bellglyph.h"

#include <QPainter>
#include <QPainterPath>

namespace yardmaster {

void paintBell(QPainter &painter, const QPointF &corner, const QColor &color, bool isFilled,
               bool isStruck)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(corner);
    QPainterPath bell;
    bell.moveTo(2.5, 11.5);
    bell.cubicTo(4.2, 10.2, 4, 8.4, 4, 6.5);
    bell.cubicTo(4, 4, 5.8, 2.5, 8, 2.5);
    bell.cubicTo(10.2, 2.5, 12, 4, 12, 6.5);
    bell.cubicTo(12, 8.4, 11.8, 10.2, 13.5, 11.5);
    bell.closeSubpath();
    painter.setPen(QPen(color, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(isFilled ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawPath(bell);
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(6.4, 11.2, 3.2, 3), 180 * 16, 180 * 16);
    if (isStruck)
        painter.drawLine(QPointF(2.5, 2), QPointF(13.5, 14));
    painter.restore();
}

} // namespace yardmaster

#include "ui/shell/tabs/activityglyph.h"

#include <QPainter>

namespace yardmaster {

void paintActivity(QPainter &painter, const QPointF &corner, ConnectionActivity activity,
                   const QColor &color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(corner);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    switch (activity) {
    case ConnectionActivity::Worker:
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({{4.5, 3.5}, {12.5, 8}, {4.5, 12.5}}));
        break;
    case ConnectionActivity::Operation:
        painter.drawArc(QRectF(3, 3, 10, 10), 60 * 16, 290 * 16);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({{10.2, 1.6}, {13.4, 4.2}, {9.6, 5.6}}));
        break;
    case ConnectionActivity::Unlocked:
        painter.drawArc(QRectF(1.5, 1.5, 6, 8), 0, 180 * 16);
        painter.drawLine(QPointF(7.5, 5.5), QPointF(7.5, 7));
        painter.setBrush(color);
        painter.drawRoundedRect(QRectF(5, 7.5, 9, 6.5), 1, 1);
        break;
    }
    painter.restore();
}

} // namespace yardmaster

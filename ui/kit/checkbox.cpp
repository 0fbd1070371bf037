#include "ui/kit/checkbox.h"

#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

void paintCheckBox(QPainter &painter, const QRect &place, const QPalette &palette,
                   Qt::CheckState state, bool isEnabled)
{
    const bool isFilled = state != Qt::Unchecked;
    const QColor muted = mutedColor(palette);
    const QColor accent
        = palette.color(isEnabled ? QPalette::Active : QPalette::Disabled, QPalette::Highlight);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const int side = std::min(place.width(), place.height());
    QRect whole(0, 0, side, side);
    whole.moveCenter(place.center());
    const QRectF box = QRectF(whole).adjusted(0.5, 0.5, -0.5, -0.5); // on whole pixels
    QColor edge = muted;
    edge.setAlphaF(isEnabled ? 1 : 0.5F);
    painter.setPen(QPen(isFilled ? accent : edge, 1));
    painter.setBrush(isFilled ? accent : palette.color(QPalette::Base));
    painter.drawRoundedRect(box, 2, 2);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette.color(QPalette::HighlightedText), 1.6, Qt::SolidLine, Qt::RoundCap,
                        Qt::RoundJoin));
    const auto at = [&box](double x, double y) {
        return box.topLeft() + QPointF(x * box.width(), y * box.height());
    };
    if (state == Qt::PartiallyChecked)
        painter.drawLine(at(0.25, 0.5), at(0.75, 0.5));
    else if (isFilled)
        painter.drawPolyline(QPolygonF({at(0.22, 0.52), at(0.42, 0.72), at(0.78, 0.28)}));
    painter.restore();
}

} // namespace yardmaster

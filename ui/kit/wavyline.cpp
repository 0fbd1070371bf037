#include "ui/kit/wavyline.h"

#include <QPainter>
#include <QPolygonF>

#include <cmath>

namespace yardmaster {

void paintWavyLine(QPainter &painter, double left, double right, double y)
{
    const auto height = [y](double x) {
        const double phase = std::fmod(std::abs(x), 4.0);
        return y + std::abs(phase - 2);
    };
    QPolygonF points;
    for (double x = left; x < right; x = std::floor(x / 2 + 1) * 2)
        points << QPointF(x, height(x));
    points << QPointF(right, height(right));
    painter.drawPolyline(points);
}

} // namespace yardmaster

#include "ui/kit/wavyline.h"

#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QPolygonF>

#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

// Of a piece that repeats: ten waves, so that it is a whole number of device pixels at any scale
// in steps of a fortieth.
constexpr int kWidth = 40;
constexpr int kHeight = 5;

/// Stroking the whole line took 2 ms for each line of text, at every repaint.
QPixmap piece(const QPen &pen, double scale)
{
    const QString key = u"wavy line %1 %2 %3"_s.arg(pen.color().name(QColor::HexArgb))
                            .arg(pen.widthF())
                            .arg(scale);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(int(std::round(kWidth * scale)), int(std::ceil(kHeight * scale)));
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    QPolygonF points;
    for (int x = -2; x <= kWidth + 2; x += 2)
        points << QPointF(x, x % 4 == 0 ? 3 : 1);
    painter.drawPolyline(points);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace

void paintWavyLine(QPainter &painter, double left, double right, double y)
{
    const double begin = std::round(left);
    const double phase = begin - std::floor(begin / kWidth) * kWidth;
    painter.drawTiledPixmap(QRectF(begin, std::round(y) - 1, std::round(right) - begin, kHeight),
                            piece(painter.pen(), painter.device()->devicePixelRatioF()),
                            QPointF(phase, 0));
}

} // namespace yardmaster

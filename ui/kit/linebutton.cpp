#include "ui/kit/linebutton.h"

#include "ui/kit/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace yardmaster {

namespace {

constexpr int kSide = 24;
constexpr double kWeight = 1.5;

/// On a grid of 16, its centre at the origin.
QPainterPath linesOf(LineButton::Shape shape)
{
    using Shape = LineButton::Shape;
    QPainterPath path;
    switch (shape) {
    case Shape::Back:
        path.moveTo(2, -4.5);
        path.lineTo(-2.5, 0);
        path.lineTo(2, 4.5);
        break;
    case Shape::Forward:
        path.moveTo(-2, -4.5);
        path.lineTo(2.5, 0);
        path.lineTo(-2, 4.5);
        break;
    case Shape::Clear:
        path.moveTo(-3.5, -3.5);
        path.lineTo(3.5, 3.5);
        path.moveTo(3.5, -3.5);
        path.lineTo(-3.5, 3.5);
        break;
    case Shape::Help:
        path.addEllipse(QPointF(0, 0), 7, 7);
        path.moveTo(-2.2, -1.6);
        path.cubicTo(-2.2, -4.8, 2.4, -4.6, 2.2, -1.8);
        path.cubicTo(2.1, -0.4, 0, -0.2, 0, 1.4);
        path.moveTo(0, 3.7);
        path.lineTo(0, 3.9);
        break;
    case Shape::Add:
        path.moveTo(-4.5, 0);
        path.lineTo(4.5, 0);
        path.moveTo(0, -4.5);
        path.lineTo(0, 4.5);
        break;
    case Shape::More:
        for (const double x : {-4.5, 0.0, 4.5}) {
            path.moveTo(x, 0);
            path.lineTo(x, 0.1);
        }
        break;
    }
    return path;
}

} // namespace

LineButton::LineButton(Shape shape, const QString &name, QWidget *parent)
    : QAbstractButton(parent)
    , m_shape(shape)
{
    setAccessibleName(name);
    setToolTip(name);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize LineButton::sizeHint() const
{
    return {kSide, kSide};
}

void LineButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor ink = isEnabled() ? mutedColor(palette()) : hairlineColor(palette());
    if (isEnabled() && (underMouse() || isDown())) {
        ink = palette().color(QPalette::Text);
        QColor wash = ink;
        wash.setAlphaF(isDown() ? 0.14F : 0.07F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(wash);
        painter.drawRoundedRect(QRectF(rect()), 4, 4);
    }
    painter.setBrush(Qt::NoBrush);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    const double weight = m_shape == Shape::More ? 2.5 : kWeight;
    painter.setPen(QPen(ink, weight, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.translate(QRectF(rect()).center());
    if (layoutDirection() == Qt::RightToLeft && m_shape != Shape::Help)
        painter.scale(-1, 1);
    painter.drawPath(linesOf(m_shape));
}

} // namespace yardmaster

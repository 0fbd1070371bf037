#include "ui/kit/stateglyph.h"

#include "ui/kit/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace yardmaster {

namespace {

QPainterPath polyline(std::initializer_list<QPointF> points)
{
    QPainterPath path(*points.begin());
    for (const QPointF &point : points)
        path.lineTo(point);
    return path;
}

QPainterPath polygon(std::initializer_list<QPointF> points)
{
    QPainterPath path = polyline(points);
    path.closeSubpath();
    return path;
}

QPainterPath stroked(const QPainterPath &path, double width)
{
    QPainterPathStroker stroker;
    stroker.setWidth(width);
    stroker.setCapStyle(Qt::RoundCap);
    stroker.setJoinStyle(Qt::RoundJoin);
    return stroker.createStroke(path);
}

QPainterPath clock()
{
    QPainterPath face;
    face.addEllipse(QPointF(8, 8), 6, 6);
    return stroked(face, 1.5).united(stroked(polyline({{8, 4.75}, {8, 8}, {10.5, 9.5}}), 1.5));
}

QPainterPath circularArrow()
{
    // Three quarters of a turn, clockwise, ending at the right where the head points down.
    const QRectF circle(2.75, 2.75, 10.5, 10.5);
    QPainterPath arc;
    arc.arcMoveTo(circle, -60);
    arc.arcTo(circle, -60, -270);
    const QPainterPath head = polygon({{13.9, 2.2}, {13.9, 7.4}, {8.9, 6.4}});
    return stroked(arc, 1.75).united(head);
}

QPainterPath crossInSquare()
{
    QPainterPath square;
    square.addRoundedRect(QRectF(2, 2, 12, 12), 2, 2);
    const QPainterPath cross = stroked(polyline({{5.5, 5.5}, {10.5, 10.5}}), 1.75)
                                   .united(stroked(polyline({{10.5, 5.5}, {5.5, 10.5}}), 1.75));
    return square.subtracted(cross);
}

QPainterPath hourglass()
{
    const QPainterPath glass
        = stroked(polygon({{4, 2.75}, {12, 2.75}, {8, 8}, {12, 13.25}, {4, 13.25}, {8, 8}}), 1.5);
    return glass.united(polygon({{8, 9.5}, {11, 13}, {5, 13}}));
}

QPainterPath bars()
{
    QPainterPath path;
    for (const double x : {3.0, 7.0, 11.0})
        path.addRect(QRectF(x, 2, 2, 12));
    return path;
}

QPainterPath flag()
{
    return stroked(
        polyline({{4, 14}, {4, 2.75}, {12.5, 2.75}, {10.5, 5.75}, {12.5, 8.75}, {4, 8.75}}), 1.5);
}

QPainterPath dot()
{
    QPainterPath path;
    path.addEllipse(QPointF(8, 8), 5, 5);
    return path;
}

QPainterPath shapeOf(JobState state)
{
    switch (state) {
    case JobState::Ready:
        return dot();
    case JobState::Scheduled:
        return clock();
    case JobState::Running:
        return polygon({{4, 2.5}, {13.5, 8}, {4, 13.5}});
    case JobState::Retrying:
        return circularArrow();
    case JobState::FailedForGood:
        return crossInSquare();
    case JobState::Stuck:
        return hourglass();
    case JobState::Blocked:
        return bars();
    case JobState::Forbidden:
        return flag();
    case JobState::Completed:
        return stroked(polyline({{3, 8.5}, {6.5, 12}, {13, 4.5}}), 1.75);
    }
    Q_UNREACHABLE();
}

} // namespace

void paintStateGlyph(QPainter &painter, const QPointF &corner, JobState state, const QColor &color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(corner);
    painter.fillPath(shapeOf(state), color);
    painter.restore();
}

StateGlyph::StateGlyph(JobState state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
{
    setFixedSize(kGlyphSize, kGlyphSize);
}

void StateGlyph::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintStateGlyph(painter, {0, 0}, m_state, stateColor(m_state, palette()));
}

} // namespace yardmaster

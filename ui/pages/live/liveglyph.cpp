#include "ui/pages/live/liveglyph.h"

#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace yardmaster {

namespace {

constexpr double kPen = 1.5;

void line(QPainterPath *path, QPointF from, QPointF to)
{
    path->moveTo(from);
    path->lineTo(to);
}

QPainterPath triangleWithMark()
{
    QPainterPath path;
    path.moveTo(8, 2.5);
    path.lineTo(14, 13);
    path.lineTo(2, 13);
    path.closeSubpath();
    line(&path, {8, 6.5}, {8, 9});
    line(&path, {8, 11}, {8, 11.1});
    return path;
}

QPainterPath textLines()
{
    QPainterPath path;
    line(&path, {3, 4.5}, {13, 4.5});
    line(&path, {3, 8}, {10, 8});
    line(&path, {3, 11.5}, {12, 11.5});
    return path;
}

QPainterPath halfBar()
{
    QPainterPath path;
    path.addRect(QRectF(2.5, 5.5, 11, 5));
    line(&path, {5, 8}, {8, 8});
    return path;
}

QPainterPath arrow(bool isDown)
{
    QPainterPath path;
    const double head = isDown ? 13 : 3;
    line(&path, {8, 3}, {8, 13});
    path.moveTo(4, isDown ? 9 : 7);
    path.lineTo(8, head);
    path.lineTo(12, isDown ? 9 : 7);
    return path;
}

QPainterPath box()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(3, 3, 10, 10), 2, 2);
    return path;
}

QPainterPath link()
{
    QPainterPath path;
    path.addEllipse(QPointF(4.5, 8), 2, 2);
    path.addEllipse(QPointF(11.5, 8), 2, 2);
    line(&path, {6.5, 8}, {9.5, 8});
    return path;
}

QPainterPath plus()
{
    QPainterPath path;
    line(&path, {8, 3.5}, {8, 12.5});
    line(&path, {3.5, 8}, {12.5, 8});
    return path;
}

QPainterPath shapeOf(LiveKind kind)
{
    switch (kind) {
    case LiveKind::Output:
    case LiveKind::ErrorOutput:
        return textLines();
    case LiveKind::Progress:
        return halfBar();
    case LiveKind::Fetching:
        return arrow(true);
    case LiveKind::Migrated:
        return arrow(false);
    case LiveKind::Connection:
    case LiveKind::Recovered:
        return link();
    case LiveKind::Added:
        return plus();
    case LiveKind::Worker:
    case LiveKind::Recovery:
    case LiveKind::Removed:
        return box();
    default:
        return triangleWithMark();
    }
}

} // namespace

void paintLiveGlyph(QPainter &painter, const QPointF &corner, LiveKind kind, const QColor &color)
{
    if (const auto state = stateOf(kind)) {
        paintStateGlyph(painter, corner, *state, color);
        return;
    }
    if (kind == LiveKind::Cron) {
        paintStateGlyph(painter, corner, JobState::Scheduled, color);
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(corner);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, kPen, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(shapeOf(kind));
    painter.restore();
}

QColor liveKindColor(LiveKind kind, const QPalette &palette)
{
    if (isBad(kind))
        return stateColor(JobState::FailedForGood, palette);
    if (const auto state = stateOf(kind))
        return stateColor(*state, palette);
    if (kind == LiveKind::ErrorOutput)
        return stateColor(JobState::Retrying, palette);
    return mutedColor(palette);
}

} // namespace yardmaster

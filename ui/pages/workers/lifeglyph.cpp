#include "ui/pages/workers/lifeglyph.h"

#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QPainter>
#include <QPen>

namespace yardmaster {

QColor lifeColor(WorkerLife life, const QPalette &palette)
{
    switch (life) {
    case WorkerLife::Alive:
        return stateColor(JobState::Running, palette);
    case WorkerLife::Stale:
        return stateColor(JobState::Retrying, palette);
    case WorkerLife::Gone:
        return stateColor(JobState::FailedForGood, palette);
    case WorkerLife::Unknown:
        return stateColor(JobState::Scheduled, palette);
    }
    return palette.color(QPalette::Text);
}

void paintLifeGlyph(QPainter &painter, const QPointF &corner, WorkerLife life,
                    const QPalette &palette)
{
    const QColor color = lifeColor(life, palette);
    switch (life) {
    case WorkerLife::Alive:
        return paintStateGlyph(painter, corner, JobState::Ready, color); // a full circle
    case WorkerLife::Stale:
        return paintStateGlyph(painter, corner, JobState::Stuck, color); // an hourglass
    case WorkerLife::Gone:
        return paintStateGlyph(painter, corner, JobState::FailedForGood, color);
    case WorkerLife::Unknown:
        break;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.5, Qt::DotLine)); // nothing certain
    painter.drawEllipse(QRectF(corner + QPointF(2.5, 2.5), QSizeF(11, 11)));
    painter.restore();
}

} // namespace yardmaster

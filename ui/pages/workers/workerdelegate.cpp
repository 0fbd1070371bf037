#include "ui/pages/workers/workerdelegate.h"

#include "models/workers/workersmodel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QPainter>
#include <QPen>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Column = WorkersModel::Column;

constexpr int kGlyphGap = 8;

} // namespace

QColor lifeColor(WorkerLife life, const QPalette &palette)
{
    switch (life) {
    case WorkerLife::Alive:
        return stateColor(JobState::Running, palette);
    case WorkerLife::Silent:
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
    case WorkerLife::Silent:
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

void WorkerDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                           const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);
    const auto column = Column(index.column());
    const auto life = WorkerLife(index.data(WorkersModel::LifeRole).toInt());
    QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    QColor ink = cell.palette.color(QPalette::Text);
    if (column == Column::Life) {
        ink = lifeColor(life, cell.palette);
        const int y = text.center().y() - kGlyphSize / 2 + 1;
        const bool isMirrored = cell.direction == Qt::RightToLeft;
        paintLifeGlyph(*painter,
                       QPointF(isMirrored ? text.right() - kGlyphSize + 1 : text.left(), y), life,
                       cell.palette);
        text.adjust(isMirrored ? 0 : kGlyphSize + kGlyphGap, 0,
                    isMirrored ? -(kGlyphSize + kGlyphGap) : 0, 0);
    } else if (cell.text == "–"_L1 || cell.text == "0"_L1 || column == Column::Kind
               || column == Column::Started) {
        ink = mutedColor(cell.palette);
    }
    const bool isText
        = column == Column::Life || column == Column::Worker || column == Column::Kind;
    const QFont font = isText ? cell.font : tabularFont(cell.font);
    painter->setPen(ink);
    painter->setFont(font);
    painter->drawText(
        text,
        int(QStyle::visualAlignment(cell.direction, cell.displayAlignment)) | Qt::TextSingleLine,
        QFontMetrics(font).elidedText(
            cell.text, column == Column::Worker ? Qt::ElideMiddle : Qt::ElideRight, text.width()));
    painter->restore();
}

} // namespace yardmaster

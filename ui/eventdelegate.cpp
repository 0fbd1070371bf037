#include "ui/eventdelegate.h"

#include "models/eventlistmodel.h"
#include "ui/flatstyle.h"
#include "ui/stateglyph.h"
#include "ui/theme.h"

#include <QPainter>

namespace yardmaster {

namespace {

using Column = EventListModel::Column;

QColor inkFor(const QModelIndex &index, const QPalette &palette)
{
    const auto kind = static_cast<WorkerEvent::Kind>(index.data(EventListModel::kKindRole).toInt());
    const bool isBad = kind == WorkerEvent::Kind::Trouble || kind == WorkerEvent::Kind::LostLease;
    const auto column = static_cast<Column>(index.column());
    if (column == Column::State) {
        const QVariant state = index.data(EventListModel::kStateRole);
        if (state.isValid())
            return stateColor(state.value<JobState>(), palette);
        return isBad ? stateColor(JobState::FailedForGood, palette) : mutedColor(palette);
    }
    if (kind == WorkerEvent::Kind::Note || column == Column::Time || column == Column::Attempt)
        return mutedColor(palette);
    return palette.color(QPalette::Text);
}

} // namespace

void EventDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);

    const auto column = static_cast<Column>(index.column());
    const QColor ink = inkFor(index, cell.palette);
    QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    if (column == Column::State) {
        const QVariant state = index.data(EventListModel::kStateRole);
        const QRect glyph = QStyle::alignedRect(cell.direction, Qt::AlignLeft | Qt::AlignVCenter,
                                                {kGlyphSize, kGlyphSize}, text);
        if (state.isValid())
            paintStateGlyph(*painter, glyph.topLeft(), state.value<JobState>(), ink);
        const int taken = kGlyphSize + kCellPadding;
        text.adjust(cell.direction == Qt::RightToLeft ? 0 : taken, 0,
                    cell.direction == Qt::RightToLeft ? -taken : 0, 0);
    }

    const auto elide = column == Column::Task ? Qt::ElideMiddle : Qt::ElideRight;
    const bool isFigure
        = column != Column::Task && column != Column::Message && column != Column::State;
    const QFont font = isFigure ? tabularFont(cell.font) : cell.font;
    painter->setFont(font);
    painter->setPen(ink);
    const QString shown = QFontMetrics(font).elidedText(cell.text, elide, text.width());
    painter->drawText(text,
                      int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                          | Qt::TextSingleLine,
                      shown);
    painter->restore();
}

} // namespace yardmaster

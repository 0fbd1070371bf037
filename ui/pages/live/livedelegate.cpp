#include "ui/pages/live/livedelegate.h"

#include "models/live/livemodel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"
#include "ui/pages/live/liveglyph.h"

#include <QPainter>

namespace yardmaster {

namespace {

using Column = LiveModel::Column;

QColor inkFor(LiveKind kind, Column column, const QPalette &palette)
{
    switch (column) {
    case Column::Kind:
        return liveKindColor(kind, palette);
    case Column::JobId:
        return palette.color(QPalette::Link);
    case Column::Task:
        return palette.color(QPalette::Text);
    case Column::Message:
        return isBad(kind) || stateOf(kind)      ? palette.color(QPalette::Text)
            : groupOf(kind) == LiveGroup::Output ? palette.color(QPalette::Text)
                                                 : mutedColor(palette);
    default:
        return mutedColor(palette);
    }
}

bool isFigure(Column column)
{
    switch (column) {
    case Column::Time:
    case Column::JobId:
    case Column::Attempt:
    case Column::Duration:
        return true;
    default:
        return false;
    }
}

} // namespace

void LiveDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);

    const auto column = static_cast<Column>(index.column());
    const auto kind = static_cast<LiveKind>(
        index.siblingAtColumn(int(Column::Kind)).data(LiveModel::kRawValueRole).toInt());
    const QColor ink = inkFor(kind, column, cell.palette);
    QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    if (column == Column::Kind) {
        const QRect glyph = QStyle::alignedRect(cell.direction, Qt::AlignLeft | Qt::AlignVCenter,
                                                {kGlyphSize, kGlyphSize}, text);
        paintLiveGlyph(*painter, glyph.topLeft(), kind, ink);
        const bool isRightToLeft = cell.direction == Qt::RightToLeft;
        const int taken = kGlyphSize + kCellPadding;
        text.adjust(isRightToLeft ? 0 : taken, 0, isRightToLeft ? -taken : 0, 0);
    }

    const bool isKey = column == Column::Task || column == Column::Queue;
    const QFont font = isFigure(column) ? tabularFont(cell.font) : cell.font;
    painter->setFont(font);
    painter->setPen(ink);
    const QString shown = QFontMetrics(font).elidedText(
        cell.text, isKey ? Qt::ElideMiddle : Qt::ElideRight, text.width());
    painter->drawText(text,
                      int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                          | Qt::TextSingleLine,
                      shown);
    painter->restore();
}

} // namespace yardmaster

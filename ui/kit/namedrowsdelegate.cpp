#include "ui/kit/namedrowsdelegate.h"

#include "models/tables/namedrowsmodel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

void NamedRowsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);

    QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    QColor ink = cell.palette.color(QPalette::Text);
    if (index.data(QuietRole).toBool())
        ink = mutedColor(cell.palette);
    const QVariant state = index.data(StateRole);
    if (state.isValid()) {
        ink = stateColor(state.value<JobState>(), cell.palette);
        if (index.column() == 0) {
            const bool isMirrored = cell.direction == Qt::RightToLeft;
            const int left = isMirrored ? text.right() + 1 - kGlyphSize : text.left();
            paintStateGlyph(*painter, QPoint(left, text.center().y() + 1 - kGlyphSize / 2),
                            state.value<JobState>(), ink);
        }
    }
    // Words line up whether there is a shape before them or not.
    if (index.column() == 0 && index.model()->index(0, 0).data(ShapesRole).toBool()) {
        const int shift = kGlyphSize + 6;
        text.adjust(cell.direction == Qt::RightToLeft ? 0 : shift, 0,
                    cell.direction == Qt::RightToLeft ? -shift : 0, 0);
    }
    const bool isFigure = cell.displayAlignment.testFlag(Qt::AlignRight);
    const QFont font = isFigure ? tabularFont(cell.font) : cell.font;
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(
        text,
        int(QStyle::visualAlignment(cell.direction, cell.displayAlignment)) | Qt::TextSingleLine,
        QFontMetrics(font).elidedText(cell.text, isFigure ? Qt::ElideRight : Qt::ElideMiddle,
                                      text.width()));
    painter->restore();
}

} // namespace yardmaster

#include "ui/pages/errors/errordelegate.h"

#include "models/errors/errorgroupsmodel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

namespace {

using Column = ErrorGroupsModel::Column;

constexpr int kBarHeight = 2;

} // namespace

void ErrorDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);

    const auto column = Column(index.column());
    const bool isText = column == Column::Signature || column == Column::Tasks;
    const QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    const bool isQuiet = column == Column::FirstSeen || column == Column::LastSeen;
    painter->setPen(isQuiet ? mutedColor(cell.palette) : cell.palette.color(QPalette::Text));
    const QFont font = isText ? cell.font : tabularFont(cell.font);
    painter->setFont(font);
    const auto elide = column == Column::Tasks ? Qt::ElideMiddle : Qt::ElideRight;
    painter->drawText(text,
                      int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                          | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(cell.text, elide, text.width()));
    if (column == Column::Count) {
        const double share = index.data(ErrorGroupsModel::ShareRole).toDouble();
        const int width = std::max(1, int(share * text.width()));
        QRect bar(text.right() + 1 - width, cell.rect.bottom() - kBarHeight - 1, width, kBarHeight);
        if (cell.direction == Qt::RightToLeft)
            bar.moveLeft(text.left());
        painter->fillRect(bar, stateColor(JobState::FailedForGood, cell.palette));
    }
    painter->restore();
}

} // namespace yardmaster

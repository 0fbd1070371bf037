#include "ui/pages/localworker/runsdelegate.h"

#include "models/localworker/runsmodel.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

namespace {

using Column = RunsModel::Column;

constexpr int kBarWidth = 96;
constexpr int kBarHeight = 6;
constexpr int kGap = 8;

/// @returns what is left for the text.
QRect paintProgress(QPainter &painter, const QRect &rect, double progress,
                    const QStyleOptionViewItem &cell)
{
    const int width = std::min(kBarWidth, rect.width());
    QRect bar(rect.left(), rect.center().y() - kBarHeight / 2 + 1, width, kBarHeight);
    QRect text = rect.adjusted(width + kGap, 0, 0, 0);
    QRect done(bar.left(), bar.top(), int(width * std::clamp(progress, 0.0, 1.0)), kBarHeight);
    if (cell.direction == Qt::RightToLeft) {
        bar.moveRight(rect.right());
        done.moveRight(rect.right());
        text = rect.adjusted(0, 0, -width - kGap, 0);
    }
    painter.fillRect(bar, hairlineColor(cell.palette));
    painter.fillRect(done, stateColor(JobState::Running, cell.palette));
    return text;
}

} // namespace

void RunsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const auto *model = qobject_cast<const RunsModel *>(index.model());
    Q_ASSERT(model);
    const Column column = model->columnAt(index.column());
    painter->save();
    paintCellBackground(*painter, cell);
    QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    QColor ink = cell.palette.color(QPalette::Text);
    bool isFigure = false;
    auto elide = Qt::ElideRight;
    switch (column) {
    case Column::Outcome: {
        const QVariant state = index.data(RunsModel::StateRole);
        const JobState shown = JobState(state.toInt());
        if (state.isValid()) {
            ink = stateColor(shown, cell.palette);
            const bool isMirrored = cell.direction == Qt::RightToLeft;
            const int x = isMirrored ? text.right() + 1 - kGlyphSize : text.left();
            paintStateGlyph(*painter, QPoint(x, text.center().y() - kGlyphSize / 2 + 1), shown,
                            ink);
        }
        if (cell.direction == Qt::RightToLeft)
            text.setRight(text.right() - kGlyphSize - kGap);
        else
            text.setLeft(text.left() + kGlyphSize + kGap);
        break;
    }
    case Column::Progress:
        if (const double progress = index.data(RunsModel::ProgressRole).toDouble(); progress >= 0)
            text = paintProgress(*painter, text, progress, cell);
        break;
    case Column::Queue:
    case Column::Place:
        ink = mutedColor(cell.palette);
        elide = Qt::ElideMiddle;
        break;
    case Column::Started:
        ink = mutedColor(cell.palette);
        isFigure = true;
        break;
    case Column::Job:
    case Column::Attempt:
    case Column::Time:
        isFigure = true;
        break;
    case Column::Task:
    case Column::Error:
        break;
    }
    const QFont font = isFigure ? tabularFont(cell.font) : cell.font;
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(text,
                      int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                          | Qt::TextSingleLine,
                      QFontMetrics(font).elidedText(cell.text, elide, text.width()));
    painter->restore();
}

} // namespace yardmaster

#include "ui/pages/jobs/jobdelegate.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/textdirection.h"
#include "ui/kit/theme.h"
#include "ui/kit/tooltips.h"
#include "ui/pages/jobs/jobfades.h"
#include "ui/pages/jobs/jobstable.h"

#include <QHelpEvent>
#include <QPainter>

namespace yardmaster {

namespace {

/// How strongly a cell that has just changed is tinted; it fades from there.
constexpr double kFreshMark = 0.3;

QColor inkFor(const JobRow &job, const QModelIndex &index, const QPalette &palette)
{
    if (job.isGone || job.isFiltered || index.data(QuietRole).toBool())
        return mutedColor(palette);
    const QVariant state = index.data(StateRole);
    return state.isValid() ? stateColor(state.value<JobState>(), palette)
                           : palette.color(QPalette::Text);
}

QFont fontFor(const QModelIndex &index, const QFont &font)
{
    return index.data(FigureRole).toBool() ? tabularFont(font) : font;
}

QRect textRect(const QStyleOptionViewItem &cell, const QModelIndex &index)
{
    QRect rect = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    if (index.data(ShapeRole).toBool()) {
        const int taken = kGlyphSize + kCellPadding;
        rect.adjust(cell.direction == Qt::RightToLeft ? 0 : taken, 0,
                    cell.direction == Qt::RightToLeft ? -taken : 0, 0);
    }
    return rect;
}

} // namespace

void paintRowBackground(QPainter &painter, const QRect &rect, const QPalette &palette,
                        const RowLook &look)
{
    painter.fillRect(rect,
                     palette.color(look.isAlternate ? QPalette::AlternateBase : QPalette::Base));
    if (look.isCurrent)
        painter.fillRect(rect, selectionTint(palette, look.hasFocus));
    if (look.isChosen || (look.isHovered && !look.isCurrent))
        painter.fillRect(rect, hoverTint(palette));
    if (!look.isCurrent)
        return;
    // A frame as well, so that it is seen without colour.
    const QColor line = look.hasFocus ? palette.color(QPalette::Highlight) : hairlineColor(palette);
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), line);
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), line);
}

JobDelegate::JobDelegate(JobsTable *table)
    : QStyledItemDelegate(table)
    , m_table(table)
{ }

void JobDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                        const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const JobRow &job = m_table->jobs()->jobs().at(index.row());
    const auto column = JobColumn(index.column());
    const QPalette &palette = cell.palette;
    painter->save();
    const QModelIndex current = m_table->currentIndex();
    paintRowBackground(*painter, cell.rect, palette,
                       {cell.features.testFlag(QStyleOptionViewItem::Alternate),
                        m_table->isChosen(index.row()), index.row() == current.row(),
                        m_table->hasFocus(), cell.state.testFlag(QStyle::State_MouseOver)});
    if (const double strength = m_table->fades()->strength(index.row(), column); strength > 0) {
        QColor mark = palette.color(QPalette::Highlight);
        mark.setAlphaF(float(kFreshMark * strength));
        painter->fillRect(cell.rect.adjusted(0, 1, 0, -1), mark); // not over the cursor's frame
    }
    if (index == current && m_table->hasFocus()) {
        // Which cell "filter by this" is about.
        painter->fillRect(QRect(cell.rect.left(), cell.rect.bottom() - 1, cell.rect.width(), 2),
                          palette.color(QPalette::Highlight));
    }

    const QColor ink = inkFor(job, index, palette);
    const QRect text = textRect(cell, index);
    if (index.data(ShapeRole).toBool() && !job.isGone) {
        const QRect glyph = QStyle::alignedRect(
            cell.direction, Qt::AlignLeft | Qt::AlignVCenter, {kGlyphSize, kGlyphSize},
            cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0));
        paintStateGlyph(*painter, glyph.topLeft(), job.state, ink);
    }
    QFont font = fontFor(index, cell.font);
    // Only where they differ: a font that was set has to be looked up again for each cell.
    if (job.isGone && column != JobColumn::State)
        font.setStrikeOut(true);
    if (job.isFiltered && !job.isGone && column == JobColumn::State)
        font.setItalic(true);
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(
        text,
        int(QStyle::visualAlignment(cell.direction, cell.displayAlignment)) | Qt::TextSingleLine
            | ownDirection(cell.text),
        QFontMetrics(font).elidedText(cell.text, Qt::TextElideMode(index.data(ElideRole).toInt()),
                                      text.width()));
    painter->restore();
}

bool JobDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view,
                            const QStyleOptionViewItem &option, const QModelIndex &index)
{
    // Besides what the model explains, the whole text of a cell that is cut.
    if (event->type() == QEvent::ToolTip && index.isValid()
        && index.data(Qt::ToolTipRole).toString().isEmpty()) {
        const QString text = index.data().toString();
        const bool isCut = QFontMetrics(fontFor(index, option.font)).horizontalAdvance(text)
            > textRect(option, index).width();
        showToolTip(event->globalPos(), isCut ? text : QString(), view);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

} // namespace yardmaster

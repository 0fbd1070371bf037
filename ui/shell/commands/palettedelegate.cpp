#include "ui/shell/commands/palettedelegate.h"

#include "ui/kit/flatstyle.h"
#include "ui/kit/theme.h"
#include "ui/shell/commands/paletteentries.h"

#include <QAction>
#include <QPainter>
#include <QTextCharFormat>
#include <QTextLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMargin = 12;
constexpr int kGap = 12;

QFont smallFont(const QFont &base)
{
    QFont font = base;
    font.setPointSizeF(std::max(base.pointSizeF() * 0.9, 8.0));
    return font;
}

} // namespace

PaletteDelegate::PaletteDelegate(QObject *parent)
    : QStyledItemDelegate(parent)
{ }

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const int lines = option.fontMetrics.height() + QFontMetrics(smallFont(option.font)).height();
    return {200, lines + 14};
}

void PaletteDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const auto *action = static_cast<const PaletteEntries *>(index.model())->action(index.row());
    const bool isPossible = !action || action->isEnabled();
    const QPalette &palette = option.palette;
    const QColor muted = mutedColor(palette);
    const QColor ink = isPossible ? palette.color(QPalette::Text) : muted;

    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (isSelected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(selectionTint(palette, true));
        painter->drawRoundedRect(QRectF(option.rect).adjusted(4, 1, -4, -1), 4, 4);
    }
    QRect room = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QFont small = smallFont(option.font);
    const QFontMetrics smallMetrics(small);

    // Right: the keys, and the group beneath them.
    const QString keys = index.data(PaletteEntries::KeysRole).toString();
    const QString group = index.data(PaletteEntries::GroupRole).toString();
    const int top
        = room.top() + (room.height() - option.fontMetrics.height() - smallMetrics.height()) / 2;
    const QRect first(room.left(), top, room.width(), option.fontMetrics.height());
    const QRect second(room.left(), first.bottom() + 1, room.width(), smallMetrics.height());
    painter->setFont(small);
    painter->setPen(muted);
    painter->drawText(second, int(Qt::AlignRight | Qt::AlignVCenter), group);
    painter->drawText(first, int(Qt::AlignRight | Qt::AlignVCenter), keys);

    const QString title = index.data().toString();
    const int titleWidth = first.width() - smallMetrics.horizontalAdvance(keys) - kGap;
    const QString shown = option.fontMetrics.elidedText(title, Qt::ElideRight, titleWidth);
    QTextLayout layout(shown, option.font);
    QList<QTextLayout::FormatRange> marks;
    const auto positions = index.data(PaletteEntries::PositionsRole).value<QList<qsizetype>>();
    for (const qsizetype at : positions) {
        QTextLayout::FormatRange mark;
        mark.start = int(at);
        mark.length = 1;
        mark.format.setFontWeight(QFont::Bold);
        if (isPossible)
            mark.format.setForeground(palette.color(QPalette::Link));
        marks << mark;
    }
    layout.setFormats(marks);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    line.setLineWidth(titleWidth);
    layout.endLayout();
    painter->setPen(ink);
    layout.draw(painter, first.topLeft());

    painter->setFont(small);
    painter->setPen(muted);
    const int sentenceWidth = second.width() - smallMetrics.horizontalAdvance(group) - kGap;
    painter->drawText(second, int(Qt::AlignLeft | Qt::AlignVCenter),
                      smallMetrics.elidedText(index.data(PaletteEntries::SentenceRole).toString(),
                                              Qt::ElideRight, sentenceWidth));
    painter->restore();
}

} // namespace yardmaster

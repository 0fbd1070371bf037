#include "ui/shell/navigator/navigatordelegate.h"

#include "ui/kit/stateglyph.h"
#include "ui/kit/textdirection.h"
#include "ui/kit/theme.h"
#include "ui/shell/navigator/navigatortree.h"

#include <QPainter>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kTreeRowHeight = 26;
constexpr int kSectionHeight = 32;
constexpr int kIndent = 28; // glyph and text of all rows line up
constexpr int kEdge = 8;

int flagsFor(const QStyleOptionViewItem &option, Qt::Alignment alignment)
{
    return int(QStyle::visualAlignment(option.direction, alignment | Qt::AlignVCenter))
        | Qt::TextSingleLine;
}

void paintBackground(QPainter &painter, const QStyleOptionViewItem &option,
                     const QModelIndex &index)
{
    const QRectF box = QRectF(option.rect).adjusted(4, 1, -4, -1);
    const QColor accent = option.palette.color(QPalette::Highlight);
    QColor wash = accent;
    const bool isActive = index.data(NavigatorDelegate::ActiveRole).toBool();
    const bool isRemark
        = index.data(NavigatorDelegate::KindRole).toInt() == int(NavigatorEntry::Kind::Remark);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver) && !isRemark;
    painter.setPen(Qt::NoPen);
    if (isActive)
        wash.setAlphaF(isHovered ? 0.20F : 0.14F);
    else if (isHovered && index.parent().isValid())
        wash = QColor(mutedColor(option.palette).red(), mutedColor(option.palette).green(),
                      mutedColor(option.palette).blue(), 24);
    else
        wash = Qt::transparent;
    painter.setBrush(wash);
    painter.drawRoundedRect(box, 4, 4);
    const auto *tree = qobject_cast<const QTreeWidget *>(option.widget);
    if (tree && tree->hasFocus() && tree->currentIndex() == index) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(accent, 1));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
}

void paintSection(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const QColor ink = mutedColor(option.palette);
    QRect arrow(option.rect.left() + 12, option.rect.top(), 10, option.rect.height());
    arrow = QStyle::visualRect(option.direction, option.rect, arrow);
    const bool isOpen = option.state.testFlag(QStyle::State_Open);
    painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF middle = QRectF(arrow).center();
    const double side = option.direction == Qt::RightToLeft ? -1 : 1;
    if (isOpen)
        painter.drawPolyline(QPolygonF{middle + QPointF(-3.5, -1.5), middle + QPointF(0, 2),
                                       middle + QPointF(3.5, -1.5)});
    else
        painter.drawPolyline(QPolygonF{middle + QPointF(-1.5 * side, -3.5),
                                       middle + QPointF(2 * side, 0),
                                       middle + QPointF(-1.5 * side, 3.5)});
    QFont font = option.font;
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(ink);
    int taken = kEdge / 2;
    const auto *tree = qobject_cast<const QTreeWidget *>(option.widget);
    if (const QWidget *buttons = tree ? tree->indexWidget(index) : nullptr)
        taken += buttons->sizeHint().width();
    QRect text = option.rect.adjusted(kIndent, 0, -taken, 0);
    text = QStyle::visualRect(option.direction, option.rect, text);
    painter.drawText(
        text, flagsFor(option, Qt::AlignLeading),
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, text.width()));
}

void paintBookmark(QPainter &painter, const QStyleOptionViewItem &option)
{
    QRect box(option.rect.left() + kEdge, option.rect.center().y() - kGlyphSize / 2 + 1, kGlyphSize,
              kGlyphSize);
    box = QStyle::visualRect(option.direction, option.rect, box);
    const QPointF corner = QRectF(box).topLeft();
    QPolygonF shape;
    for (const QPointF &point : {QPointF(4.5, 2.5), QPointF(11.5, 2.5), QPointF(11.5, 13),
                                 QPointF(8, 10), QPointF(4.5, 13)})
        shape << corner + point;
    painter.setPen(
        QPen(mutedColor(option.palette), 1.25, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(shape);
}

void paintRow(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const QPalette &palette = option.palette;
    const bool isRemark
        = index.data(NavigatorDelegate::KindRole).toInt() == int(NavigatorEntry::Kind::Remark);
    const bool isActive = index.data(NavigatorDelegate::ActiveRole).toBool();
    if (const QVariant state = index.data(NavigatorDelegate::StateRole); state.isValid()) {
        QRect glyph(option.rect.left() + kEdge, option.rect.center().y() - kGlyphSize / 2 + 1,
                    kGlyphSize, kGlyphSize);
        glyph = QStyle::visualRect(option.direction, option.rect, glyph);
        const auto which = JobState(state.toInt());
        paintStateGlyph(painter, glyph.topLeft(), which, stateColor(which, palette));
    } else if (index.data(NavigatorDelegate::KindRole).toInt()
               == int(NavigatorEntry::Kind::SavedView)) {
        paintBookmark(painter, option);
    }
    const QString count = index.data(NavigatorDelegate::CountRole).toString();
    const QFont figures = tabularFont(option.font);
    const int countWidth
        = count.isEmpty() ? 0 : QFontMetrics(figures).horizontalAdvance(count) + 12;
    QRect text = option.rect.adjusted(kIndent, 0, -kEdge - countWidth - 4, 0);
    QRect number = option.rect.adjusted(0, 0, -kEdge - 4, 0);
    text = QStyle::visualRect(option.direction, option.rect, text);
    number = QStyle::visualRect(option.direction, option.rect, number);
    QFont font = option.font;
    if (isActive)
        font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(isRemark ? mutedColor(palette) : palette.color(QPalette::WindowText));
    QString label = index.data().toString();
    if (index.data(NavigatorDelegate::EditedRole).toBool())
        label += u" •"_s;
    painter.drawText(text, flagsFor(option, Qt::AlignLeading) | ownDirection(label),
                     QFontMetrics(font).elidedText(label, Qt::ElideMiddle, text.width()));
    if (!count.isEmpty()) {
        painter.setFont(figures);
        painter.setPen(mutedColor(palette));
        painter.drawText(number, flagsFor(option, Qt::AlignTrailing), count);
    }
}

} // namespace

QSize NavigatorDelegate::sizeHint(const QStyleOptionViewItem &option,
                                  const QModelIndex &index) const
{
    const int least = index.parent().isValid() ? kTreeRowHeight : kSectionHeight;
    return {0, std::max(least, option.fontMetrics.height() + 8)};
}

void NavigatorDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintBackground(*painter, option, index);
    if (index.parent().isValid())
        paintRow(*painter, option, index);
    else
        paintSection(*painter, option, index);
    painter->restore();
}

void NavigatorDelegate::updateEditorGeometry(QWidget *editor, const QStyleOptionViewItem &option,
                                             const QModelIndex &) const
{
    const QRect box = option.rect.adjusted(kIndent - 4, 1, -kEdge, -1);
    editor->setGeometry(QStyle::visualRect(option.direction, option.rect, box));
}

} // namespace yardmaster

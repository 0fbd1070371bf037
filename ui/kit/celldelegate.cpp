#include "ui/kit/celldelegate.h"

#include "models/tables/column.h"
#include "models/tables/trends.h"
#include "ui/kit/flatstyle.h"
#include "ui/kit/stateglyph.h"
#include "ui/kit/textdirection.h"
#include "ui/kit/theme.h"

#include <QPainter>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLeastHeight = 24;
constexpr int kShareHeight = 2;
constexpr int kProgressHeight = 3;
constexpr QSize kBarBefore(96, 6);

/// Takes room for something from the side where the text begins.
QRect takeRoom(QRect *text, int width, int gap, Qt::LayoutDirection direction)
{
    QRect room = *text;
    if (direction == Qt::RightToLeft) {
        room.setLeft(text->right() + 1 - width);
        text->setRight(room.left() - gap - 1);
    } else {
        room.setWidth(width);
        text->setLeft(room.right() + 1 + gap);
    }
    return room;
}

/// `part` of a track, from the side where text begins.
QRect partOf(const QRect &track, double part, Qt::LayoutDirection direction)
{
    QRect done = track;
    done.setWidth(int(track.width() * std::clamp(part, 0.0, 1.0)));
    if (direction == Qt::RightToLeft)
        done.moveRight(track.right());
    return done;
}

void paintBar(QPainter &painter, const QStyleOptionViewItem &cell, BarKind kind, double part,
              QRect *text)
{
    const auto below = [&](int height) {
        return QRect(text->left(), cell.rect.bottom() - height - 1, text->width(), height);
    };
    switch (kind) {
    case BarKind::Share: {
        QRect bar = below(kShareHeight);
        const bool isLeft = cell.direction == Qt::RightToLeft; // as figures are
        bar.setWidth(std::max(1, int(part * text->width())));
        if (!isLeft)
            bar.moveRight(text->right());
        painter.fillRect(bar, stateColor(JobState::FailedForGood, cell.palette));
        break;
    }
    case BarKind::Progress: {
        if (part >= 1)
            break; // the word says so
        const QRect track = below(kProgressHeight);
        painter.fillRect(track, hairlineColor(cell.palette));
        painter.fillRect(partOf(track, part, cell.direction),
                         cell.palette.color(QPalette::Highlight));
        break;
    }
    case BarKind::ProgressBefore: {
        QRect track = takeRoom(text, std::min(kBarBefore.width(), text->width()), kCellPadding,
                               cell.direction);
        track = QRect(track.left(), track.center().y() - kBarBefore.height() / 2 + 1, track.width(),
                      kBarBefore.height());
        painter.fillRect(track, hairlineColor(cell.palette));
        painter.fillRect(partOf(track, part, cell.direction),
                         stateColor(JobState::Running, cell.palette));
        break;
    }
    }
}

/// Each series as high as its own largest number; the exact ones are in the tooltip.
void paintTrend(QPainter &painter, const QStyleOptionViewItem &cell, const Trend &trend)
{
    if (trend.samples.size() < 2)
        return;
    const QRectF room = QRectF(cell.rect).adjusted(kCellPadding, 4.5, -kCellPadding, -4.5);
    const qint64 end = trend.samples.last().at;
    const auto curve = [&](qint64 Trend::Sample::*number) {
        qint64 most = 0;
        for (const Trend::Sample &sample : trend.samples)
            most = std::max(most, sample.*number);
        QPolygonF points;
        if (most == 0)
            return points; // nothing, all the time
        for (const Trend::Sample &sample : trend.samples) {
            if (sample.*number < 0)
                continue;
            const double back = double(end - sample.at) / double(trend.span);
            points << QPointF(room.right() - back * room.width(),
                              room.bottom()
                                  - double(sample.*number) / double(most) * room.height());
        }
        return points;
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF area = curve(&Trend::Sample::ready);
    if (area.size() > 1) {
        QColor color = stateColor(JobState::Ready, cell.palette);
        painter.setPen(QPen(color, 1));
        painter.drawPolyline(area);
        color.setAlphaF(0.18F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        area << QPointF(area.last().x(), room.bottom()) << QPointF(area.first().x(), room.bottom());
        painter.drawPolygon(area);
        painter.setBrush(Qt::NoBrush);
    }
    for (const auto &[number, state] :
         {std::pair(&Trend::Sample::running, JobState::Running),
          std::pair(&Trend::Sample::failed, JobState::FailedForGood)}) {
        painter.setPen(QPen(stateColor(state, cell.palette), 1.2));
        painter.drawPolyline(curve(number));
    }
    painter.restore();
}

} // namespace

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    const int shape = index.data(ShapeRole).toBool() ? kGlyphSize + kCellPadding : 0;
    return {size.width() + shape + 2 * kCellPadding,
            std::max(kLeastHeight, option.fontMetrics.height() + 8)};
}

QColor CellDelegate::inkOf(const QModelIndex &index, const QPalette &palette) const
{
    if (m_isStale)
        return mutedColor(palette);
    const QVariant state = index.data(StateRole);
    if (state.isValid())
        return m_look.color ? m_look.color(state, palette)
                            : stateColor(state.value<JobState>(), palette);
    if (index.data(QuietRole).toBool() || index.data().toString() == "–"_L1)
        return mutedColor(palette);
    return palette.color(index.data(LinkRole).toBool() ? QPalette::Link : QPalette::Text);
}

void CellDelegate::paintShape(QPainter &painter, const QPointF &corner, const QVariant &state,
                              const QPalette &palette) const
{
    if (!m_look.color)
        paintStateGlyph(painter, corner, state.value<JobState>(),
                        stateColor(state.value<JobState>(), palette));
    else if (m_look.paint)
        m_look.paint(painter, corner, state, palette);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    painter->save();
    paintCellBackground(*painter, cell);
    QRect text = cell.rect.adjusted(kCellPadding, 0, -kCellPadding, 0);
    // Words line up whether there is a shape before them or not.
    if (index.data(ShapeRole).toBool()) {
        const QRect room = takeRoom(&text, kGlyphSize, kCellPadding, cell.direction);
        if (const QVariant state = index.data(StateRole); state.isValid())
            paintShape(*painter, QPoint(room.left(), room.center().y() + 1 - kGlyphSize / 2), state,
                       cell.palette);
    }
    if (const QVariant trend = index.data(TrendRole); trend.isValid())
        paintTrend(*painter, cell, trend.value<Trend>());
    if (const QVariant bar = index.data(BarRole); bar.isValid() && bar.toDouble() >= 0)
        paintBar(*painter, cell, BarKind(index.data(BarKindRole).toInt()), bar.toDouble(), &text);
    const QVariant elide = index.data(ElideRole);
    const bool isFigure
        = cell.displayAlignment.testFlag(Qt::AlignRight) || index.data(FigureRole).toBool();
    const QFont font = isFigure ? tabularFont(cell.font) : cell.font;
    painter->setFont(font);
    painter->setPen(inkOf(index, cell.palette));
    painter->drawText(text,
                      int(QStyle::visualAlignment(cell.direction, cell.displayAlignment))
                          | Qt::TextSingleLine | ownDirection(cell.text),
                      QFontMetrics(font).elidedText(
                          cell.text,
                          elide.isValid() ? Qt::TextElideMode(elide.toInt()) : Qt::ElideRight,
                          text.width()));
    painter->restore();
}

} // namespace yardmaster

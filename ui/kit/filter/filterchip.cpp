#include "ui/kit/filter/filterchip.h"

#include "models/values/jobstate.h"
#include "ui/kit/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr int kShapeSide = 10;
constexpr int kPadding = 8;
constexpr int kGap = 6;

QColor colorOf(FilterChip::Kind kind, const QPalette &palette)
{
    using Kind = FilterChip::Kind;
    switch (kind) {
    case Kind::Everything:
    case Kind::Typing:
        return mutedColor(palette);
    case Kind::Indexed:
        return stateColor(JobState::Running, palette);
    case Kind::Bounded:
        return stateColor(JobState::Ready, palette);
    case Kind::Scan:
        return stateColor(JobState::Retrying, palette);
    case Kind::Invalid:
        return stateColor(JobState::FailedForGood, palette);
    }
    Q_UNREACHABLE();
}

void paintShape(QPainter &painter, const QRectF &box, FilterChip::Kind kind, const QColor &color)
{
    using Kind = FilterChip::Kind;
    const QPointF middle = box.center();
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    switch (kind) {
    case Kind::Everything: // lines of a list
        for (const double y : {-3.5, 0.0, 3.5})
            painter.drawLine(middle + QPointF(-4.5, y), middle + QPointF(4.5, y));
        break;
    case Kind::Typing: // three dots
        painter.setPen(QPen(color, 2.2, Qt::SolidLine, Qt::RoundCap));
        for (const double x : {-3.8, 0.0, 3.8})
            painter.drawPoint(middle + QPointF(x, 0));
        break;
    case Kind::Indexed: // a tick
        painter.drawPolyline(QPolygonF{middle + QPointF(-4, 0.5), middle + QPointF(-1, 3.5),
                                       middle + QPointF(4.5, -3.5)});
        break;
    case Kind::Bounded: // half full
        painter.drawEllipse(middle, 4.25, 4.25);
        painter.setBrush(color);
        painter.drawChord(QRectF(middle.x() - 4.25, middle.y() - 4.25, 8.5, 8.5), 180 * 16,
                          180 * 16);
        break;
    case Kind::Scan: // a lens
        painter.drawEllipse(middle + QPointF(-1, -1), 3.5, 3.5);
        painter.drawLine(middle + QPointF(1.6, 1.6), middle + QPointF(4.5, 4.5));
        break;
    case Kind::Invalid: // a cross
        painter.drawLine(middle + QPointF(-3.5, -3.5), middle + QPointF(3.5, 3.5));
        painter.drawLine(middle + QPointF(-3.5, 3.5), middle + QPointF(3.5, -3.5));
        break;
    }
}

} // namespace

FilterChip::FilterChip(QWidget *parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setKind(Kind::Everything);
}

void FilterChip::setCost(FilterCost cost)
{
    setKind(cost == FilterCost::Indexed       ? Kind::Indexed
                : cost == FilterCost::Bounded ? Kind::Bounded
                                              : Kind::Scan);
}

void FilterChip::setKind(Kind kind)
{
    m_kind = kind;
    setAccessibleName(word(kind));
    switch (kind) {
    case Kind::Everything:
        setToolTip(tr("No filter: all jobs are listed."));
        break;
    case Kind::Typing:
        setToolTip(tr("Applied with Enter, or a moment after the last key."));
        break;
    case Kind::Indexed:
        setToolTip(tr("Indexes find these jobs. Click for the cost of each term and the SQL."));
        break;
    case Kind::Bounded:
        setToolTip(tr("Searched among the jobs that an index finds. Click for the cost of each "
                      "term and the SQL."));
        break;
    case Kind::Scan:
        setToolTip(tr("The whole table has to be read, newest jobs first. Click for the cost of "
                      "each term and the SQL."));
        break;
    case Kind::Invalid:
        setToolTip(tr("Not valid; the list still shows the previous filter."));
        break;
    }
    setAccessibleDescription(toolTip());
    updateGeometry();
    update();
}

QString FilterChip::word(Kind kind)
{
    switch (kind) {
    case Kind::Everything:
        return tr("all jobs");
    case Kind::Typing:
        return tr("typing");
    case Kind::Indexed:
        return tr("indexed");
    case Kind::Bounded:
        return tr("bounded");
    case Kind::Scan:
        return tr("scan");
    case Kind::Invalid:
        return tr("not valid");
    }
    Q_UNREACHABLE();
}

QSize FilterChip::sizeHint() const
{
    // As wide as any of its words: the text beside it must not move with every key.
    int widest = 0;
    for (const Kind kind :
         {Kind::Everything, Kind::Typing, Kind::Indexed, Kind::Bounded, Kind::Scan, Kind::Invalid})
        widest = std::max(widest, fontMetrics().horizontalAdvance(word(kind)));
    return {2 * kPadding + kShapeSide + kGap + widest, std::max(22, fontMetrics().height() + 4)};
}

void FilterChip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = colorOf(m_kind, palette());
    const QRectF edge = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor wash = color;
    wash.setAlphaF(isDown() ? 0.22F : underMouse() ? 0.15F : 0.09F);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 1) : QPen(Qt::NoPen));
    painter.setBrush(m_kind == Kind::Everything && !underMouse() ? QColor(Qt::transparent) : wash);
    painter.drawRoundedRect(edge, edge.height() / 2, edge.height() / 2);

    const QString text = word(m_kind);
    const int content = kShapeSide + kGap + fontMetrics().horizontalAdvance(text);
    const int left = (width() - content) / 2;
    QRect shape(left, (height() - kShapeSide) / 2, kShapeSide, kShapeSide);
    QRect label(left + kShapeSide + kGap, 0, content - kShapeSide - kGap + 1, height());
    shape = QStyle::visualRect(layoutDirection(), rect(), shape);
    label = QStyle::visualRect(layoutDirection(), rect(), label);
    paintShape(painter, shape, m_kind, color);
    painter.setPen(color);
    painter.drawText(label, Qt::AlignVCenter | Qt::AlignLeading | Qt::TextSingleLine, text);
}

} // namespace yardmaster

#include "ui/pages/overview/chartview.h"

#include "models/values/format.h"
#include "ui/kit/theme.h"
#include "ui/kit/tooltips.h"

#include <QHelpEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardmaster {

namespace {

constexpr int kLeastHeight = 96; // px
constexpr double kSamePlace = 8; // px: marks that are closer are one
constexpr double kGlyph = 4;     // px from its middle
constexpr double kBeside = 2;    // px at either side of a number
constexpr double kLate = 0.05;   // of the width: later changes than the latest values

/// In the middle above the plot, with the point or the bottom on `foot`.
void drawGlyph(QPainter *painter, std::optional<ChangeMark::Kind> kind, const QPointF &foot)
{
    const QPointF middle = foot - QPointF(0, kGlyph);
    if (kind == ChangeMark::Kind::Crontab)
        painter->drawEllipse(middle, kGlyph - 0.5, kGlyph - 0.5);
    else if (kind == ChangeMark::Kind::Version)
        painter->drawPolygon(QPolygonF{foot, middle - QPointF(kGlyph, 0),
                                       middle - QPointF(0, kGlyph), middle + QPointF(kGlyph, 0)});
    else if (!kind)
        painter->drawRect(QRectF(foot.x() - kGlyph + 0.5, foot.y() - 2 * kGlyph + 1, 2 * kGlyph - 1,
                                 2 * kGlyph - 1));
    else
        painter->drawPolygon(QPolygonF{foot, foot + QPointF(-kGlyph, -2 * kGlyph + 1),
                                       foot + QPointF(kGlyph, -2 * kGlyph + 1)});
}

} // namespace

ChartView::ChartView(QWidget *parent)
    : QWidget(parent)
{
    setLayoutDirection(Qt::LeftToRight); // time does, in every language
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize ChartView::minimumSizeHint() const
{
    return {0, kLeastHeight};
}

void ChartView::setEnds(int width)
{
    m_ends = width;
    layOut();
}

void ChartView::setLabels(int width)
{
    m_labels = width;
    place();
}

void ChartView::setLeastLabels(int width)
{
    m_leastLabels = width;
    place();
}

void ChartView::place()
{
    const QFontMetricsF metrics(tabularFont(font()));
    const double figures = metrics.height();
    // Above it the values' upper half, or the number of a mark's changes.
    const double above = std::ceil(std::max(figures / 2 + 2, metrics.capHeight() + 4));
    m_plot = QRectF(rect()).adjusted(std::max(m_labels, m_leastLabels) + 2 * kGap, above,
                                     -m_ends - 2 * kGap, -figures - kGap);
    update();
}

void ChartView::setTimes(std::optional<Timestamp> end, std::chrono::duration<double> span)
{
    m_end = end;
    m_span = span;
    update();
}

void ChartView::setMarks(const ChangeMarks &marks)
{
    m_changes = marks;
    describe(m_description);
    update();
}

void ChartView::describe(const QString &text)
{
    m_description = text;
    const QString changes = changesText(changesBetween(m_plot.left(), m_plot.right()));
    const QString whole = changes.isEmpty() ? text : text + u'\n' + changes;
    if (whole != accessibleDescription()) // or it would be announced
        setAccessibleDescription(whole);
}

std::optional<ChangeMark::Kind> ChartView::Mark::kind() const
{
    const auto first = changes.first().kind;
    const bool isOfOneKind = std::ranges::all_of(
        changes, [first](auto kind) { return kind == first; }, &ChangeMark::kind);
    return isOfOneKind ? std::optional(first) : std::nullopt;
}

/// How far the next mark has to be, in pixels.
double ChartView::roomOf(const Mark &mark) const
{
    if (mark.changes.size() == 1)
        return kSamePlace;
    const QFontMetricsF metrics(tabularFont(font()));
    return kGlyph + kBeside + metrics.horizontalAdvance(formatNumber(mark.changes.size())) + kBeside
        + kGlyph;
}

QList<ChartView::Mark> ChartView::marks() const
{
    QList<Mark> marks;
    if (!m_end || m_span.count() <= 0)
        return marks;
    for (const ChangeMark &change : m_changes) {
        const double part = std::chrono::duration<double>(change.at - *m_end) / m_span;
        if (part < -1 || part > kLate)
            continue;
        const double x = m_plot.right() + std::min(part, 0.0) * m_plot.width();
        if (marks.isEmpty() || x - marks.last().x > roomOf(marks.last()))
            marks << Mark{x, {}};
        marks.last().changes << change;
    }
    return marks;
}

ChangeMarks ChartView::changesBetween(double left, double right) const
{
    ChangeMarks changes;
    for (const Mark &mark : marks()) {
        if (mark.x >= left - kReach && mark.x <= right + kReach)
            changes << mark.changes;
    }
    return changes;
}

void ChartView::drawMarks(QPainter *painter) const
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(tabularFont(font()));
    const QColor color = mutedColor(palette());
    for (const Mark &mark : marks()) {
        const double x = std::floor(mark.x) + 0.5; // sharp
        painter->setPen(QPen(color, 1, Qt::DotLine));
        painter->drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        drawGlyph(painter, mark.kind(), QPointF(x, m_plot.top()));
        if (mark.changes.size() == 1)
            continue;
        painter->setPen(color);
        painter->drawText(QPointF(x + kGlyph + kBeside, m_plot.top() - 1),
                          formatNumber(mark.changes.size()));
    }
}

bool ChartView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const double x = help->pos().x();
    const QString text = changesText(changesBetween(x, x));
    const int reach = int(kReach);
    showToolTip(help->globalPos(), text, this,
                QRect(help->pos().x() - reach, 0, 2 * reach, height()));
    return true;
}

void ChartView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (m_plot.width() < 20 || m_plot.height() < 20)
        return;
    draw(&painter);
    painter.save();
    drawMarks(&painter);
    painter.restore();
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().highlight(), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void ChartView::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    unmark();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    unmark();
}

void ChartView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event); // paints a new palette
    if (event->type() == QEvent::FontChange)
        layOut();
}

} // namespace yardmaster

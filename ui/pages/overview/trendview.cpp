#include "ui/pages/overview/trendview.h"

#include "models/overview/metricswords.h"
#include "models/values/format.h"
#include "ui/kit/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGap = 8;
constexpr double kDot = 3; // radius

} // namespace

TrendView::TrendView(QList<TrendLine> lines, TrendUnit unit, QWidget *parent)
    : QWidget(parent)
    , m_unit(unit)
{
    for (TrendLine &line : lines)
        m_drawn << Drawn{std::move(line), {}};
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(96);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_ends = wantedEnds();
    setReadings({}, std::chrono::minutes(15));
}

double TrendView::secondsOf(const QueueMetrics &reading) const
{
    return -double(reading.time.msecsTo(m_readings.last().time)) / 1000;
}

void TrendView::setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span)
{
    const QDateTime markedTime = m_marked >= 0 ? m_readings.at(m_marked).time : QDateTime();
    m_readings = readings;
    m_past = spanScale(span);
    double largest = 0;
    for (Drawn &drawn : m_drawn) {
        drawn.pieces.clear();
        bool isNew = true;
        for (const QueueMetrics &reading : m_readings) {
            const auto value = drawn.line.value(reading);
            isNew = isNew || !value || reading.isAfterGap;
            if (!value)
                continue;
            if (std::exchange(isNew, false))
                drawn.pieces << QPolygonF();
            drawn.pieces.last() << QPointF(secondsOf(reading), *value);
            largest = std::max(largest, *value);
        }
    }
    m_height = m_unit == TrendUnit::Seconds ? waitScale(largest) : countScale(largest);
    layOut();

    const int before = std::exchange(m_marked, -1);
    if (m_pointer)
        markNearest(*m_pointer);
    else if (markedTime.isValid())
        m_marked = int(
            std::ranges::lower_bound(std::as_const(m_readings), markedTime, {}, &QueueMetrics::time)
            - m_readings.cbegin());
    if (m_marked >= m_readings.size())
        m_marked = -1;
    if (m_marked != before && !m_pointer)
        Q_EMIT markedChanged(m_marked);
    update();
}

QPointF TrendView::place(double seconds, double value) const
{
    return {m_plot.right() + seconds / m_past.maximum() * m_plot.width(),
            m_plot.bottom() - value / m_height.maximum() * m_plot.height()};
}

QString TrendView::axisText(double value) const
{
    const qint64 rounded = std::llround(value);
    return m_unit == TrendUnit::Jobs ? formatNumber(rounded)
                                     : formatRoundDuration(std::chrono::seconds(rounded));
}

QString TrendView::endName(const TrendLine &line) const
{
    return m_drawn.size() > 1 ? line.name + u' ' : QString(); // the title says it
}

int TrendView::wantedEnds() const
{
    int names = 0;
    for (const Drawn &drawn : m_drawn)
        names = std::max(names, fontMetrics().horizontalAdvance(endName(drawn.line)));
    // As wide as values get, so that the lines do not move with them.
    const QString longest = m_unit == TrendUnit::Jobs ? u"10,000+"_s : u"00 min 00 s"_s;
    return names + QFontMetrics(tabularFont(font())).horizontalAdvance(longest);
}

void TrendView::setEnds(int width)
{
    m_ends = width;
    layOut();
}

void TrendView::layOut()
{
    const QFontMetrics figures(tabularFont(font()));
    int labels = figures.horizontalAdvance(u"10,000"_s);
    for (int step = 0; step <= m_height.steps; ++step)
        labels = std::max(labels, figures.horizontalAdvance(axisText(step * m_height.step)));
    m_plot = QRectF(rect()).adjusted(labels + 2 * kGap, figures.height() / 2.0 + 2.0,
                                     -m_ends - 2 * kGap, -figures.height() - kGap);
    update();
}

void TrendView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (m_plot.width() < 20 || m_plot.height() < 20)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    drawAxes(&painter);
    if (!m_readings.isEmpty()) {
        drawLines(&painter);
        drawEnds(&painter);
        drawMark(&painter);
    }
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().highlight(), 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void TrendView::drawAxes(QPainter *painter) const
{
    painter->setPen(mutedColor(palette()));
    painter->setFont(tabularFont(font()));
    const double height = QFontMetricsF(painter->font()).height();
    for (int step = 0; step <= m_height.steps; ++step) {
        const double value = step * m_height.step;
        const double y = place(0, value).y();
        painter->fillRect(QRectF(m_plot.left(), std::round(y), m_plot.width(), 1),
                          hairlineColor(palette()));
        const QRectF rect(0, y - height / 2, m_plot.left() - kGap, height);
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, axisText(value));
    }
    painter->setFont(font());
    for (int step = 0; step <= m_past.steps; ++step) {
        const auto ago = std::chrono::seconds(std::llround(step * m_past.step));
        // Where steps are no whole minutes, an age in minutes would come twice.
        const bool isCoarse = ago.count() <= 60 || ago.count() % 60 == 0;
        const QString text = isCoarse ? formatAge(ago) : tr("%1 ago").arg(formatDuration(ago));
        const double width = QFontMetricsF(font()).horizontalAdvance(text) + 2;
        // The outermost ones stay within the plot.
        const double left = std::clamp(place(-double(ago.count()), 0).x() - width / 2,
                                       m_plot.left(), m_plot.right() - width);
        painter->drawText(QRectF(left, m_plot.bottom() + kGap / 2.0, width, height),
                          Qt::AlignCenter, text);
    }
}

void TrendView::drawLines(QPainter *painter) const
{
    painter->save();
    // The oldest reading may be before the span; a line along the edge keeps its width.
    painter->setClipRect(m_plot.adjusted(0, -1, 0, 1));
    for (const Drawn &drawn : m_drawn) {
        painter->setPen(QPen(stateColor(drawn.line.state, palette()), 1.5));
        for (QPolygonF piece : drawn.pieces) {
            for (QPointF &point : piece)
                point = place(point.x(), point.y());
            painter->drawPolyline(piece);
        }
    }
    painter->restore();
}

void TrendView::drawEnds(QPainter *painter) const
{
    struct End
    {
        const TrendLine *line;
        double y;
    };
    QList<End> ends;
    for (auto it = m_drawn.crbegin(); it != m_drawn.crend(); ++it) {
        const Drawn &drawn = *it;
        if (const auto value = drawn.line.value(m_readings.last())) {
            ends << End{&drawn.line, place(0, *value).y()};
            painter->setPen(Qt::NoPen);
            painter->setBrush(stateColor(drawn.line.state, palette()));
            painter->drawEllipse(place(0, *value), kDot, kDot);
        }
    }
    // One above the other where lines meet: up from the lowest, then down from the top.
    std::ranges::stable_sort(ends, std::greater(), &End::y);
    const double height = QFontMetricsF(font()).height();
    double limit = m_plot.bottom() - height / 2 + 2;
    for (End &end : ends) {
        end.y = std::min(end.y, limit);
        limit = end.y - height;
    }
    limit = m_plot.top();
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        end->y = std::max(end->y, limit);
        limit = end->y + height;
    }
    for (const End &end : std::as_const(ends)) {
        const QString name = endName(*end.line);
        const QRectF rect(m_plot.right() + kGap, end.y - height / 2,
                          width() - m_plot.right() - kGap, height);
        painter->setFont(font());
        painter->setPen(stateColor(end.line->state, palette()));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->setFont(tabularFont(font()));
        painter->drawText(rect.adjusted(QFontMetricsF(font()).horizontalAdvance(name), 0, 0, 0),
                          Qt::AlignLeft | Qt::AlignVCenter, end.line->text(m_readings.last()));
    }
}

void TrendView::drawMark(QPainter *painter) const
{
    if (m_marked < 0)
        return;
    const QueueMetrics &reading = m_readings.at(m_marked);
    const double seconds = secondsOf(reading);
    const double x = place(seconds, 0).x();
    if (x < m_plot.left() - 1)
        return;
    painter->setPen(QPen(mutedColor(palette()), 1));
    painter->drawLine(QPointF(x, m_plot.top()), QPointF(x, m_plot.bottom()));
    painter->setPen(Qt::NoPen);
    for (const Drawn &drawn : m_drawn) {
        if (const auto value = drawn.line.value(reading)) {
            painter->setBrush(stateColor(drawn.line.state, palette()));
            painter->drawEllipse(place(seconds, *value), kDot, kDot);
        }
    }
}

void TrendView::mark(int reading)
{
    if (std::exchange(m_marked, reading) == reading)
        return;
    update();
    Q_EMIT markedChanged(reading);
}

void TrendView::markNearest(double x)
{
    if (m_readings.isEmpty() || m_plot.width() <= 0 || x < m_plot.left() - kGap)
        return mark(-1);
    const double seconds = std::min(0.0, (x - m_plot.right()) / m_plot.width() * m_past.maximum());
    const auto wanted = m_readings.last().time.addMSecs(qint64(seconds * 1000));
    auto next
        = std::ranges::lower_bound(std::as_const(m_readings), wanted, {}, &QueueMetrics::time);
    if (next != m_readings.cbegin()
        && (next == m_readings.cend()
            || std::prev(next)->time.msecsTo(wanted) < wanted.msecsTo(next->time)))
        --next;
    mark(int(next - m_readings.cbegin()));
}

void TrendView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void TrendView::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position().x();
    markNearest(*m_pointer);
}

void TrendView::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    m_pointer.reset();
    mark(-1);
}

void TrendView::keyPressEvent(QKeyEvent *event)
{
    const int last = int(m_readings.size()) - 1;
    const int from = m_marked < 0 ? last + 1 : m_marked;
    switch (event->key()) {
    case Qt::Key_Left:
        return mark(std::max(from - 1, std::min(0, last)));
    case Qt::Key_Right:
        return mark(std::min(from + 1, last));
    case Qt::Key_Home:
        return mark(std::min(0, last));
    case Qt::Key_End:
        return mark(last);
    case Qt::Key_Escape:
        if (m_marked >= 0)
            return mark(-1);
        break;
    default:
        break;
    }
    event->ignore(); // the window's own keys
}

void TrendView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    mark(-1);
}

void TrendView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event); // paints a new palette
    if (event->type() == QEvent::FontChange)
        layOut();
}

} // namespace yardmaster

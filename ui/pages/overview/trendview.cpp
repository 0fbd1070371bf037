#include "ui/pages/overview/trendview.h"

#include "models/overview/metricswords.h"
#include "models/values/format.h"
#include "ui/kit/theme.h"
#include "ui/pages/overview/chartaxis.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr double kDot = 3; // radius
constexpr float kPale = 0.4F;

} // namespace

TrendView::TrendView(QList<TrendLine> lines, TrendUnit unit, QWidget *parent)
    : ChartView(parent)
    , m_unit(unit)
{
    for (TrendLine &line : lines)
        m_drawn << Drawn{std::move(line), {}};
    setEnds(wantedEnds());
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
    m_height = m_unit == TrendUnit::Seconds ? waitScale(largest)
        : m_unit == TrendUnit::Durations    ? durationScale(largest)
                                            : countScale(largest);
    layOut();
    setTimes(m_readings.isEmpty() ? std::nullopt : std::optional(timestamp(m_readings.last().time)),
             std::chrono::duration<double>(m_past.maximum()));

    const int before = std::exchange(m_marked, -1);
    if (earlierMark() < 0)
        m_earlier.reset();
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

ChangeMarks TrendView::markedChanges() const
{
    if (m_pointer) {
        const ChangeMarks changes = changesBetween(*m_pointer, *m_pointer);
        if (!changes.isEmpty())
            return changes;
    }
    if (const auto earlier = earlierMark(); earlier >= 0)
        return earlierMarks().at(earlier).changes;
    if (m_marked < 0)
        return {};
    const double x = place(secondsOf(m_readings.at(m_marked)), 0).x();
    const double before
        = m_marked > 0 ? place(secondsOf(m_readings.at(m_marked - 1)), 0).x() + kReach : x;
    return changesBetween(std::min(before, x), x);
}

QList<ChartView::Mark> TrendView::earlierMarks() const
{
    QList<Mark> earlier = marks();
    const double first = m_readings.isEmpty() ? 0 : place(secondsOf(m_readings.first()), 0).x();
    earlier.removeIf([first](const Mark &mark) { return mark.x >= first - kReach; });
    return earlier;
}

qsizetype TrendView::earlierMark() const
{
    if (!m_earlier)
        return -1;
    const QList<Mark> earlier = earlierMarks();
    const auto found = std::ranges::find_if(earlier, [this](const Mark &mark) {
        return std::ranges::find(mark.changes, *m_earlier, &ChangeMark::at) != mark.changes.cend();
    });
    return found == earlier.cend() ? -1 : std::distance(earlier.cbegin(), found);
}

QPointF TrendView::place(double seconds, double value) const
{
    return {plotArea().right() + seconds / m_past.maximum() * plotArea().width(),
            plotArea().bottom() - value / m_height.maximum() * plotArea().height()};
}

QString TrendView::axisText(double value) const
{
    const qint64 rounded = std::llround(value);
    if (m_unit == TrendUnit::Durations && value > 0 && m_height.maximum() < 60)
        return formatDuration(std::chrono::microseconds(std::llround(value * 1e6)));
    return m_unit == TrendUnit::Jobs ? formatNumber(rounded)
                                     : formatRoundDuration(std::chrono::seconds(rounded));
}

QString TrendView::endName(const TrendLine &line) const
{
    const auto named
        = std::ranges::count_if(m_drawn, [](const Drawn &drawn) { return !drawn.line.isPale; });
    return named > 1 ? line.name + u' ' : QString(); // the title says it
}

QColor TrendView::colorOf(const TrendLine &line) const
{
    QColor color = stateColor(line.state, palette());
    if (line.isPale)
        color.setAlphaF(kPale);
    return color;
}

int TrendView::wantedEnds() const
{
    int names = 0;
    for (const Drawn &drawn : m_drawn) {
        if (!drawn.line.isPale)
            names = std::max(names, fontMetrics().horizontalAdvance(endName(drawn.line)));
    }
    // As wide as values get, so that the lines do not move with them.
    const QString longest = m_unit == TrendUnit::Jobs ? u"10,000+"_s : u"00 min 00 s"_s;
    return names + QFontMetrics(tabularFont(font())).horizontalAdvance(longest);
}

void TrendView::layOut()
{
    const QFontMetrics figures(tabularFont(font()));
    int labels = figures.horizontalAdvance(u"10,000"_s);
    for (int step = 0; step <= m_height.steps; ++step)
        labels = std::max(labels, figures.horizontalAdvance(axisText(step * m_height.step)));
    setLabels(labels);
}

void TrendView::draw(QPainter *painter)
{
    painter->setRenderHint(QPainter::Antialiasing);
    drawAxes(painter);
    if (m_readings.isEmpty())
        return;
    drawLines(painter);
    drawEnds(painter);
    drawMark(painter);
}

void TrendView::drawAxes(QPainter *painter) const
{
    painter->setPen(mutedColor(palette()));
    painter->setFont(tabularFont(font()));
    const double height = QFontMetricsF(painter->font()).height();
    double free = plotArea().bottom() + height; // where the next label may end
    for (int step = 0; step <= m_height.steps; ++step) {
        const double value = step * m_height.step;
        const double y = place(0, value).y();
        painter->fillRect(QRectF(plotArea().left(), std::round(y), plotArea().width(), 1),
                          hairlineColor(palette()));
        const QRectF rect(0, y - height / 2, plotArea().left() - kGap, height);
        if (rect.bottom() > free)
            continue;
        free = rect.top();
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, axisText(value));
    }
    painter->setFont(font());
    drawPastAxis(painter, m_past, plotArea());
}

void TrendView::drawLines(QPainter *painter) const
{
    painter->save();
    // The oldest reading may be before the span; a line along the edge keeps its width.
    painter->setClipRect(plotArea().adjusted(0, -1, 0, 1));
    for (const bool isPale : {true, false}) {
        for (const Drawn &drawn : m_drawn) {
            if (drawn.line.isPale != isPale)
                continue;
            painter->setPen(QPen(colorOf(drawn.line), 1.5));
            for (QPolygonF piece : drawn.pieces) {
                for (QPointF &point : piece)
                    point = place(point.x(), point.y());
                painter->drawPolyline(piece);
            }
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
        if (drawn.line.isPale)
            continue;
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
    double limit = plotArea().bottom() - height / 2 + 2;
    for (End &end : ends) {
        end.y = std::min(end.y, limit);
        limit = end.y - height;
    }
    limit = plotArea().top();
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        end->y = std::max(end->y, limit);
        limit = end->y + height;
    }
    for (const End &end : std::as_const(ends)) {
        const QString name = endName(*end.line);
        const QRectF rect(plotArea().right() + kGap, end.y - height / 2,
                          width() - plotArea().right() - kGap, height);
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
    painter->setPen(QPen(mutedColor(palette()), 1));
    if (const auto earlier = earlierMark(); earlier >= 0) {
        const double x = earlierMarks().at(earlier).x;
        painter->drawLine(QPointF(x, plotArea().top()), QPointF(x, plotArea().bottom()));
    }
    if (m_marked < 0)
        return;
    const QueueMetrics &reading = m_readings.at(m_marked);
    const double seconds = secondsOf(reading);
    const double x = place(seconds, 0).x();
    if (x < plotArea().left() - 1)
        return;
    painter->drawLine(QPointF(x, plotArea().top()), QPointF(x, plotArea().bottom()));
    painter->setPen(Qt::NoPen);
    for (const Drawn &drawn : m_drawn) {
        if (const auto value = drawn.line.value(reading)) {
            painter->setBrush(colorOf(drawn.line));
            painter->drawEllipse(place(seconds, *value), kDot, kDot);
        }
    }
}

void TrendView::mark(int reading, std::optional<Timestamp> earlier)
{
    const bool isSame = m_marked == reading && m_earlier == earlier;
    m_marked = reading;
    m_earlier = earlier;
    if (isSame)
        return;
    update();
    Q_EMIT markedChanged(reading);
}

/// @param stop  counted from the left: earlierMarks(), then readings.
void TrendView::markStop(qsizetype stop)
{
    m_pointer.reset(); // or the next reading would bring the mark back to it
    const QList<Mark> earlier = earlierMarks();
    const qsizetype last = earlier.size() + m_readings.size() - 1;
    stop = std::clamp<qsizetype>(stop, std::min<qsizetype>(0, last), last);
    if (stop >= 0 && stop < earlier.size())
        mark(-1, earlier.at(stop).changes.first().at);
    else
        mark(int(stop - earlier.size()));
}

void TrendView::markNearest(double x)
{
    if (m_readings.isEmpty() || plotArea().width() <= 0 || x < plotArea().left() - kGap)
        return mark(-1);
    for (const Mark &earlier : earlierMarks()) {
        if (std::abs(earlier.x - x) <= kReach)
            return mark(-1, earlier.changes.first().at);
    }
    const double seconds
        = std::min(0.0, (x - plotArea().right()) / plotArea().width() * m_past.maximum());
    const auto wanted = m_readings.last().time.addMSecs(qint64(seconds * 1000));
    auto next
        = std::ranges::lower_bound(std::as_const(m_readings), wanted, {}, &QueueMetrics::time);
    if (next != m_readings.cbegin()
        && (next == m_readings.cend()
            || std::prev(next)->time.msecsTo(wanted) < wanted.msecsTo(next->time)))
        --next;
    mark(int(next - m_readings.cbegin()));
}

void TrendView::mouseMoveEvent(QMouseEvent *event)
{
    const int marked = m_marked;
    const ChangeMarks changes = markedChanges();
    m_pointer = event->position().x();
    markNearest(*m_pointer);
    if (m_marked == marked && markedChanges() != changes)
        Q_EMIT markedChanged(marked);
}

void TrendView::leaveEvent(QEvent *event)
{
    m_pointer.reset();
    ChartView::leaveEvent(event);
}

void TrendView::keyPressEvent(QKeyEvent *event)
{
    const qsizetype earlier = earlierMarks().size();
    const qsizetype end = earlier + m_readings.size();
    const qsizetype from = earlierMark() >= 0 ? earlierMark()
        : m_marked >= 0                       ? earlier + m_marked
                                              : end;
    switch (event->key()) {
    case Qt::Key_Left:
        return markStop(from - 1);
    case Qt::Key_Right:
        return markStop(from + 1);
    case Qt::Key_Home:
        return markStop(0);
    case Qt::Key_End:
        return markStop(end - 1);
    case Qt::Key_Escape:
        if (from < end) {
            m_pointer.reset();
            return mark(-1);
        }
        break;
    default:
        break;
    }
    event->ignore(); // the window's own keys
}

} // namespace yardmaster

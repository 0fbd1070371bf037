#include "ui/overview/trendview.h"

#include "models/format.h"
#include "models/overview/vitalswords.h"
#include "ui/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <algorithm>
#include <cmath>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kGap = 8;
constexpr double kDot = 3; // radius

QValueAxis *makeAxis(QChart *chart, Qt::Alignment alignment)
{
    auto *axis = new QValueAxis(chart);
    axis->setLabelsVisible(false);   // drawn here, in words
    axis->setGridLineVisible(false); // likewise, at once
    axis->setLineVisible(false);
    chart->addAxis(axis, alignment);
    return axis;
}

} // namespace

TrendView::TrendView(QList<TrendLine> lines, TrendUnit unit, QWidget *parent)
    : QChartView(parent)
    , m_unit(unit)
    , m_timeAxis(makeAxis(chart(), Qt::AlignBottom))
    , m_valueAxis(makeAxis(chart(), Qt::AlignLeft))
{
    for (TrendLine &line : lines)
        m_drawn << Drawn{std::move(line), {}};
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->setAnimationOptions(QChart::NoAnimation);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(96);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_ends = wantedEnds();
    setReadings({}, std::chrono::minutes(15));
    updateColors();
}

double TrendView::secondsOf(const Vitals &reading) const
{
    return -double(reading.time.msecsTo(m_readings.last().time)) / 1000;
}

void TrendView::setReadings(const QList<Vitals> &readings, std::chrono::seconds span)
{
    const QDateTime markedTime = m_marked >= 0 ? m_readings.at(m_marked).time : QDateTime();
    m_readings = readings;
    m_past = spanScale(span);
    double largest = 0;
    for (Drawn &drawn : m_drawn) {
        qsizetype piece = 0;
        QList<QPointF> points;
        const auto finish = [&] {
            if (!points.isEmpty())
                setPiece(&drawn, piece++, points);
            points.clear();
        };
        for (const Vitals &reading : m_readings) {
            const auto value = drawn.line.value(reading);
            if (!value || reading.isAfterGap)
                finish();
            if (!value)
                continue;
            points << QPointF(secondsOf(reading), *value);
            largest = std::max(largest, *value);
        }
        finish();
        while (drawn.pieces.size() > piece) {
            chart()->removeSeries(drawn.pieces.last());
            delete drawn.pieces.takeLast();
        }
    }
    m_height = m_unit == TrendUnit::Seconds ? waitScale(largest) : countScale(largest);
    m_timeAxis->setRange(-m_past.maximum(), 0);
    m_valueAxis->setRange(0, m_height.maximum());
    layOut();

    const int before = std::exchange(m_marked, -1);
    if (m_pointer)
        markNearest(*m_pointer);
    else if (markedTime.isValid())
        m_marked
            = int(std::ranges::lower_bound(std::as_const(m_readings), markedTime, {}, &Vitals::time)
                  - m_readings.cbegin());
    if (m_marked >= m_readings.size())
        m_marked = -1;
    if (m_marked != before && !m_pointer)
        Q_EMIT markedChanged(m_marked);
    viewport()->update();
}

void TrendView::setPiece(Drawn *drawn, qsizetype index, const QList<QPointF> &points)
{
    if (index == drawn->pieces.size()) {
        auto *series = new QLineSeries(chart());
        chart()->addSeries(series);
        series->attachAxis(m_timeAxis);
        series->attachAxis(m_valueAxis);
        series->setPen(QPen(stateColor(drawn->line.state, palette()), 1.5));
        drawn->pieces << series;
    }
    drawn->pieces.at(index)->replace(points);
}

int TrendView::points(int line) const
{
    int count = 0;
    for (const QLineSeries *piece : m_drawn.at(line).pieces)
        count += piece->count();
    return count;
}

QPointF TrendView::place(double seconds, double value) const
{
    const QRectF plot = chart()->plotArea();
    return {plot.right() + seconds / m_past.maximum() * plot.width(),
            plot.bottom() - value / m_height.maximum() * plot.height()};
}

QString TrendView::axisText(double value) const
{
    const qint64 rounded = std::llround(value);
    return m_unit == TrendUnit::Jobs ? formatNumber(rounded)
                                     : formatRoundWait(std::chrono::seconds(rounded));
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
    chart()->setPlotArea(QRectF(viewport()->rect())
                             .adjusted(labels + 2 * kGap, figures.height() / 2.0 + 2.0,
                                       -m_ends - 2 * kGap, -figures.height() - kGap));
}

void TrendView::drawBackground(QPainter *painter, const QRectF &rect)
{
    QChartView::drawBackground(painter, rect);
    const QRectF plot = chart()->plotArea();
    for (int step = 0; step <= m_height.steps; ++step) {
        const double y = std::round(place(0, step * m_height.step).y());
        painter->fillRect(QRectF(plot.left(), y, plot.width(), 1), hairlineColor(palette()));
    }
}

void TrendView::drawForeground(QPainter *painter, const QRectF &)
{
    const QRectF plot = chart()->plotArea();
    if (plot.width() < 20 || plot.height() < 20)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    drawAxes(painter, plot);
    if (!m_readings.isEmpty()) {
        drawEnds(painter, plot);
        drawMark(painter, plot);
    }
    if (hasFocus()) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(palette().highlight(), 2));
        painter->drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
}

void TrendView::drawAxes(QPainter *painter, const QRectF &plot) const
{
    painter->setPen(mutedColor(palette()));
    painter->setFont(tabularFont(font()));
    const double height = QFontMetricsF(painter->font()).height();
    for (int step = 0; step <= m_height.steps; ++step) {
        const double value = step * m_height.step;
        const QRectF rect(0, place(0, value).y() - height / 2, plot.left() - kGap, height);
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
        const double left = std::clamp(place(-double(ago.count()), 0).x() - width / 2, plot.left(),
                                       plot.right() - width);
        painter->drawText(QRectF(left, plot.bottom() + kGap / 2.0, width, height), Qt::AlignCenter,
                          text);
    }
}

void TrendView::drawEnds(QPainter *painter, const QRectF &plot) const
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
    double limit = plot.bottom() - height / 2 + 2;
    for (End &end : ends) {
        end.y = std::min(end.y, limit);
        limit = end.y - height;
    }
    limit = plot.top();
    for (auto end = ends.rbegin(); end != ends.rend(); ++end) {
        end->y = std::max(end->y, limit);
        limit = end->y + height;
    }
    for (const End &end : std::as_const(ends)) {
        const QString name = endName(*end.line);
        const QRectF rect(plot.right() + kGap, end.y - height / 2,
                          viewport()->width() - plot.right() - kGap, height);
        painter->setFont(font());
        painter->setPen(stateColor(end.line->state, palette()));
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, name);
        painter->setFont(tabularFont(font()));
        painter->drawText(rect.adjusted(QFontMetricsF(font()).horizontalAdvance(name), 0, 0, 0),
                          Qt::AlignLeft | Qt::AlignVCenter, end.line->text(m_readings.last()));
    }
}

void TrendView::drawMark(QPainter *painter, const QRectF &plot) const
{
    if (m_marked < 0)
        return;
    const Vitals &reading = m_readings.at(m_marked);
    const double seconds = secondsOf(reading);
    const double x = place(seconds, 0).x();
    if (x < plot.left() - 1)
        return;
    painter->setPen(QPen(mutedColor(palette()), 1));
    painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
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
    viewport()->update();
    Q_EMIT markedChanged(reading);
}

void TrendView::markNearest(double x)
{
    const QRectF plot = chart()->plotArea();
    if (m_readings.isEmpty() || plot.width() <= 0 || x < plot.left() - kGap)
        return mark(-1);
    const double seconds = std::min(0.0, (x - plot.right()) / plot.width() * m_past.maximum());
    const auto wanted = m_readings.last().time.addMSecs(qint64(seconds * 1000));
    auto next = std::ranges::lower_bound(std::as_const(m_readings), wanted, {}, &Vitals::time);
    if (next != m_readings.cbegin()
        && (next == m_readings.cend()
            || std::prev(next)->time.msecsTo(wanted) < wanted.msecsTo(next->time)))
        --next;
    mark(int(next - m_readings.cbegin()));
}

void TrendView::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    layOut();
}

void TrendView::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position().x();
    markNearest(*m_pointer);
}

void TrendView::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
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

void TrendView::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    viewport()->update();
}

void TrendView::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    mark(-1);
    viewport()->update();
}

void TrendView::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColors();
    else if (event->type() == QEvent::FontChange)
        layOut();
}

void TrendView::updateColors()
{
    setBackgroundBrush(palette().base());
    for (const Drawn &drawn : std::as_const(m_drawn)) {
        for (QLineSeries *piece : drawn.pieces)
            piece->setPen(QPen(stateColor(drawn.line.state, palette()), 1.5));
    }
    viewport()->update();
}

} // namespace yardmaster

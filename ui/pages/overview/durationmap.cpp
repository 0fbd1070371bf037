#include "ui/pages/overview/durationmap.h"

#include "models/overview/metricswords.h"
#include "models/values/format.h"
#include "ui/kit/theme.h"
#include "ui/pages/overview/chartaxis.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kFewestRows = 6;
constexpr double kFaintest = 0.12;

double secondsBetween(Timestamp from, Timestamp to)
{
    return std::chrono::duration<double>(to - from).count();
}

} // namespace

DurationMap::DurationMap(QWidget *parent)
    : ChartView(parent)
{ }

void DurationMap::setStatistics(const RunStatistics &statistics)
{
    const Timestamp markedTime
        = m_marked.point >= 0 ? m_statistics.points.at(m_marked.point).begin : Timestamp();
    m_statistics = statistics;
    m_past = spanScale(lengthOf(statistics.choice.span));
    setTimes(statistics.until, std::chrono::duration<double>(m_past.maximum()));
    int lowest = DurationBuckets::kCount;
    int highest = -1;
    m_most = 0;
    for (const RunStatistics::Point &point : m_statistics.points) {
        for (int bucket = 0; bucket < DurationBuckets::kCount; ++bucket) {
            const qint64 runs = point.sums.held.counts[size_t(bucket)];
            if (runs == 0)
                continue;
            lowest = std::min(lowest, bucket);
            highest = std::max(highest, bucket);
            m_most = std::max(m_most, runs);
        }
    }
    if (highest < 0)
        lowest = highest = DurationBuckets::kCount / 2;
    // A few rows at least, or one bucket would be as high as the map.
    const int missing = std::max(0, kFewestRows - (highest - lowest + 1));
    m_lowest = std::max(0, lowest - missing / 2);
    m_highest = std::min(DurationBuckets::kCount - 1, m_lowest + (highest - lowest) + missing);
    layOut();
    const auto point = std::ranges::find(std::as_const(m_statistics.points), markedTime,
                                         &RunStatistics::Point::begin);
    if (m_marked.point < 0 || point == m_statistics.points.cend())
        mark({});
    else
        mark({int(std::distance(m_statistics.points.cbegin(), point)),
              std::clamp(m_marked.bucket, m_lowest, m_highest)});
    describeMarked();
    Q_EMIT markedChanged(); // its number may be another one
}

qint64 DurationMap::runsIn(const Cell &cell) const
{
    return m_statistics.points.at(cell.point).sums.held.counts[size_t(cell.bucket)];
}

QString DurationMap::lowerEnd(int bucket) const
{
    const double bound = bucket == 0 ? 0 : m_statistics.bounds.value(bucket - 1);
    return formatDuration(std::chrono::microseconds(std::llround(bound)));
}

QString DurationMap::rangeText(int bucket) const
{
    return bucket < m_statistics.bounds.size()
        ? tr("%1 to %2").arg(lowerEnd(bucket), lowerEnd(bucket + 1))
        : tr("more than %1").arg(lowerEnd(bucket));
}

QString DurationMap::markedText() const
{
    if (m_marked.point < 0)
        return {};
    const RunStatistics::Point &point = m_statistics.points.at(m_marked.point);
    const qint64 all = point.sums.held.total();
    const qint64 runs = runsIn(m_marked);
    const auto share = all > 0 ? std::optional(double(runs) / double(all)) : std::nullopt;
    return tr("%1 · %2: %3 of %4 runs (%5)")
        .arg(formatInstant(dateTime(point.begin)), rangeText(m_marked.bucket), formatNumber(runs),
             formatNumber(all), formatShare(share));
}

ChangeMarks DurationMap::markedChanges() const
{
    if (m_marked.point < 0)
        return {};
    const QRectF cell = cellOf(m_marked.point, m_marked.bucket);
    return changesBetween(cell.left(), cell.right());
}

QString DurationMap::latestText() const
{
    for (auto point = m_statistics.points.crbegin(); point != m_statistics.points.crend();
         ++point) {
        const auto &counts = point->sums.held.counts;
        if (point->sums.held.total() == 0)
            continue;
        const auto most = int(std::ranges::max_element(counts) - counts.begin());
        return tr("%1: %2 runs, most often held for %3.")
            .arg(formatInstant(dateTime(point->begin)), formatNumber(point->sums.held.total()),
                 rangeText(most));
    }
    return tr("No runs are known.");
}

double DurationMap::rowHeight() const
{
    return plotArea().height() / (m_highest - m_lowest + 1);
}

QRectF DurationMap::cellOf(int point, int bucket) const
{
    if (bucket < m_lowest || bucket > m_highest || point < 0 || point >= m_statistics.points.size())
        return {};
    const Timestamp begin = m_statistics.points.at(point).begin;
    const double pixels = plotArea().width() / m_past.maximum();
    const auto place = [&](Timestamp time) {
        return std::clamp(plotArea().right() - secondsBetween(time, m_statistics.until) * pixels,
                          plotArea().left(), plotArea().right());
    };
    const double left = place(begin);
    const double right = place(std::min(begin + m_statistics.step, m_statistics.until));
    const double height = rowHeight();
    return {left, plotArea().bottom() - (bucket - m_lowest + 1) * height, right - left, height};
}

void DurationMap::layOut()
{
    const QFontMetrics figures(tabularFont(font()));
    int labels = figures.horizontalAdvance(u"10,000"_s);
    for (int bucket = m_lowest; bucket <= m_highest; ++bucket)
        labels = std::max(labels, figures.horizontalAdvance(lowerEnd(bucket)));
    setLabels(labels);
}

void DurationMap::draw(QPainter *painter)
{
    drawCells(painter);
    drawAxes(painter);
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_marked.point < 0)
        return;
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(palette().color(QPalette::Text), 1.5));
    painter->drawRect(cellOf(m_marked.point, m_marked.bucket));
}

void DurationMap::drawCells(QPainter *painter) const
{
    QColor color = stateColor(JobState::Running, palette());
    for (int point = 0; point < m_statistics.points.size(); ++point) {
        for (int bucket = m_lowest; bucket <= m_highest; ++bucket) {
            const qint64 runs = runsIn({point, bucket});
            if (runs == 0)
                continue;
            // A few runs of many are the ones that matter: by the square root.
            const double part = std::sqrt(double(runs) / double(m_most));
            color.setAlphaF(float(kFaintest + (1 - kFaintest) * part));
            const QRectF cell = cellOf(point, bucket);
            painter->fillRect(QRectF(cell.left(), cell.top() + 0.5, std::max(1.0, cell.width()),
                                     cell.height() - 0.5),
                              color);
        }
    }
}

void DurationMap::drawAxes(QPainter *painter) const
{
    painter->setPen(mutedColor(palette()));
    painter->setFont(tabularFont(font()));
    const double height = QFontMetricsF(painter->font()).height();
    double free = plotArea().bottom() + height; // where the next label may end
    for (int bucket = m_lowest; bucket <= m_highest; ++bucket) {
        const double y = plotArea().bottom() - (bucket - m_lowest) * rowHeight();
        if (y + height / 2 > free)
            continue;
        free = y - height / 2;
        painter->fillRect(QRectF(plotArea().left(), std::round(y), plotArea().width(), 1),
                          hairlineColor(palette()));
        painter->drawText(QRectF(0, y - height / 2, plotArea().left() - kGap, height),
                          Qt::AlignRight | Qt::AlignVCenter, lowerEnd(bucket));
    }
    painter->setFont(font());
    drawPastAxis(painter, m_past, plotArea());
}

DurationMap::Cell DurationMap::cellAt(const QPointF &position) const
{
    if (!plotArea().contains(position))
        return {};
    const int bucket
        = m_lowest + int((plotArea().bottom() - position.y()) / std::max(0.1, rowHeight()));
    for (int point = 0; point < m_statistics.points.size(); ++point) {
        if (const QRectF cell = cellOf(point, std::min(bucket, m_highest));
            cell.left() <= position.x() && position.x() < cell.right())
            return {point, std::min(bucket, m_highest)};
    }
    return {};
}

void DurationMap::describeMarked()
{
    const QString changes = changesLine(markedChanges());
    const QString text = m_marked.point >= 0 ? markedText() : latestText();
    describe(changes.isEmpty() ? text : text + u" · "_s + changes);
}

void DurationMap::mark(const Cell &cell)
{
    if (std::exchange(m_marked, cell) == cell)
        return;
    describeMarked();
    update();
    Q_EMIT markedChanged();
}

void DurationMap::mouseMoveEvent(QMouseEvent *event)
{
    mark(cellAt(event->position()));
}

void DurationMap::keyPressEvent(QKeyEvent *event)
{
    const int last = int(m_statistics.points.size()) - 1;
    if (last < 0)
        return event->ignore();
    // From nothing: to the fullest cell of the latest point.
    const auto &latest = m_statistics.points.at(last).sums.held.counts;
    const auto fullest = int(std::ranges::max_element(latest) - latest.begin());
    Cell cell = m_marked.point >= 0 ? m_marked
                                    : Cell{last + (event->key() == Qt::Key_Left ? 1 : 0),
                                           std::clamp(fullest, m_lowest, m_highest)};
    switch (event->key()) {
    case Qt::Key_Left:
        cell.point = std::max(0, cell.point - 1);
        break;
    case Qt::Key_Right:
        cell.point = std::min(last, cell.point + 1);
        break;
    case Qt::Key_Up:
        cell.bucket = std::min(m_highest, cell.bucket + 1);
        break;
    case Qt::Key_Down:
        cell.bucket = std::max(m_lowest, cell.bucket - 1);
        break;
    case Qt::Key_Home:
        cell.point = 0;
        break;
    case Qt::Key_End:
        cell.point = last;
        break;
    case Qt::Key_Escape:
        if (m_marked.point < 0)
            return event->ignore();
        cell = {};
        break;
    default:
        return event->ignore(); // the window's own keys
    }
    mark(cell);
}

} // namespace yardmaster

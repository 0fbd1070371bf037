#include "ui/pages/overview/trendchart.h"

#include "models/values/format.h"
#include "models/values/timedisplay.h"
namespace yardmaster {

using namespace Qt::StringLiterals;

TrendChart::TrendChart(const QString &title, const QList<TrendLine> &lines, TrendUnit unit,
                       QWidget *parent)
    : TrendChart(title, lines, new TrendView(lines, unit), parent)
{ }

TrendChart::TrendChart(const QString &title, const QList<TrendLine> &lines, TrendView *view,
                       QWidget *parent)
    : ChartFrame(title, view, parent)
    , m_lines(lines)
    , m_view(view)
{
    connect(m_view, &TrendView::markedChanged, this, &TrendChart::showMarked);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &TrendChart::showMarked);
}

TrendChart::~TrendChart()
{
    m_view->disconnect(this); // it loses the focus when a window goes, and unmarks what it marked
}

void TrendChart::setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span)
{
    m_readings = readings;
    m_view->setReadings(readings, span);
    m_view->describe(readings.isEmpty() ? tr("No data yet.") : valuesOf(readings.last()));
    showMarked();
}

QString TrendChart::valuesOf(const QueueMetrics &reading) const
{
    QStringList values;
    for (const TrendLine &line : m_lines) {
        if (!line.isPale || line.value(reading)) // or nothing is compared
            values << line.name + u' ' + line.text(reading);
    }
    return values.join(u" · "_s);
}

void TrendChart::showMarked()
{
    const int marked = m_view->marked();
    const ChangeMarks changes = m_view->markedChanges();
    if (marked >= 0 && marked < m_readings.size()) {
        const QueueMetrics &reading = m_readings.at(marked);
        setMarkedText(formatInstant(reading.time) + u" · "_s + valuesOf(reading),
                      changesLine(changes));
    } else if (!changes.isEmpty()) {
        setMarkedText(formatInstant(dateTime(changes.first().at)), changesLine(changes));
    } else {
        setMarkedText({});
    }
}

} // namespace yardmaster

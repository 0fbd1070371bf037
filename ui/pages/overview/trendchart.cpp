#include "ui/pages/overview/trendchart.h"

#include "models/values/format.h"
#include "models/values/timedisplay.h"
#include "ui/kit/elidedlabel.h"
#include "ui/kit/label.h"
#include "ui/kit/tone.h"

#include <QHBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

TrendChart::TrendChart(const QString &title, const QList<TrendLine> &lines, TrendUnit unit,
                       QWidget *parent)
    : QWidget(parent)
    , m_lines(lines)
    , m_title(new Label(title, this))
    , m_marked(new ElidedLabel(Qt::ElideLeft, this))
    , m_view(new TrendView(lines, unit, this))
{
    m_marked->setObjectName("markedValues"_L1);
    m_marked->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_view->setAccessibleName(title);
    auto *caption = new QHBoxLayout;
    caption->setContentsMargins(16, 0, 16, 0);
    caption->setSpacing(16);
    caption->addWidget(m_title);
    caption->addWidget(m_marked, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 4);
    layout->setSpacing(4);
    layout->addLayout(caption);
    layout->addWidget(m_view, 1);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    connect(m_view, &TrendView::markedChanged, this, &TrendChart::showMarked);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &TrendChart::showMarked);
    setTone(m_title, Tone::Muted);
}

void TrendChart::setReadings(const QList<QueueMetrics> &readings, std::chrono::seconds span)
{
    m_readings = readings;
    m_view->setReadings(readings, span);
    m_view->setAccessibleDescription(readings.isEmpty() ? tr("Nothing was read yet.")
                                                        : valuesOf(readings.last()));
    showMarked();
}

QString TrendChart::valuesOf(const QueueMetrics &reading) const
{
    QStringList values;
    for (const TrendLine &line : m_lines)
        values << line.name + u' ' + line.text(reading);
    return values.join(u" · "_s);
}

void TrendChart::showMarked()
{
    const int marked = m_view->marked();
    if (marked < 0 || marked >= m_readings.size()) {
        m_marked->clear();
        return;
    }
    const QueueMetrics &reading = m_readings.at(marked);
    m_marked->setText(formatInstant(reading.time) + u" · "_s + valuesOf(reading));
}

} // namespace yardmaster

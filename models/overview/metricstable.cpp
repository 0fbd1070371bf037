#include "models/overview/metricstable.h"

#include "models/overview/metricswords.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

MetricsTable::MetricsTable(QObject *parent)
    : RowsModel(parent)
{
    const auto column = [](QLatin1StringView id, const QString &title,
                           TableColumn<QueueMetrics>::Of<QString> text, const QString &widest) {
        return TableColumn<QueueMetrics>{
            .id = id, .title = title, .text = std::move(text), .isFigure = true, .widest = widest};
    };
    setColumns({
        column(
            "time"_L1, tr("Time"),
            [](const QueueMetrics &metrics) { return formatInstant(metrics.time); },
            u"2026-11-20 14:03:07 UTC "_s),
        column(
            "added"_L1, tr("Added per minute"),
            [](const QueueMetrics &metrics) { return formatRate(metrics.arrivals); }, u"100,000"_s),
        column(
            "finished"_L1, tr("Finished per minute"),
            [](const QueueMetrics &metrics) { return formatRate(metrics.completions); },
            u"100,000"_s),
        column(
            "failed-runs"_L1, tr("Failed runs per minute"),
            [](const QueueMetrics &metrics) {
                return formatRate(metrics.failures, metrics.failuresPrecision());
            },
            u"100,000"_s),
        column(
            "ready"_L1, tr("Ready"),
            [](const QueueMetrics &metrics) { return formatCount(metrics.ready); }, u"100,000+"_s),
        column(
            "failed"_L1, tr("Failed for good"),
            [](const QueueMetrics &metrics) { return formatCount(metrics.failed); }, u"100,000+"_s),
        column(
            "oldest-ready"_L1, tr("Oldest ready"),
            [](const QueueMetrics &metrics) {
                return formatWait(metrics.oldestReady, metrics.isOldestLowerBound);
            },
            u"4 min 05 s"_s),
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] { tellAll(); });
}

void MetricsTable::setReadings(const QList<QueueMetrics> &readings)
{
    merge(QList<QueueMetrics>(readings.crbegin(), readings.crend()));
}

void MetricsTable::clear()
{
    reset({});
}

} // namespace yardmaster

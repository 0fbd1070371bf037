#include "models/overview/runfigures.h"

#include "models/values/format.h"
#include "models/values/language.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct RunFiguresText
{
    Q_DECLARE_TR_FUNCTIONS(RunFigures)
};

constexpr std::array kShares{0.5, 0.95, 0.99};

Timestamp endOf(const RunStatistics::Point &point, const RunStatistics &statistics)
{
    return std::min<Timestamp>(point.begin + statistics.step, statistics.until);
}

} // namespace

QString formatRunDuration(const RunFigures::Duration &duration)
{
    return duration ? formatDuration(*duration) : u"–"_s;
}

RunFigures figuresOf(const RunSums &sums, const QList<double> &bounds,
                     std::chrono::microseconds span)
{
    const double minutes = std::max(1e-6, double(span.count()) / 60e6);
    RunFigures figures{double(sums.succeeded) / minutes, double(sums.failed) / minutes, {}, {}};
    for (size_t i = 0; i < kShares.size(); ++i) {
        figures.wait[i] = sums.wait.quantile(kShares[i], bounds);
        figures.held[i] = sums.held.quantile(kShares[i], bounds);
    }
    return figures;
}

QList<QueueMetrics> readingsOf(const RunStatistics &statistics)
{
    QList<QueueMetrics> readings;
    for (const RunStatistics::Point &point : statistics.points) {
        const Timestamp end = endOf(point, statistics);
        const std::chrono::microseconds span = end - point.begin;
        if (span < std::chrono::microseconds(statistics.step) / 3)
            continue;
        // Before it was installed, nothing is known.
        if (statistics.presence.since && end < *statistics.presence.since)
            continue;
        QueueMetrics reading;
        reading.time = dateTime(end);
        reading.runs = figuresOf(point.sums, statistics.bounds, span);
        if (point.before)
            reading.runsBefore = figuresOf(*point.before, statistics.bounds, statistics.step);
        readings << reading;
    }
    return readings;
}

QString baselineWord(RunBaseline baseline)
{
    switch (baseline) {
    case RunBaseline::None:
        return {};
    case RunBaseline::Yesterday:
        return RunFiguresText::tr("yesterday");
    case RunBaseline::LastWeek:
        return RunFiguresText::tr("a week ago");
    }
    Q_UNREACHABLE();
}

QString comparisonText(const RunStatistics &statistics)
{
    if (statistics.choice.baseline == RunBaseline::None)
        return {};
    RunSums now;
    RunSums before;
    for (const RunStatistics::Point &point : statistics.points) {
        // The last one is not over: it would make less of now.
        if (!point.before || point.begin + statistics.step > statistics.until)
            continue;
        now.add(point.sums);
        before.add(*point.before);
    }
    const QString then = baselineWord(statistics.choice.baseline);
    if (before.runs() == 0 && before.held.total() == 0)
        return RunFiguresText::tr("There is no data for %1.").arg(then);
    const auto share = [](const RunSums &sums) -> QString {
        const auto failed = sums.failureShare();
        return failed ? Language::locale().toString(100 * *failed, 'f', 1) + u" %"_s : u"–"_s;
    };
    const auto late = [&statistics](const RunSums &sums) {
        return formatRunDuration(sums.held.quantile(kShares[1], statistics.bounds));
    };
    const auto pair = [&then](const QString &what, const QString &here, const QString &there) {
        return u"%1 %2, %3 %4"_s.arg(what, here, then, there);
    };
    return QStringList{
        pair(RunFiguresText::tr("Runs"), formatNumber(now.runs()), formatNumber(before.runs())),
        pair(RunFiguresText::tr("failed"), share(now), share(before)),
        pair(RunFiguresText::tr("95 % held"), late(now), late(before))}
        .join(u" · "_s);
}

QList<QueueMetrics> withExactFailures(QList<QueueMetrics> readings, const RunStatistics &statistics)
{
    // Hours tell nothing of a minute.
    if (!statistics.presence.isReadable() || statistics.points.isEmpty() || statistics.step > 1min)
        return readings;
    const std::chrono::microseconds window = 1min;
    for (QueueMetrics &reading : readings) {
        const Timestamp until = timestamp(reading.time);
        const Timestamp from = until - window;
        if (from < statistics.from || from < statistics.presence.since.value_or(statistics.from))
            continue;
        qint64 failed = 0;
        std::chrono::microseconds covered{0};
        for (const RunStatistics::Point &point : statistics.points) {
            const Timestamp end = endOf(point, statistics);
            // The points that end within it.
            if (end <= from || end > until + std::chrono::microseconds(statistics.step) / 2)
                continue;
            failed += point.sums.failed;
            covered += end - point.begin;
        }
        if (covered < window / 2)
            continue;
        reading.failures = double(failed) * 60e6 / double(covered.count());
        reading.isFailuresLowerBound = false;
        reading.areFailuresExact = true;
    }
    return readings;
}

} // namespace yardmaster

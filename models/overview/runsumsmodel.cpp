#include "models/overview/runsumsmodel.h"

#include "models/overview/metricswords.h"
#include "models/overview/runfigures.h"
#include "models/values/format.h"
#include "models/values/timedisplay.h"

#include <algorithm>
#include <iterator>

namespace yardmaster {

using namespace Qt::StringLiterals;

RunSumsModel::RunSumsModel(Kind kind, QObject *parent)
    : RowsModel(parent)
    , m_kind(kind)
{
    const auto figure
        = [](QLatin1StringView id, const QString &title, TableColumn<RunSumsRow>::Of<QString> text,
             TableColumn<RunSumsRow>::Of<QVariant> raw) {
              return TableColumn<RunSumsRow>{.id = id,
                                             .title = title,
                                             .text = std::move(text),
                                             .isFigure = true,
                                             .widest = u"10,000,000"_s,
                                             .raw = std::move(raw)};
          };
    const auto duration
        = [&figure](QLatin1StringView id, const QString &title,
                    std::array<RunFigures::Duration, 3> RunFigures::*of, size_t place) {
              return figure(
                  id, title,
                  [of, place](const RunSumsRow &row) {
                      return formatRunDuration((row.figures.*of)[place]);
                  },
                  [of, place](const RunSumsRow &row) -> QVariant {
                      const auto &value = (row.figures.*of)[place];
                      return value ? qint64(value->count()) : qint64(-1);
                  });
          };
    TableColumn<RunSumsRow> first{.id = "task"_L1,
                                  .title = tr("Task"),
                                  .text = [](const RunSumsRow &row) { return row.key; },
                                  .elide = Qt::ElideMiddle};
    if (kind == Kind::Points) {
        first = {.id = "time"_L1,
                 .title = tr("Until"),
                 .text = [](const RunSumsRow &row) { return formatInstant(row.time); },
                 .isFigure = true,
                 .widest = u"2026-11-20 14:03:07 UTC "_s,
                 .raw = [](const RunSumsRow &row) { return row.time; }};
    }
    QList<TableColumn<RunSumsRow>> columns{
        first,
        figure(
            "runs"_L1, tr("Runs"), [](const RunSumsRow &row) { return formatNumber(row.runs); },
            [](const RunSumsRow &row) { return row.runs; }),
        figure(
            "failed"_L1, tr("Failed"),
            [](const RunSumsRow &row) { return formatNumber(row.failed); },
            [](const RunSumsRow &row) { return row.failed; }),
        figure(
            "share"_L1, tr("Share failed"),
            [](const RunSumsRow &row) { return formatShare(row.failureShare); },
            [](const RunSumsRow &row) { return row.failureShare.value_or(-1); }),
        duration("wait-50"_L1, tr("Wait, median"), &RunFigures::wait, 0),
        duration("wait-95"_L1, tr("Wait, 95 %"), &RunFigures::wait, 1),
        duration("wait-99"_L1, tr("Wait, 99 %"), &RunFigures::wait, 2),
        duration("held-50"_L1, tr("Held, median"), &RunFigures::held, 0),
        duration("held-95"_L1, tr("Held, 95 %"), &RunFigures::held, 1),
        duration("held-99"_L1, tr("Held, 99 %"), &RunFigures::held, 2),
    };
    if (kind == Kind::Points) {
        // Before the durations, so that it is seen in small windows.
        columns.insert(4,
                       {.id = "changes"_L1,
                        .title = tr("Changes"),
                        .text = [](const RunSumsRow &row) { return changesLine(row.changes); },
                        .widest = u"Retry 1,000 jobs"_s,
                        .toolTip = [](const RunSumsRow &row) { return changesText(row.changes); }});
    }
    setColumns(columns);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, [this] { tellAll(); });
}

void RunSumsModel::setStatistics(const RunStatistics &statistics)
{
    QList<RunSumsRow> fresh;
    const auto add = [&](const QString &key, const QDateTime &time, const RunSums &sums,
                         std::chrono::microseconds span) {
        fresh << RunSumsRow{key,
                            time,
                            sums.runs(),
                            sums.failed,
                            sums.failureShare(),
                            figuresOf(sums, statistics.bounds, span)};
    };
    if (m_kind == Kind::Tasks) {
        for (const RunStatistics::Task &task : statistics.tasks)
            add(task.name, {}, task.sums, statistics.until - statistics.from);
    } else {
        for (auto point = statistics.points.crbegin(); point != statistics.points.crend();
             ++point) {
            const Timestamp end
                = std::min<Timestamp>(point->begin + statistics.step, statistics.until);
            add({}, dateTime(end), point->sums, end - point->begin);
            std::ranges::copy_if(
                m_marks, std::back_inserter(fresh.last().changes), [&](const ChangeMark &mark) {
                    return mark.at >= point->begin && mark.at < point->begin + statistics.step;
                });
        }
    }
    merge(fresh);
}

} // namespace yardmaster

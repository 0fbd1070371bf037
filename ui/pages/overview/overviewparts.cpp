#include "ui/pages/overview/overviewparts.h"

#include "models/values/format.h"
#include "models/values/showntext.h"
#include "ui/kit/tablesetup.h"

#include <QCoreApplication>
#include <QTableView>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct OverviewText
{
    Q_DECLARE_TR_FUNCTIONS(Overview)
};

/// A line of lower bounds would be a false one.
std::optional<double> number(const Count &count)
{
    return count.isWhole() ? std::optional(double(*count.value)) : std::nullopt;
}

QString countText(const Count &count)
{
    return count.isKnown() ? formatCount(count) : u"–"_s;
}

} // namespace

QList<TrendLine> movementLines()
{
    return {
        {OverviewText::tr("Added"), JobState::Ready,
         [](const QueueMetrics &v) { return v.arrivals; },
         [](const QueueMetrics &v) { return formatRate(v.arrivals); }},
        {OverviewText::tr("Finished"), JobState::Running,
         [](const QueueMetrics &v) { return v.completions; },
         [](const QueueMetrics &v) { return formatRate(v.completions); }},
        {OverviewText::tr("Failed"), JobState::FailedForGood,
         [](const QueueMetrics &v) { return v.failures; },
         [](const QueueMetrics &v) { return formatRate(v.failures, v.failuresPrecision()); }},
    };
}

QList<TrendLine> depthLines()
{
    return {
        {OverviewText::tr("Ready"), JobState::Ready,
         [](const QueueMetrics &v) { return number(v.ready); },
         [](const QueueMetrics &v) { return countText(v.ready); }},
        {OverviewText::tr("Failed"), JobState::FailedForGood,
         [](const QueueMetrics &v) { return number(v.failed); },
         [](const QueueMetrics &v) { return countText(v.failed); }},
    };
}

QList<TrendLine> waitLines()
{
    const auto seconds = [](const QueueMetrics &v) -> std::optional<double> {
        if (!v.oldestReady)
            return std::nullopt;
        return double(v.oldestReady->count()) / 1000;
    };
    return {{OverviewText::tr("Oldest"), JobState::Ready, seconds, [](const QueueMetrics &v) {
                 return formatWait(v.oldestReady, v.isOldestLowerBound);
             }}};
}

QString oldestRemark(const QueueMetrics &metrics)
{
    if (metrics.ready == Count{0})
        return OverviewText::tr("nothing is ready");
    const auto free = std::ranges::find(metrics.oldestQueues, false, &QueueAge::isHeld);
    if (free == metrics.oldestQueues.cend())
        return {};
    return free->queue.isEmpty() ? OverviewText::tr("in no queue")
                                 : OverviewText::tr("in queue %1").arg(isolated(free->queue));
}

QString failuresMeaning()
{
    return OverviewText::tr(
        "Runs that failed in the last minute. Exact if the history is recorded; otherwise "
        "estimated from changes in the table: jobs that now wait for a retry, and jobs that have "
        "newly failed for good. Jobs changed by hand are not counted, and jobs of tasks with their "
        "own retry delay only at their last attempt.");
}

QString failuresRemark(const QueueMetrics &metrics)
{
    const auto share = metrics.failureShare();
    if (metrics.areFailuresExact)
        return share ? OverviewText::tr("per minute, %1 of runs").arg(formatShare(share))
                     : OverviewText::tr("per minute");
    return share ? OverviewText::tr("per minute, estimated, %1 of runs").arg(formatShare(share))
                 : OverviewText::tr("per minute, estimated");
}

QString outlookFigure(const Outlook &outlook)
{
    switch (outlook.kind) {
    case Outlook::Kind::Unknown:
        return u"–"_s;
    case Outlook::Kind::Empty:
        return OverviewText::tr("None");
    case Outlook::Kind::Shrinking:
        if (!outlook.clearsIn)
            return OverviewText::tr("Shrinking");
        return outlook.isEstimate ? u'~' + formatWait(outlook.clearsIn)
                                  : formatWait(outlook.clearsIn);
    case Outlook::Kind::Steady:
        return OverviewText::tr("Steady");
    case Outlook::Kind::Growing:
        return OverviewText::tr("Growing");
    }
    Q_UNREACHABLE();
}

QString outlookRemark(const Outlook &outlook)
{
    switch (outlook.kind) {
    case Outlook::Kind::Unknown:
        return {};
    case Outlook::Kind::Empty:
        return OverviewText::tr("workers keep up");
    case Outlook::Kind::Shrinking:
        return outlook.clearsIn
            ? OverviewText::tr("until it is empty")
            : OverviewText::tr("by %1 per minute").arg(formatRate(-outlook.growth));
    case Outlook::Kind::Steady:
        return OverviewText::tr("neither grows nor shrinks");
    case Outlook::Kind::Growing:
        return OverviewText::tr("by %1 per minute").arg(formatRate(outlook.growth));
    }
    Q_UNREACHABLE();
}

QString failingTasksRemark(const QueueMetrics &metrics)
{
    return metrics.areTasksComplete || metrics.failingTasks.isEmpty()
        ? QString()
        : OverviewText::tr(
            "Among the newest jobs and those due next. Older failures are not counted here.");
}

LinkList::Row queueRow(const QueueAge &queue)
{
    LinkList::Row row;
    const QString name = queue.queue.isEmpty() ? OverviewText::tr("In no queue") : queue.queue;
    row.cells = {queue.isHeld ? OverviewText::tr("%1 (held)").arg(isolated(name)) : name,
                 formatWait(queue.age)};
    row.filter = queueFilter(queue);
    row.toolTip
        = (queue.isHeld
               ? OverviewText::tr("%1: %2 due among the oldest jobs; a running job holds it.")
               : OverviewText::tr("%1: %2 due among the oldest jobs."))
              .arg(isolated(name), formatCount(queue.due));
    return row;
}

LinkList::Row taskRow(const TaskFailures &task)
{
    return {{task.task, formatNumber(task.failed), formatNumber(task.retrying)},
            taskFilter(task),
            OverviewText::tr("%1: %2 jobs failed for good, %3 wait for a retry.")
                .arg(isolated(task.task), formatNumber(task.failed), formatNumber(task.retrying))};
}

QTableView *makeReadingsTable(MetricsTable *model, QWidget *parent)
{
    auto *table = new QTableView(parent);
    table->setModel(model);
    table->setObjectName("overviewReadings"_L1);
    setUpTable(table, OverviewText::tr("Values, the newest first"));
    table->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    fitColumns(table);
    return table;
}

} // namespace yardmaster

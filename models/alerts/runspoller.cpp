#include "models/alerts/runspoller.h"

#include "models/history/runstatistics.h"
#include "models/query/shortread.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kOldRuns = 2min;
constexpr double kMostlyHeld = 0.95;

/// Of the points that are over, those of the last minute.
void addRates(const RunStatistics &statistics, AlertRuns *runs)
{
    RunSums sums;
    std::chrono::seconds covered{0};
    for (auto point = statistics.points.crbegin(); point != statistics.points.crend(); ++point) {
        if (point->begin + statistics.step > statistics.until)
            continue;
        if (point->begin < statistics.presence.since.value_or(point->begin) || covered >= 1min)
            break;
        sums.add(point->sums);
        covered += statistics.step;
    }
    if (covered < 1min)
        return;
    runs->failuresPerMinute = double(sums.failed);
    runs->successesPerMinute = double(sums.succeeded);
}

DurationBuckets heldOf(const RunStatistics &statistics, const QString &task)
{
    if (task.isEmpty())
        return statistics.sums.held;
    RunSums sums; // one that was cleaned up and came again is there twice
    for (const RunStatistics::Task &each : statistics.tasks) {
        if (each.name == task)
            sums.add(each.sums);
    }
    return sums.held;
}

} // namespace

Result<AlertRuns> readAlertRuns(Session &session, const QString &schema, const QStringList &tasks)
{
    AlertRuns runs;
    const auto all = readRunStatistics(session, schema, {RunSpan::QuarterHour});
    if (!all)
        return tl::make_unexpected(all.error());
    runs.hasHistory = all->presence.isReadable();
    if (!runs.hasHistory)
        return runs;
    addRates(*all, &runs);
    for (const QString &task : tasks) {
        const auto since = readOnce(session, 20s, sqlText("models/alerts/last_success.sql", schema),
                                    {task.isEmpty() ? nullParam() : param(task)});
        if (!since)
            return tl::make_unexpected(since.error());
        if (since->isEmpty())
            continue;
        TaskRuns &of = runs.tasks[task];
        if (const auto held = heldOf(*all, task).quantile(kMostlyHeld, all->bounds))
            of.heldAtMost = std::chrono::round<std::chrono::milliseconds>(*held);
        of.sinceSuccess = std::chrono::milliseconds(since->int64(0, 0));
        of.isNeverSeen = since->boolean(0, 1);
    }
    return runs;
}

RunsPoller::RunsPoller(SessionPool sessions, const QString &schema, QObject *parent)
    : QObject(parent)
    , m_wanted(std::make_shared<Wanted>())
    , m_poller(
          std::move(sessions),
          [schema, wanted = m_wanted](Session &session) -> Result<AlertRuns> {
              QStringList tasks;
              {
                  const std::scoped_lock lock(wanted->mutex);
                  tasks = wanted->tasks;
              }
              return readAlertRuns(session, schema, tasks);
          },
          15s, nullptr, SessionPool::Use::Background) // an alert must not come late
{ }

RunsPoller::~RunsPoller() = default;

void RunsPoller::follow(const QList<AlertRule> &rules)
{
    QStringList tasks;
    bool isWanted = false;
    for (const AlertRule &rule : rules) {
        if (!rule.isEnabled || !looksAtHistory(rule.kind))
            continue;
        isWanted = true;
        if (looksAtTask(rule.kind) && !tasks.contains(rule.task))
            tasks << rule.task;
    }
    bool isOther = false;
    {
        const std::scoped_lock lock(m_wanted->mutex);
        isOther = std::exchange(m_wanted->tasks, tasks) != tasks;
    }
    m_poller.setPaused(!isWanted);
    if (isOther)
        m_poller.refresh();
}

void RunsPoller::addTo(AlertSnapshot *reading) const
{
    const auto &runs = m_poller.latest();
    if (m_poller.isPaused() || !runs || !runs->hasHistory
        || m_poller.readAt().msecsTo(QDateTime::currentDateTimeUtc()) > kOldRuns.count())
        return;
    reading->runs = runs->tasks;
    if (!runs->failuresPerMinute || !runs->successesPerMinute)
        return;
    reading->failuresPerMinute = runs->failuresPerMinute;
    reading->completionsPerMinute = runs->successesPerMinute;
    reading->isFailuresLowerBound = false;
    reading->areRatesExact = true;
}

} // namespace yardmaster

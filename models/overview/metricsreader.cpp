#include "models/overview/metricsreader.h"

#include "models/query/shortread.h"
#include "models/query/supportingindexes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QElapsedTimer>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr int kDueJobs = 3000;       // looked at for ages
constexpr int kFailedJobs = 1000;    // of a priority and an attempt, between two readings
constexpr int kNewestJobs = 20000;   // looked at for failing tasks
constexpr int kReturningJobs = 5000; // likewise
constexpr std::chrono::microseconds kLongestGap = 60s;
/// What is written becomes visible within this time, see movement.sql.
constexpr std::chrono::microseconds kVisible = 300ms;

std::optional<qint64> optional(const Rows &rows, int row, int column)
{
    return rows.isNull(row, column) ? std::nullopt : std::optional(rows.int64(row, column));
}

} // namespace

MetricsReader::MetricsReader(const QString &schema)
    : m_schema(schema)
    , m_movement(sqlText("models/overview/movement.sql", schema))
    , m_ages(sqlText("models/overview/queue_ages.sql", schema))
    , m_tasks(sqlText("models/overview/failing_tasks.sql", schema))
{ }

Result<MetricsSample> MetricsReader::read(Session &session, bool wantsTasks)
{
    MetricsSample reading;
    QElapsedTimer watch;
    watch.start();
    // A plan for all of the table would be made where it was never analyzed.
    auto transaction = beginReading(session, 3s, "set local enable_seqscan = off");
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const auto look = readMovement(session, &reading);
    if (!look)
        return tl::make_unexpected(look.error());
    if (auto ages = readAges(session, &reading); !ages)
        return tl::make_unexpected(ages.error());
    reading.cost = std::chrono::milliseconds(watch.restart());
    if (wantsTasks) {
        if (auto tasks = readTasks(session, &reading); !tasks)
            return tl::make_unexpected(tasks.error());
        reading.tasks->cost = std::chrono::milliseconds(watch.elapsed());
    }
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());
    remember(*look);
    return reading;
}

Result<MetricsReader::Look> MetricsReader::readMovement(Session &session,
                                                        MetricsSample *reading) const
{
    Params params{nullParam(), param(kFailedJobs), nullParam(), nullParam()};
    if (!m_looks.isEmpty()) {
        params = {param(m_looks.last().clock), param(kFailedJobs), param(m_looks.first().clock),
                  param(m_looks.first().transaction)};
    }
    const auto rows = session.query(m_movement, params);
    if (!rows)
        return tl::make_unexpected(rows.error());
    const Look look{rows->int64(0, 0), rows->int64(0, 1)};
    reading->clock = look.clock;
    reading->inserted = optional(*rows, 0, 2);
    reading->deleted = optional(*rows, 0, 3);
    reading->isFailedCut = rows->boolean(0, 5);
    // Retries of a minute are gone again; and another server may have another clock.
    const auto gap
        = std::chrono::microseconds(look.clock - (m_looks.isEmpty() ? 0 : m_looks.last().clock));
    if (gap >= 0us && gap <= kLongestGap)
        reading->failed = optional(*rows, 0, 4);
    return look;
}

void MetricsReader::remember(const Look &look)
{
    const bool isBehind = !m_looks.isEmpty() && look.clock < m_looks.last().clock;
    if (isBehind) // another server, or its clock was set back
        m_looks.clear();
    m_looks << look;
    while (m_looks.size() > 1 && m_looks.at(1).clock <= look.clock - kVisible.count())
        m_looks.removeFirst();
}

Result<void> MetricsReader::readAges(Session &session, MetricsSample *reading) const
{
    const auto rows = session.query(m_ages, {param(kDueJobs), param(kListedQueues)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const bool isCut = rows->boolean(0, 5);
    reading->isOldestLowerBound = rows->boolean(0, 4);
    if (!rows->isNull(0, 2))
        reading->oldestReady = std::chrono::milliseconds(rows->int64(0, 2));
    else if (!reading->isOldestLowerBound)
        reading->oldestReady = 0ms;
    for (int row = 1; row < rows->count(); ++row) {
        QueueAge queue;
        queue.queue = rows->text(row, 1);
        queue.age = std::chrono::milliseconds(rows->int64(row, 2));
        queue.due = Count::counted(rows->int64(row, 3), isCut);
        queue.isHeld = rows->boolean(row, 4);
        reading->oldestQueues << queue;
    }
    return {};
}

Result<void> MetricsReader::readTasks(Session &session, MetricsSample *reading) const
{
    const auto indexes = listSupportingIndexes(session, m_schema);
    if (!indexes)
        return tl::make_unexpected(indexes.error());
    const auto rows
        = session.query(m_tasks,
                        {param(kNewestJobs), param(kReturningJobs),
                         param(indexes->contains(SupportingIndex::Failed)), param(kListedTasks)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    reading->tasks.emplace();
    reading->tasks->areComplete = rows->int64(0, 1) < kNewestJobs;
    for (int row = 1; row < rows->count(); ++row)
        reading->tasks->failing << TaskFailures{rows->text(row, 0), rows->int64(row, 1),
                                                rows->int64(row, 2)};
    return {};
}

} // namespace yardmaster

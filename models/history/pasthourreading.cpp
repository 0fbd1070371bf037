#include "models/history/pasthourreading.h"

#include "models/history/runstatistics.h"
#include "models/query/shortread.h"
#include "worker/db/sqltext.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <utility>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// How the subject of a row of each table is found; of jobs that ended, with how many they are.
std::pair<QByteArray, QByteArray> subjectSql(RunSubject subject)
{
    switch (subject) {
    case RunSubject::Task:
        return {"select run.task_id::text, run.n::bigint", "run.task_id::text"};
    case RunSubject::Queue:
        return {"select queue_id::text, count(*) from unnest(run.queue_ids) as queue_id group by 1",
                "run.queue_id::text"};
    case RunSubject::Worker:
        return {"select run.worker, run.n::bigint", "run.worker"};
    }
    Q_UNREACHABLE();
}

/// What is counted of one subject.
struct Counted
{
    std::array<qint64, PastHour::kSteps> succeeded{};
    std::array<qint64, PastHour::kSteps> failed{};
    DurationBuckets held;

    void add(char what, qint64 place, qint64 runs)
    {
        const auto at = [place](auto &counts) -> qint64 & {
            return counts[size_t(std::clamp<qint64>(place, 0, qint64(counts.size()) - 1))];
        };
        switch (what) {
        case 's':
            at(succeeded) += runs;
            break;
        case 'f':
            at(failed) += runs;
            break;
        default:
            at(held.counts) += runs;
        }
    }
};

PastHour pastHourOf(const Counted &counted, const QList<double> &bounds)
{
    PastHour hour;
    hour.held = counted.held.quantile(0.5, bounds);
    hour.heldAtMost = counted.held.quantile(0.95, bounds);
    hour.trend.span = PastHour::kStep.count() * PastHour::kSteps;
    for (int i = 0; i < PastHour::kSteps; ++i) {
        const qint64 succeeded = counted.succeeded[size_t(i)];
        const qint64 failed = counted.failed[size_t(i)];
        hour.succeeded += succeeded;
        hour.failed += failed;
        hour.trend.samples << Trend::Sample{
            .at = PastHour::kStep.count() * i, .running = succeeded, .failed = failed};
    }
    return hour;
}

} // namespace

Result<PastHourReading> readPastHour(Session &session, const QString &schema, RunSubject subject)
{
    PastHourReading reading;
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    reading.presence = *presence;
    if (!presence->isReadable())
        return reading;
    const auto bounds = readDurationBounds(session, schema);
    if (!bounds)
        return tl::make_unexpected(bounds.error());
    QByteArray sql = sqlText("models/history/past_hour.sql", schema);
    const auto [ended, failed] = subjectSql(subject);
    sql.replace("select null::text, 0::bigint /*ended*/", ended);
    sql.replace("null::text /*failed*/", failed);
    const auto rows = readOnce(session, 20s, sql, {param(PastHourReading::kMost + 1)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QHash<QString, Counted> counts;
    for (int row = 0; row < rows->count(); ++row)
        counts[rows->text(row, 0)].add(rows->bytes(row, 1).front(), rows->int64(row, 2),
                                       rows->int64(row, 3));
    reading.isCut = counts.size() > PastHourReading::kMost;
    if (reading.isCut)
        return reading;
    for (const auto &[id, counted] : counts.asKeyValueRange())
        reading.hours.insert(id, pastHourOf(counted, *bounds));
    return reading;
}

} // namespace yardmaster

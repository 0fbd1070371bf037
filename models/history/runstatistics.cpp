#include "models/history/runstatistics.h"

#include "models/query/shortread.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QHash>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What is read one by one where roll-ups are missing; more takes too long.
constexpr auto kMostUnrolled = 2h;

using SumsByKey = QHash<qint64, RunSums>;

DurationBuckets bucketsFrom(const QByteArray &text)
{
    DurationBuckets buckets;
    const QByteArrayList numbers = text.split(' ');
    for (qsizetype i = 0; i < std::min<qsizetype>(numbers.size(), DurationBuckets::kCount); ++i)
        buckets.counts[size_t(i)] = numbers.at(i).toLongLong();
    return buckets;
}

/// "sum(rollup.wait_buckets[1]), …"
QByteArray bucketSums(const QByteArray &column)
{
    QByteArrayList sums;
    for (int i = 1; i <= DurationBuckets::kCount; ++i)
        sums << "coalesce(sum(rollup." + column + '[' + QByteArray::number(i) + "]), 0)";
    return sums.join(", ");
}

struct SumsRequest
{
    QString schema;
    Timestamp from;
    Timestamp until;
    std::chrono::seconds step{0};
    QString task;
    bool isByTask = false;

    [[nodiscard]] Params params() const
    {
        return {timestampParam(from), timestampParam(until), param(qint64(step.count())),
                task.isEmpty() ? nullParam() : param(task)};
    }
    /// @param time  the column that tells which point it is.
    [[nodiscard]] QByteArray key(const QByteArray &row, const QByteArray &time) const
    {
        // The parameter has to appear, or its type is not known.
        return isByTask
            ? row + ".task_id::bigint + 0 * $3::bigint"
            : "floor(extract(epoch from " + row + '.' + time + ") / $3::bigint)::bigint";
    }
};

Result<void> addRolledUp(Session &session, const SumsRequest &request, SumsByKey *sums)
{
    if (request.from >= request.until)
        return {};
    // One after the other, so that none takes long.
    for (const bool isWait : {true, false}) {
        QByteArray sql = sqlText("models/history/rollup_sums.sql", request.schema);
        sql.replace("0 /*key*/", request.key("rollup", "hour"));
        sql.replace("0 /*buckets*/", bucketSums(isWait ? "wait_buckets" : "held_buckets"));
        const auto rows = session.query(sql, request.params());
        if (!rows)
            return tl::make_unexpected(rows.error());
        for (int row = 0; row < rows->count(); ++row) {
            RunSums sum;
            (isWait ? sum.wait : sum.held) = bucketsFrom(rows->bytes(row, 4).toByteArray());
            if (isWait) {
                sum.succeeded = rows->int64(row, 1);
                sum.failed = rows->int64(row, 2);
                sum.others = rows->int64(row, 3);
            }
            (*sums)[rows->int64(row, 0)].add(sum);
        }
    }
    return {};
}

Result<void> addOneByOne(Session &session, const SumsRequest &request, SumsByKey *sums)
{
    if (request.from >= request.until)
        return {};
    QByteArray sql = sqlText("models/history/run_sums.sql", request.schema);
    sql.replace("0 /*key*/", request.key("run", "finished"));
    const auto rows = session.query(sql, request.params());
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        RunSums &sum = (*sums)[rows->int64(row, 0)];
        const auto bucket
            = size_t(std::clamp<qint64>(rows->int64(row, 2), 0, DurationBuckets::kCount - 1));
        const qint64 runs = rows->int64(row, 3);
        switch (rows->bytes(row, 1).front()) {
        case 's':
            sum.succeeded += runs;
            break;
        case 'f':
            sum.failed += runs;
            break;
        case 'w':
            sum.wait.counts[bucket] += runs;
            break;
        case 'h':
            sum.held.counts[bucket] += runs;
            break;
        default:
            sum.others += runs;
        }
    }
    return {};
}

Result<SumsByKey> readSums(Session &session, SumsRequest request, Timestamp rolledUpTo)
{
    SumsByKey sums;
    const Timestamp until = request.until;
    const Timestamp middle = std::clamp(rolledUpTo, request.from, until);
    request.until = middle;
    if (auto rolled = addRolledUp(session, request, &sums); !rolled)
        return tl::make_unexpected(rolled.error());
    request.from = std::max(middle, until - kMostUnrolled - 1h);
    request.until = until;
    if (auto others = addOneByOne(session, request, &sums); !others)
        return tl::make_unexpected(others.error());
    return sums;
}

Result<QHash<qint64, QString>> readNames(Session &session, const QString &schema)
{
    const QByteArray home = quotedIdentifier(schema);
    const auto rows
        = session.query("select names.id, names.name from " + home
                            + "._yardmaster_history_names as names where names.kind = 't'"
                              " union all select tasks.id, tasks.identifier from "
                            + home + "._private_tasks as tasks",
                        {});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QHash<qint64, QString> names;
    for (int row = 0; row < rows->count(); ++row)
        names.insert(rows->int64(row, 0), rows->text(row, 1));
    return names;
}

/// How far the history goes.
struct Reach
{
    Timestamp rolledUpTo;
    Timestamp runsFrom;    ///< earlier ones are not kept one by one
    Timestamp rollupsFrom; ///< nor are earlier roll-ups
};

/// The sums of the baseline, each with the key of the point that it is compared with; nothing of
/// points that the history does not know all of.
Result<std::optional<SumsByKey>> readBaseline(Session &session, SumsRequest request,
                                              const RunStatistics &statistics, const Reach &reach)
{
    const std::chrono::seconds shift = shiftOf(statistics.choice.baseline);
    const bool isRolledUp = request.step >= 1h;
    request.from -= shift;
    request.until -= shift;
    if (request.from < (isRolledUp ? reach.rollupsFrom : reach.runsFrom))
        return std::optional<SumsByKey>();
    const auto sums = readSums(session, request, isRolledUp ? reach.rolledUpTo : request.from);
    if (!sums)
        return tl::make_unexpected(sums.error());
    SumsByKey moved;
    for (const auto &[key, sum] : sums->asKeyValueRange())
        moved.insert(key + shift / request.step, sum);
    return std::optional(moved);
}

/// The server's time, how far the history goes, and the bounds of the buckets.
Result<Reach> readFrame(Session &session, const QString &schema, RunStatistics *statistics)
{
    const auto bounds = readDurationBounds(session, schema);
    if (!bounds)
        return tl::make_unexpected(bounds.error());
    statistics->bounds = *bounds;
    const QByteArray home = quotedIdentifier(schema);
    const auto rows
        = session.query("select (extract(epoch from now()) * 1000000)::bigint,"
                        " (extract(epoch from rolled_up_to) * 1000000)::bigint,"
                        " (extract(epoch from ((now() at time zone 'UTC')::date - "
                        "keep_days)::timestamp at time zone 'UTC') * 1000000)::bigint,"
                        " (extract(epoch from now() - keep_rollup_days * interval '1 day') * "
                        "1000000)::bigint from "
                            + home + "._yardmaster_history_state",
                        {});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return fail(DbError::Kind::Statement, u"the history has no state"_s);
    statistics->until = timestampAt(*rows, 0, 0);
    return Reach{timestampAt(*rows, 0, 1), timestampAt(*rows, 0, 2), timestampAt(*rows, 0, 3)};
}

} // namespace

void DurationBuckets::add(const DurationBuckets &other)
{
    for (size_t i = 0; i < counts.size(); ++i)
        counts[i] += other.counts[i];
}

qint64 DurationBuckets::total() const
{
    return std::accumulate(counts.begin(), counts.end(), qint64(0));
}

std::optional<std::chrono::microseconds>
DurationBuckets::quantile(double share, const QList<double> &bounds) const
{
    const double wanted = share * double(total());
    if (total() == 0 || bounds.isEmpty())
        return std::nullopt;
    double below = 0;
    for (int i = 0; i < kCount; ++i) {
        const auto here = double(counts[size_t(i)]);
        if (here == 0 || below + here < wanted) {
            below += here;
            continue;
        }
        const double lower = i == 0 ? 0 : bounds.value(i - 1, bounds.last());
        const double upper = i < bounds.size() ? bounds.at(i) : lower; // the last one has no end
        return std::chrono::microseconds(
            std::llround(lower + (upper - lower) * std::clamp((wanted - below) / here, 0.0, 1.0)));
    }
    return std::chrono::microseconds(std::llround(bounds.last()));
}

void RunSums::add(const RunSums &other)
{
    succeeded += other.succeeded;
    failed += other.failed;
    others += other.others;
    wait.add(other.wait);
    held.add(other.held);
}

std::optional<double> RunSums::failureShare() const
{
    return runs() > 0 ? std::optional(double(failed) / double(runs())) : std::nullopt;
}

std::chrono::seconds lengthOf(RunSpan span)
{
    switch (span) {
    case RunSpan::QuarterHour:
        return 15min;
    case RunSpan::Hour:
        return 1h;
    case RunSpan::Day:
        return 24h;
    case RunSpan::Week:
        return 7 * 24h;
    case RunSpan::FourWeeks:
        return 28 * 24h;
    }
    Q_UNREACHABLE();
}

std::chrono::seconds stepOf(RunSpan span)
{
    switch (span) {
    case RunSpan::QuarterHour:
        return 15s;
    case RunSpan::Hour:
        return 1min;
    case RunSpan::Day:
    case RunSpan::Week:
        return 1h;
    case RunSpan::FourWeeks:
        return 6h;
    }
    Q_UNREACHABLE();
}

std::chrono::seconds shiftOf(RunBaseline baseline)
{
    switch (baseline) {
    case RunBaseline::None:
        return 0s;
    case RunBaseline::Yesterday:
        return 24h;
    case RunBaseline::LastWeek:
        return 7 * 24h;
    }
    Q_UNREACHABLE();
}

Result<QList<double>> readDurationBounds(Session &session, const QString &schema)
{
    const auto rows = session.query("select array_to_string(" + quotedIdentifier(schema)
                                        + "._yardmaster_history_bounds(), ' ')",
                                    {});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QList<double> bounds;
    for (const QByteArray &bound : rows->bytes(0, 0).toByteArray().split(' '))
        bounds << bound.toDouble();
    return bounds;
}

Result<RunStatistics> readRunStatistics(Session &session, const QString &schema, RunChoice choice,
                                        const QString &task)
{
    const RunSpan span = choice.span;
    RunStatistics statistics;
    statistics.choice = choice;
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    statistics.presence = *presence;
    if (!presence->isReadable())
        return statistics;
    const auto transaction = beginReading(session, 20s);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const auto reach = readFrame(session, schema, &statistics);
    if (!reach)
        return tl::make_unexpected(reach.error());
    Timestamp rolledUpTo = reach->rolledUpTo;

    statistics.step = stepOf(span);
    const qint64 step = std::chrono::microseconds(statistics.step).count();
    const qint64 last = statistics.until.time_since_epoch().count() / step;
    const qint64 first = last - lengthOf(span) / statistics.step;
    statistics.from = Timestamp(std::chrono::microseconds(first * step));
    // Points shorter than an hour are not in the roll-ups.
    if (statistics.step < 1h)
        rolledUpTo = statistics.from;
    statistics.isIncomplete = statistics.until - rolledUpTo > kMostUnrolled + 1h;
    SumsRequest request{schema, statistics.from, statistics.until, statistics.step, task, false};
    const auto points = readSums(session, request, rolledUpTo);
    if (!points)
        return tl::make_unexpected(points.error());
    for (qint64 point = first; point <= last; ++point) {
        statistics.points << RunStatistics::Point{
            Timestamp(std::chrono::microseconds(point * step)), points->value(point)};
        statistics.sums.add(statistics.points.last().sums);
    }
    if (choice.baseline != RunBaseline::None) {
        const auto before = readBaseline(session, request, statistics, *reach);
        if (!before)
            return tl::make_unexpected(before.error());
        const auto since = presence->since.value_or(statistics.from);
        for (RunStatistics::Point &point : statistics.points) {
            if (*before && point.begin - shiftOf(choice.baseline) >= since)
                point.before = (*before)->value(point.begin.time_since_epoch().count() / step);
        }
    }
    request.isByTask = true;
    const auto tasks = readSums(session, request, rolledUpTo);
    const auto names = readNames(session, schema);
    if (!tasks)
        return tl::make_unexpected(tasks.error());
    if (!names)
        return tl::make_unexpected(names.error());
    for (const auto &[id, sums] : tasks->asKeyValueRange())
        statistics.tasks << RunStatistics::Task{names->value(id, u"#%1"_s.arg(id)), sums};
    std::ranges::sort(statistics.tasks, [](const auto &a, const auto &b) {
        return std::pair(-a.sums.runs(), a.name) < std::pair(-b.sums.runs(), b.name);
    });
    return statistics;
}

Result<RunStatistics>
readChosenStatistics(Session &session, const QString &schema,
                     const std::shared_ptr<const std::atomic<RunChoice>> &choice)
{
    return readRunStatistics(session, schema, *choice);
}

} // namespace yardmaster

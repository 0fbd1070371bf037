#include "models/history/runstatistics.h"

#include "models/query/shortread.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QHash>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

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
/// @param points  those of the request, which may be a part of the baseline.
Result<std::optional<RunSumsByKey>> readBaseline(Session &session, const RunSumsRequest &request,
                                                 const RunSumsByKey &points,
                                                 const RunStatistics &statistics,
                                                 const Reach &reach)
{
    const std::chrono::seconds shift = shiftOf(statistics.choice.baseline);
    const qint64 places = shift / request.step;
    const bool isRolledUp = request.step >= 1h;
    if (request.from - shift < (isRolledUp ? reach.rollupsFrom : reach.runsFrom))
        return std::optional<RunSumsByKey>();
    RunSumsByKey moved;
    const auto take = [&](Timestamp from, Timestamp until) -> Result<void> {
        RunSumsRequest part = request;
        part.from = from;
        part.until = until;
        const auto sums = readRunSums(session, part, isRolledUp ? reach.rolledUpTo : from);
        if (!sums)
            return tl::make_unexpected(sums.error());
        for (const auto &[key, sum] : sums->points.asKeyValueRange())
            moved[key + places] = sum;
        return {};
    };
    const Timestamp last = statistics.points.last().begin - shift;
    if (last <= request.from) {
        if (auto all = take(request.from - shift, request.until - shift); !all)
            return tl::make_unexpected(all.error());
        return std::optional(moved);
    }
    // What the request has read is not read again, but for the last point: it is compared with as
    // much of a point as has passed of it.
    for (const RunStatistics::Point &point : statistics.points) {
        if (point.begin >= last)
            break;
        const qint64 key = point.begin.time_since_epoch() / request.step;
        if (points.contains(key))
            moved.insert(key + places, points.value(key));
    }
    if (auto older = take(request.from - shift, request.from); !older)
        return tl::make_unexpected(older.error());
    if (auto newest = take(last, request.until - shift); !newest)
        return tl::make_unexpected(newest.error());
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
    const RunSumsRequest request{schema, statistics.from, statistics.until, statistics.step, task};
    const auto sums = readRunSums(session, request, rolledUpTo);
    if (!sums)
        return tl::make_unexpected(sums.error());
    for (qint64 point = first; point <= last; ++point) {
        statistics.points << RunStatistics::Point{
            Timestamp(std::chrono::microseconds(point * step)), sums->points.value(point)};
        statistics.sums.add(statistics.points.last().sums);
    }
    if (choice.baseline != RunBaseline::None) {
        const auto before = readBaseline(session, request, sums->points, statistics, *reach);
        if (!before)
            return tl::make_unexpected(before.error());
        const auto since = presence->since.value_or(statistics.from);
        for (RunStatistics::Point &point : statistics.points) {
            if (*before && point.begin - shiftOf(choice.baseline) >= since)
                point.before = (*before)->value(point.begin.time_since_epoch().count() / step);
        }
    }
    const auto names = readNames(session, schema);
    if (!names)
        return tl::make_unexpected(names.error());
    for (const auto &[id, taskSums] : sums->tasks.asKeyValueRange())
        statistics.tasks << RunStatistics::Task{names->value(id, u"#%1"_s.arg(id)), taskSums};
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

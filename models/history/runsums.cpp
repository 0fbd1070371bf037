#include "models/history/runsums.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

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

Params paramsOf(const RunSumsRequest &request)
{
    return {timestampParam(request.from), timestampParam(request.until),
            param(qint64(request.step.count())),
            request.task.isEmpty() ? nullParam() : param(request.task)};
}

/// The sums that a row of either statement belongs to, by its first two columns.
RunSums &sumsOf(RunSumsReading *reading, const Rows &rows, int row)
{
    RunSumsByKey &sums = rows.int64(row, 0) == 0 ? reading->points : reading->tasks;
    return sums[rows.int64(row, 1)];
}

Result<void> addRolledUp(Session &session, const RunSumsRequest &request, RunSumsReading *reading)
{
    if (request.from >= request.until)
        return {};
    QByteArray sql = sqlText("models/history/rollup_sums.sql", request.schema);
    for (const QByteArray &column : {"wait_buckets"_ba, "held_buckets"_ba})
        sql.replace("0 /*" + column + "*/", bucketSums(column));
    const auto rows = session.query(sql, paramsOf(request));
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        sumsOf(reading, *rows, row)
            .add({rows->int64(row, 2), rows->int64(row, 3), rows->int64(row, 4),
                  bucketsFrom(rows->bytes(row, 5).toByteArray()),
                  bucketsFrom(rows->bytes(row, 6).toByteArray())});
    }
    return {};
}

Result<void> addOneByOne(Session &session, const RunSumsRequest &request, RunSumsReading *reading)
{
    if (request.from >= request.until)
        return {};
    const auto rows
        = session.query(sqlText("models/history/run_sums.sql", request.schema), paramsOf(request));
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        RunSums &sum = sumsOf(reading, *rows, row);
        const auto bucket
            = size_t(std::clamp<qint64>(rows->int64(row, 3), 0, DurationBuckets::kCount - 1));
        const qint64 runs = rows->int64(row, 4);
        switch (rows->bytes(row, 2).front()) {
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

Result<RunSumsReading> readRunSums(Session &session, const RunSumsRequest &request,
                                   Timestamp rolledUpTo)
{
    RunSumsReading reading;
    const Timestamp middle = std::clamp(rolledUpTo, request.from, request.until);
    RunSumsRequest part = request;
    part.until = middle;
    if (auto rolled = addRolledUp(session, part, &reading); !rolled)
        return tl::make_unexpected(rolled.error());
    part.from = std::max(middle, request.until - kMostUnrolled - 1h);
    part.until = request.until;
    if (auto others = addOneByOne(session, part, &reading); !others)
        return tl::make_unexpected(others.error());
    return reading;
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

} // namespace yardmaster

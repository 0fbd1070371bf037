#include "models/console/queuecounts.h"

#include "models/query/shortread.h"
#include "models/query/supportingindexes.h"
#include "models/query/workersalive.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

namespace {

constexpr std::chrono::seconds kPatience{5};
/// By the index, whatever the statistics make the planner believe.
constexpr const char *kByIndex = "set local enable_seqscan = off";

Result<void> countFailed(Session &session, const QByteArray &table, StateCounts *counts)
{
    const auto rows
        = readOnce(session, kPatience,
                   "select count(*) from " + table
                       + " as jobs where not jobs.is_available and jobs.locked_at is null",
                   {}, kByIndex);
    if (rows)
        counts->set(JobState::FailedForGood, {rows->int64(0, 0)});
    return rows.map([](const Rows &) {});
}

Result<void> countLocked(Session &session, const QByteArray &table, bool hasIndex,
                         const QStringList &stale, StateCounts *counts)
{
    const auto rows = readOnce(
        session, kPatience,
        "select count(*), count(*) filter (where jobs.locked_at < now() - interval '4 hours' "
        "or coalesce(jobs.locked_by = any ($1::text[]), false)) from "
            + table + " as jobs where jobs.locked_at is not null",
        {param(stale)}, hasIndex ? kByIndex : "");
    if (rows) {
        counts->set(JobState::Running, {rows->int64(0, 0) - rows->int64(0, 1)});
        counts->set(JobState::Stuck, {rows->int64(0, 1)});
    }
    return rows.map([](const Rows &) {});
}

} // namespace

Result<void> readWaitingCounts(Session &session, const QString &schema, StateCounts *counts,
                               bool hasLater)
{
    // One more than the cap, so that exactly ten thousand is not "10,000+".
    const auto rows
        = readOnce(session, kPatience, sqlText("models/console/waiting_counts.sql", schema),
                   {param(kCountCap + 1), param(hasLater ? kCountCap + 1 : 0)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const auto count = [&rows](int column, int cappedColumn) {
        const qint64 number = std::min<qint64>(rows->int64(0, column), kCountCap);
        return Count::counted(number, rows->boolean(0, cappedColumn));
    };
    counts->set(JobState::Ready, count(0, 2));
    counts->set(JobState::Blocked, count(1, 2));
    if (hasLater) {
        counts->set(JobState::Scheduled, count(3, 5));
        counts->set(JobState::Retrying, count(4, 5));
    }
    return {};
}

Result<void> readTakenCounts(Session &session, const QString &schema, StateCounts *counts)
{
    const auto indexes = listSupportingIndexes(session, schema);
    if (!indexes)
        return tl::make_unexpected(indexes.error());
    const auto stale = readStaleWorkers(session, schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    if (indexes->contains(SupportingIndex::Failed)) {
        const QByteArray table = quotedIdentifier(schema) + "._private_jobs";
        if (auto failed = countFailed(session, table, counts); !failed)
            return failed;
        return countLocked(session, table, indexes->contains(SupportingIndex::Locked), *stale,
                           counts);
    }
    const auto rows = readOnce(session, kPatience,
                               sqlText("models/console/taken_counts.sql", schema), {param(*stale)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    counts->set(JobState::Running, {rows->int64(0, 0)});
    counts->set(JobState::Stuck, {rows->int64(0, 1)});
    counts->set(JobState::FailedForGood, {rows->int64(0, 2)});
    return {};
}

} // namespace yardmaster

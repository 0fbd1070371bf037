#include "models/queuecounts.h"

#include "worker/db/session.h"
#include "worker/db/sqltext.h"

namespace yardmaster {

namespace {

/// One statement that can neither write, nor wait for a lock, nor run for long.
Result<Rows> readOnce(Session &session, const QByteArray &sql, const Params &params = {})
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    if (auto limited
        = session.script("set transaction read only; set local statement_timeout = '3s'");
        !limited)
        return tl::make_unexpected(limited.error());
    auto rows = session.query(sql, params);
    if (!rows)
        return rows;
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());
    return rows;
}

} // namespace

Result<void> readWaitingCounts(Session &session, const QString &schema, QueueCounts *counts)
{
    // One more than the cap, so that exactly ten thousand is not "10,000+".
    const auto rows
        = readOnce(session, sqlText("models/waiting_counts.sql", schema), {param(kCountCap + 1)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const auto count = [&rows](int column, int cappedColumn) {
        const qint64 number = std::min<qint64>(rows->int64(0, column), kCountCap);
        return Count{number, rows->boolean(0, cappedColumn)};
    };
    counts->set(JobState::Ready, count(0, 2));
    counts->set(JobState::Blocked, count(1, 2));
    counts->set(JobState::Scheduled, count(3, 5));
    counts->set(JobState::Retrying, count(4, 5));
    return {};
}

Result<void> readTakenCounts(Session &session, const QString &schema, QueueCounts *counts)
{
    const auto rows = readOnce(session, sqlText("models/taken_counts.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    counts->set(JobState::Running, {rows->int64(0, 0)});
    counts->set(JobState::Stuck, {rows->int64(0, 1)});
    counts->set(JobState::FailedForGood, {rows->int64(0, 2)});
    return {};
}

} // namespace yardmaster

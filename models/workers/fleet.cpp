#include "models/workers/fleet.h"

#include "models/query/supportingindexes.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// A transaction that can neither write nor wait nor run for long.
Result<Transaction> beginReading(Session &session, std::chrono::seconds patience)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return transaction;
    if (auto limited = session.script(
            "set transaction read only; set local jit = off; set local statement_timeout = '"
            + QByteArray::number(qint64(patience.count())) + "s'");
        !limited)
        return tl::make_unexpected(limited.error());
    return transaction;
}

Result<void> readRegistry(Session &session, const QString &schema, Fleet *fleet)
{
    const QByteArray table = quotedIdentifier(schema) + "._private_workers";
    const auto facts = session.query(
        "select to_regclass($1::text) is not null, coalesce(has_table_privilege(to_regclass("
        "$1::text), 'select'), false), (extract(epoch from now()) * 1000000)::bigint",
        {table});
    if (!facts)
        return tl::make_unexpected(facts.error());
    fleet->hasRegistry = facts->boolean(0, 0);
    fleet->isRegistryDenied = fleet->hasRegistry && !facts->boolean(0, 1);
    fleet->now = timestampAt(*facts, 0, 2);
    if (!fleet->hasRegistry || fleet->isRegistryDenied)
        return {};
    const auto rows = session.query(sqlText("models/workers/registered_workers.sql", schema),
                                    {param(kFleetRows)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row)
        fleet->workers << RegistryEntry{
            rows->text(row, 0), timestampAt(*rows, row, 1), timestampAt(*rows, row, 2),
            std::chrono::milliseconds(rows->int64(row, 3)), rows->bytes(row, 4).toByteArray()};
    fleet->isCut = fleet->isCut || rows->count() == kFleetRows;
    return {};
}

Result<void> readQueueLocks(Session &session, const QString &schema, Fleet *fleet)
{
    const auto rows
        = session.query(sqlText("models/workers/queue_locks.sql", schema), {param(kFleetRows)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row)
        fleet->queues << LockedQueue{rows->text(row, 0), rows->text(row, 1),
                                     timestampAt(*rows, row, 2)};
    fleet->isCut = fleet->isCut || rows->count() == kFleetRows;
    return {};
}

Result<void> readSessions(Session &session, const QString &schema, Fleet *fleet)
{
    const auto rows
        = session.query(sqlText("models/workers/worker_sessions.sql", schema), {param(kFleetRows)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row)
        fleet->sessions << DatabaseSession{int(rows->int64(row, 0)),
                                           rows->text(row, 1),
                                           rows->text(row, 2),
                                           rows->text(row, 3),
                                           rows->text(row, 4),
                                           timestampOrNone(*rows, row, 5),
                                           timestampOrNone(*rows, row, 6)};
    return {};
}

} // namespace

Result<Fleet> readFleet(Session &session, const QString &schema)
{
    auto transaction = beginReading(session, std::chrono::seconds(3));
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    Fleet fleet;
    Result<void> done = readRegistry(session, schema, &fleet);
    if (done)
        done = readQueueLocks(session, schema, &fleet);
    if (done)
        done = readSessions(session, schema, &fleet);
    if (done)
        done = transaction->commit();
    if (!done)
        return tl::make_unexpected(done.error());
    return fleet;
}

Result<JobLocks> readJobLocks(Session &session, const QString &schema,
                              std::chrono::seconds patience)
{
    auto transaction = beginReading(session, patience);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const auto indexes = listSupportingIndexes(session, schema);
    if (!indexes)
        return tl::make_unexpected(indexes.error());
    const auto rows = session.query(sqlText("models/workers/job_locks.sql", schema),
                                    {param(kHeldJobs), param(kHeldRows)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    JobLocks locks;
    locks.usedIndex = indexes->contains(SupportingIndex::Locked);
    locks.isCut = rows->count() == kHeldRows;
    for (int row = 0; row < rows->count(); ++row) {
        JobLocks::Owner &owner = locks.owners[rows->text(row, 0)];
        owner.jobs = rows->int64(row, 1);
        owner.oldest = timestampAt(*rows, row, 2);
        owner.newest = timestampAt(*rows, row, 3);
        owner.shown << WorkerHeldJob{rows->int64(row, 4),      rows->text(row, 5),
                                     rows->text(row, 6),       timestampAt(*rows, row, 7),
                                     int(rows->int64(row, 8)), int(rows->int64(row, 9))};
    }
    if (auto done = transaction->commit(); !done)
        return tl::make_unexpected(done.error());
    return locks;
}

} // namespace yardmaster

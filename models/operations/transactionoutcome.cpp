#include "models/operations/transactionoutcome.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QThread>

namespace yardmaster {

namespace {

constexpr qint64 kLongestWait = 30000; // ms
constexpr unsigned long kPollInterval = 100;

/// All jobs of a batch are changed or none is, so one that was changed is proof enough.
Result<TransactionOutcome> outcomeFromRows(Session &session, const OperationSpec &spec,
                                           const OperationBatch &batch)
{
    std::vector<qint64> ids;
    const bool isCreation = spec.change.kind == OperationKind::Undo && !batch.after.empty();
    if (isCreation)
        ids = batch.after;
    else
        for (const JobImage &job : batch.jobs)
            ids.push_back(job.id);
    auto rows = session.query(sqlText("models/operations/transaction_outcome.sql", spec.schema),
                              {param(ids), param(microseconds(batch.now))});
    if (!rows)
        return tl::make_unexpected(rows.error());
    const qint64 there = rows->int64(0, 0);
    bool isDone = rows->int64(0, 1) > 0; // updated by this very transaction
    if (isCreation)
        isDone = there > 0;
    else if (spec.change.undoing() == Undoing::Recreate)
        isDone = there == 0;
    else if (spec.change.kind == OperationKind::Unlock)
        isDone = rows->int64(0, 2) == 0; // none is locked
    return isDone ? TransactionOutcome::Committed : TransactionOutcome::RolledBack;
}

} // namespace

Result<TransactionOutcome> findOutcome(Session &session, const OperationRecord &record,
                                       bool isSameServer,
                                       const std::function<void(const QString &)> &onWait)
{
    const OperationSpec &spec = record.spec;
    const OperationBatch &batch = *record.inDoubt;
    if (batch.jobs.empty())
        return TransactionOutcome::RolledBack; // nothing was sent
    if (!isSameServer)
        return outcomeFromRows(session, spec, batch);
    QElapsedTimer waiting;
    waiting.start();
    for (;;) {
        auto rows = session.query("select txid_status($1::bigint)", {batch.xid});
        if (!rows && (session.isLost() || rows.error().kind == DbError::Kind::ConnectionLost))
            return tl::make_unexpected(rows.error());
        const QByteArrayView status = rows ? rows->bytes(0, 0) : QByteArrayView();
        if (status == "committed")
            return TransactionOutcome::Committed;
        if (status == "aborted")
            return TransactionOutcome::RolledBack;
        if (status != "in progress")
            return outcomeFromRows(session, spec, batch);
        const QString stillRuns = QCoreApplication::translate(
            "Operation", "the last batch is still running on the server");
        if (waiting.elapsed() > kLongestWait)
            return fail(DbError::Kind::Contention, stillRuns);
        onWait(stillRuns);
        QThread::msleep(kPollInterval);
    }
}

} // namespace yardmaster

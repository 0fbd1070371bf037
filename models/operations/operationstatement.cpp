#include "models/operations/operationstatement.h"

#include "models/operations/scopesnapshot.h"
#include "worker/db/sqltext.h"
#include "worker/queue/bulkchanges.h"

#include <QLocale>
#include <QRegularExpression>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Replaces `$1`… by the values, so that a person can read and run it. In one pass: a dollar in a
/// value, a name or a text is none.
QByteArray inlined(const QByteArray &sql, const Params &params)
{
    static const QRegularExpression piece(uR"('[^']*'|"[^"]*"|\$([0-9]+))"_s);
    const QString text = QString::fromUtf8(sql);
    QByteArray result;
    qsizetype from = 0;
    for (const QRegularExpressionMatch &match : piece.globalMatch(text)) {
        if (!match.hasCaptured(1))
            continue;
        const Param &value = params.at(match.capturedView(1).toULong() - 1);
        result += QStringView(text).sliced(from, match.capturedStart() - from).toUtf8();
        result += value ? quotedLiteral(QString::fromUtf8(*value)) : QByteArray("null");
        from = match.capturedEnd();
    }
    return result + QStringView(text).sliced(from).toUtf8();
}

QByteArray literal(Timestamp time)
{
    return quotedLiteral(postgresText(time)) + "::timestamptz";
}

QByteArray interval(std::chrono::microseconds time)
{
    // Not a literal: before PostgreSQL 15 its numbers are of 32 bits.
    const auto seconds = double(time.count()) / 1e6;
    return "make_interval(secs => "
        + QByteArray::number(seconds, 'f', QLocale::FloatingPointShortest) + ')';
}

QByteArray numberArguments(const OperationChange &change)
{
    QByteArray arguments;
    const auto add = [&](const char *name, const std::optional<int> &number) {
        if (number)
            arguments += QByteArray(", ") + name + " => " + QByteArray::number(*number);
    };
    add("priority", change.priority);
    add("attempts", change.attempts);
    add("max_attempts", change.maxAttempts);
    return arguments;
}

QByteArray placeColumns(const OperationChange &change, const QByteArray &schema)
{
    QByteArray columns;
    if (change.queue)
        columns += "job_queue_id = "
            + (change.queue->isEmpty() ? QByteArray("null")
                                       : "(\n  select queues.id from " + schema
                       + "_private_job_queues as queues\n  where queues.queue_name = "
                       + quotedLiteral(*change.queue) + ")")
            + ", ";
    if (change.flags) {
        const auto flags = flagsJson(*change.flags);
        columns += "flags = "
            + (flags ? quotedLiteral(QString::fromUtf8(*flags)) + "::jsonb" : QByteArray("null"))
            + ", ";
    }
    if (change.key)
        columns += "key = "
            + (change.key->isEmpty() ? QByteArray("null") : quotedLiteral(*change.key)) + ", ";
    return columns + "updated_at = now()";
}

QByteArray statementFor(const OperationSpec &spec, const QByteArray &which)
{
    const OperationChange &change = spec.change;
    const QByteArray schema = quotedIdentifier(spec.schema) + '.';
    const QByteArray table = schema + "_private_jobs as jobs";
    const QByteArray ids = "array(\n  select jobs.id from " + table + "\n  where " + which + ')';
    const QByteArray update = "update " + table + "\nset ";
    const QByteArray guarded
        = "\nwhere (jobs.locked_at is null or jobs.locked_at < now() - interval '4 hours')\n  and "
        + which + ";\n";
    const auto retry = [&](const QByteArray &condition) {
        const auto call = [&](const QByteArray &more, const QByteArray &arguments) {
            return "select * from " + schema + "reschedule_jobs(array(\n  select jobs.id from "
                + table + "\n  where " + condition + "\n  and " + more + "), run_at => now()"
                + arguments + ");\n";
        };
        return call("jobs.attempts < jobs.max_attempts", {})
            + call("jobs.attempts >= jobs.max_attempts", ", attempts => 0");
    };
    switch (change.kind) {
    case OperationKind::Retry:
        return retry(which);
    case OperationKind::Reschedule:
        if (change.timing == OperationTiming::ByInterval)
            return update + "run_at = jobs.run_at + " + interval(change.shift)
                + ", updated_at = now()" + guarded;
        if (change.timing == OperationTiming::Spread)
            return update + "run_at = " + literal(change.runAt.value_or(spec.scope.takenAt))
                + " + random() * " + interval(change.window) + ", updated_at = now()" + guarded;
        return "select * from " + schema + "reschedule_jobs(" + ids + ", run_at => "
            + literal(change.runAt.value_or(Timestamp())) + ");\n";
    case OperationKind::Change: {
        const QByteArray numbers = numberArguments(change);
        return (change.changesPlace() ? update + placeColumns(change, schema) + guarded
                                      : QByteArray())
            + (numbers.isEmpty()
                   ? QByteArray()
                   : "select * from " + schema + "reschedule_jobs(" + ids + numbers + ");\n");
    }
    case OperationKind::Complete:
        return "select * from " + schema + "complete_jobs(" + ids + ");\n";
    case OperationKind::FailForGood:
        return "select * from " + schema + "permanently_fail_jobs(" + ids + ", "
            + quotedLiteral(change.reason)
            + ");\n-- and last_error becomes the reason followed by the earlier error\n";
    case OperationKind::RemoveByKey:
        return "select " + schema + "remove_job(jobs.key) from " + table
            + "\nwhere jobs.key is not null\n  and " + which + ";\n";
    case OperationKind::Unlock:
        return update + "locked_at = null, locked_by = null\nwhere " + which
            + ";\n-- and their queues where the same worker holds them for no other job\n";
    case OperationKind::EditPayload:
        return update + "payload = " + quotedLiteral(QString::fromUtf8(change.payload))
            + "::json, updated_at = now()" + guarded + retry(which);
    case OperationKind::Undo:
        return "-- as they were before, from the journal of the operation\n";
    }
    Q_UNREACHABLE();
}

} // namespace

Result<QByteArray> statementOf(const OperationSpec &spec)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    Params params;
    return snapshotCondition(spec, &params).map([&](const QByteArray &which) {
        return statementFor(spec, inlined(which, params));
    });
}

} // namespace yardmaster

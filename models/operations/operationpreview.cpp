#include "models/operations/operationpreview.h"

#include "models/operations/operationbatch.h"
#include "worker/db/session.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSamples = 20;

enum Group { All, Tasks, States, Queues, Skips };

/// `$1`… replaced by the values, so that a person can read and run it.
QByteArray inlined(QByteArray sql, const Params &params)
{
    for (size_t i = params.size(); i > 0; --i) {
        const Param &value = params[i - 1];
        const QByteArray literal
            = value ? quotedLiteral(QString::fromUtf8(*value)) : QByteArray("null");
        sql.replace('$' + QByteArray::number(qsizetype(i)), literal);
    }
    return sql;
}

QByteArray literal(Timestamp time)
{
    return quotedLiteral(QString::fromUtf8(timestampParam(time).value_or(QByteArray())))
        + "::timestamptz";
}

QByteArray interval(std::chrono::microseconds time)
{
    return "interval '" + QByteArray::number(qint64(time.count())) + " microseconds'";
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

/// One statement, or a few, that would do the same in one go.
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
    case OperationKind::Change:
        return "select * from " + schema + "reschedule_jobs(" + ids + numberArguments(change)
            + ");\n";
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

Result<QByteArray> condition(const OperationSpec &spec, Params *params)
{
    const OperationScope &scope = spec.scope;
    FilterSql sql(scope.filterContext(spec.schema), params);
    if (!scope.isByFilter())
        return "jobs.id = any (" + sql.bind(param(std::span<const qint64>(scope.ids)))
            + "::bigint[])";
    const QByteArray frozen = "jobs.id <= " + sql.bind(param(scope.maxId))
        + "::bigint\n  and jobs.created_at <= " + sql.bind(timestampParam(scope.takenAt))
        + "::timestamptz\n  and ";
    return scope.condition(spec.schema, params).map([&](const QByteArray &filter) {
        return frozen + filter;
    });
}

Result<void> freeze(Session &session, OperationSpec *spec)
{
    auto rows = session.query("select coalesce(max(id), 0), (extract(epoch from clock_timestamp()) "
                              "* 1000000)::bigint from "
                              + quotedIdentifier(spec->schema) + "._private_jobs");
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), spec->schema));
    spec->scope.maxId = rows->int64(0, 0);
    spec->scope.takenAt = Timestamp(std::chrono::microseconds(rows->int64(0, 1)));
    return {};
}

/// A statement of this folder with condition, state and reason in their places.
struct Bound
{
    QByteArray sql;
    Params params;
};

Result<Bound> bound(const char *file, const OperationSpec &spec, qint64 limit)
{
    Bound result{sqlText(file, spec.schema), {param(limit)}};
    auto which = condition(spec, &result.params);
    if (!which)
        return tl::make_unexpected(which.error());
    FilterSql sql(spec.scope.filterContext(spec.schema), &result.params);
    result.sql.replace("0 /*state*/", sql.stateNumber());
    result.sql.replace("null::text /*skip*/", skipExpression(spec.change.kind));
    result.sql.replace("true /*where*/", *which);
    return result;
}

void readShares(const Rows &rows, OperationPreview *preview)
{
    for (int row = 0; row < rows.count(); ++row) {
        const qint64 jobs = rows.int64(row, 2);
        const OperationPreview::Share share{rows.text(row, 1), jobs};
        switch (Group(rows.int64(row, 0))) {
        case All:
            preview->jobs = jobs;
            break;
        case Tasks:
            preview->tasks << share;
            break;
        case States:
            preview->states << OperationPreview::StateShare{JobState(rows.int64(row, 1)), jobs};
            break;
        case Queues:
            preview->queues << share;
            break;
        case Skips:
            if (!rows.isNull(row, 1))
                preview->skipped << share;
            break;
        }
    }
}

void readSamples(const Rows &rows, OperationPreview *preview)
{
    for (int row = 0; row < rows.count(); ++row) {
        preview->samples << OperationPreview::Sample{
            rows.int64(row, 0),           rows.text(row, 1),       rows.text(row, 2),
            JobState(rows.int64(row, 3)), rows.text(row, 4),       int(rows.int64(row, 5)),
            int(rows.int64(row, 6)),      int(rows.int64(row, 7)), rows.text(row, 8)};
    }
}

} // namespace

Result<OperationPreview> previewOperation(Session &session, OperationSpec spec, qint64 cap)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    if (auto frozen = freeze(session, &spec); !frozen)
        return tl::make_unexpected(frozen.error());

    OperationPreview preview;
    const bool isLimited = cap > 0 && spec.scope.isByFilter();
    const qint64 limit = isLimited ? cap + 1 : std::numeric_limits<qint64>::max();
    auto shares = bound("models/operations/operation_preview.sql", spec, limit);
    auto samples = bound("models/operations/operation_samples.sql", spec, kSamples);
    if (!shares || !samples)
        return tl::make_unexpected((shares ? samples : shares).error());
    auto counted = session.query(shares->sql, shares->params);
    if (!counted)
        return tl::make_unexpected(explained(counted.error(), spec.schema));
    readShares(*counted, &preview);
    auto shown = session.query(samples->sql, samples->params);
    if (!shown)
        return tl::make_unexpected(explained(shown.error(), spec.schema));
    readSamples(*shown, &preview);

    preview.isCapped = isLimited && preview.jobs > cap;
    if (preview.isCapped)
        preview.jobs = cap;
    if (!spec.scope.isByFilter())
        preview.vanished = spec.scope.ids.size() - preview.jobs;
    spec.scope.expected = preview.isCapped ? -1 : preview.jobs + preview.vanished;

    Params params;
    auto which = condition(spec, &params);
    if (!which)
        return tl::make_unexpected(which.error());
    preview.sql = statementFor(spec, inlined(*which, params));
    preview.spec = std::move(spec);
    return preview;
}

} // namespace yardmaster

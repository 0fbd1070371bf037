#include "models/operations/operationpreview.h"

#include "models/operations/operationundo.h"
#include "worker/db/session.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kSamples = 20;
constexpr int kHolders = 20;

enum Group { All, Tasks, States, Queues, Skips };

/// `$1`… replaced by the values, so that a person can read and run it. In one pass: a value, a name
/// or a text in which a dollar stands is not looked through.
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
    result.sql.replace("null::text /*skip*/", skipExpression(spec.change));
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

/// Who holds the jobs of the scope. Only the registered ones can be known to be alive.
Result<void> readHolders(Session &session, const OperationSpec &spec, OperationPreview *preview)
{
    Params params{param(qint64(kHolders))};
    const auto which = condition(spec, &params);
    if (!which)
        return tl::make_unexpected(which.error());
    QByteArray sql = sqlText("models/operations/lock_holders.sql", spec.schema);
    sql.replace("true /*where*/", *which);
    auto rows = session.query(sql, params);
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), spec.schema));
    for (int row = 0; row < rows->count(); ++row) {
        preview->holders << OperationPreview::Holder{
            rows->text(row, 0), rows->int64(row, 1),
            Timestamp(std::chrono::microseconds(rows->int64(row, 2))), std::nullopt};
    }
    const QString registry
        = QString::fromUtf8(quotedIdentifier(spec.schema)) + u"._private_workers"_s;
    const auto there = session.query("select to_regclass($1) is not null", {registry.toUtf8()});
    if (!there || !there->boolean(0, 0))
        return {};
    const auto heard = session.query(
        "select workers.id, (extract(epoch from now() - workers.last_heartbeat_at) * 1000)::bigint "
        "from "
        + registry.toUtf8() + " as workers");
    for (int row = 0; heard && row < heard->count(); ++row) {
        for (OperationPreview::Holder &holder : preview->holders) {
            if (holder.worker == heard->text(row, 0))
                holder.silentFor = std::chrono::milliseconds(heard->int64(row, 1));
        }
    }
    return {}; // without the right to read the registry, nothing is known of their silence
}

/// Looks at the jobs of an undo as it will find them; whatever that locks is let go again.
/// @returns the ids of those that will be put back.
Result<QList<qint64>> lookBack(Session &session, const OperationSpec &spec,
                               const OperationRecord &source, qint64 cap, OperationPreview *preview)
{
    const auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const OperationUndo undo(spec, source);
    QList<qint64> ids;
    QHash<QString, qint64> skipped;
    for (qint64 position = 0;; ++position) {
        if (cap > 0 && preview->jobs >= cap) {
            preview->isCapped = position < qint64(source.committed.size());
            break;
        }
        auto batch = undo.look(session, position);
        if (!batch)
            return tl::make_unexpected(batch.error());
        if (!*batch)
            break;
        for (const JobImage &job : (*batch)->jobs)
            ids << job.id;
        for (const OperationBatch::Skip &skip : (*batch)->skipped)
            ++skipped[skip.reason];
        preview->vanished += qint64((*batch)->vanished.size());
        preview->jobs += (*batch)->seen() - qint64((*batch)->vanished.size());
    }
    for (auto it = skipped.cbegin(); it != skipped.cend(); ++it)
        preview->skipped << OperationPreview::Share{it.key(), it.value()};
    std::ranges::sort(preview->skipped, std::greater{}, &OperationPreview::Share::jobs);
    return ids;
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

    if (spec.change.kind == OperationKind::Unlock) {
        auto holders = readHolders(session, spec, &preview);
        if (!holders)
            return tl::make_unexpected(holders.error());
    }
    auto sql = statementOf(spec);
    if (!sql)
        return tl::make_unexpected(sql.error());
    preview.sql = *std::move(sql);
    preview.takenAt = spec.scope.takenAt;
    preview.spec = std::move(spec);
    return preview;
}

qint64 OperationPreview::affected() const
{
    qint64 left = jobs;
    for (const Share &share : skipped)
        left -= share.jobs;
    return std::max<qint64>(0, left);
}

Result<QByteArray> statementOf(const OperationSpec &spec)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    Params params;
    return condition(spec, &params).map([&](const QByteArray &which) {
        return statementFor(spec, inlined(which, params));
    });
}

Result<OperationPreview> previewUndo(Session &session, OperationSpec spec, const QString &folder,
                                     qint64 cap)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    auto source = OperationJournal::read(OperationJournal::pathIn(folder, spec.change.undone));
    if (!source)
        return tl::make_unexpected(source.error());
    OperationPreview preview;
    auto found = lookBack(session, spec, *source, cap, &preview);
    if (!found)
        return tl::make_unexpected(found.error());
    if (source->spec.change.undoing() == Undoing::Exact && !found->isEmpty()) {
        OperationSpec those = spec;
        those.change = {}; // a retry: only its scope matters
        those.scope = {};
        those.scope.ids = *found;
        auto looked = previewOperation(session, those, 0);
        if (!looked)
            return looked;
        preview.tasks = looked->tasks;
        preview.states = looked->states;
        preview.queues = looked->queues;
        preview.samples = looked->samples;
    }
    preview.sql = statementFor(spec, {});
    if (!preview.isCapped)
        spec.scope.expected = preview.jobs + preview.vanished;
    preview.spec = std::move(spec);
    return preview;
}

} // namespace yardmaster

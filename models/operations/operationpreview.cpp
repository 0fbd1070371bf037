#include "models/operations/operationpreview.h"

#include "models/operations/frozenscope.h"
#include "models/operations/operationundo.h"
#include "models/query/operationtext.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <functional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kHolders = 20;

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
    return quotedLiteral(postgresText(time)) + "::timestamptz";
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

/// The most frequent first.
QList<OperationPreview::Share> sorted(QList<OperationPreview::Share> shares)
{
    std::ranges::sort(shares, [](const auto &left, const auto &right) {
        return std::pair(-left.jobs, left.name) < std::pair(-right.jobs, right.name);
    });
    return shares;
}

/// Jobs by task or queue, under their names.
Result<QList<OperationPreview::Share>> named(Session &session, const QString &schema, bool isTasks,
                                             const QHash<qint64, qint64> &jobs)
{
    const QList<qint64> ids = jobs.keys();
    const auto rows = session.query(sqlText("models/operations/scope_names.sql", schema),
                                    {param(isTasks), param(std::span<const qint64>(ids))});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), schema));
    QHash<qint64, QString> names;
    for (int row = 0; row < rows->count(); ++row)
        names.insert(rows->int64(row, 0), rows->text(row, 1));
    QList<OperationPreview::Share> shares;
    for (auto it = jobs.cbegin(); it != jobs.cend(); ++it)
        shares << OperationPreview::Share{names.value(it.key()), it.value()};
    return sorted(std::move(shares));
}

Result<void> showCount(Session &session, const ScopeCount &counted, OperationPreview *preview)
{
    preview->jobs = counted.jobs;
    preview->vanished = counted.vanished;
    for (auto it = counted.states.cbegin(); it != counted.states.cend(); ++it)
        preview->states << OperationPreview::StateShare{it.key(), it.value()};
    std::ranges::stable_sort(preview->states, std::greater{}, &OperationPreview::StateShare::jobs);
    for (auto it = counted.skipped.cbegin(); it != counted.skipped.cend(); ++it)
        preview->skipped << OperationPreview::Share{it.key(), it.value()};
    preview->skipped = sorted(std::move(preview->skipped));
    auto tasks = named(session, preview->spec.schema, true, counted.tasks);
    auto queues = named(session, preview->spec.schema, false, counted.queues);
    if (!tasks || !queues)
        return tl::make_unexpected((tasks ? queues : tasks).error());
    preview->tasks = *std::move(tasks);
    preview->queues = *std::move(queues);
    return {};
}

Result<void> readSamples(Session &session, const QList<qint64> &ids, OperationPreview *preview)
{
    const OperationSpec &spec = preview->spec;
    Params params{param(std::span<const qint64>(ids))};
    FilterSql filter(spec.scope.filterContext(spec.schema), &params);
    QByteArray sql = sqlText("models/operations/operation_samples.sql", spec.schema);
    sql.replace("0 /*state*/", filter.stateNumber());
    sql.replace("null::text /*skip*/", skipExpression(spec.change));
    const auto rows = session.query(sql, params);
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), spec.schema));
    for (int row = 0; row < rows->count(); ++row) {
        preview->samples << OperationPreview::Sample{
            rows->int64(row, 0),           rows->text(row, 1),       rows->text(row, 2),
            JobState(rows->int64(row, 3)), rows->text(row, 4),       int(rows->int64(row, 5)),
            int(rows->int64(row, 6)),      int(rows->int64(row, 7)), rows->text(row, 8)};
    }
    return {};
}

/// Who holds the jobs of the scope. Only the registered ones can be known to be alive.
Result<void> readHolders(Session &session, OperationPreview *preview)
{
    const OperationSpec &spec = preview->spec;
    Params params{param(qint64(kHolders))};
    const auto which = frozenCondition(spec, &params);
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
    qint64 within = source.undone ? source.undone->within : 0;
    for (qint64 position = source.undone ? source.undone->position : 0;; ++position) {
        if (cap > 0 && preview->jobs >= cap) {
            preview->isCapped = position < qint64(source.committed.size());
            break;
        }
        auto batch = undo.look(session, position, std::exchange(within, 0));
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

Result<OperationPreview> previewOperation(Session &session, OperationSpec spec,
                                          const QString &folder,
                                          const std::function<bool(qint64 jobs)> &goOn)
{
    const auto server = identityOf(session, spec.schema);
    if (!server)
        return tl::make_unexpected(server.error());
    spec.server = *server;
    const auto counted = freezeScope(session, &spec, folder, goOn);
    if (!counted)
        return tl::make_unexpected(counted.error());
    OperationPreview preview;
    preview.takenAt = spec.scope.takenAt;
    preview.spec = std::move(spec);
    auto looked = showCount(session, *counted, &preview);
    if (looked)
        looked = readSamples(session, counted->first, &preview);
    if (looked && preview.spec.change.kind == OperationKind::Unlock)
        looked = readHolders(session, &preview);
    if (!looked)
        return tl::make_unexpected(looked.error());
    return statementOf(preview.spec).map([&](QByteArray sql) {
        preview.sql = std::move(sql);
        return std::move(preview);
    });
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
    return frozenCondition(spec, &params).map([&](const QByteArray &which) {
        return statementFor(spec, inlined(which, params));
    });
}

Result<OperationPreview> previewUndo(Session &session, OperationSpec spec, const QString &folder,
                                     qint64 cap)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    auto source = sourceOf(folder, spec);
    if (!source)
        return tl::make_unexpected(source.error());
    const auto server = identityOf(session, spec.schema);
    if (!server)
        return tl::make_unexpected(server.error());
    spec.server = *server;
    OperationPreview preview;
    preview.isServerUncertain = compare(source->origin.server, *server) == Sameness::Perhaps;
    auto found = lookBack(session, spec, *source, cap, &preview);
    if (!found)
        return tl::make_unexpected(found.error());
    if (source->spec.change.undoing() == Undoing::Exact && !found->isEmpty()) {
        OperationPreview those;
        those.spec.schema = spec.schema;
        those.spec.scope.ids = *std::move(found);
        const auto counted = countScope(session, &those.spec, [](auto) { return Result<void>(); });
        if (!counted)
            return tl::make_unexpected(counted.error());
        if (auto looked = showCount(session, *counted, &those).and_then([&] {
                return readSamples(session, counted->first, &those);
            });
            !looked)
            return tl::make_unexpected(looked.error());
        preview.tasks = those.tasks;
        preview.states = those.states;
        preview.queues = those.queues;
        preview.samples = those.samples;
    }
    preview.sql = statementFor(spec, {});
    if (!preview.isCapped)
        spec.scope.expected = preview.jobs + preview.vanished;
    preview.spec = std::move(spec);
    return preview;
}

Result<OperationRest> restOf(Session &session, const QString &folder, const QUuid &operation)
{
    auto record = OperationJournal::read(OperationJournal::pathIn(folder, operation));
    if (!record)
        return tl::make_unexpected(record.error());
    if (record->state != OperationState::Unfinished)
        return fail(DbError::Kind::InvalidInput, OperationText::tr("the operation is over"));
    auto server = identityOf(session, record->spec.schema);
    if (!server)
        return tl::make_unexpected(server.error());
    OperationRest rest;
    rest.jobs = std::max<qint64>(0, record->spec.scope.expected - record->totals.seen());
    rest.sameness = compare(record->origin.server, *server);
    rest.server = *std::move(server);
    rest.record = *std::move(record);
    return rest;
}

} // namespace yardmaster

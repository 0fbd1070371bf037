#include "models/operations/operationpreview.h"

#include "models/operations/joblocker.h"
#include "models/operations/operationstatement.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <algorithm>
#include <functional>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kHolders = 20;

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

Result<void> addCounts(Session &session, const ScopeCount &counted, OperationPreview *preview)
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
    sql.replace("null::text /*skip*/", skipExpression(spec));
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
    const auto which = snapshotCondition(spec, &params);
    if (!which)
        return tl::make_unexpected(which.error());
    QByteArray sql = sqlText("models/operations/lock_holders.sql", spec.schema);
    sql.replace("true /*where*/", *which);
    auto rows = session.query(sql, params);
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), spec.schema));
    for (int row = 0; row < rows->count(); ++row) {
        preview->holders << OperationPreview::Holder{rows->text(row, 0), rows->int64(row, 1),
                                                     timestampAt(*rows, row, 2), std::nullopt};
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

} // namespace

qint64 OperationPreview::affected() const
{
    qint64 left = jobs;
    for (const Share &share : skipped)
        left -= share.jobs;
    return std::max<qint64>(0, left);
}

Result<void> showJobs(Session &session, const ScopeCount &counted, OperationPreview *preview)
{
    return addCounts(session, counted, preview).and_then([&] {
        return readSamples(session, counted.first, preview);
    });
}

Result<OperationPreview> previewOperation(Session &session, OperationSpec spec,
                                          const QString &folder, const ScopeProgress &onProgress)
{
    const auto server = identityOf(session, spec.schema);
    if (!server)
        return tl::make_unexpected(server.error());
    spec.server = *server;
    const auto counted = snapshotScope(session, &spec, folder, onProgress);
    if (!counted)
        return tl::make_unexpected(counted.error());
    OperationPreview preview;
    preview.takenAt = spec.scope.takenAt;
    preview.spec = std::move(spec);
    auto looked = showJobs(session, *counted, &preview);
    if (looked && preview.spec.change.kind == OperationKind::Unlock)
        looked = readHolders(session, &preview);
    if (!looked)
        return tl::make_unexpected(looked.error());
    return statementOf(preview.spec).map([&](QByteArray sql) {
        preview.sql = std::move(sql);
        return std::move(preview);
    });
}

} // namespace yardmaster

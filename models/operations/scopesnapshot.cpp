#include "models/operations/scopesnapshot.h"

#include "models/operations/joblocker.h"
#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/queueerror.h"
#include <yardmaster/session.h>

#include <algorithm>
#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kPage = 10000;
constexpr qsizetype kFirst = 20;

enum ScopeColumn { EntryId, EntryXmin, EntryHash, EntryState, EntryTask, EntryQueue, EntrySkip };

Result<void> setMoment(Session &session, OperationSpec *spec)
{
    auto rows = session.query("select coalesce(max(id), 0), (extract(epoch from clock_timestamp()) "
                              "* 1000000)::bigint from "
                              + quotedIdentifier(spec->schema) + "._private_jobs");
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), spec->schema));
    auto stale = readStaleWorkers(session, spec->schema);
    if (!stale)
        return tl::make_unexpected(explained(stale.error(), spec->schema));
    spec->scope.staleWorkers = *std::move(stale);
    spec->scope.maxId = rows->int64(0, 0);
    spec->scope.takenAt = timestampAt(*rows, 0, 1);
    return {};
}

/// The next jobs of the scope after an id, all of them by filter or those of `part`.
Result<Rows> page(Session &session, const OperationSpec &spec, const QList<qint64> &part,
                  qint64 after)
{
    OperationSpec these = spec;
    these.scope.ids = part;
    Params params{param(after), param(qint64(kPage))};
    const auto condition = snapshotCondition(these, &params);
    if (!condition)
        return tl::make_unexpected(condition.error());
    FilterSql filter(spec.scope.filterContext(spec.schema), &params);
    QByteArray sql = sqlText("models/operations/operation_scope.sql", spec.schema);
    sql.replace("0 /*hash*/", jobHash());
    sql.replace("0 /*state*/", filter.stateNumber());
    sql.replace("null::text /*skip*/", skipExpression(spec));
    sql.replace("true /*where*/", *condition);
    return session.query(sql, params).map_error([&](const DbError &error) {
        return explained(error, spec.schema);
    });
}

std::vector<ScopeEntry> count(const Rows &rows, ScopeCount *counted)
{
    std::vector<ScopeEntry> entries;
    entries.reserve(size_t(rows.count()));
    for (int row = 0; row < rows.count(); ++row) {
        const bool isSkipped = !rows.isNull(row, EntrySkip);
        entries.push_back({rows.int64(row, EntryId), quint32(rows.int64(row, EntryXmin)),
                           quint32(rows.int64(row, EntryHash)), isSkipped});
        ++counted->states[JobState(rows.int64(row, EntryState))];
        ++counted->tasks[rows.int64(row, EntryTask)];
        ++counted->queues[rows.int64(row, EntryQueue)];
        if (isSkipped)
            ++counted->skipped[rows.text(row, EntrySkip)];
        if (counted->first.size() < kFirst)
            counted->first << entries.back().id;
    }
    counted->jobs += rows.count();
    return entries;
}

} // namespace

QByteArray jobHash()
{
    return "(hashtext(jobs.payload::text) # hashtext(row(jobs.attempts, jobs.max_attempts, "
           "jobs.run_at, jobs.priority, jobs.task_id, jobs.key, jobs.job_queue_id, jobs.flags, "
           "jobs.revision, jobs.last_error, jobs.locked_at is null, jobs.locked_by)::text)) & "
           "2147483647";
}

Result<QByteArray> snapshotCondition(const OperationSpec &spec, Params *params)
{
    const OperationScope &scope = spec.scope;
    FilterSql sql(scope.filterContext(spec.schema), params);
    if (!scope.isByFilter())
        return "jobs.id = any (" + sql.bind(param(std::span<const qint64>(scope.ids)))
            + "::bigint[])";
    const QByteArray asCounted = "jobs.id <= " + sql.bind(param(scope.maxId))
        + "::bigint\n  and jobs.created_at <= " + sql.bind(timestampParam(scope.takenAt))
        + "::timestamptz\n  and ";
    return scope.condition(spec.schema, params).map([&](const QByteArray &filter) {
        return asCounted + filter;
    });
}

Result<ScopeCount> countScope(Session &session, OperationSpec *spec,
                              const std::function<Result<void>(std::span<const ScopeEntry>)> &each)
{
    if (auto fine = spec->validate(); !fine)
        return tl::make_unexpected(fine.error());
    if (auto set = setMoment(session, spec); !set)
        return tl::make_unexpected(set.error());
    ScopeCount counted;
    OperationScope &scope = spec->scope;
    if (scope.isByFilter()) {
        qint64 after = std::numeric_limits<qint64>::min();
        for (int found = kPage; found == kPage;) {
            const auto rows = page(session, *spec, {}, after);
            if (!rows)
                return tl::make_unexpected(rows.error());
            found = rows->count();
            if (found > 0)
                after = rows->int64(found - 1, EntryId);
            if (auto taken = each(count(*rows, &counted)); !taken)
                return tl::make_unexpected(taken.error());
        }
    }
    for (qsizetype from = 0; from < scope.ids.size(); from += kPage) {
        const QList<qint64> part = scope.ids.sliced(from, std::min(kPage, scope.ids.size() - from));
        const auto rows = page(session, *spec, part, std::numeric_limits<qint64>::min());
        if (!rows)
            return tl::make_unexpected(rows.error());
        QHash<qint64, ScopeEntry> found;
        for (const ScopeEntry &entry : count(*rows, &counted))
            found.insert(entry.id, entry);
        std::vector<ScopeEntry> entries; // in the order asked for
        for (const qint64 id : part)
            entries.push_back(found.value(id, {.id = id}));
        counted.vanished += part.size() - rows->count();
        if (auto taken = each(entries); !taken)
            return tl::make_unexpected(taken.error());
    }
    scope.expected = counted.jobs + counted.vanished;
    return counted;
}

Result<ScopeCount> snapshotScope(Session &session, OperationSpec *spec, const QString &folder,
                                 const ScopeProgress &onProgress)
{
    auto list = ScopeListWriter::create(folder, spec->id);
    if (!list)
        return tl::make_unexpected(list.error());
    qint64 jobs = 0;
    auto counted = countScope(session, spec, [&](std::span<const ScopeEntry> entries) {
        jobs += std::ssize(entries);
        if (onProgress && !onProgress(jobs))
            return Result<void>(fail(DbError::Kind::Cancelled, u"cancelled"_s));
        return list->append(entries);
    });
    if (!counted)
        return counted;
    if (auto written = list->commit(); !written)
        return tl::make_unexpected(written.error());
    return counted;
}

} // namespace yardmaster

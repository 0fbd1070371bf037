#include "models/maintenance/schemasizes.h"

#include "models/maintenance/maintenancetext.h"
#include "models/values/format.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr double kManyDead = 0.2;
constexpr qint64 kDeadWorthwhile = 10000;
constexpr qint64 kSlackWorthwhile = 8 * 1024 * 1024;

std::optional<qint64> maybe(const Rows &rows, int row, int column)
{
    return rows.isNull(row, column) ? std::nullopt : std::optional(rows.int64(row, column));
}

QString obstacleIn(const Rows &rights)
{
    if (rights.boolean(0, 3))
        return MaintenanceText::tr("This server is a standby. Vacuum and reindex on the primary.");
    if (rights.boolean(0, 4))
        return MaintenanceText::tr("This connection is read-only.");
    if (!rights.boolean(0, 0))
        return MaintenanceText::tr(
                   "Only the owner of the tables, %1, may do this; you are connected as %2.")
            .arg(rights.text(0, 1), rights.text(0, 2));
    return {};
}

/// As step 11 of the migrations makes them.
QByteArray createStatement(const QString &schema, const QString &index)
{
    const bool hasQueues = index == "jobs_main_index"_L1;
    return "create index concurrently " + quotedIdentifier(index) + " on "
        + quotedIdentifier(schema) + "._private_jobs (priority, run_at) include (id, task_id"
        + (hasQueues ? ", job_queue_id) where is_available = true"
                     : ") where is_available = true and job_queue_id is null");
}

} // namespace

double RelationSize::deadShare() const
{
    const qint64 all = live.value_or(0) + dead.value_or(0);
    return all > 0 ? double(dead.value_or(0)) / double(all) : 0;
}

qint64 RelationSize::slack() const
{
    return packed ? std::max<qint64>(0, bytes - *packed) : 0;
}

bool RelationSize::slowsFetches() const
{
    return (isMissing || !isValid)
        && (name == "jobs_main_index"_L1 || name == "jobs_no_queue_index"_L1);
}

SizeAdvice adviceOn(const RelationSize &relation)
{
    if (relation.isMissing)
        return SizeAdvice::Create;
    if (!relation.isValid)
        return relation.slowsFetches() ? SizeAdvice::Reindex : SizeAdvice::Leftover;
    if (relation.isIndex)
        return relation.slack() > kSlackWorthwhile && relation.slack() > relation.bytes / 2
            ? SizeAdvice::Reindex
            : SizeAdvice::Fine;
    return relation.dead.value_or(0) >= kDeadWorthwhile && relation.deadShare() >= kManyDead
        ? SizeAdvice::Vacuum
        : SizeAdvice::Fine;
}

QString adviceReason(const RelationSize &relation, Timestamp now)
{
    switch (adviceOn(relation)) {
    case SizeAdvice::Fine:
        return {};
    case SizeAdvice::Leftover:
        return MaintenanceText::tr(
            "An unfinished index: every change to the table maintains it, but no query uses it.");
    case SizeAdvice::Create:
        return MaintenanceText::tr("Missing: every fetch reads the whole table of jobs.");
    case SizeAdvice::Reindex:
        if (!relation.isValid)
            return MaintenanceText::tr("Unfinished: every fetch reads the whole table of jobs.");
        return MaintenanceText::tr("About %1 of it is empty space (estimate). Every fetch reads "
                                   "through the empty pages.")
            .arg(formatBytes(relation.slack()));
    case SizeAdvice::Vacuum:
        break;
    }
    const QString since = relation.vacuumedAt
        ? MaintenanceText::tr("last vacuumed %1")
              .arg(formatAge(std::chrono::duration_cast<std::chrono::milliseconds>(
                  now - *relation.vacuumedAt)))
        : MaintenanceText::tr("never vacuumed");
    return MaintenanceText::tr("%1 rows are dead, %2. Every fetch has to skip them.")
        .arg(formatNumber(relation.dead.value_or(0)), since);
}

Result<SchemaSizes> readSchemaSizes(Session &session, const QString &schema)
{
    SchemaSizes sizes;
    const auto rights = session.query(sqlText("models/indexes/index_rights.sql", schema));
    if (!rights)
        return tl::make_unexpected(rights.error());
    if (rights->isEmpty())
        return fail(DbError::Kind::SchemaMissing,
                    MaintenanceText::tr("there is no job queue in the schema %1").arg(schema));
    sizes.obstacle = obstacleIn(*rights);
    const auto time = session.query("select (extract(epoch from now()) * 1000000)::bigint");
    if (!time)
        return tl::make_unexpected(time.error());
    sizes.now = timestampAt(*time, 0, 0);
    const auto rows = session.query(sqlText("models/maintenance/relation_sizes.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        RelationSize relation;
        relation.isIndex = rows->bytes(row, 0) == "index";
        relation.name = rows->text(row, 1);
        relation.table = rows->text(row, 2);
        relation.bytes = rows->int64(row, 3);
        relation.live = maybe(*rows, row, 4);
        relation.dead = maybe(*rows, row, 5);
        relation.vacuumedAt = timestampOrNone(*rows, row, 6);
        relation.isValid = rows->boolean(row, 7);
        relation.packed = maybe(*rows, row, 8);
        relation.scans = maybe(*rows, row, 9);
        sizes.relations << relation;
    }
    const auto missing = session.query(sqlText("models/maintenance/missing_indexes.sql", schema));
    if (!missing)
        return tl::make_unexpected(missing.error());
    for (int row = 0; row < missing->count(); ++row) {
        RelationSize relation;
        relation.isIndex = true;
        relation.name = missing->text(row, 0);
        relation.table = u"_private_jobs"_s;
        relation.isMissing = true;
        sizes.relations << relation;
    }
    const auto oldest = session.query(sqlText("models/maintenance/oldest_transaction.sql", schema));
    if (!oldest)
        return tl::make_unexpected(oldest.error());
    if (!oldest->isEmpty())
        sizes.oldest = {int(oldest->int64(0, 0)), oldest->text(0, 1), oldest->text(0, 2),
                        std::chrono::milliseconds(oldest->int64(0, 3))};
    return sizes;
}

QByteArray adviceSql(SizeAdvice advice, const QString &schema, const QString &relation)
{
    const QByteArray name = quotedIdentifier(schema) + '.' + quotedIdentifier(relation);
    switch (advice) {
    case SizeAdvice::Fine:
        return {};
    case SizeAdvice::Vacuum:
        return "vacuum (analyze) " + name;
    case SizeAdvice::Reindex:
        return "reindex index concurrently " + name;
    case SizeAdvice::Leftover:
        return "drop index concurrently if exists " + name;
    case SizeAdvice::Create:
        return createStatement(schema, relation);
    }
    return {};
}

Result<WorkProgress> readWorkProgress(Session &session, int pid)
{
    return session.query(sqlText("models/maintenance/work_progress.sql", u"public"), {param(pid)})
        .map([](const Rows &rows) {
            WorkProgress progress;
            progress.share = -1;
            if (rows.isEmpty())
                return progress;
            progress.phase = rows.text(0, 0);
            if (rows.int64(0, 2) > 0)
                progress.share = std::min(1.0, double(rows.int64(0, 1)) / double(rows.int64(0, 2)));
            return progress;
        });
}

} // namespace yardmaster

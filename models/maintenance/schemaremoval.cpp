#include "models/maintenance/schemaremoval.h"

#include "models/maintenance/maintenancetext.h"
#include "models/query/workersalive.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kListed = 200;
constexpr qint64 kQuicklyCounted = 100000;

Result<void> readRights(Session &session, SchemaRemoval *plan)
{
    const auto rows = session.query(
        "select current_database()::text, current_user::text, pg_get_userbyid(nspowner)::text, "
        "pg_has_role(nspowner, 'usage'), pg_is_in_recovery(), "
        "current_setting('transaction_read_only')::boolean "
        "from pg_namespace where nspname = $1::text",
        {param(plan->schema)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return fail(DbError::Kind::SchemaMissing,
                    MaintenanceText::tr("the schema %1 no longer exists").arg(plan->schema));
    plan->database = rows->text(0, 0);
    if (rows->boolean(0, 4))
        plan->obstacle
            = MaintenanceText::tr("This server is a standby; nothing can be removed here.");
    else if (rows->boolean(0, 5))
        plan->obstacle = MaintenanceText::tr("This connection is read-only.");
    else if (!rows->boolean(0, 3))
        plan->obstacle
            = MaintenanceText::tr(
                  "Only the owner of the schema, %1, may remove it; you are connected as %2.")
                  .arg(rows->text(0, 2), rows->text(0, 1));
    return {};
}

Result<void> readObjects(Session &session, SchemaRemoval *plan)
{
    const auto rows
        = session.query(sqlText("models/maintenance/schema_contents.sql", plan->schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        SchemaRemoval::Object object{
            rows->text(row, 0), rows->text(row, 1), {}, false, rows->int64(row, 3)};
        if (!rows->isNull(row, 2)) {
            object.rows = std::max<qint64>(0, rows->int64(row, 2));
            object.isEstimate = true;
        }
        plan->objects << object;
    }
    return {};
}

/// Replaces estimates by counts where that takes no time.
Result<void> countRows(Session &session, SchemaRemoval *plan)
{
    for (SchemaRemoval::Object &object : plan->objects) {
        if (!object.rows)
            continue;
        const QByteArray name
            = quotedIdentifier(plan->schema) + '.' + quotedIdentifier(object.name);
        // One more than what is counted to the end, so that stale statistics cannot mislead.
        const auto counted
            = session.query("select count(*) from (select from " + name + " limit "
                            + QByteArray::number(kQuicklyCounted + 1) + ") as sampled");
        if (counted && counted->int64(0, 0) <= kQuicklyCounted) {
            object.rows = counted->int64(0, 0);
            object.isEstimate = false;
        } else if (counted) {
            object.rows = std::max(*object.rows, counted->int64(0, 0));
        } else if (counted.error().kind != DbError::Kind::PermissionDenied) {
            return tl::make_unexpected(counted.error());
        }
        if (object.name == "_private_jobs"_L1)
            plan->jobs = *object.rows;
    }
    return {};
}

Result<QStringList> readList(Session &session, const char *file, SchemaRemoval *plan)
{
    const auto rows = session.query(sqlText(file, plan->schema), {param(kListed + 1)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QStringList list;
    for (int row = 0; row < std::min(rows->count(), kListed); ++row)
        list << rows->text(row, 0);
    plan->isCut = plan->isCut || rows->count() > kListed;
    return list;
}

Result<void> readSurroundings(Session &session, SchemaRemoval *plan)
{
    const auto dependents = readList(session, "models/maintenance/schema_dependents.sql", plan);
    if (!dependents)
        return tl::make_unexpected(dependents.error());
    plan->dependents = *dependents;
    const auto callers = readList(session, "models/maintenance/schema_callers.sql", plan);
    if (!callers)
        return tl::make_unexpected(callers.error());
    plan->callers = *callers;
    const auto workers = readRegisteredWorkers(session, plan->schema);
    if (!workers)
        return tl::make_unexpected(workers.error());
    // Who may not read the registry may not remove the schema either, which `obstacle` says.
    for (const RegisteredWorker &worker : workers->value_or(QList<RegisteredWorker>())) {
        if (worker.isAlive())
            plan->liveWorkers << worker.id;
    }
    return {};
}

/// Without counting: what must be as it was shown.
Result<SchemaRemoval> outline(Session &session, const QString &schema)
{
    SchemaRemoval plan;
    plan.schema = schema;
    Result<void> done = readRights(session, &plan);
    if (done)
        done = readObjects(session, &plan);
    if (done)
        done = readSurroundings(session, &plan);
    if (!done)
        return tl::make_unexpected(done.error());
    return plan;
}

QStringList names(const SchemaRemoval &plan)
{
    QStringList list;
    for (const SchemaRemoval::Object &object : plan.objects)
        list << object.kind + u' ' + object.name;
    return list;
}

} // namespace

qint64 SchemaRemoval::bytes() const
{
    qint64 all = 0;
    for (const Object &object : objects)
        all += object.bytes;
    return all;
}

Result<SchemaRemoval> planSchemaRemoval(Session &session, const QString &schema)
{
    auto plan = outline(session, schema);
    if (!plan)
        return plan;
    if (auto counted = countRows(session, &*plan); !counted)
        return tl::make_unexpected(counted.error());
    return plan;
}

QByteArray removeSchemaSql(const QString &schema)
{
    return "drop schema " + quotedIdentifier(schema) + " cascade";
}

Result<void> removeSchema(Session &session, const SchemaRemoval &plan)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    const auto now = outline(session, plan.schema);
    if (!now)
        return tl::make_unexpected(now.error());
    const auto isNew
        = [&plan](const QString &worker) { return !plan.liveWorkers.contains(worker); };
    if (names(*now) != names(plan) || now->dependents != plan.dependents)
        return fail(
            DbError::Kind::Contention,
            MaintenanceText::tr(
                "the schema has changed since it was shown; nothing was removed, check again"));
    if (std::ranges::any_of(now->liveWorkers, isNew))
        return fail(DbError::Kind::Contention,
                    MaintenanceText::tr(
                        "a worker has started in the meantime; nothing was removed, check again"));
    Result<void> done = session.script("set local lock_timeout = '3s'");
    if (done)
        done = session.script(removeSchemaSql(plan.schema));
    if (done)
        done = transaction->commit();
    if (!done && done.error().sqlState == "55P03"_L1)
        return fail(
            DbError::Kind::Contention,
            MaintenanceText::tr(
                "the schema is in use; nothing was removed. Stop its workers and try again"));
    return done;
}

} // namespace yardmaster

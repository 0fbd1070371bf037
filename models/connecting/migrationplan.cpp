#include "models/connecting/migrationplan.h"

#include "models/session/schemaprobe.h"
#include "worker/db/migrationsteps.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct MigrationPlanText
{
    Q_DECLARE_TR_FUNCTIONS(MigrationPlan)
};

QString obstacleTo(const SchemaProbe &probe)
{
    if (const QString problem = schemaNameProblem(probe.schema); !problem.isEmpty())
        return problem;
    if (!probe.mayReadLedger)
        return MigrationPlanText::tr("Role %1 may not read schema %2; connect as its owner, %3.")
            .arg(probe.role, probe.schema, probe.owner);
    if (probe.state.family == SchemaState::Family::GraphileRust)
        return MigrationPlanText::tr(
            "This queue was created by graphile_worker_rs, which has its own upgrades.");
    if (const auto fits = checkCompatible(probe.state, probe.schema, nullptr); !fits)
        return fits.error().message;
    if (probe.writing.isReplica)
        return MigrationPlanText::tr("This server is a standby; connect to its primary.");
    if (probe.writing.isReadOnly)
        return MigrationPlanText::tr(
            "This connection is read-only; the server refuses every change.");
    if (probe.state.mayCreate)
        return {};
    if (!probe.state.schemaExists)
        return MigrationPlanText::tr("Role %1 may not create a schema in database %2.")
            .arg(probe.role, probe.database);
    return MigrationPlanText::tr(
               "Only the owner of schema %1, %2, can change it; you are connected as %3.")
        .arg(probe.schema, probe.owner, probe.role);
}

/// Empty if there is none that can be read.
Result<QByteArray> jobsTable(Session &session, const QString &schema)
{
    const auto rows = session.query(
        "select c.relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n"
        " on n.oid = c.relnamespace where n.nspname = $1::text and c.relkind = 'r'"
        " and c.relname in ('_private_jobs', 'jobs') and has_schema_privilege(n.oid, 'usage')"
        " and has_table_privilege(c.oid, 'select') order by c.relname limit 1",
        {param(schema)});
    return rows.map([](const Rows &found) {
        return found.isEmpty() ? QByteArray() : found.bytes(0, 0).toByteArray();
    });
}

Result<void> readHolders(Session &session, MigrationPlan *plan)
{
    const auto table = jobsTable(session, plan->schema);
    if (!table)
        return tl::make_unexpected(table.error());
    if (table->isEmpty())
        return {};
    QByteArray sql = sqlText("models/connecting/migration_holders.sql", plan->schema);
    sql.replace("_private_jobs /*table*/", quotedIdentifier(QString::fromUtf8(*table)));
    const auto rows = session.query(sql);
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row)
        plan->holders.append({rows->text(row, 0), rows->int64(row, 1)});
    const auto size
        = session.query("select greatest(reltuples, 0)::bigint from pg_catalog.pg_class where oid ="
                        " to_regclass($1::text)",
                        {QByteArray(quotedIdentifier(plan->schema) + '.'
                                    + quotedIdentifier(QString::fromUtf8(*table)))});
    if (!size)
        return tl::make_unexpected(size.error());
    plan->jobs = size->isEmpty() ? 0 : size->int64(0, 0);
    return {};
}

} // namespace

bool MigrationPlan::hasBreakingSteps() const
{
    return std::ranges::any_of(steps, &Step::isBreaking);
}

Result<MigrationPlan> planMigration(Session &session, const QString &schema)
{
    const auto probe = probeSchema(session, schema);
    if (!probe)
        return tl::make_unexpected(probe.error());
    MigrationPlan plan;
    plan.schema = schema;
    plan.database = probe->database;
    plan.role = probe->role;
    plan.state = probe->state;
    plan.mayReadLedger = probe->mayReadLedger;
    plan.obstacle = obstacleTo(*probe);
    if (probe->state.family != SchemaState::Family::GraphileRust) {
        for (const MigrationStep &step : migrationSteps()) {
            if (step.number > probe->state.revision)
                plan.steps.append({step.number, step.breaking});
        }
    }
    if (auto holders = readHolders(session, &plan); !holders)
        return tl::make_unexpected(holders.error());
    return plan;
}

} // namespace yardmaster

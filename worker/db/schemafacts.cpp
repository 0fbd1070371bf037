#include "worker/db/schemafacts.h"
#include "worker/db/migrationsteps.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;
using Kind = DbError::Kind;

namespace {

/// Columns of inspect_schema.sql.
enum Column {
    SchemaExists,
    MayCreate,
    HasLedger,
    MayReadLedger,
    IsLedger,
    HasBreakingColumn,
    HasWorkers,
    RegistryFunctions,
    HasOwnLedger,
    HasRustObjects,
    RowsHidden,
    Role,
    Database,
    Owner,
};

constexpr int kRegistryFunctions = 6;

SchemaFacts::Registry registryIn(const Rows &rows)
{
    const bool hasTable = rows.boolean(0, HasWorkers);
    const qint64 functions = rows.int64(0, RegistryFunctions);
    if (!hasTable && functions == 0)
        return SchemaFacts::Registry::Absent;
    return hasTable && functions == kRegistryFunctions ? SchemaFacts::Registry::Complete
                                                       : SchemaFacts::Registry::Partial;
}

/// Highest breaking step a ledger without the column must have run.
int knownBreakingUpTo(int revision)
{
    int highest = 0;
    for (const MigrationStep &step : migrationSteps()) {
        if (step.breaking && step.number <= revision)
            highest = step.number;
    }
    return highest;
}

} // namespace

Result<SchemaFacts> inspectFacts(Session &session, const QString &schema)
{
    const auto rows = session.query(sqlText("worker/db/inspect_schema.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());

    SchemaFacts facts;
    facts.state.schemaExists = rows->boolean(0, SchemaExists);
    facts.state.mayCreate = rows->boolean(0, MayCreate);
    facts.state.hasBreakingColumn = rows->boolean(0, HasBreakingColumn);
    facts.registry = registryIn(*rows);
    facts.state.hasRegistry = facts.registry == SchemaFacts::Registry::Complete;
    facts.hasOwnLedger = rows->boolean(0, HasOwnLedger);
    facts.rowsHidden = rows->boolean(0, RowsHidden);
    facts.role = rows->text(0, Role);
    facts.database = rows->text(0, Database);
    facts.owner = rows->text(0, Owner);
    if (!rows->boolean(0, HasLedger))
        return facts;

    if (!rows->boolean(0, IsLedger)) {
        return fail(Kind::Statement,
                    u"the schema \"%1\" contains a table \"migrations\" that is not "
                    "graphile-worker's; choose another schema"_s.arg(schema));
    }
    if (!rows->boolean(0, MayReadLedger)) {
        return fail(
            Kind::PermissionDenied,
            u"the role \"%1\" may not read the schema \"%2\"; connect as its owner, \"%3\""_s.arg(
                facts.role, schema, facts.owner));
    }

    const auto ledger = session.query(sqlText("worker/db/read_ledger.sql", schema));
    if (!ledger)
        return tl::make_unexpected(ledger.error());
    facts.state.revision = int(ledger->int64(0, 0));
    facts.state.breakingRevision = facts.state.hasBreakingColumn
        ? int(ledger->int64(0, 1))
        : knownBreakingUpTo(facts.state.revision);
    // graphile_worker_rs numbers steps of its own 19 to 22, none of them breaking. It is recognised
    // by one of three things: a 19 that is not breaking, its retirement markers, or (its 20) a
    // registry that is not ours.
    const bool foreignRegistry = facts.state.hasRegistry && !facts.hasOwnLedger;
    const bool rust = ledger->boolean(0, 2) || rows->boolean(0, HasRustObjects)
        || (foreignRegistry && facts.state.revision >= 20);
    facts.state.family = rust ? SchemaState::Family::GraphileRust : SchemaState::Family::Graphile;
    return facts;
}

Result<SchemaState> inspectSchema(Session &session, const QString &schema)
{
    return inspectFacts(session, schema).map([](const SchemaFacts &facts) { return facts.state; });
}

} // namespace yardmaster

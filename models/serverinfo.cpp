#include "models/serverinfo.h"

#include "worker/db/migrator.h"
#include "worker/db/session.h"
#include "worker/db/sqltext.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The first revision with every column the console's statements name.
constexpr int kOldestRevision = 18;

} // namespace

Result<ServerInfo> readServerInfo(Session &session, const QString &schema)
{
    const auto state = inspectSchema(session, schema);
    if (!state)
        return tl::make_unexpected(state.error());
    if (state->family == SchemaState::Family::None)
        return fail(DbError::Kind::SchemaMissing,
                    u"there is no job queue in schema '%1' of this database"_s.arg(schema));
    if (state->revision < kOldestRevision)
        return fail(
            DbError::Kind::Statement,
            u"the job queue in schema '%1' is at revision %2, older than the %3 this window "
            "reads; yardmaster --schema-only upgrades it"_s.arg(schema)
                .arg(state->revision)
                .arg(kOldestRevision));

    const auto rows = session.query(sqlText("models/server_info.sql", schema));
    if (!rows)
        return tl::make_unexpected(rows.error());
    ServerInfo info;
    info.database = rows->text(0, 0);
    info.role = rows->text(0, 1);
    info.version = rows->text(0, 2).section(u' ', 0, 0); // "15.20 (Debian 15.20-0+deb12u1)"
    info.isReplica = rows->boolean(0, 3);
    info.hidesRows = rows->boolean(0, 4);
    info.schemaRevision = state->revision;
    return info;
}

} // namespace yardmaster

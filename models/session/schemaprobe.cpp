#include "models/session/schemaprobe.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Columns of schema_probe.sql.
enum Column {
    Database,
    Role,
    Version,
    Owner,
    OwnsJobs,
    HidesRows,
    MayRead,
    MayWrite,
    MissingTables,
    DeniedFunctions,
    Additions,
};

QStringList names(const Rows &rows, int column)
{
    return rows.text(0, column).split(u'\n', Qt::SkipEmptyParts);
}

} // namespace

std::chrono::microseconds systemWallClock()
{
    return std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::system_clock::now().time_since_epoch());
}

Result<WriteState> readWriteState(Session &session)
{
    const auto rows = session.query(sqlText("models/session/write_state.sql", {}));
    if (!rows)
        return tl::make_unexpected(rows.error());
    return WriteState{rows->boolean(0, 0), rows->boolean(0, 1), rows->text(0, 2)};
}

Result<SchemaProbe> probeSchema(Session &session, const QString &schema, const WallClock &clock)
{
    if (const auto server = checkServerVersion(session.serverVersion()); !server)
        return tl::make_unexpected(server.error());
    SchemaProbe probe;
    probe.schema = schema;
    const QByteArray sql = sqlText("models/session/schema_probe.sql", schema);
    const auto rows = session.query(sql);
    if (!rows)
        return tl::make_unexpected(rows.error());
    // A statement of its own: planning the one above may take longer than the network.
    const auto before = clock();
    const auto time
        = session.query("select (extract(epoch from clock_timestamp()) * 1000000)::bigint");
    const auto after = clock();
    if (!time)
        return tl::make_unexpected(time.error());
    probe.clockDoubt = (after - before) / 2;
    probe.clockSkew = std::chrono::microseconds(time->int64(0, 0)) - before - probe.clockDoubt;

    auto writing = readWriteState(session);
    if (!writing)
        return tl::make_unexpected(writing.error());
    probe.writing = *std::move(writing);

    probe.database = rows->text(0, Database);
    probe.role = rows->text(0, Role);
    probe.version = rows->text(0, Version);
    probe.owner = rows->text(0, Owner);
    probe.ownsJobs = rows->boolean(0, OwnsJobs);
    probe.hidesRows = rows->boolean(0, HidesRows);
    probe.mayRead = rows->boolean(0, MayRead);
    probe.mayWrite = rows->boolean(0, MayWrite);
    probe.missingTables = names(*rows, MissingTables);
    probe.deniedFunctions = names(*rows, DeniedFunctions);
    const QStringList additions = names(*rows, Additions);

    const auto state = inspectSchema(session, schema);
    if (state) {
        probe.state = *state;
    } else if (state.error().kind == DbError::Kind::PermissionDenied) {
        probe.mayReadLedger = false;
        probe.state.schemaExists = true;
    } else {
        return tl::make_unexpected(state.error());
    }
    // What an older or a newer revision brings of its own is no addition.
    if (probe.state.revision >= kOldestReadRevision)
        probe.additions = additions;
    return probe;
}

} // namespace yardmaster

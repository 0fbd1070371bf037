#include "models/maintenance/schemafactsheet.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

Result<QList<SchemaFactSheet::Revision>> readLedger(Session &session, const SchemaProbe &probe)
{
    QList<SchemaFactSheet::Revision> ledger;
    if (!probe.mayReadLedger)
        return ledger;
    const QByteArray breaking = probe.state.hasBreakingColumn ? "breaking" : "false";
    const auto rows = session.query("select id, (extract(epoch from ts) * 1000)::bigint, "
                                    + breaking + " from " + quotedIdentifier(probe.schema)
                                    + ".migrations order by id desc limit 200");
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row)
        ledger << SchemaFactSheet::Revision{
            int(rows->int64(row, 0)), QDateTime::fromMSecsSinceEpoch(rows->int64(row, 1), kUtc),
            rows->boolean(row, 2)};
    return ledger;
}

} // namespace

bool SchemaFactSheet::isUpgradable() const
{
    return probe.state.family == SchemaState::Family::Graphile
        && probe.state.revision < kSchemaRevision;
}

QString SchemaFactSheet::family() const
{
    switch (probe.state.family) {
    case SchemaState::Family::None:
        return {};
    case SchemaState::Family::Graphile:
        return u"graphile-worker"_s;
    case SchemaState::Family::GraphileRust:
        return u"graphile_worker_rs"_s;
    }
    return {};
}

Result<SchemaFactSheet> readSchemaFactSheet(Session &session, const QString &schema)
{
    SchemaFactSheet sheet;
    auto probe = probeSchema(session, schema);
    if (!probe)
        return tl::make_unexpected(probe.error());
    sheet.probe = *std::move(probe);
    if (sheet.probe.mayReadLedger && sheet.probe.state.family == SchemaState::Family::None)
        return fail(
            DbError::Kind::SchemaMissing,
            QCoreApplication::translate("Maintenance", "there is no job queue in the schema %1")
                .arg(schema));
    auto ledger = readLedger(session, sheet.probe);
    if (!ledger)
        return tl::make_unexpected(ledger.error());
    sheet.ledger = *std::move(ledger);
    // Before revision 16 the tables had other names; there are no sizes to tell then.
    auto sizes = readSchemaSizes(session, schema);
    if (sizes)
        sheet.sizes = *std::move(sizes);
    else if (sizes.error().kind != DbError::Kind::SchemaMissing)
        return tl::make_unexpected(sizes.error());
    auto indexes = readIndexStates(session, schema);
    if (indexes)
        sheet.indexes = *std::move(indexes);
    else if (indexes.error().kind != DbError::Kind::SchemaMissing)
        return tl::make_unexpected(indexes.error());
    auto log = readSharedLogState(session, schema);
    if (log)
        sheet.sharedLog = *log;
    else if (log.error().kind != DbError::Kind::SchemaMissing) // removed meanwhile
        return tl::make_unexpected(log.error());
    auto history = inspectHistory(session, schema);
    if (!history)
        return tl::make_unexpected(history.error());
    sheet.history = *std::move(history);
    return sheet;
}

} // namespace yardmaster

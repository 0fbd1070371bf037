#pragma once

#include "models/maintenance/schemasizes.h"
#include "models/operations/sharedlog.h"
#include "models/query/indexstates.h"
#include "models/session/schemaprobe.h"
#include "worker/history/history.h"

namespace yardmaster {

/// Everything the maintenance page shows of a schema, at one moment. A value.
struct SchemaFactSheet
{
    struct Revision
    {
        int id = 0;
        QDateTime installedAt;
        bool isBreaking = false;
    };

    SchemaProbe probe;
    QList<Revision> ledger; ///< the newest first
    IndexOverview indexes;
    SchemaSizes sizes;
    SharedLogState sharedLog;
    HistoryState history;

    /// Older than this program knows, so that it can be upgraded.
    [[nodiscard]] bool isUpgradable() const;
    /// "graphile-worker", "graphile_worker_rs": whose history the ledger tells.
    [[nodiscard]] QString family() const;
};

/// A handful of short statements that ask the catalog. Blocks; the session's thread.
/// Errors: SchemaMissing if nothing is installed there, PermissionDenied, ConnectionLost.
[[nodiscard]] Result<SchemaFactSheet> readSchemaFactSheet(Session &session, const QString &schema);

} // namespace yardmaster

#pragma once

#include "worker/db/result.h"

#include <QStringList>

namespace yardmaster {

class Session;

/// The graphile-worker revision this program knows in full (graphile-worker 0.18).
inline constexpr int kSchemaRevision = 20;

/// What a schema is, read without changing anything and without an error in the server's log.
struct SchemaState
{
    enum class Family {
        None, ///< no ledger: nothing installed (the schema itself may exist)
        Graphile, ///< graphile-worker, Yardmaster or archimedes: the shared history
        GraphileRust, ///< graphile_worker_rs with objects of its own (its 19–22 mean other things)
    };

    Family family = Family::None;
    int revision = 0; ///< highest id in the ledger, 0 if none
    int breakingRevision = 0; ///< highest id marked breaking, 0 if none
    bool hasBreakingColumn = false; ///< ledgers up to 0.15 and archimedes' have none
    bool hasRegistry = false; ///< `_private_workers` and its functions are there
    bool schemaExists = false;
    bool mayCreate = false; ///< this role may create objects in it (or create it)
};

struct MigrationReport
{
    SchemaState before;
    int revision = 0; ///< afterwards
    QStringList warnings; ///< sentences for the log
};

/// A legal schema name: 1..63 bytes. Longer than 32 is legal but earns a warning, because names of
/// derived objects get cut. @returns the complaint, or an empty string.
[[nodiscard]] QString schemaNameProblem(const QString &schema);

[[nodiscard]] Result<SchemaState> inspectSchema(Session &session, const QString &schema);

/// Whether a worker may run on `state`. A breaking revision above kSchemaRevision: SchemaTooNew.
/// A harmless newer one: a warning in `warnings`.
[[nodiscard]] Result<void> checkCompatible(const SchemaState &state, const QString &schema,
                                           QStringList *warnings);

/// Installs the schema or brings it to kSchemaRevision, all pending steps in one transaction: it
/// arrives or nothing happened. Safe when many processes start at once, ours or others'. Adds our
/// own objects where it may. Leaves schemas of graphile_worker_rs as they are.
/// Errors: SchemaTooNew, JobsLocked, ServerTooOld, PermissionDenied, ConnectionLost.
[[nodiscard]] Result<MigrationReport> migrate(Session &session, const QString &schema);

} // namespace yardmaster

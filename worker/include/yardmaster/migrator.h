#pragma once

#include <yardmaster/result.h>

#include <QStringList>

namespace yardmaster {

class Session;

/// The graphile-worker revision this program knows in full (graphile-worker 0.18).
inline constexpr int kSchemaRevision = 20;

/// What a schema is, read without changing anything and without an error in the server's log.
struct SchemaState
{
    enum class Family {
        None,         ///< no ledger: nothing installed (the schema itself may exist)
        Graphile,     ///< graphile-worker, Yardmaster or archimedes: the shared history
        GraphileRust, ///< graphile_worker_rs with objects of its own (its 19–22 mean other things)
    };

    Family family = Family::None;
    int revision = 0;               ///< highest id in the ledger, 0 if none
    int breakingRevision = 0;       ///< highest id marked breaking, 0 if none
    bool hasBreakingColumn = false; ///< ledgers up to 0.15 and archimedes' have none
    bool hasRegistry = false;       ///< `_private_workers` and its functions are there
    bool schemaExists = false;
    bool mayCreate = false; ///< this role may create and alter objects in it (or create it)
};

struct MigrationReport
{
    SchemaState before;
    int revision = 0;     ///< afterwards
    QStringList warnings; ///< sentences for the log
};

/// Why this cannot be the name of a schema (1..63 bytes, not "pg_…"), as one sentence, or an empty
/// string. Pure.
[[nodiscard]] QString schemaNameProblem(const QString &schema);

/// A legal name longer than 32 bytes earns a warning: names that tools derive from it get cut.
/// @returns one sentence, or an empty string. Pure.
[[nodiscard]] QString schemaNameWarning(const QString &schema);

/// Major versions of PostgreSQL: the oldest that can hold the schema, and the newest that this
/// release was tested with.
inline constexpr int kOldestServer = 12; // generated columns
inline constexpr int kNewestTestedServer = 18;

/// @param serverVersion  `server_version_num`, e.g. 110022.   @returns ServerTooOld below 120000.
[[nodiscard]] Result<void> checkServerVersion(int serverVersion);

/// Reads what `schema` is; two short statements. Blocks; the session's thread.
/// Errors: PermissionDenied if this role may not read the ledger; Statement if a table of another
/// tool is called `migrations` there.
[[nodiscard]] Result<SchemaState> inspectSchema(Session &session, const QString &schema);

/// Whether a worker may run on `state`. A breaking revision above the ones we know: SchemaTooNew.
/// A harmless newer one: a warning in `warnings` (may be null). Pure.
[[nodiscard]] Result<void> checkCompatible(const SchemaState &state, const QString &schema,
                                           QStringList *warnings);

/// Installs the schema or brings it to kSchemaRevision, all pending steps in one transaction: it
/// arrives or nothing happened. Safe when many processes start at once, ours or others'. Adds our
/// own objects where it may. Leaves schemas of graphile_worker_rs as they are. With nothing to do
/// it only reads, so a role without any right to create succeeds. See migrations/README.md.
/// Blocks, for as long as another process is migrating and the copying of old jobs takes; the
/// session's thread, no transaction open.
/// Errors: InvalidInput (the name), SchemaTooNew, JobsLocked, ServerTooOld, PermissionDenied,
/// ConnectionLost; each one sentence that says what to do.
[[nodiscard]] Result<MigrationReport> migrate(Session &session, const QString &schema);

} // namespace yardmaster

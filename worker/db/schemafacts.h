#pragma once

#include <yardmaster/migrator.h>

namespace yardmaster {

/// What the migrator reads beyond the public SchemaState. Internal to `worker/db`.
struct SchemaFacts
{
    /// How much of the worker registry (`_private_workers` and its functions) is there.
    enum class Registry { Absent, Partial, Complete };

    SchemaState state;
    Registry registry = Registry::Absent;
    bool hasOwnLedger = false; ///< Yardmaster has added its own objects here
    bool rowsHidden = false;   ///< row security shows this role empty tables
    QString role;
    QString database;
    QString owner; ///< of the ledger, else of the schema; empty if there is neither
};

/// Errors: PermissionDenied if the ledger is there but not readable, Statement if the table
/// `migrations` is some other tool's. Neither reaches the server's log.
[[nodiscard]] Result<SchemaFacts> inspectFacts(Session &session, const QString &schema);

} // namespace yardmaster

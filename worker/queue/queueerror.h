#pragma once

#include <yardmaster/dberror.h>

namespace yardmaster {

/// The same error in words that say what to do: a missing or outdated schema names its remedy
/// (these functions never migrate by themselves), a violated check constraint gets
/// graphile-worker's code: GWBID identifier, GWBQN queue name, GWBJK job key, GWBMA max_attempts.
/// Everything else stays as it is. Pure.
[[nodiscard]] DbError explained(DbError error, const QString &schema);

/// SchemaMissing: the schema has no worker registry. Names the remedy.
[[nodiscard]] DbError registryMissing(const QString &schema);

} // namespace yardmaster

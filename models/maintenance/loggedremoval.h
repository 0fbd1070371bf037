#pragma once

#include "models/operations/loggedmaintenance.h"
#include <yardmaster/cleanup.h>

namespace yardmaster {

struct SchemaRemoval;

/// What a clean-up would delete; deletes nothing. Blocks.
[[nodiscard]] Result<CleanupReport> previewCleanup(Session &session, const QString &schema,
                                                   const CleanupOptions &options);

/// Each is written to the operator log first. Block; the session's thread. Errors: those of what
/// they do, and Statement if the log cannot be written.
/// @param preview  what was shown.
[[nodiscard]] Result<CleanupReport> cleanUpLogged(Session &session, const MaintenanceLog &log,
                                                  const CleanupOptions &options,
                                                  const CleanupReport &preview);
[[nodiscard]] Result<void> removeSchemaLogged(Session &session, const MaintenanceLog &log,
                                              const SchemaRemoval &plan);

} // namespace yardmaster

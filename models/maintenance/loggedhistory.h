#pragma once

#include "models/operations/loggedmaintenance.h"
#include "worker/history/history.h"

namespace yardmaster {

// Each is written to the operator log first. Block; the session's thread. Errors: those of what
// they do, and Statement if the log cannot be written.

[[nodiscard]] Result<void> installHistoryLogged(Session &session, const MaintenanceLog &log,
                                                const HistoryOptions &options);
/// @param state  what was shown.
[[nodiscard]] Result<void> removeHistoryLogged(Session &session, const MaintenanceLog &log,
                                               const HistoryState &state);

} // namespace yardmaster

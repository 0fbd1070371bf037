#pragma once

namespace yardmaster {

/// The exit codes of the process; documented in --help. 128 + n: ended by a second signal n.
enum ExitCode : int {
    ExitOk = 0,            ///< done, or drained after a signal
    ExitRuntime = 1,       ///< the database, the sandbox or the run itself failed
    ExitUsage = 2,         ///< the options, the connection text or the tasks folder are wrong
    ExitSchemaTooNew = 57, ///< a breaking revision above ours is installed
    ExitSignalBase = 128,
};

} // namespace yardmaster

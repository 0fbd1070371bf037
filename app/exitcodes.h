#pragma once

namespace yardmaster {

/// The exit codes of the process; documented in --help and resources/manual/commands.md. 128 + n:
/// ended by signal n. A worker knows 0, 1, 2, 10 and 57 only.
enum ExitCode : int {
    ExitOk = 0,            ///< done, or drained after a signal
    ExitRuntime = 1,       ///< the database, the sandbox or the run itself failed
    ExitUsage = 2,         ///< the options, the connection text or the tasks folder are wrong
    ExitNothing = 3,       ///< no job matched, or none could be changed
    ExitDenied = 4,        ///< no rights, or a read-only connection or server
    ExitNoDatabase = 5,    ///< no server answered, or it refused the login, or it went away
    ExitNoQueue = 6,       ///< there is no job queue in the schema, or it is too old
    ExitJobFailed = 10,    ///< --once --fail-on-error: a job failed
    ExitSchemaTooNew = 57, ///< a breaking revision above ours is installed
    ExitSignalBase = 128,
};

} // namespace yardmaster

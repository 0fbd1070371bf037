#pragma once

#include "models/operations/loggedaction.h"
#include "worker/queue/workerunlock.h"
#include <yardmaster/sweep.h>

namespace yardmaster {

/// See WorkerUnlock::look(); see WorkerRegistry::sweepStaleWorkers(), which changes nothing here.
[[nodiscard]] Result<WorkerLocks> readWorkerLocks(Session &session, const QString &schema,
                                                  const QString &workerId);
[[nodiscard]] Result<SweepReport> previewSweep(Session &session, const QString &schema,
                                               const SweepOptions &options);

/// Takes what `locks` says from the worker, written to the operator log first.
/// @param folder  of the operator log.   @param wasSilent  see WorkerUnlock::unlock().
/// Blocks; the session's thread. Errors: those of WorkerUnlock::unlock() and runLogged().
[[nodiscard]] Result<WorkerUnlock::Report> unlockLogged(Session &session, const QString &schema,
                                                        const QString &folder,
                                                        const QString &connection,
                                                        const WorkerLocks &locks, bool wasSilent);

/// Sweeps for real, written to the operator log first; a dry run tells what is about to be done.
/// Blocks; the session's thread. Errors: those of WorkerRegistry::sweepStaleWorkers(), runLogged().
[[nodiscard]] Result<SweepReport> sweepLogged(Session &session, const QString &schema,
                                              const QString &folder, const QString &connection,
                                              const SweepOptions &options,
                                              const SweepReport &preview);

} // namespace yardmaster

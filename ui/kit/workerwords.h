#pragma once

#include "models/localworker/localworker.h"

#include <QString>

namespace yardmaster {

/// "Worker running".
[[nodiscard]] QString workerStateWord(LocalWorker::State state);

/// "no jobs", "1 job", "2,431 jobs".
[[nodiscard]] QString countedJobs(qint64 jobs);

/// What a stopping worker waits for, and until when.
[[nodiscard]] QString stoppingSentence(const LocalWorker &worker);

} // namespace yardmaster

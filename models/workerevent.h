#pragma once

#include "models/jobstate.h"

#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

/// One line of what the local worker did: a run of a job, from its start to its outcome, or a
/// remark about the worker itself.
struct WorkerEvent
{
    enum class Kind {
        Note,    ///< the worker started, stopped, is connected again
        Trouble, ///< the database could not be reached or refused a statement
        Running,
        Completed,
        Retrying,
        FailedForGood,
        GivenBack, ///< cut short by a stop, or put off by its handler; the attempt is restored
        LostLease, ///< somebody else unlocked the job, so its result was not written
    };

    Kind kind = Kind::Note;
    QDateTime time;   ///< UTC; of the start for a run, of the outcome if the start was not seen
    qint64 jobId = 0; ///< 0: not about a job
    QString task;
    QString queueName;
    int attempt = 0; ///< 1 on the first run
    int maxAttempts = 0;
    std::chrono::microseconds duration{0}; ///< 0 while running
    QString message;                       ///< error, or the last line of output

    [[nodiscard]] bool isRun() const { return jobId != 0; }
};

/// "Running", "Given back", "Worker"…
[[nodiscard]] QString workerEventWord(WorkerEvent::Kind kind);

/// The job's state afterwards; unset where the event is not about a state.
[[nodiscard]] std::optional<JobState> stateAfter(WorkerEvent::Kind kind);

} // namespace yardmaster

#pragma once

#include "models/values/jobstate.h"

#include <QObject>

#include <functional>
#include <optional>

namespace yardmaster {

class EventBus;
struct JobEvent;

/// What became of one run of a job.
enum class RunEnd {
    None, ///< still running, or never started
    Completed,
    Retrying,      ///< failed; tried again
    FailedForGood, ///< no attempt left
    GivenBack,     ///< cut short by a stop, or put off by its handler; the attempt is restored
    LostLease,     ///< the job was unlocked meanwhile, so the result was not written
};

/// The job's state afterwards; unset where that is not known.
[[nodiscard]] std::optional<JobState> stateAfter(RunEnd end);

/// When a run counts as completed.
enum class RunSuccess {
    HandlerEnded, ///< it may still lose its lease
    Written,      ///< it is in the database
};

/// Calls `slot` at the end of every run that the bus tells of, on the engine's threads; directly,
/// because queued calls would pile up without bound.
void onRunEnds(EventBus *bus, QObject *context, RunSuccess success,
               const std::function<void(const JobEvent &event, RunEnd end)> &slot);

} // namespace yardmaster

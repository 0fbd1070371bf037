#pragma once

#include <yardmaster/dberror.h>
#include <yardmaster/job.h>
#include <yardmaster/taskoptions.h>
#include <yardmaster/taskoutcome.h>

#include <optional>

namespace yardmaster {

/// What a run's outcome means once its time was up: a success stands, and so does a snooze;
/// anything else is a failure that says so and keeps what the handler said.
[[nodiscard]] TaskOutcome afterTimeout(TaskOutcome outcome, std::chrono::milliseconds timeout);

/// The outcome of a run if a job that it added without waiting could not be written. Nobody else
/// adds that job, so a success becomes a failure. A new payload, which lists only what is left to
/// do, is dropped: all of it is done again.
[[nodiscard]] TaskOutcome afterAdds(TaskOutcome outcome, const std::optional<DbError> &trouble);

/// Applies the task's retry strategy and limit of attempts, and refuses a new payload that the
/// database would refuse.
[[nodiscard]] TaskOutcome withOptions(TaskOutcome outcome, const JobInfo &job,
                                      const TaskOptions &options);

} // namespace yardmaster

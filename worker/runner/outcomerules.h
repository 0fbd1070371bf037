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

/// What a run's outcome means if something that it had added, without waiting for it, could not be
/// written: nobody else would add it, so a success is a failure then, and a new payload, which has
/// only what is left to do, is dropped.
[[nodiscard]] TaskOutcome afterAdds(TaskOutcome outcome, const std::optional<DbError> &trouble);

/// Applies the task's retry strategy and limit of attempts, and refuses a new payload that the
/// database would refuse.
[[nodiscard]] TaskOutcome withOptions(TaskOutcome outcome, const JobInfo &job,
                                      const TaskOptions &options);

} // namespace yardmaster

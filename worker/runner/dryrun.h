#pragma once

#include <yardmaster/job.h>
#include <yardmaster/taskoutcome.h>

#include <memory>
#include <stop_token>

namespace yardmaster {

class EventBus;
class TaskRegistry;
struct WorkerOptions;

/// What a handler returned, after the options of its task: what a worker would have written.
struct DryRunOutcome
{
    TaskOutcome outcome;
    std::chrono::microseconds duration{0};
};

/// Runs the handler of one job as a worker would, with its time limit, its context and its options,
/// and leaves the queue alone: nothing is locked, and no result is written. What the handler does
/// itself is real, also the jobs it adds. Blocks until it has ended; needs no event loop.
/// @param events  told what the run does, from its threads; borrowed.
/// @param stop, kill  ask the handler to end, and end it where that can be done by force. One that
///        ignores both is left behind on its thread; the outcome is Interrupted then.
[[nodiscard]] DryRunOutcome runDry(const WorkerOptions &options,
                                   const std::shared_ptr<const TaskRegistry> &registry,
                                   EventBus *events, const Job &job, const std::stop_token &stop,
                                   const std::stop_token &kill);

} // namespace yardmaster

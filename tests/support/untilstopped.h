#pragma once

#include <yardmaster/task.h>

#include <condition_variable>
#include <mutex>

namespace yardmaster::test {

/// A handler whose jobs run until they are asked to stop.
inline TaskOutcome runUntilStopped(const TaskContext &context)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, context.stop, [] { return false; });
    return TaskOutcome::interrupted();
}

} // namespace yardmaster::test

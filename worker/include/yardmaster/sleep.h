#pragma once

#include <yardmaster/coroutinetask.h>

#include <chrono>

namespace yardmaster {

/// Waits within a coroutine, without a thread, until the time has passed or the run is to end
/// early. Needs a thread with an event loop, as the executor thread is, and resumes there.
/// @returns false if the stop came first: `if (!co_await slept) co_return …`, where `slept` is a
///          named task (GCC 12 destroys some temporaries of a co_await twice).
[[nodiscard]] QCoro::Task<bool> sleepFor(TaskContextPtr context,
                                         std::chrono::milliseconds duration);

} // namespace yardmaster

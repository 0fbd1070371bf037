#pragma once

#include "tests/bench/bench.h"

namespace yardmaster::bench {

/// Milliseconds from the acknowledgement of a single job to its handler, by a minimal worker: a
/// blocking wait for the announcement, one statement that locks it, and the waking of another
/// thread, as handlers may block. Median.
/// @param task  the id of kTask.
[[nodiscard]] Result<double> singleJobFloor(const Target &target, qint64 task);

} // namespace yardmaster::bench

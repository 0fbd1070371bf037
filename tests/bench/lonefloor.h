#pragma once

#include "tests/bench/bench.h"

namespace yardmaster::bench {

/// Milliseconds from the acknowledgement of a lone job to its handler, by the barest worker there
/// can be: a blocking wait for the announcement, one statement that locks it, and the waking of
/// another thread, as handlers may block. Median.
/// @param task  the id of kTask.
[[nodiscard]] Result<double> loneFloor(const Target &target, qint64 task);

} // namespace yardmaster::bench

#pragma once

#include "tests/bench/bench.h"

namespace yardmaster::bench {

/// Milliseconds from the acknowledgement of a lone job to its lock on the disk, by the barest
/// listener there can be: a blocking wait for the announcement, then one statement. Median.
/// @param task  the id of kTask.
[[nodiscard]] Result<double> loneFloor(const Target &target, qint64 task);

} // namespace yardmaster::bench

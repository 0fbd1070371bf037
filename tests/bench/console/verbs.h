#pragma once

#include "tests/bench/bench.h"
#include "tests/bench/console/benchwindow.h"

namespace yardmaster::bench {

/// A window on the target, as somebody's who looks after production.
[[nodiscard]] MainWindowSetup setupFor(const Target &target);

int openVerb(Bench &bench);
int besideVerb(Bench &bench);

} // namespace yardmaster::bench

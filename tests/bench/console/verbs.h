#pragma once

#include "tests/bench/bench.h"
#include "tests/bench/console/benchwindow.h"

namespace yardmaster::bench {

/// A window on the target, as an operator of a production system uses it.
[[nodiscard]] MainWindowSetup setupFor(const Target &target);

int openVerb(Bench &bench);
int besideVerb(Bench &bench);
int historyVerb(Bench &bench);

} // namespace yardmaster::bench

#pragma once

#include "worker/tasks/hostchild.h"

namespace yardmaster {

/// The task host for JavaScript, whose program is compiled in.
/// @param command  Node.js and its arguments; empty: "node".
[[nodiscard]] HostProgram nodeHost(const QStringList &command = {});

} // namespace yardmaster

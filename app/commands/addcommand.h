#pragma once

#include "app/commands/shellcommand.h"

namespace yardmaster {

/// `yardmaster add TASK [PAYLOAD]`, and many jobs from NDJSON.
[[nodiscard]] ShellCommand addCommand();

} // namespace yardmaster

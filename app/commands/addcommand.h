#pragma once

#include "app/commands/command.h"

namespace yardmaster {

/// `yardmaster add TASK [PAYLOAD]`, and many jobs from NDJSON.
[[nodiscard]] Command addCommand();

} // namespace yardmaster

#pragma once

#include <QString>

namespace yardmaster {

/// What the exception being handled says, for last_error. Call within a catch block.
[[nodiscard]] QString currentExceptionText();

} // namespace yardmaster

#pragma once

#include <QString>

namespace yardmaster {

/// The message of the exception being handled, for last_error. Call within a catch block.
[[nodiscard]] QString currentExceptionText();

} // namespace yardmaster

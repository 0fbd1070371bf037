#pragma once

#include <QString>

namespace yardmaster {

/// Why an operation leaves a job alone, as its journal says it, in the user's language. Journals
/// and exported reports keep the words they were written with. What is not known stays as it is.
[[nodiscard]] QString skipReasonText(const QString &reason);

} // namespace yardmaster

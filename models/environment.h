#pragma once

#include <QString>

namespace yardmaster {

/// What a mistake would cost there. The window wears its colour; production also guards its writes.
enum class Environment { Production, Staging, Development, Sandbox };

/// "Production", "Sandbox"…, for people.
[[nodiscard]] QString environmentWord(Environment environment);

} // namespace yardmaster

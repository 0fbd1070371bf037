#pragma once

#include <QString>

namespace yardmaster {

/// What a mistake would cost there. The window wears its colour.
enum class Environment {
    Production,
    Staging,
    Development,
    Sandbox,
    Unknown, ///< not given; perhaps production
};

/// Writes are locked there until the window is armed.
[[nodiscard]] constexpr bool isGuarded(Environment environment)
{
    return environment == Environment::Production || environment == Environment::Unknown;
}

/// "Production", "Sandbox", "Unknown"…, for people.
[[nodiscard]] QString environmentWord(Environment environment);

} // namespace yardmaster

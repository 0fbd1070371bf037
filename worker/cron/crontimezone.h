#pragma once

#include <QByteArray>
#include <QTimeZone>

namespace yardmaster {

/// The zone of this name in the system's time zone database; invalid if there is none. QTimeZone
/// itself also takes names that are none ("foo" is UTC to it), and files elsewhere.
[[nodiscard]] QTimeZone cronTimeZone(const QByteArray &name);

} // namespace yardmaster

#pragma once

#include <QByteArray>
#include <QTimeZone>

namespace yardmaster {

/// The zone of this name in the system's time zone database; invalid if there is none. QTimeZone
/// itself also accepts invalid names (it reads "foo" as UTC), and files elsewhere.
[[nodiscard]] QTimeZone cronTimeZone(const QByteArray &name);

} // namespace yardmaster

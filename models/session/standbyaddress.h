#pragma once

#include <yardmaster/connectionsettings.h>

#include <QStringList>

namespace yardmaster {

/// How to connect to the standbys that `primary` names: as to itself, but for the address. Where
/// there are several, to the first that is in recovery.
[[nodiscard]] ConnectionSettings standbySettings(const ConnectionSettings &primary);

/// Why `text` is no `host[:port],…`, one sentence; empty if it is, or is empty.
[[nodiscard]] QString standbyProblem(const QString &text);

} // namespace yardmaster

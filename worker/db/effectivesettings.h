#pragma once

#include <yardmaster/connectionsettings.h>

#include <tl/expected.hpp>

namespace yardmaster {

/// What libpq would use once it has added the service file, PG* variables and its own defaults.
/// Names nobody gave are empty. A password is included, that of ~/.pgpass too. Looks up no name and
/// connects to nothing. Any thread but the GUI's.
/// @returns one sentence if libpq cannot make sense of it, e.g. an unknown service.
[[nodiscard]] tl::expected<ConnectionSettings, QString>
effectiveSettings(const ConnectionSettings &settings);

} // namespace yardmaster

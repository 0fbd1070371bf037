#pragma once

#include <yardmaster/connectionsettings.h>

#include <tl/expected.hpp>

namespace yardmaster {

/// What libpq would use once it has added the service file, PG* variables and its own defaults.
/// Names nobody gave are empty. Looks up nothing and connects to nothing but, for a moment, the
/// server's port; may wait for the name server. Any thread but the GUI's.
/// @returns one sentence if libpq cannot make sense of it, e.g. an unknown service.
[[nodiscard]] tl::expected<ConnectionSettings, QString>
effectiveSettings(const ConnectionSettings &settings);

} // namespace yardmaster

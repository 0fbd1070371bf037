#pragma once

#include "app/sandbox/serveraccount.h"

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

/// Lock around everything that starts, stops or creates the cluster; also marks a folder as one of
/// ours.
inline constexpr auto kStartLockName = "start.lock";

/// Prepares `folder` for a private cluster: existing, owned by `account`, mode 0700, which is what
/// makes trust authentication safe. Idempotent.
/// @returns one sentence if that fails, or if it holds files that are not ours.
[[nodiscard]] tl::expected<void, QString> prepareClusterFolder(const QString &folder,
                                                               const ServerAccount &account);

/// `path` or the nearest folder above it that exists.
[[nodiscard]] QString nearestExistingFolder(const QString &path);

} // namespace yardmaster

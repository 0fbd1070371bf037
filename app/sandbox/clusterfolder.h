#pragma once

#include "app/sandbox/serveraccount.h"

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

/// Lock around everything that starts, stops or makes the cluster; also the mark by which a folder
/// is known to be one of ours.
inline constexpr auto kStartLockName = "start.lock";

/// Makes `folder` ready to hold a private cluster: there, owned by `account`, closed to everybody
/// else (0700, which is what makes trust authentication safe). Idempotent.
/// @returns one sentence if it cannot be, or if it holds something that is not ours.
[[nodiscard]] tl::expected<void, QString> prepareClusterFolder(const QString &folder,
                                                               const ServerAccount &account);

/// `path` or the nearest folder above it that exists.
[[nodiscard]] QString nearestExistingFolder(const QString &path);

} // namespace yardmaster

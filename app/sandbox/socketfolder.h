#pragma once

#include "app/sandbox/serveraccount.h"

#include <QString>

#include <tl/expected.hpp>

namespace yardmaster {

/// The folder for a cluster's Unix socket: the cluster's own if the path fits (the kernel allows
/// 107 bytes) and libpq can take it as a host name (a comma would separate two hosts), else a
/// short one, mode 0700, in XDG_RUNTIME_DIR or /tmp, named after account and cluster. There, one
/// that is a symlink or belongs to another account is refused.
[[nodiscard]] tl::expected<QString, QString> prepareSocketFolder(const QString &clusterFolder,
                                                                 const ServerAccount &account);

/// Removes a short one after the server has stopped.
void removeSocketFolder(const QString &socketFolder, const QString &clusterFolder);

} // namespace yardmaster

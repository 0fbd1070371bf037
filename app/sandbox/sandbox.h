#pragma once

#include "app/sandbox/privatecluster.h"

#include <QProcessEnvironment>
#include <QString>

#include <memory>
#include <optional>

#include <tl/expected.hpp>

namespace yardmaster {

struct SandboxOptions
{
    std::optional<QString> folder; ///< value of --sandbox-dir
    std::optional<QString> bindir; ///< value of --pg-bindir
};

/// Where the sandbox lives: --sandbox-dir, else `yardmaster/sandbox` in the XDG data folder. Root,
/// whose home the server's account cannot enter as a rule, gets /var/lib/yardmaster/sandbox then.
[[nodiscard]] QString sandboxFolder(const SandboxOptions &options,
                                    const QProcessEnvironment &environment);

/// Where its tasks and its crontab are: beside the server's own folder, which for root is another
/// account's.
[[nodiscard]] QString sandboxFiles(const PrivateCluster &sandbox);

/// Starts or joins the sandbox, the embedded default database. Its database is `yardmaster`,
/// without a schema at first. Blocks, for seconds the first time.
/// @returns the cluster, which must be kept for as long as the sandbox is used, or one sentence.
[[nodiscard]] tl::expected<std::unique_ptr<PrivateCluster>, QString>
openSandbox(const SandboxOptions &options,
            const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment());

} // namespace yardmaster

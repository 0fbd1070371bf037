#pragma once

#include <QString>

namespace yardmaster {

/// Checks whether accounts other than root and that of this process may change or replace the file
/// at `path`: one clause that names the file or folder; empty: none may. Root trusts only files
/// that belong to root and that no group may write to; for other accounts only world-writable files
/// are reported, because programs are often installed by another account than the one that runs
/// them. Links are followed. Blocks on the file system; any thread.
[[nodiscard]] QString whoElseMayChange(const QString &path);

} // namespace yardmaster

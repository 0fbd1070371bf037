#pragma once

#include <QString>

namespace yardmaster {

/// Who may change what is at `path`, or put something else in its place, besides root and the user
/// this process runs as: one clause that names the file or folder; empty: nobody. Root trusts
/// nothing that is not root's, nor what a group may write to; for others only what everybody may
/// write to counts, because programs are often installed by another account than the one that runs
/// them. Links are followed. Blocks on the file system; any thread.
[[nodiscard]] QString whoElseMayChange(const QString &path);

} // namespace yardmaster

#pragma once

#include <QFile>

#include <chrono>

namespace yardmaster {

enum class LockOutcome {
    Locked,
    Busy, ///< held by another process, or through another object
    Gone, ///< what is open is not at its path any more: renamed or deleted
};

/// An exclusive flock() on `file`, which is open, until it is closed. The kernel releases it when
/// the process dies, whenever that is; two objects exclude each other even within one process.
/// Blocks for `patience` at most.
[[nodiscard]] LockOutcome lockFile(const QFile &file, std::chrono::milliseconds patience = {});

} // namespace yardmaster

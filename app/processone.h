#pragma once

#include <optional>

namespace yardmaster {

/// As process 1 of a container: starts the program in a child process, forwards signals to it, and
/// waits for processes whose parents have ended, which would otherwise remain as zombies. Does
/// nothing in any other process. To be called before there are threads.
/// @returns the exit code of the child when it has ended; in the child, and where there is nothing
/// to do: nothing.
[[nodiscard]] std::optional<int> superviseAsProcessOne();

} // namespace yardmaster

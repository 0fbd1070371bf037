#pragma once

#include "worker/tasks/hostchild.h"

namespace yardmaster {

/// A compiled-in program for Node.js.
/// @param command  Node.js and its arguments; empty: "node".
/// @param file  for sqlSource().
/// @param before  statements for the same line, before its own.
[[nodiscard]] HostProgram nodeProgram(const QStringList &command, const char *file,
                                      const QByteArray &before = {});

/// The task host for JavaScript, whose program is compiled in.
/// @param command  Node.js and its arguments; empty: "node".
[[nodiscard]] HostProgram nodeHost(const QStringList &command = {});

} // namespace yardmaster

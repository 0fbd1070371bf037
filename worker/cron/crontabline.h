#pragma once

#include <yardmaster/crontab.h>

#include <optional>

namespace yardmaster {

/// Reads one line of a crontab, without its line feed.
/// @param problems  gets everything that is wrong with it.
/// @returns the entry; nullopt for empty lines, comments and lines with a problem.
[[nodiscard]] std::optional<CrontabEntry> parseCrontabLine(QStringView line, int number,
                                                           CrontabDialect dialect,
                                                           QList<CrontabProblem> *problems);

} // namespace yardmaster

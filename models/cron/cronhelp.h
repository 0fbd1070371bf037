#pragma once

#include "models/cron/cronlineparts.h"
#include <yardmaster/crontabproblem.h>

#include <optional>

namespace yardmaster {

/// What the caret stands in, for people.
struct CronHelp
{
    QString title; ///< "Hour"; empty: nothing to say
    QString range; ///< "0 to 23"; may be empty
    QString text;  ///< how it is written, one sentence
    QString value; ///< what it says now: "0, 4, 8, 12, 16, 20"; empty if that cannot be told
};

/// @param column  from 0, in UTF-16 units.
[[nodiscard]] CronHelp cronHelpAt(const QString &line, int column, CrontabDialect dialect);

/// Which part a caret at `column` belongs to: the one it is in or directly behind; else the one
/// that would begin here.
struct CronPartSpan
{
    std::optional<CronPart> part; ///< unset: behind all that a line may have
    CronLinePart span;            ///< empty at `column` if nothing is written there yet
};
[[nodiscard]] CronPartSpan cronPartAt(QStringView line, int column);

/// The options a dialect knows, as they are written.
[[nodiscard]] QStringList cronOptionNames(CrontabDialect dialect);
/// What an option means, one sentence; empty: there is no such option.
[[nodiscard]] QString cronOptionText(const QString &name);

} // namespace yardmaster

#pragma once

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/queueaccess.h"
#include "worker/history/history.h"

namespace yardmaster {

// What the commands of the history have in common.

[[nodiscard]] JsonObjectText historyStateJson(const HistoryState &state);
/// What it costs, a sentence a line.
[[nodiscard]] QString historyPriceText(const HistoryState &state);
/// Which payloads are kept, one line without its end.
[[nodiscard]] QString payloadRulesText(const HistoryState &state);
/// The same of rules.
[[nodiscard]] QString rulesText(const PayloadRules &rules);
/// Why there is no history to work on. @returns the exit code.
int complainOfNoHistory(const CommandCall &call, const QueueTarget &target, bool hasJobs);
/// A command of the group, without options.
[[nodiscard]] ShellCommand historyCommand(const QString &verb, const QString &summary);

} // namespace yardmaster

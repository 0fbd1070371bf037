#pragma once

#include "models/query/operationscope.h"

namespace yardmaster {

class CommandCall;
struct Option;

/// --filter and --ids.
[[nodiscard]] std::vector<Option> jobsOptions();

/// The jobs that a call names: `12 13`, `state:failed task:send_*`, --ids LIST, --filter TEXT.
/// Appends what is wrong to `problems`. @returns a scope without ids and with an empty filter if
/// none are named.
[[nodiscard]] OperationScope readJobs(const CommandCall &call, QStringList *problems);

/// The ids that are the arguments, each once; appends what is wrong to `problems`.
[[nodiscard]] QList<qint64> readJobIds(const CommandCall &call, QStringList *problems);

/// The id that is the only argument; 0 and a problem if it is none.
[[nodiscard]] qint64 readJobId(const CommandCall &call, QStringList *problems);

/// What `filter` finds wrong, each with its place.
[[nodiscard]] QStringList filterProblems(const QString &filter,
                                         FilterLanguage language = FilterLanguage::Jobs);

} // namespace yardmaster

#pragma once

#include "worker/tasks/hostrow.h"
#include <yardmaster/result.h>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace yardmaster {

struct TaskContext;

using HostedColumnsById = std::map<qint64, std::shared_ptr<const HostedColumns>>;

/// Reads what a fetch did not return of these jobs; those that do not exist are missing.
/// @param first  one of them.   @param then  called on another thread.
void readHostedColumns(const TaskContext &first, std::vector<qint64> ids,
                       std::function<void(const Result<HostedColumnsById> &columns)> then);

} // namespace yardmaster

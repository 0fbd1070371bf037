#pragma once

#include "worker/tasks/hostrow.h"
#include <yardmaster/result.h>

#include <QHash>

#include <map>
#include <vector>

namespace yardmaster {

class Session;

/// What a fetch did not return of these jobs, by id; jobs that do not exist are missing. Blocks.
[[nodiscard]] Result<std::map<qint64, HostedColumns>>
readHostedColumns(Session &session, const QString &schema, const std::vector<qint64> &ids);

/// Ids by name.
struct NamedIds
{
    QHash<QString, qint64> tasks{};
    QHash<QString, qint64> queues{};
};

/// Those of the tasks and queues of these jobs. Blocks.
[[nodiscard]] Result<NamedIds> readNamedIds(Session &session, const QString &schema,
                                            const std::vector<JobRecord> &jobs);

} // namespace yardmaster

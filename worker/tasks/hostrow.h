#pragma once

#include <yardmaster/job.h>
#include <yardmaster/jobrecord.h>

#include <string>

namespace yardmaster {

/// A job as a row of the message "run", see resources/manual/task-hosts.md: JSON text, in UTF-8.
/// Not a QByteArray, which takes four times as long to grow by many short items.
/// @param lockedBy  the worker's id.
[[nodiscard]] std::string hostRow(quint64 run, int task, const Job &job,
                                  const HostedColumns &columns, const QString &lockedBy);

/// An added job as a row of the message "added".
/// @param queueId  0: no queue.
[[nodiscard]] std::string hostRow(const JobRecord &job, qint64 taskId, qint64 queueId);

} // namespace yardmaster

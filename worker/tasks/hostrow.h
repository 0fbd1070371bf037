#pragma once

#include <yardmaster/job.h>
#include <yardmaster/jobrecord.h>

#include <QByteArray>

namespace yardmaster {

/// A job as a row of the message "run", see resources/manual/task-hosts.md: JSON text.
/// @param lockedBy  the worker's id.
[[nodiscard]] QByteArray hostRow(quint64 run, int task, const Job &job,
                                 const HostedColumns &columns, const QString &lockedBy);

/// An added job as a row of the message "added".
/// @param queueId  0: no queue.
[[nodiscard]] QByteArray hostRow(const JobRecord &job, qint64 taskId, qint64 queueId);

} // namespace yardmaster

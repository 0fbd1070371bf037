#pragma once

#include <yardmaster/job.h>
#include <yardmaster/jobrecord.h>

#include <QByteArray>

#include <optional>

namespace yardmaster {

/// What a fetch does not know of a job. Read by hosted_rows.sql.
struct HostedColumns
{
    qint64 taskId = 0;
    std::optional<QByteArray> lastError{};
    std::optional<qint64> createdAt{}; ///< ms since 1970; unset: infinite
    std::optional<qint64> updatedAt{};
    int revision = 0;
};

/// A job as a row of the message "run", see resources/manual/task-hosts.md: JSON text.
/// @param lockedBy  the worker's id.
[[nodiscard]] QByteArray hostRow(quint64 run, int task, const Job &job,
                                 const HostedColumns &columns, const QString &lockedBy);

/// An added job as a row of the message "added".
/// @param queueId  0: no queue.
[[nodiscard]] QByteArray hostRow(const JobRecord &job, qint64 taskId, qint64 queueId);

} // namespace yardmaster

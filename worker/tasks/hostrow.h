#pragma once

#include <yardmaster/job.h>
#include <yardmaster/jobrecord.h>

#include <string>
#include <string_view>

namespace yardmaster {

/// A job as a row of the message "run", see resources/manual/task-hosts.md: the items as JSON text
/// in UTF-8, without the brackets. Not a QByteArray, which takes four times as long to grow by many
/// short items.
struct HostRow
{
    std::string text;
    size_t times = 0; ///< where run_at and what follows begins, with its comma
    size_t rest = 0;  ///< where what follows the times begins

    /// The text without the end that it shares with the row before it.
    [[nodiscard]] std::string_view without(const HostRow &before) const;
};

/// @param lockedBy  the worker's id.
[[nodiscard]] HostRow hostRow(quint64 run, int task, const Job &job, const HostedColumns &columns,
                              const QString &lockedBy);

/// An added job as a row of the message "added", whole.
/// @param queueId  0: no queue.
[[nodiscard]] std::string hostRow(const JobRecord &job, qint64 taskId, qint64 queueId);

} // namespace yardmaster

#pragma once

#include <yardmaster/job.h>
#include <yardmaster/jobrecord.h>

#include <optional>
#include <string>

namespace yardmaster {

/// The rows of a message "run", see resources/manual/task-hosts.md: JSON text in UTF-8. Not a
/// QByteArray, which takes four times as long to grow by many short items.
class HostRows
{
public:
    [[nodiscard]] bool isEmpty() const { return m_text.empty(); }
    [[nodiscard]] qsizetype size() const { return qsizetype(m_text.size()); } ///< bytes
    /// A row, without the end that it shares with the one before.
    /// @param lockedBy  the worker's id.
    /// @returns false: no frame has room for it.
    [[nodiscard]] bool add(quint64 run, int task, const Job &job, const HostedColumns &columns,
                           const QString &lockedBy);
    /// All of them. Empty afterwards. Not without any.
    [[nodiscard]] std::string takeMessage();

private:
    struct Times
    {
        Timestamp runAt;
        Timestamp createdAt;
        Timestamp updatedAt;

        [[nodiscard]] bool isOf(const Job &job, const HostedColumns &columns) const;
    };
    struct Rest
    {
        JobInfo info;
        qint64 queueId;
        qint64 lockedAt;
        QByteArray flags;
        HostedColumns columns;
        QString lockedBy;

        [[nodiscard]] bool isOf(const Job &job, const HostedColumns &others,
                                const QString &worker) const;
    };

    std::string m_text;
    Times m_times{};            ///< of the last row
    std::optional<Rest> m_rest; ///< the same; unset: there is none
};

/// An added job as a row of the message "added", whole.
[[nodiscard]] std::string hostRow(const JobRecord &job);

} // namespace yardmaster

#pragma once

#include <yardmaster/timestamp.h>

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace yardmaster {

class Rows;

/// A row of the jobs table as an operation left it (or, if deleted, as it was). A value.
struct JobRecord
{
    qint64 id = 0;
    QString identifier; ///< of the task
    QString queueName;  ///< empty: no queue
    QByteArray payload; ///< JSON text
    int priority = 0;
    Timestamp runAt;
    int attempts = 0;
    int maxAttempts = 0;
    QString lastError; ///< empty: none
    Timestamp createdAt;
    Timestamp updatedAt;
    QString key;                       ///< empty: none
    std::optional<Timestamp> lockedAt; ///< unset: not locked
    QString lockedBy;
    int revision = 0;
    QByteArray flags;   ///< JSON object of flag names, empty if none
    qint64 taskId = 0;  ///< only of one that was added just now
    qint64 queueId = 0; ///< likewise; 0: no queue
};

/// Reads statements whose first columns are, in this order: id, identifier, queue_name, payload,
/// priority, run_at, attempts, max_attempts, last_error, created_at, updated_at, key, locked_at,
/// locked_by, revision, flags; times in microseconds since 1970.
[[nodiscard]] JobRecord jobRecordFrom(const Rows &rows, int row);
[[nodiscard]] std::vector<JobRecord> jobRecordsFrom(const Rows &rows);

} // namespace yardmaster

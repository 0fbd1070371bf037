#pragma once

#include "models/query/payloadcell.h"
#include "models/values/errorline.h"
#include "models/values/jobstate.h"
#include <yardmaster/timestamp.h>

#include <QList>
#include <QString>

#include <optional>

namespace yardmaster {

/// A job as a list shows it. A value.
struct JobRow
{
    qint64 id = 0;
    QString task;
    QString queue; ///< empty: none
    JobState state = JobState::Ready;
    int priority = 0;
    Timestamp runAt;
    int attempts = 0;
    int maxAttempts = 0;
    QString error;    ///< its beginning, at most kErrorPreview characters
    QString errorEnd; ///< of one that is longer, at most kErrorTail characters; see errorText()
    Timestamp createdAt;
    Timestamp updatedAt;
    QString key; ///< empty: none
    std::optional<Timestamp> lockedAt;
    QString lockedBy;
    int revision = 0;
    QString flags;              ///< the beginning of the JSON object, empty if none
    QList<PayloadCell> payload; ///< of the places that were asked for, in their order

    bool isGone = false;     ///< it left the table since it was read: completed or deleted
    bool isFiltered = false; ///< it left the filter since it was read

    [[nodiscard]] bool operator==(const JobRow &) const = default;
};

/// A place in an order of jobs.
struct JobPosition
{
    qint64 id = 0;
    int priority = 0;
    Timestamp runAt;

    [[nodiscard]] bool operator==(const JobPosition &) const = default;
};

[[nodiscard]] inline JobPosition positionOf(const JobRow &row)
{
    return {row.id, row.priority, row.runAt};
}

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::JobRow)

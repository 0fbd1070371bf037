#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// What an operation did to one job: its fields before and after. A value.
struct JobChange
{
    enum class Kind {
        Unknown, ///< the journal does not tell
        Edited,  ///< from `before` to `after`
        Unlocked,
        Deleted, ///< there is no `after`
        Created, ///< there is no `before`
    };
    struct Fields
    {
        Timestamp runAt;
        int priority = 0;
        int attempts = 0;
        int maxAttempts = 0;
        QString error;   ///< its beginning; only of jobs that were failed by hand
        QString payload; ///< its beginning; only of one that got another
        QString queue;   ///< this and below: where one of them was changed; empty: none
        QString flags;
        QString key;
    };

    Kind kind = Kind::Unknown;
    Fields before;
    Fields after;

    /// Of job `index` of a committed batch of an operation.
    [[nodiscard]] static JobChange of(const OperationChange &change, const OperationBatch &batch,
                                      size_t index);
    /// Of an undo that has put a job back. @param before  as it was found; null: it had been
    /// deleted.
    [[nodiscard]] static JobChange restored(const JobImage *before, const JobImage &after);
};

/// "attempts 25 → 0, run at 2026-11-20 14:03:07 UTC → 2026-11-21 09:00:00 UTC"; for people.
[[nodiscard]] QString jobChangeText(const JobChange &change);

} // namespace yardmaster

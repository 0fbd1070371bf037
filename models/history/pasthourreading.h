#pragma once

#include "models/history/runreads.h"
#include "models/tables/pasthour.h"

namespace yardmaster {

/// What runs are told apart by.
enum class RunSubject {
    Task,   ///< PastHours' keys: its id
    Queue,  ///< the same; only jobs of named queues
    Worker, ///< its name
};

/// What the history tells of the past hour, by the server's clock. A value.
struct PastHourReading
{
    HistoryPresence presence;
    PastHours hours; ///< of those with a run that succeeded or failed

    /// There were more than kMost: then `hours` would tell of some of them only.
    bool isCut = false;
    static constexpr qint64 kMost = 20'000;

    /// Unset: there is no history that may be read, or too much in it.
    [[nodiscard]] std::optional<PastHours> known() const
    {
        return presence.isReadable() && !isCut ? std::optional(hours) : std::nullopt;
    }

    [[nodiscard]] bool operator==(const PastHourReading &) const = default;
};

/// Counts run by run. Blocks, on the session's thread. What is not there, or may not be read, is an
/// answer, not an error. Errors: Cancelled after twenty seconds.
[[nodiscard]] Result<PastHourReading> readPastHour(Session &session, const QString &schema,
                                                   RunSubject subject);

} // namespace yardmaster

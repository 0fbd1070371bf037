#pragma once

#include "models/values/pastoutcome.h"
#include <yardmaster/timestamp.h>

#include <QString>

#include <chrono>
#include <compare>
#include <optional>

namespace yardmaster {

/// One run of a job, or its end without one, as the history has recorded it. A value.
struct PastRun
{
    qint64 id = 0; ///< of the job
    PastOutcome outcome = PastOutcome::Unknown;
    Timestamp finished;               ///< the server's clock
    std::optional<Timestamp> started; ///< when a worker fetched the job; unset: none held it
    std::optional<Timestamp> runAt;   ///< when it was due; unset: never, or since ever
    QString task;
    QString queue;       ///< empty: none
    QString worker;      ///< empty: none held it
    int attempt = 0;     ///< 0: none, or not known: taking the key away uses up all attempts
    int maxAttempts = 0; ///< 0: not recorded
    /// How long its handler took; unset: its worker did not tell.
    std::optional<std::chrono::microseconds> handler;
    QString error; ///< its beginning; only of attempts that failed
    bool isFailure = false;

    /// Between being due and being fetched; exact.
    [[nodiscard]] std::optional<std::chrono::microseconds> wait() const;
    /// From the fetch to the end: the job may have waited in its worker's memory meanwhile.
    [[nodiscard]] std::optional<std::chrono::microseconds> held() const;
    /// How long the handler took, or else held(): see tookText() of which.
    [[nodiscard]] std::optional<std::chrono::microseconds> took() const
    {
        return handler ? handler : held();
    }
    /// "1.2 s" is the handler's time; "held 1.2 s" the most that it can have been.
    [[nodiscard]] QString tookText() const;
    /// The outcome is what the row suggests, not what is known.
    [[nodiscard]] bool isGuess() const;
    /// "Probably removed by hand".
    [[nodiscard]] QString outcomeWord() const { return pastOutcomeWord(outcome, isGuess()); }
    [[nodiscard]] bool operator==(const PastRun &) const = default;
};

/// A place in the order of the history. There is at most one run of each key.
struct RunPosition
{
    Timestamp finished;
    qint64 id = 0;
    bool isFailure = false;

    [[nodiscard]] auto operator<=>(const RunPosition &) const = default;
};
[[nodiscard]] inline RunPosition runPosition(const PastRun &run)
{
    return {run.finished, run.id, run.isFailure};
}

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::PastRun)

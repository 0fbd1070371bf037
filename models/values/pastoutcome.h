#pragma once

#include <QMetaType>
#include <QString>

#include <optional>
#include <span>

namespace yardmaster {

/// How a run ended, or a job without one, as the history has recorded it.
enum class PastOutcome {
    Succeeded,     ///< its worker deleted the job
    AttemptFailed, ///< it will be tried again
    FailedForGood, ///< so did its last attempt
    Interrupted,   ///< its worker died, and the attempt was given back
    Removed,       ///< deleted while no worker held it
    CleanedUp,     ///< deleted after it had failed for good
    RetiredByKey,  ///< while it ran, another job took its key, or it was removed by its key
    Unknown,       ///< deleted after it had been locked for more than four hours
};

/// An outcome, as the tables of the history and a filter call it.
struct PastOutcomeInfo
{
    PastOutcome outcome;
    char letter;
    QLatin1StringView name; ///< "failed-for-good"
    const char *word;       ///< to be translated in the context "PastOutcome"
    const char *meaning;    ///< one sentence, likewise
};

/// Every outcome, the usual ones first.
[[nodiscard]] std::span<const PastOutcomeInfo> pastOutcomes();
[[nodiscard]] const PastOutcomeInfo &pastOutcomeInfo(PastOutcome outcome);
/// What a later version may record is unknown.
[[nodiscard]] PastOutcome pastOutcomeFrom(char letter);
[[nodiscard]] std::optional<PastOutcome> findPastOutcome(QStringView name);

/// "Succeeded".   @param isGuess  "Probably retired by key".
[[nodiscard]] QString pastOutcomeWord(PastOutcome outcome, bool isGuess = false);
[[nodiscard]] QString pastOutcomeMeaning(PastOutcome outcome);

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::PastOutcome)

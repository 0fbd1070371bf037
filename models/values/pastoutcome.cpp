#include "models/values/pastoutcome.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct PastOutcomeText
{
    Q_DECLARE_TR_FUNCTIONS(PastOutcome)
};

constexpr std::array<PastOutcomeInfo, 8> kOutcomes{{
    {PastOutcome::Succeeded, 's', "succeeded"_L1, QT_TRANSLATE_NOOP("PastOutcome", "Succeeded"),
     QT_TRANSLATE_NOOP("PastOutcome",
                       "Its worker deleted the job. Deleting it by hand while a worker held it "
                       "would look the same.")},
    {PastOutcome::AttemptFailed, 'e', "failed"_L1,
     QT_TRANSLATE_NOOP("PastOutcome", "Attempt failed"),
     QT_TRANSLATE_NOOP("PastOutcome", "The attempt failed, and at least one more was left.")},
    {PastOutcome::FailedForGood, 'x', "failed-for-good"_L1,
     QT_TRANSLATE_NOOP("PastOutcome", "Failed for good"),
     QT_TRANSLATE_NOOP("PastOutcome", "The last attempt failed.")},
    {PastOutcome::Interrupted, 'd', "interrupted"_L1,
     QT_TRANSLATE_NOOP("PastOutcome", "Interrupted"),
     QT_TRANSLATE_NOOP(
         "PastOutcome",
         "Its worker died, and the job was returned to the queue; the attempt does not count.")},
    {PastOutcome::Removed, 'r', "removed"_L1, QT_TRANSLATE_NOOP("PastOutcome", "Removed by hand"),
     QT_TRANSLATE_NOOP("PastOutcome",
                       "The job was deleted while no worker held it. After a forced unlock, a "
                       "success may look the same.")},
    {PastOutcome::CleanedUp, 'f', "cleaned-up"_L1,
     QT_TRANSLATE_NOOP("PastOutcome", "Failed for good, cleaned up"),
     QT_TRANSLATE_NOOP("PastOutcome", "The job had failed for good before it was deleted.")},
    {PastOutcome::RetiredByKey, 'k', "retired"_L1,
     QT_TRANSLATE_NOOP("PastOutcome", "Retired by key"),
     QT_TRANSLATE_NOOP("PastOutcome",
                       "While it ran, another job took its key, or it was removed by its key.")},
    {PastOutcome::Unknown, 'u', "unknown"_L1, QT_TRANSLATE_NOOP("PastOutcome", "Unknown"),
     QT_TRANSLATE_NOOP("PastOutcome",
                       "The job was deleted after it had been locked for more than four hours: it "
                       "succeeded, or it was removed.")},
}};

} // namespace

std::span<const PastOutcomeInfo> pastOutcomes()
{
    return kOutcomes;
}

const PastOutcomeInfo &pastOutcomeInfo(PastOutcome outcome)
{
    return *std::ranges::find(kOutcomes, outcome, &PastOutcomeInfo::outcome);
}

PastOutcome pastOutcomeFrom(char letter)
{
    const auto found = std::ranges::find(kOutcomes, letter, &PastOutcomeInfo::letter);
    return found == kOutcomes.end() ? PastOutcome::Unknown : found->outcome;
}

std::optional<PastOutcome> findPastOutcome(QStringView name)
{
    for (const PastOutcomeInfo &info : kOutcomes) {
        if (name.compare(info.name, Qt::CaseInsensitive) == 0)
            return info.outcome;
    }
    return std::nullopt;
}

QString pastOutcomeWord(PastOutcome outcome, bool isGuess)
{
    if (isGuess && outcome == PastOutcome::Removed)
        return PastOutcomeText::tr("Probably removed by hand");
    if (isGuess && outcome == PastOutcome::RetiredByKey)
        return PastOutcomeText::tr("Probably retired by key");
    return PastOutcomeText::tr(pastOutcomeInfo(outcome).word);
}

QString pastOutcomeMeaning(PastOutcome outcome)
{
    return PastOutcomeText::tr(pastOutcomeInfo(outcome).meaning);
}

} // namespace yardmaster

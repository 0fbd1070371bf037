#include "models/history/pastrun.h"

#include "models/values/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

namespace {

struct PastRunText
{
    Q_DECLARE_TR_FUNCTIONS(PastRun)
};

/// A clock that was set back makes no time negative.
std::optional<std::chrono::microseconds> spanOf(const std::optional<Timestamp> &from,
                                                const std::optional<Timestamp> &to)
{
    if (!from || !to)
        return std::nullopt;
    return std::max(std::chrono::microseconds(0), *to - *from);
}

} // namespace

std::optional<std::chrono::microseconds> PastRun::wait() const
{
    return spanOf(runAt, started);
}

std::optional<std::chrono::microseconds> PastRun::held() const
{
    return spanOf(started, finished);
}

QString PastRun::tookText() const
{
    if (handler)
        return formatDuration(*handler);
    const auto span = held();
    return span ? PastRunText::tr("held %1").arg(formatDuration(*span)) : QString();
}

bool PastRun::isGuess() const
{
    switch (outcome) {
    case PastOutcome::RetiredByKey:
        return true;
    case PastOutcome::Removed:
        return attempt > 0; // else no worker ever had it
    default:
        return false;
    }
}

} // namespace yardmaster

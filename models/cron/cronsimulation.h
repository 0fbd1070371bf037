#pragma once

#include <yardmaster/crontab.h>

#include <QDateTime>

#include <functional>
#include <vector>

namespace yardmaster {

/// When the entries of a crontab are due within a span of time. A value.
struct CronSimulation
{
    QDateTime from; ///< a full minute, UTC
    QDateTime to;   ///< exclusive
    /// Everything before this is there; earlier than `to` if there were too many runs.
    QDateTime until;
    /// By entry, in the order given: minutes since `from`, ascending.
    std::vector<std::vector<qint32>> minutes;
    qint64 runs = 0;

    [[nodiscard]] bool isCut() const { return until < to; }
    [[nodiscard]] QDateTime timeOf(qint32 minute) const
    {
        return from.addSecs(qint64(minute) * 60);
    }
};

/// No longer than this is simulated.
inline constexpr int kLongestSimulationDays = 400;

/// @param from  rounded up to a full minute.   @param to  cut to kLongestSimulationDays.
/// @param limit  of runs in all: it ends after the hour in which it is reached, at most one run per
/// entry and minute of that hour later. Some microseconds for each.
/// @param isCancelled  asked now and then; what is returned then is cut.
[[nodiscard]] CronSimulation simulate(const QList<CrontabEntry> &entries, const QDateTime &from,
                                      const QDateTime &to, qint64 limit,
                                      const std::function<bool()> &isCancelled = {});

/// Entries that are due in the same minutes.
struct CronPileUp
{
    QList<int> entries; ///< of the simulation, ascending; at most kPileUpEntries
    int size = 0;       ///< how many there are
    int times = 0;      ///< how often these meet, and nobody else with them
    QDateTime first;    ///< when they meet first
};
inline constexpr int kPileUpEntries = 50;

/// Where at least `least` entries meet: the largest first, then the more frequent ones.
/// @param most  no more than so many.
[[nodiscard]] QList<CronPileUp> pileUps(const CronSimulation &simulation, int least, int most);

} // namespace yardmaster

#pragma once

#include <yardmaster/cronpreview.h>
#include <yardmaster/crontab.h>

#include <QHash>

#include <functional>

namespace yardmaster {

/// What a worker that starts now would make up for, of one entry.
struct CronBackfillEstimate
{
    int entry = 0; ///< of those given
    qint64 runs = 0;
    qint64 jobs = 0; ///< fewer than runs if a job key makes them replace each other
    QDateTime first;
    QDateTime last;
    bool isCut = false; ///< there are more
};

struct CronBackfillEstimates
{
    QDateTime at;                       ///< "now"
    QList<CronBackfillEstimate> listed; ///< entries with any, in their order
    qint64 runs = 0;
    qint64 jobs = 0;    ///< entries that share a key share a job
    bool isCut = false; ///< counting stopped: there are more
    int unknown = 0;    ///< entries that the database does not know: nothing is made up for those
};

/// Each entry is counted as far as this, and all of them as far as ten times this.
inline constexpr int kMostBackfills = 100'000;

/// @param known  by identifier, as the database has it.
[[nodiscard]] CronBackfillEstimates estimateBackfill(const QList<CrontabEntry> &entries,
                                                     const QHash<QString, KnownCronEntry> &known,
                                                     const QDateTime &now,
                                                     const std::function<bool()> &isCancelled = {});

} // namespace yardmaster

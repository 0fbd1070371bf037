#include "models/cron/cronbackfillestimate.h"

#include <QSet>

#include <algorithm>

namespace yardmaster {

CronBackfillEstimates estimateBackfill(const QList<CrontabEntry> &entries,
                                       const QHash<QString, KnownCronEntry> &known,
                                       const QDateTime &now,
                                       const std::function<bool()> &isCancelled)
{
    CronBackfillEstimates estimates;
    estimates.at = now;
    QSet<QString> keys;
    qint64 left = qint64(kMostBackfills) * 10;
    for (int i = 0; i < entries.size(); ++i) {
        const CrontabEntry &entry = entries[i];
        const auto found = known.constFind(entry.item.identifier);
        if (found == known.cend()) {
            ++estimates.unknown;
            continue;
        }
        if (entry.item.options.backfillPeriod.count() <= 0)
            continue;
        if (left <= 0 || (isCancelled && isCancelled())) {
            estimates.isCut = true;
            break;
        }
        const int limit = int(std::min<qint64>(kMostBackfills, left));
        QList<QDateTime> times = backfillTimes(entry, *found, now, limit + 1);
        if (times.isEmpty())
            continue;
        CronBackfillEstimate estimate;
        estimate.entry = i;
        estimate.isCut = times.size() > limit;
        if (estimate.isCut)
            times.removeLast();
        estimate.runs = times.size();
        estimate.first = times.first();
        estimate.last = times.last();
        const std::optional<QString> &key = entry.item.options.jobKey;
        estimate.jobs = key ? 1 : estimate.runs;
        estimates.jobs += key && keys.contains(*key) ? 0 : estimate.jobs;
        if (key)
            keys.insert(*key);
        estimates.runs += estimate.runs;
        estimates.isCut = estimates.isCut || estimate.isCut;
        left -= estimate.runs;
        estimates.listed << estimate;
    }
    return estimates;
}

} // namespace yardmaster

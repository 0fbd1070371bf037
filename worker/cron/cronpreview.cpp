#include "worker/cron/cronpreview.h"

#include <algorithm>

namespace yardmaster {

namespace {

constexpr int kCountAtMost = 1'000'000;

/// Calls `found` for each until it says no.
template <typename Found>
void forEachMissed(const CrontabEntry &entry, const std::optional<CronKnown> &known,
                   const QDateTime &now, Found found)
{
    const qint64 period = entry.item.options.backfillPeriod.count();
    if (!known || period <= 0)
        return;
    // A minute that was executed is not done again; the one in which the identifier became known
    // is.
    qint64 after = now.toMSecsSinceEpoch() - period - 1;
    after = std::max(after,
                     known->lastExecution ? known->lastExecution->toMSecsSinceEpoch()
                                          : known->knownSince.toMSecsSinceEpoch() - 1);
    auto time = entry.schedule.next(QDateTime::fromMSecsSinceEpoch(after, QTimeZone::utc()));
    while (time && *time < now && found(*time))
        time = entry.schedule.next(*time);
}

} // namespace

QList<QDateTime> backfillTimes(const CrontabEntry &entry, const std::optional<CronKnown> &known,
                               const QDateTime &now, int limit)
{
    QList<QDateTime> times;
    forEachMissed(entry, known, now, [&](const QDateTime &time) {
        if (times.size() < limit)
            times << time;
        return times.size() < limit;
    });
    return times;
}

int backfillCount(const CrontabEntry &entry, const std::optional<CronKnown> &known,
                  const QDateTime &now)
{
    int count = 0;
    forEachMissed(entry, known, now, [&](const QDateTime &) { return ++count < kCountAtMost; });
    return count;
}

} // namespace yardmaster

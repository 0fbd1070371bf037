#include <yardmaster/cronpreview.h>

#include "worker/cron/cronbackfill.h"

namespace yardmaster {

namespace {

constexpr int kCountAtMost = 1'000'000;

/// Calls `found` for each until it returns false.
template <typename Found>
void forEachMissed(const CrontabEntry &entry, const std::optional<KnownCronEntry> &known,
                   const QDateTime &now, Found found)
{
    if (!known)
        return;
    const QList<CrontabEntry> entries{entry};
    const Timestamp notBefore = known->lastExecution
        ? timestamp(*known->lastExecution) + std::chrono::microseconds(1)
        : timestamp(known->knownSince);
    CronBackfill backfill(entries, {{entry.item.identifier, notBefore}}, now);
    for (auto minute = backfill.minute(); minute && found(*minute); minute = backfill.minute())
        backfill.advance();
}

} // namespace

QList<QDateTime> backfillTimes(const CrontabEntry &entry,
                               const std::optional<KnownCronEntry> &known, const QDateTime &now,
                               int limit)
{
    QList<QDateTime> times;
    forEachMissed(entry, known, now, [&](const QDateTime &time) {
        if (times.size() < limit)
            times << time;
        return times.size() < limit;
    });
    return times;
}

int backfillCount(const CrontabEntry &entry, const std::optional<KnownCronEntry> &known,
                  const QDateTime &now)
{
    int count = 0;
    forEachMissed(entry, known, now, [&](const QDateTime &) { return ++count < kCountAtMost; });
    return count;
}

} // namespace yardmaster

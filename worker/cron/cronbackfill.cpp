#include "worker/cron/cronbackfill.h"

#include <yardmaster/timestamp.h>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr qint64 kMinute = 60000;
/// Before the first minute that a date can name, and after the last.
constexpr qint64 kFarthest = 8'640'000'000'000'000;

qint64 roundedUp(Timestamp time)
{
    using Ms = std::chrono::milliseconds;
    if (time == Timestamp::max())
        return kFarthest;
    if (time == Timestamp::min())
        return -kFarthest;
    return std::chrono::ceil<Ms>(time.time_since_epoch()).count();
}

} // namespace

QDateTime minuteOf(const QDateTime &time)
{
    const qint64 ms = time.toMSecsSinceEpoch();
    const qint64 rest = (ms % kMinute + kMinute) % kMinute;
    return QDateTime::fromMSecsSinceEpoch(ms - rest, kUtc);
}

QDateTime nextFullMinute(const QDateTime &time)
{
    const QDateTime minute = minuteOf(time);
    return minute == time ? minute : minute.addMSecs(kMinute);
}

CronBackfill::CronBackfill(const QList<CrontabEntry> &entries,
                           const std::vector<CronStore::Known> &known, const QDateTime &start)
    : m_start(start)
{
    for (const CrontabEntry &entry : entries) {
        const auto before
            = std::ranges::find(known, entry.item.identifier, &CronStore::Known::identifier);
        const qint64 fill = entry.item.options.backfillPeriod.count();
        if (before == known.end() || fill <= 0)
            continue;
        const qint64 earliest = std::max({start.toMSecsSinceEpoch() - std::min(fill, kFarthest),
                                          roundedUp(before->notBefore), -kFarthest});
        if (earliest < start.toMSecsSinceEpoch())
            put(&entry, QDateTime::fromMSecsSinceEpoch(earliest - 1, kUtc));
    }
}

void CronBackfill::put(const CrontabEntry *entry, const QDateTime &after)
{
    const auto next = entry->schedule.next(after);
    if (next && *next < m_start)
        m_nextRuns.push_back({entry, *next});
}

std::optional<QDateTime> CronBackfill::minute() const
{
    if (m_nextRuns.empty())
        return std::nullopt;
    return std::ranges::min_element(m_nextRuns, {}, &NextRun::minute)->minute;
}

QList<const CrontabEntry *> CronBackfill::entries() const
{
    QList<const CrontabEntry *> due;
    const auto oldest = minute();
    for (const NextRun &next : m_nextRuns) {
        if (next.minute == oldest)
            due << next.entry;
    }
    // Workers with the same crontab lock the rows in the same order, that of the file.
    std::ranges::sort(due); // they are elements of one list
    return due;
}

void CronBackfill::advance()
{
    const auto done = entries();
    const auto oldest = minute();
    std::erase_if(m_nextRuns, [&](const NextRun &next) { return next.minute == oldest; });
    for (const CrontabEntry *entry : done)
        put(entry, *oldest);
}

} // namespace yardmaster

#pragma once

#include "worker/cron/cronstore.h"
#include <yardmaster/crontab.h>

#include <QDateTime>
#include <QList>

#include <optional>
#include <vector>

namespace yardmaster {

/// The first full minute not before `time`.
[[nodiscard]] QDateTime nextFullMinute(const QDateTime &time);
/// The minute that `time` is in.
[[nodiscard]] QDateTime minuteOf(const QDateTime &time);

/// Which runs are made up for at a start, by graphile-worker's rule: of entries that were known
/// before and have a `fill`, the due minutes before the start, not longer ago than `fill`, and not
/// before the last execution, or since when the entry is known. Minute by minute, oldest first,
/// because an identifier's last execution only ever goes forward.
class CronBackfill final
{
public:
    /// @param entries  borrowed for the life of this object.
    CronBackfill(const QList<CrontabEntry> &entries, const std::vector<CronStore::Known> &known,
                 const QDateTime &start);

    /// The oldest minute left, and what is due in it; nullopt: all is done.
    [[nodiscard]] std::optional<QDateTime> minute() const;
    [[nodiscard]] QList<const CrontabEntry *> entries() const;
    /// Steps over that minute.
    void advance();

private:
    struct Place
    {
        const CrontabEntry *entry = nullptr;
        QDateTime minute;
    };
    void put(const CrontabEntry *entry, const QDateTime &after);

    QDateTime m_start;
    std::vector<Place> m_places; // of entries that have a minute left
};

} // namespace yardmaster

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

/// Which missed runs are backfilled at a start, by graphile-worker's rule: of entries that were
/// known before and have a `fill`, the due minutes before the start, at most `fill` ago, and after
/// the last execution, or else since the entry is known. Minute by minute, oldest first, because an
/// identifier's last execution only ever goes forward.
class CronBackfill final
{
public:
    /// @param entries  borrowed for the life of this object.
    CronBackfill(const QList<CrontabEntry> &entries, const std::vector<CronStore::Known> &known,
                 const QDateTime &start);

    /// The oldest minute left, and the entries due in it; nullopt: all are done.
    [[nodiscard]] std::optional<QDateTime> minute() const;
    [[nodiscard]] QList<const CrontabEntry *> entries() const;
    /// Advances past that minute.
    void advance();

private:
    struct NextRun
    {
        const CrontabEntry *entry = nullptr;
        QDateTime minute;
    };
    void put(const CrontabEntry *entry, const QDateTime &after);

    QDateTime m_start;
    std::vector<NextRun> m_nextRuns; // one for each entry that has a due minute left
};

} // namespace yardmaster

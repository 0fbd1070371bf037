#pragma once

#include <yardmaster/crontab.h>

#include <QDateTime>

#include <optional>

namespace yardmaster {

/// What the database knows of an identifier: its row in known_crontabs.
struct KnownCronEntry
{
    QDateTime knownSince{};
    std::optional<QDateTime> lastExecution{};
};

/// The missed runs that a worker starting at `now` backfills, oldest first, in UTC: those within
/// the entry's fill period that are after its last execution. None for an identifier that is seen
/// for the first time.
/// @param limit  at most this many.
[[nodiscard]] QList<QDateTime> backfillTimes(const CrontabEntry &entry,
                                             const std::optional<KnownCronEntry> &known,
                                             const QDateTime &now, int limit);

/// Their number; stops counting at a million. Takes about a microsecond for each.
[[nodiscard]] int backfillCount(const CrontabEntry &entry,
                                const std::optional<KnownCronEntry> &known, const QDateTime &now);

} // namespace yardmaster

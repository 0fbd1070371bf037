#pragma once

#include <yardmaster/cronitem.h>

namespace yardmaster {

/// The payload a cron job gets, to the byte what graphile-worker writes: the entry's, compact, with
/// `_cron` {ts, backfilled} as the last member, or in place of one the entry has itself.
/// @param payload  a JSON object, or empty.   @param minute  in UTC.
[[nodiscard]] QByteArray withCron(const QByteArray &payload, const QDateTime &minute,
                                  bool isBackfilled);

/// The job that `item` adds for this minute.
[[nodiscard]] JobSpec cronJob(const CronItem &item, const QDateTime &minute, bool isBackfilled);

} // namespace yardmaster

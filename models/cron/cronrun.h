#pragma once

#include <yardmaster/crontab.h>
#include <yardmaster/jobspec.h>

#include <QDateTime>

namespace yardmaster {

/// The job that a run of this entry by hand adds: to the letter the one that cron adds in the
/// minute of `now`, which is its run_at and its payload's `_cron.ts`. The record of the entry stays
/// as they are, so cron's own run of that minute still comes.
[[nodiscard]] JobSpec cronJobNow(const CrontabEntry &entry, const QDateTime &now);

} // namespace yardmaster

#include "models/cron/cronrun.h"

#include "worker/cron/cronbackfill.h"
#include "worker/cron/cronjob.h"

namespace yardmaster {

JobSpec cronJobNow(const CrontabEntry &entry, const QDateTime &now)
{
    return cronJob(entry.item, minuteOf(now.toUTC()), false);
}

} // namespace yardmaster

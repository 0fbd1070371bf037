#pragma once

#include <yardmaster/cronschedule.h>

namespace yardmaster {

/// A schedule in words: "every 4 hours, on the hour (UTC)", "Monday to Friday at 08:00
/// (Europe/Paris)", "never (UTC)".
[[nodiscard]] QString describeSchedule(const CronSchedule &schedule);

} // namespace yardmaster

#pragma once

#include <yardmaster/cronschedule.h>

namespace yardmaster {

/// A schedule in words: "every 4 hours, on the hour (UTC)", "Monday to Friday at 08:00
/// (Europe/Paris)", "never (UTC)". In the language of the application's translators, where they
/// have the context "CronDescription". Any thread.
[[nodiscard]] QString describeSchedule(const CronSchedule &schedule);

} // namespace yardmaster

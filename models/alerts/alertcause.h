#pragma once

#include "models/alerts/alertrule.h"

namespace yardmaster {

/// Where in the window the cause of an alert shows: the jobs of a filter, or a page.
struct AlertCause
{
    QString filter; ///< empty: `page`
    QString page;   ///< "errors", "workers", "history", "overview"

    [[nodiscard]] bool operator==(const AlertCause &) const = default;
};

[[nodiscard]] AlertCause alertCause(const AlertRule &rule);

} // namespace yardmaster

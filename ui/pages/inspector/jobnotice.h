#pragma once

#include "models/related/watchedjob.h"
#include "models/session/freshness.h"

namespace yardmaster {

/// What is amiss with a job that is shown, or with reading it: one or two sentences.
struct JobNotice
{
    QString text = {}; ///< empty: nothing
    bool isTrouble = false;
};

/// @param isSlow  the first read of it takes long enough to be mentioned.   Pure.
[[nodiscard]] JobNotice jobNotice(const WatchedJob &job, const Freshness &freshness, bool isSlow);

} // namespace yardmaster

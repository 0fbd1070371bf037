#pragma once

#include "models/live/liveline.h"
#include "models/tables/column.h"

#include <QList>

namespace yardmaster {

/// What is shown of each line of the live view.
[[nodiscard]] QList<TableColumn<LiveLine>> liveColumns();
/// Names the zone that times are shown in.
[[nodiscard]] QString liveTimeTitle();

} // namespace yardmaster

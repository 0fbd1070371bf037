#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QHash>
#include <QString>

namespace yardmaster {

class Session;

/// By ErrorGroup::key, of groups whose first failure was in the last day although recording began
/// earlier: when that was.
using NewErrors = QHash<QString, Timestamp>;

/// Where there is no history, or it may not be read, none is known to be new. Blocks.
[[nodiscard]] Result<NewErrors> readNewErrors(Session &session, const QString &schema);

} // namespace yardmaster

#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QHash>
#include <QString>

#include <optional>

namespace yardmaster {

class Session;

/// By ErrorGroup::key, of groups whose first failure was in the last day although recording began
/// earlier: when that was.
using NewErrors = QHash<QString, Timestamp>;

/// When each group failed first, as learnt by earlier readings, so that a later one looks only at
/// what came since: grouping all of them takes seconds where there are many. A value.
struct FirstFailures
{
    std::optional<Timestamp> installedAt = {}; ///< of the history they are from
    std::optional<Timestamp> readUpTo = {};    ///< unset: nothing was read yet
    QHash<QString, Timestamp> groups = {};     ///< by ErrorGroup::key
};

/// Where there is no history, or it may not be read, none is known to be new. Blocks.
/// @param known  is brought up to date; borrowed. Of another history: is read anew.
[[nodiscard]] Result<NewErrors> readNewErrors(Session &session, const QString &schema,
                                              FirstFailures *known);

} // namespace yardmaster

#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/diagnosis/queueuse.h"
#include "models/session/schemaprobe.h"
#include <yardmaster/connectionsettings.h>

#include <functional>

namespace yardmaster {

class ReadControl;

/// Who is told of checks, on the thread that makes them. Both are set.
struct CheckObserver
{
    std::function<void(const QString &name)> onBegin;
    std::function<void(const QueueCheck &check)> onFound;
};

/// Looks at a server and a queue as `use` needs them: pooler, versions, schema, rights, clock,
/// connections, indexes, vacuum, workers and tasks. Changes nothing. The limits and advice are
/// those of the window's maintenance and workers pages. Long operations are none of its statements;
/// that for locked jobs gives up after ten seconds.
/// @param probe  of this session.   @param control  may be null.
/// Blocks; the session's thread. Errors: ConnectionLost; Cancelled by `control`. What cannot be
/// read for other reasons is a finding.
[[nodiscard]] Result<void> diagnoseQueue(Session &session, const ConnectionSettings &settings,
                                         const SchemaProbe &probe, QueueUse use,
                                         const ReadControl *control, const CheckObserver &observer);

} // namespace yardmaster

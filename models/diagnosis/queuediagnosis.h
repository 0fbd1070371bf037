#pragma once

#include "models/diagnosis/queuecheck.h"
#include "models/diagnosis/queueuse.h"
#include "models/session/schemaprobe.h"
#include <yardmaster/connectionsettings.h>

#include <QList>

namespace yardmaster {

/// Looks at a server and a queue as `use` needs them: pooler, versions, schema, rights, clock,
/// connections, indexes, vacuum, workers and tasks. Changes nothing. The limits and advice are
/// those of the window's maintenance and workers pages. Long operations are none of its statements;
/// that for locked jobs gives up after ten seconds.
/// @param probe  of this session.
/// Blocks; the session's thread. Errors: ConnectionLost; what cannot be read for other reasons is a
/// finding.
[[nodiscard]] Result<QList<QueueCheck>> diagnoseQueue(Session &session,
                                                      const ConnectionSettings &settings,
                                                      const SchemaProbe &probe, QueueUse use);

} // namespace yardmaster

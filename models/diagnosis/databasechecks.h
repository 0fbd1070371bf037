#pragma once

#include "models/diagnosis/queuediagnosis.h"

namespace yardmaster {

/// Everything `doctor` looks at, see kQueueChecks: the steps of the test of a connection, then
/// those of diagnoseQueue() on a session of its own. Ends with the first step that fails, and where
/// the server goes away. Changes nothing. Blocks, for minutes at worst; a thread without event
/// loop.
void checkDatabase(const ConnectionSettings &connection, const QString &schema, QueueUse use,
                   ReadControl &control, const CheckObserver &observer);

} // namespace yardmaster

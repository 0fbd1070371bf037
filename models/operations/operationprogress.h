#pragma once

#include "models/operations/operationrecord.h"

namespace yardmaster {

/// How far an operation is. A value.
struct OperationProgress
{
    OperationTotals totals;
    qint64 expected = -1; ///< jobs in the scope, if they were counted
    double perSecond = 0; ///< jobs dealt with, since this run began, pauses included
    QString trouble;      ///< what keeps it from continuing right now; empty: nothing
};

/// How a run of an operation ended.
struct OperationOutcome
{
    OperationState state = OperationState::Unfinished;
    std::optional<DbError> error; ///< why it stopped, if it was neither done nor asked to
    OperationTotals totals;
};

} // namespace yardmaster

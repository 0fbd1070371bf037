#pragma once

#include "models/query/operationspec.h"

#include <QString>

namespace yardmaster {

/// The verb as a title: "Fail for good".
[[nodiscard]] QString operationVerb(OperationKind kind);
/// What it says on the button: "Fail 4,812 jobs", "Retry job 42". @param jobs  negative: unknown.
[[nodiscard]] QString operationButton(OperationKind kind, qint64 jobs, bool isCapped);
/// What happens to the jobs, one or two sentences.
[[nodiscard]] QString operationConsequence(OperationKind kind);
/// Whether it can be taken back, one sentence.
[[nodiscard]] QString undoSentence(OperationKind kind);
/// That a server may not be the one where an operation was done, and what that means.
[[nodiscard]] QString uncertainServerSentence();
/// It deletes jobs or ends their chances.
[[nodiscard]] bool isDestructive(OperationKind kind);

} // namespace yardmaster

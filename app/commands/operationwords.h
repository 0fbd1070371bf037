#pragma once

#include "models/operations/operationpreview.h"
#include "models/operations/operationprogress.h"

namespace yardmaster {

/// What an operation is about to touch, as a person is shown it before it begins.
[[nodiscard]] QString previewText(const OperationPreview &preview);
/// The same as one JSON object on a line.
[[nodiscard]] QByteArray previewJson(const OperationPreview &preview);

/// {"changed":…,"skipped":…,"gone":…,"errors":…}
[[nodiscard]] QByteArray totalsJson(const OperationTotals &totals);

/// operationTitle() for a terminal or a file.
[[nodiscard]] QString plainTitle(const OperationSpec &spec);

/// Where it is not certain that this server is the one that the operation began on.
[[nodiscard]] QString uncertainServerText();

/// "unfinished", "finished", "cancelled".
[[nodiscard]] QString operationStateWord(OperationState state);

} // namespace yardmaster

#pragma once

#include <yardmaster/jobspec.h>
#include <yardmaster/logger.h>
#include <yardmaster/taskoutcome.h>

#include <QByteArrayView>
#include <QJsonObject>

#include <optional>
#include <vector>

namespace yardmaster {

/// @name Parts of messages of a task host, see resources/manual/task-hosts.md. Given as the JSON of
/// each item, which must be valid; what has another type than expected is taken for empty.
/// @{

/// A string; of other items, their JSON.
[[nodiscard]] QString messageText(QByteArrayView json);
[[nodiscard]] QJsonObject messageObject(QByteArrayView json);
/// Unknown names are Info.
[[nodiscard]] LogLevel messageLevel(QByteArrayView json);
/// @param result  [run, error, payload, options], the last two optional.
[[nodiscard]] TaskOutcome messageFailure(const std::vector<QByteArrayView> &result);
/// @param item       [identifier, payload, options].
/// @param preserves  of add_jobs; unset: it is for add_job.
/// Errors: InvalidInput.
[[nodiscard]] Result<JobSpec> messageSpec(QByteArrayView item, std::optional<bool> preserves);
/// @}

} // namespace yardmaster

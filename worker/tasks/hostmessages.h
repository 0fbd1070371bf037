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

/// The items of a message; nullopt if it is none: one array of valid JSON that begins with a
/// string.
[[nodiscard]] std::optional<std::vector<QByteArrayView>> messageItems(QByteArrayView text);
/// The items of an array, which may be empty, as those of `["done", [result, …]]`; of what is none,
/// nothing. Payloads may be nested as deeply as PostgreSQL accepts them.
[[nodiscard]] std::vector<QByteArrayView> itemsIn(QByteArrayView array);
/// A string; of other items, their JSON.
[[nodiscard]] QString messageText(QByteArrayView json);
[[nodiscard]] QJsonObject messageObject(QByteArrayView json);
/// The number of a run; 0: it is none.
[[nodiscard]] quint64 messageRun(QByteArrayView json);
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

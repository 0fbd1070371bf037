#pragma once

#include "models/operations/operationbatch.h"

#include <QByteArray>
#include <QJsonObject>

namespace yardmaster {

/// Appends UTF-8 text as a JSON string; nullopt as null.
void appendJson(QByteArray *json, const std::optional<QByteArray> &utf8);

/// How much of a job goes into a line.
enum class ImageDetail {
    Numbers, ///< what a log needs: no payloads, no errors
    Full,    ///< what it takes to put the job back
};

/// `[[id,run_at,priority,attempts,max_attempts,last_error,[…]],…]`, times in microseconds.
[[nodiscard]] QByteArray imagesJson(std::span<const JobImage> jobs, ImageDetail detail);
[[nodiscard]] QByteArray idsJson(std::span<const qint64> ids);

/// A whole batch as one line without newline, and back.
[[nodiscard]] QByteArray batchLine(const OperationBatch &batch);
[[nodiscard]] OperationBatch batchFromLine(const QJsonObject &object);

} // namespace yardmaster

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace yardmaster {

enum class ExportFormat {
    Csv,    ///< RFC 4180: CRLF, a header, quotes where needed
    Json,   ///< one array, an object a line
    NdJson, ///< an object a line
};

/// What of a job is exported, under the names graphile-worker gives it.
enum class ExportColumn {
    Id,
    State,
    Task,
    Queue,
    Key,
    Priority,
    RunAt,
    Attempts,
    MaxAttempts,
    LastError,
    CreatedAt,
    UpdatedAt,
    LockedAt,
    LockedBy,
    Revision,
    Flags,
    Payload,
};
inline constexpr int kExportColumns = 17;

/// "csv", "json", "ndjson"; also the file's suffix.
[[nodiscard]] QString exportFormatName(ExportFormat format);
[[nodiscard]] std::optional<ExportFormat> exportFormatFrom(const QString &name);

/// "id", "task_identifier", "last_error"…: the header of a CSV file, the key of a JSON object.
[[nodiscard]] QByteArray exportColumnName(ExportColumn column);
[[nodiscard]] std::optional<ExportColumn> exportColumnFrom(const QString &name);
/// All in order.
[[nodiscard]] QList<ExportColumn> allExportColumns();

} // namespace yardmaster

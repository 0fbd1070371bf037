#pragma once

#include <yardmaster/rows.h>
#include <yardmaster/timestamp.h>

#include <optional>

namespace yardmaster {

/// A column of microseconds since 1970, as statements of ours give times. Not for NULL.
[[nodiscard]] inline Timestamp timestampAt(const Rows &rows, int row, int column)
{
    return Timestamp(std::chrono::microseconds(rows.int64(row, column)));
}

/// The same; unset for NULL.
[[nodiscard]] inline std::optional<Timestamp> timestampOrNone(const Rows &rows, int row, int column)
{
    return rows.isNull(row, column) ? std::nullopt : std::optional(timestampAt(rows, row, column));
}

} // namespace yardmaster

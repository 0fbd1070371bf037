#pragma once

#include "models/query/filter.h"
#include "models/query/jobrow.h"

#include <QVariant>

#include <optional>

namespace yardmaster {

/// What a list of jobs can show of each, in the order it shows it at first.
enum class JobColumn {
    State,
    Id,
    Task,
    Queue,
    RunAt,
    Attempts,
    Age,
    Priority,
    Key,
    LockedBy,
    Flags,
    Error,
};
inline constexpr int kJobColumns = 12;

/// Columns that an operator added, each for one place of the payload, come behind those.
[[nodiscard]] inline bool isPayloadColumn(JobColumn column)
{
    return int(column) >= kJobColumns;
}
[[nodiscard]] inline JobColumn payloadColumn(int place)
{
    return JobColumn(kJobColumns + place);
}
/// Of a payload column; unread if there is none.
[[nodiscard]] PayloadCell payloadCellOf(const JobRow &job, JobColumn column);

/// Not of payload columns, see JobsModel::columnTitle().
[[nodiscard]] QString jobColumnTitle(JobColumn column);
/// Whether a list can be put in the order of the column, and why not; one or two sentences.
[[nodiscard]] QString jobColumnOrdering(JobColumn column);
[[nodiscard]] bool isNumeric(JobColumn column);
/// One line. @param now  for relative times.
[[nodiscard]] QString jobCellText(const JobRow &job, JobColumn column, Timestamp now);
/// All there is to say: absolute times, the whole text; empty if the cell shows it.
[[nodiscard]] QString jobCellToolTip(const JobRow &job, JobColumn column);
/// For sorting and export: numbers as numbers, times in microseconds since 1970 or null.
[[nodiscard]] QVariant jobCellValue(const JobRow &job, JobColumn column);
/// The cell as a filter asks for it; nullopt if it cannot. Not of payload columns, see
/// JobsModel::cellTerm().
[[nodiscard]] std::optional<FilterTerm> jobCellTerm(const JobRow &job, JobColumn column);
/// "Job 812, send_email, Failed for good", for screen readers.
[[nodiscard]] QString jobDescription(const JobRow &job);

} // namespace yardmaster

#pragma once

#include "models/query/filter.h"
#include "models/query/jobrow.h"
#include "models/tables/column.h"

#include <QList>

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
/// Which order of the list a click on a column's header asks for.
enum class JobOrdering {
    None,
    ById,   ///< newest or oldest first
    Pickup, ///< in which workers take waiting jobs
};

/// A column of a list of jobs: all that is known of it, in one entry of jobColumns().
struct JobColumnEntry : TableColumn<JobRow>
{
    QString field; ///< what copied rows call it
    /// The cell as a filter asks for it. Null: it cannot.
    std::function<std::optional<FilterTerm>(const JobRow &)> term{};
    JobOrdering ordering = JobOrdering::None;
    bool isUsual = true; ///< shown at first
    bool isTime = false; ///< `raw` is microseconds since 1970
};

/// Those in the order of JobColumn, then one for each place of the payload.
[[nodiscard]] QList<JobColumnEntry> jobColumns(const QList<QStringList> &payloadPaths = {});
/// Whether a list can be put in that order, and why not; one or two sentences.
[[nodiscard]] QString jobOrderingSentence(JobOrdering ordering);
/// When a job is due, seen from now: "in 4 min", "3 h ago", "never".
[[nodiscard]] QString relativeTime(Timestamp time);
/// "Job 812, send_email, Failed for good", for screen readers.
[[nodiscard]] QString jobDescription(const JobRow &job);

} // namespace yardmaster

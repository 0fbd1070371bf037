#pragma once

#include "models/query/filtersql.h"
#include <yardmaster/result.h>

#include <chrono>
#include <span>

namespace yardmaster {

class Session;

/// What jobs can be grouped by, in the order to offer it: keys of filters, so that a group is a
/// term. Errors are grouped by their first line, flags one by one.
[[nodiscard]] std::span<const FilterKey> groupingKeys();
/// "task", "locked-by": as files, links and settings say it; it is what filters call it.
[[nodiscard]] QString groupingName(FilterKey grouping);
/// Unset for an empty name, and for one that is not known: then a warning is logged.
[[nodiscard]] std::optional<FilterKey> groupingFromName(const QString &name);

/// The jobs of a filter that have something in common. A value.
struct JobGroup
{
    enum class Kind {
        All,     ///< the jobs of the filter, in whatever group
        Valued,  ///< those with `value`
        None,    ///< those without any, e.g. without a queue
        Unnamed, ///< its value has no name: the row of its queue is missing, its flags are a number
    };

    Kind kind = Kind::Valued;
    QString value;              ///< the name of a state, a number, the beginning of a first line
    std::optional<qint64> jobs; ///< unset: not among the largest groups
    std::optional<Timestamp> runAt; ///< of the one that is due first
    /// What, beside the filter, finds the jobs of this group and no others. Unset: all jobs, or a
    /// filter cannot say it; then `obstacle` says why not, in a sentence.
    std::optional<FilterTerm> term;
    QString obstacle;

    [[nodiscard]] bool operator==(const JobGroup &) const = default;
};

/// How the jobs of a filter divide. A value.
struct JobGroups
{
    JobGroup all;            ///< of Kind::All
    QList<JobGroup> largest; ///< kGroupCap at most, the largest first
    qint64 groups = 0;       ///< those that are not listed, too

    [[nodiscard]] bool isCut() const { return largest.size() < groups; }
};

inline constexpr int kGroupCap = 200;
/// Of the first line of an error, characters that count.
inline constexpr int kErrorLineLength = 200;

/// Counts them by one statement, in a short transaction that can only read, on one processor of the
/// server. Blocks.
/// @param context  its stale workers are read anew.   @param patience  for the statement.
/// Errors: Cancelled if it took too long; InvalidInput for a pattern the server does not know.
[[nodiscard]] Result<JobGroups> readJobGroups(Session &session, FilterContext context,
                                              const Filter &filter, FilterKey grouping,
                                              std::chrono::milliseconds patience);

/// The filter whose jobs are those of `filter` for which `term` holds, too: never others.
[[nodiscard]] Filter filterOfGroup(Filter filter, const FilterTerm &term);

} // namespace yardmaster

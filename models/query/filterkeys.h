#pragma once

#include "models/query/filter.h"
#include "models/values/jobstate.h"

#include <optional>
#include <span>

namespace yardmaster {

/// What kind of values a key is compared with.
enum class FilterType { State, Outcome, Name, Text, Number, Duration, Time, Json };

/// How a key is spelled and what may be asked about it.
struct FilterKeyInfo
{
    FilterKey key;
    FilterType type;
    QLatin1StringView name;
    const char *example; ///< a whole term
    const char *meaning; ///< one sentence, to be translated in the context "Filter"
};

/// Every key of a language, in the order to offer them.
[[nodiscard]] std::span<const FilterKeyInfo> filterKeys(FilterLanguage language
                                                        = FilterLanguage::Jobs);
/// Name and type of a key are the same in all languages that have it.
[[nodiscard]] const FilterKeyInfo &filterKeyInfo(FilterKey key);
/// By name, in any case, also as some people spell it (`run_at`); nullptr if there is no such key.
[[nodiscard]] const FilterKeyInfo *findFilterKey(QStringView name,
                                                 FilterLanguage language = FilterLanguage::Jobs);

[[nodiscard]] QLatin1StringView filterOperatorText(FilterOperator op);
[[nodiscard]] bool allowsOperator(FilterKey key, bool hasPath, FilterOperator op);

/// The states a job in the table can have, with the word a filter uses ("failed").
struct FilterState
{
    JobState state;
    QLatin1StringView name;
};
[[nodiscard]] std::span<const FilterState> filterStates();
[[nodiscard]] std::optional<JobState> findFilterState(QStringView name);
[[nodiscard]] QLatin1StringView filterStateName(JobState state);

/// The one of `known` that is most likely meant by `typed`; empty if none is close.
[[nodiscard]] QString closestName(const QString &typed, const QStringList &known);

} // namespace yardmaster

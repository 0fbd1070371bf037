#pragma once

#include "models/query/filter.h"
#include "models/values/count.h"

#include <QSet>

#include <optional>

namespace yardmaster {

/// Which jobs a person has chosen: some ids, or everything that matches a filter but for some ids.
/// Kept apart from any view, so that it survives refreshes, scrolling and other filters. A value.
class JobSelection final
{
public:
    void clear() { *this = {}; }
    void set(qint64 id, bool isSelected);
    void toggle(qint64 id) { set(id, !contains(id)); }
    /// Everything that matches `filter`, loaded or not.
    void selectAllMatching(const Filter &filter);

    /// @param matchesFilter  whether the job passes filter(), for one that is not chosen by id.
    [[nodiscard]] bool contains(qint64 id, bool matchesFilter = true) const
    {
        return m_filter ? matchesFilter && !m_ids.contains(id) : m_ids.contains(id);
    }
    /// Whether jobs that pass `shown` are known to pass filter() too: it asks for the same or more.
    [[nodiscard]] bool covers(const Filter &shown) const;
    [[nodiscard]] bool isEmpty() const { return !m_filter && m_ids.isEmpty(); }
    [[nodiscard]] bool isAllMatching() const { return m_filter.has_value(); }
    /// Of "all matching".
    [[nodiscard]] const std::optional<Filter> &filter() const { return m_filter; }
    /// The chosen ones, or with "all matching" the exceptions.
    [[nodiscard]] const QSet<qint64> &ids() const { return m_ids; }
    /// @param matching  how many match the filter, as far as it is known.
    [[nodiscard]] Count count(const Count &matching) const;

    [[nodiscard]] bool operator==(const JobSelection &) const = default;

private:
    QSet<qint64> m_ids;
    std::optional<Filter> m_filter;
};

} // namespace yardmaster

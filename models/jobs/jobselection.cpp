#include "models/jobs/jobselection.h"

#include <algorithm>

namespace yardmaster {

void JobSelection::set(qint64 id, bool isSelected)
{
    if (isSelected != m_filter.has_value())
        m_ids.insert(id);
    else
        m_ids.remove(id);
}

void JobSelection::selectAllMatching(const Filter &filter)
{
    m_ids.clear();
    m_filter = filter;
}

bool JobSelection::covers(const Filter &shown) const
{
    return m_filter && std::ranges::all_of(m_filter->terms, [&shown](const FilterTerm &term) {
               return shown.terms.contains(term);
           });
}

Count JobSelection::count(const Count &matching) const
{
    if (!m_filter)
        return {m_ids.size()};
    if (!matching.value)
        return {};
    return {std::max<qint64>(*matching.value - m_ids.size(), 0), matching.precision};
}

} // namespace yardmaster

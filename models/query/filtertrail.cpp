#include "models/query/filtertrail.h"

#include <utility>

namespace yardmaster {

void FilterTrail::visit(const QString &filter, Visit visit)
{
    const bool isSame = m_filters.at(m_at) == filter;
    const bool isPassing = visit == Visit::Passing;
    if (!isSame && isPassing && m_isPassing) {
        m_filters[m_at] = filter; // what it was on the way is not worth going back to
    } else if (!isSame) {
        m_filters = m_filters.first(m_at + 1);
        m_filters << filter;
        if (m_filters.size() > kLongest)
            m_filters.removeFirst();
        m_at = m_filters.size() - 1;
    }
    m_isPassing = isPassing && (m_isPassing || !isSame);
}

bool FilterTrail::settle()
{
    return std::exchange(m_isPassing, false);
}

std::optional<QString> FilterTrail::move(int steps)
{
    const qsizetype next = m_at + steps;
    if (next < 0 || next >= m_filters.size())
        return std::nullopt;
    m_at = next;
    return m_filters.at(next);
}

} // namespace yardmaster

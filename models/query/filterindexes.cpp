#include "models/query/filterindexes.h"

#include "models/query/filtercost.h"

namespace yardmaster {

QList<SupportingIndex> helpfulIndexes(const Filter &filter, const QSet<SupportingIndex> &indexes)
{
    QList<SupportingIndex> helpful;
    const JobOrder order = naturalOrder(filter);
    if (filterCost(termCosts(filter, order, indexes)) != FilterCost::Scan)
        return helpful;
    for (const FilterTerm &term : filter.terms) {
        for (const SupportingIndex index : {SupportingIndex::Failed, SupportingIndex::Locked,
                                            SupportingIndex::Waiting, SupportingIndex::KeyPrefix}) {
            QSet<SupportingIndex> more = indexes;
            more << index;
            const bool helps = termCosts({{term}}, order, more).first().cost == FilterCost::Indexed;
            if (helps && !indexes.contains(index) && !helpful.contains(index))
                helpful << index;
        }
    }
    return helpful;
}

} // namespace yardmaster

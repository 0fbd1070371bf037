#include "models/query/filtercost.h"

#include "models/query/filterkeys.h"
#include "models/query/filtertext.h"

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

namespace {

bool isWaiting(JobState state)
{
    return state == JobState::Ready || state == JobState::Scheduled || state == JobState::Retrying
        || state == JobState::Blocked || state == JobState::Forbidden;
}

template <typename Predicate> bool allStates(const FilterTerm &term, Predicate predicate)
{
    return term.key == FilterKey::State && !term.isNegated
        && std::ranges::all_of(term.values, [&predicate](const FilterValue &value) {
               return predicate(*findFilterState(value.text()));
           });
}

TermCost stateCost(const FilterTerm &term, JobOrder order, const QSet<SupportingIndex> &indexes)
{
    if (allStates(term, [](JobState state) { return state == JobState::FailedForGood; })) {
        if (indexes.contains(SupportingIndex::Failed))
            return {FilterCost::Indexed, FilterText::tr("A dedicated index covers failed jobs.")};
        return {FilterCost::Scan, FilterText::tr("No index covers failed jobs; one can be added.")};
    }
    const auto isTaken
        = [](JobState state) { return state == JobState::Running || state == JobState::Stuck; };
    if (allStates(term, isTaken)) {
        if (indexes.contains(SupportingIndex::Locked))
            return {FilterCost::Indexed, FilterText::tr("A dedicated index covers locked jobs.")};
        return {FilterCost::Scan, FilterText::tr("No index covers locked jobs; one can be added.")};
    }
    if (allStates(term, isWaiting)) {
        if (order == JobOrder::Pickup)
            return {FilterCost::Indexed,
                    FilterText::tr("The workers' own index covers waiting jobs.")};
        return {FilterCost::Scan, FilterText::tr("Waiting jobs are only indexed in fetch order.")};
    }
    return {FilterCost::Scan, FilterText::tr("No index covers this combination of states.")};
}

TermCost keyCost(const FilterTerm &term, const QSet<SupportingIndex> &indexes)
{
    if (term.op == FilterOperator::Matches || term.isNegated)
        return {FilterCost::Scan, FilterText::tr("Every key has to be read.")};
    bool hasPrefix = false;
    for (const FilterValue &value : term.values) {
        if (value.text().isEmpty())
            return {FilterCost::Scan,
                    value.hasWildcard()
                        ? FilterText::tr("With a leading *, every key has to be read.")
                        : FilterText::tr("No index covers jobs without a key.")};
        hasPrefix |= value.hasWildcard();
    }
    if (!hasPrefix)
        return {FilterCost::Indexed, FilterText::tr("Keys are unique and indexed.")};
    if (indexes.contains(SupportingIndex::KeyPrefix))
        return {FilterCost::Indexed, FilterText::tr("A dedicated index finds keys by prefix.")};
    return {
        FilterCost::Scan,
        FilterText::tr("The index on keys finds whole keys only; one for prefixes can be added.")};
}

TermCost costAlone(const FilterTerm &term, JobOrder order, const QSet<SupportingIndex> &indexes)
{
    switch (term.key) {
    case FilterKey::Id:
        if (term.isNegated)
            return {FilterCost::Scan, FilterText::tr("All but these: nearly the whole table.")};
        return {FilterCost::Indexed, FilterText::tr("Ids are indexed.")};
    case FilterKey::Key:
        return keyCost(term, indexes);
    case FilterKey::State:
        return stateCost(term, order, indexes);
    case FilterKey::Payload:
        return {FilterCost::Scan, FilterText::tr("Payloads are read one by one.")};
    case FilterKey::Error:
        return {FilterCost::Scan, FilterText::tr("Errors are read one by one.")};
    default:
        return {FilterCost::Scan, FilterText::tr("No index covers this.")};
    }
}

} // namespace

bool asksForWaitingOnly(const Filter &filter)
{
    return std::ranges::any_of(filter.terms,
                               [](const FilterTerm &term) { return allStates(term, isWaiting); });
}

JobOrder naturalOrder(const Filter &filter)
{
    return asksForWaitingOnly(filter) ? JobOrder::Pickup : JobOrder::NewestFirst;
}

QList<TermCost> termCosts(const Filter &filter, JobOrder order,
                          const QSet<SupportingIndex> &indexes)
{
    QList<TermCost> costs;
    QString helper;
    for (const FilterTerm &term : filter.terms) {
        costs << costAlone(term, order, indexes);
        if (costs.last().cost == FilterCost::Indexed && helper.isEmpty())
            helper = term.text();
    }
    if (helper.isEmpty())
        return costs;
    for (TermCost &cost : costs) {
        if (cost.cost == FilterCost::Scan)
            cost = {FilterCost::Bounded,
                    FilterText::tr("Only checked for the jobs that %1 leaves.").arg(helper)};
    }
    return costs;
}

FilterCost filterCost(const QList<TermCost> &costs)
{
    FilterCost worst = FilterCost::Indexed;
    for (const TermCost &cost : costs)
        worst = std::max(worst, cost.cost);
    return worst;
}

} // namespace yardmaster

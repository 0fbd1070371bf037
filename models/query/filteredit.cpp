#include "models/query/filteredit.h"

#include "models/query/filterkeys.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// A job can have several flags, so two terms about flags can both hold.
bool hasSeveral(FilterKey key)
{
    return key == FilterKey::Flag;
}

bool isList(const FilterTerm &term)
{
    return term.op == FilterOperator::Is || term.op == FilterOperator::Equals;
}

/// Takes the values of `unwanted` out of `term`. @returns whether any are left.
bool removeValues(FilterTerm *term, const FilterTerm &unwanted)
{
    term->values.removeIf(
        [&unwanted](const FilterValue &value) { return unwanted.values.contains(value); });
    return !term->values.isEmpty();
}

void removeFrom(Filter *filter, const FilterTerm &unwanted, bool isNegated)
{
    QList<FilterTerm> kept;
    for (FilterTerm &term : filter->terms) {
        const bool isConcerned
            = term.isAbout(unwanted) && term.isNegated == isNegated && term.op == unwanted.op;
        if (!isConcerned || removeValues(&term, unwanted))
            kept << term;
    }
    filter->terms = kept;
}

} // namespace

std::optional<FilterTerm> termForValue(FilterKey key, const QString &text)
{
    FilterTerm term{false, key, {}, FilterOperator::Is, {FilterValue::exactly(text)}, {}};
    switch (filterKeyInfo(key).type) {
    case FilterType::State:
        return findFilterState(text) ? std::optional(term) : std::nullopt;
    case FilterType::Name:
        return term;
    case FilterType::Text:
        term.op = text.isEmpty() ? FilterOperator::Is : FilterOperator::Equals;
        return term;
    case FilterType::Number: {
        bool isNumber = false;
        term.values.first().pieces.first() = QString::number(text.toLongLong(&isNumber));
        return isNumber ? std::optional(term) : std::nullopt;
    }
    case FilterType::Outcome:
    case FilterType::Duration:
    case FilterType::Time:
    case FilterType::Json:
        return std::nullopt;
    }
    Q_UNREACHABLE();
}

FilterTerm termForPayload(const QStringList &path, const QString &text)
{
    return {false,
            FilterKey::Payload,
            path,
            path.isEmpty() ? FilterOperator::Is : FilterOperator::Equals,
            {FilterValue::exactly(text)},
            {}};
}

QString payloadPathText(const QStringList &path)
{
    const QString term = termForPayload(path, u"x"_s).text();
    return term.chopped(2);
}

QString escapedPattern(const QString &text)
{
    QString result;
    for (const QChar c : text) {
        if (u"\\^$.[](){}|*+?"_s.contains(c))
            result += u'\\';
        result += c;
    }
    return result;
}

Filter filterWith(Filter filter, const FilterTerm &term)
{
    if (term.isNegated) {
        FilterTerm wanted = term;
        wanted.isNegated = false;
        return filterWithout(std::move(filter), wanted);
    }
    removeFrom(&filter, term, true);
    const bool isReplacing = isList(term) && !hasSeveral(term.key);
    for (FilterTerm &old : filter.terms) {
        if (old == term)
            return filter;
        if (isReplacing && !old.isNegated && old.isAbout(term) && isList(old)) {
            old = term;
            return filter;
        }
    }
    filter.terms << term;
    return filter;
}

Filter filterWithout(Filter filter, const FilterTerm &term)
{
    removeFrom(&filter, term, false);
    for (FilterTerm &old : filter.terms) {
        if (!old.isNegated || !old.isAbout(term) || old.op != term.op || !isList(term))
            continue;
        for (const FilterValue &value : term.values) {
            if (!old.values.contains(value))
                old.values << value;
        }
        return filter;
    }
    FilterTerm excluding = term;
    excluding.isNegated = true;
    filter.terms << excluding;
    return filter;
}

} // namespace yardmaster

#include "models/query/filtercompletion.h"

#include "models/query/filterkeys.h"
#include "models/query/filtertext.h"
#include "models/query/filtertokenizer.h"
#include "models/values/pastoutcome.h"

#include <QCoreApplication>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QList<FilterCandidate> keysBeginningWith(const QString &beginning, FilterLanguage language)
{
    QList<FilterCandidate> candidates;
    for (const FilterKeyInfo &info : filterKeys(language)) {
        if (!QString(info.name).startsWith(beginning, Qt::CaseInsensitive))
            continue;
        const bool isOrdered = info.type == FilterType::Number || info.type == FilterType::Duration
            || info.type == FilterType::Time;
        const bool isPlace = info.type == FilterType::Json;
        const QString suffix = isPlace               ? u"."_s
            : isOrdered && info.key != FilterKey::Id ? QString()
                                                     : u":"_s;
        candidates << FilterCandidate{info.name + suffix, FilterText::tr(info.meaning)};
    }
    return candidates;
}

QString operatorMeaning(FilterKey key, FilterOperator op)
{
    const FilterType type = filterKeyInfo(key).type;
    switch (op) {
    case FilterOperator::Is:
        return type == FilterType::Text ? FilterText::tr("contains")
            : type == FilterType::Number || type == FilterType::Duration || type == FilterType::Time
            ? FilterText::tr("is, or is within a range a..b")
            : FilterText::tr("is, or with * matches");
    case FilterOperator::Equals:
        return FilterText::tr("is exactly");
    case FilterOperator::Less:
        return type == FilterType::Time ? FilterText::tr("is before")
                                        : FilterText::tr("is less than");
    case FilterOperator::LessOrEqual:
        return type == FilterType::Time ? FilterText::tr("is not after")
                                        : FilterText::tr("is at most");
    case FilterOperator::Greater:
        return type == FilterType::Time ? FilterText::tr("is after")
                                        : FilterText::tr("is more than");
    case FilterOperator::GreaterOrEqual:
        return type == FilterType::Time ? FilterText::tr("is not before")
                                        : FilterText::tr("is at least");
    case FilterOperator::Matches:
        return FilterText::tr("matches a regular expression");
    }
    Q_UNREACHABLE();
}

QList<FilterCandidate> operatorsOf(FilterKey key, bool hasPath)
{
    QList<FilterCandidate> candidates;
    for (const FilterOperator op :
         {FilterOperator::Is, FilterOperator::Less, FilterOperator::LessOrEqual,
          FilterOperator::Greater, FilterOperator::GreaterOrEqual, FilterOperator::Equals,
          FilterOperator::Matches}) {
        if (allowsOperator(key, hasPath, op))
            candidates << FilterCandidate{filterOperatorText(op), operatorMeaning(key, op)};
    }
    return candidates;
}

QList<FilterCandidate> valuesOf(FilterKey key, FilterOperator op, const QString &beginning,
                                const FilterNames &names)
{
    QList<FilterCandidate> candidates;
    switch (filterKeyInfo(key).type) {
    case FilterType::State:
        for (const FilterState &state : filterStates()) {
            if (QString(state.name).startsWith(beginning, Qt::CaseInsensitive))
                candidates << FilterCandidate{state.name, jobStateMeaning(state.state)};
        }
        break;
    case FilterType::Outcome:
        for (const PastOutcomeInfo &outcome : pastOutcomes()) {
            if (QString(outcome.name).startsWith(beginning, Qt::CaseInsensitive))
                candidates << FilterCandidate{
                    outcome.name,
                    outcome.outcome == PastOutcome::AttemptFailed
                        ? FilterText::tr("An attempt failed, whether it was the last one or not.")
                        : pastOutcomeMeaning(outcome.outcome)};
        }
        break;
    case FilterType::Time:
        for (const QLatin1StringView time :
             {"today"_L1, "yesterday"_L1, "tomorrow"_L1, "now"_L1, "now-10m"_L1, "now-1h"_L1,
              "now-1d"_L1, "now-7d"_L1, "now+1h"_L1, "now+1d"_L1}) {
            // Nothing is at this very moment.
            const bool isMoment = time.startsWith("now"_L1);
            if (QString(time).startsWith(beginning, Qt::CaseInsensitive)
                && (op != FilterOperator::Is || !isMoment))
                candidates << FilterCandidate{time, {}};
        }
        break;
    case FilterType::Name:
        if (names) {
            for (const QString &name : names(key, beginning)) {
                const FilterTerm term{
                    false, key, {}, FilterOperator::Is, {FilterValue::exactly(name)}, {}};
                candidates << FilterCandidate{
                    term.text().sliced(filterKeyInfo(key).name.size() + 1), {}};
            }
        }
        break;
    case FilterType::Text:
    case FilterType::Number:
    case FilterType::Duration:
    case FilterType::Json:
        break;
    }
    return candidates;
}

} // namespace

FilterCompletion completeFilter(const QString &text, qsizetype cursor, const FilterNames &names,
                                FilterLanguage language)
{
    cursor = std::clamp<qsizetype>(cursor, 0, text.size());
    QList<FilterError> ignored;
    const auto terms = tokenizeFilter(QStringView(text).first(cursor), &ignored);
    FilterCompletion completion;
    completion.replaced = {cursor, cursor};
    const bool isInTerm
        = !terms.isEmpty() && terms.last().span.end == cursor && terms.last().span.begin < cursor;
    if (!isInTerm) {
        completion.candidates = keysBeginningWith({}, language);
        return completion;
    }
    const RawFilterTerm &term = terms.last();
    if (term.op.isEmpty()) {
        const QString word = text.sliced(term.keySpan.begin, cursor - term.keySpan.begin);
        completion.replaced.begin = term.keySpan.begin;
        completion.candidates = keysBeginningWith(word, language);
        const bool isPlace
            = word.startsWith("payload."_L1, Qt::CaseInsensitive) && !word.endsWith(u'.');
        const FilterKeyInfo *info = findFilterKey(isPlace ? u"payload"_s : word, language);
        if (info) { // the key is complete
            completion.replaced.begin = cursor;
            completion.candidates = operatorsOf(info->key, isPlace);
        }
        return completion;
    }
    const FilterKeyInfo *info = findFilterKey(term.key, language);
    if (!info)
        return completion;
    FilterOperator op = FilterOperator::Is;
    for (const FilterOperator candidate :
         {FilterOperator::Equals, FilterOperator::Less, FilterOperator::LessOrEqual,
          FilterOperator::Greater, FilterOperator::GreaterOrEqual, FilterOperator::Matches}) {
        if (filterOperatorText(candidate) == term.op)
            op = candidate;
    }
    const RawFilterValue &value = term.values.last();
    completion.replaced.begin = value.span.begin;
    completion.candidates = valuesOf(info->key, op, value.text, names);
    return completion;
}

} // namespace yardmaster

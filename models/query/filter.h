#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace yardmaster {

/// A part of the text a person typed: characters [begin, end).
struct TextSpan
{
    qsizetype begin = 0;
    qsizetype end = 0;

    [[nodiscard]] bool operator==(const TextSpan &) const = default;
};

/// What is filtered, and so which keys there are: see filterKeys().
enum class FilterLanguage {
    Jobs, ///< in the table
    Runs, ///< in the history
};

/// What a term of a filter is about.
enum class FilterKey {
    State,
    Task,
    Queue,
    Key,
    Flag,
    LockedBy,
    Error,
    Id,
    Priority,
    Attempts,
    MaxAttempts,
    Revision,
    Run,
    Created,
    Updated,
    Locked,
    Payload,
    // Of runs only.
    Outcome,
    Worker,
    Finished,
    Started,
    Took,
    Wait,
    Attempt,
};

enum class FilterOperator {
    Is,             ///< ":"  is, is like (with *), is within
    Equals,         ///< "="  is exactly; * means itself
    Less,           ///< "<"
    LessOrEqual,    ///< "<="
    Greater,        ///< ">"
    GreaterOrEqual, ///< ">="
    Matches,        ///< "~"  a regular expression finds something in it
};

/// One value of a term, as text that is known to be good for the term's key.
struct FilterValue
{
    QStringList pieces;   ///< split at the wildcards; one piece: there is none
    bool isRange = false; ///< then `pieces` has the two ends, each empty if open
    TextSpan span;        ///< where it was written; {} if it was not

    [[nodiscard]] static FilterValue exactly(const QString &text) { return {{text}, false, {}}; }
    [[nodiscard]] bool hasWildcard() const { return !isRange && pieces.size() > 1; }
    [[nodiscard]] const QString &text() const { return pieces.first(); }
    /// The same value, wherever it is written.
    [[nodiscard]] bool operator==(const FilterValue &other) const
    {
        return pieces == other.pieces && isRange == other.isRange;
    }
};

/// `-task:a,b`: one condition. It holds if it holds for one of the values; negated, for none.
struct FilterTerm
{
    bool isNegated = false;
    FilterKey key = FilterKey::State;
    QStringList path; ///< into the payload; empty: all of it
    FilterOperator op = FilterOperator::Is;
    QList<FilterValue> values; ///< never empty
    TextSpan span;

    /// About the same thing, whatever it says about it.
    [[nodiscard]] bool isAbout(const FilterTerm &other) const
    {
        return key == other.key && path == other.path;
    }
    [[nodiscard]] bool operator==(const FilterTerm &other) const
    {
        return isNegated == other.isNegated && isAbout(other) && op == other.op
            && values == other.values;
    }
    /// In the canonical spelling, which reads back as an equal term.
    [[nodiscard]] QString text() const;
};

/// Which jobs, or runs, to show: those for which every term holds; without terms, all. A value.
struct Filter
{
    QList<FilterTerm> terms;

    [[nodiscard]] bool isEmpty() const { return terms.isEmpty(); }
    [[nodiscard]] bool operator==(const Filter &) const = default;
    /// In the canonical spelling: it reads back as an equal filter, and equal filters have the
    /// same.
    [[nodiscard]] QString text() const;
};

} // namespace yardmaster

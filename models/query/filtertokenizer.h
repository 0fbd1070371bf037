#pragma once

#include "models/query/filter.h"

#include <vector>

namespace yardmaster {

/// What is wrong with a filter, and where.
struct FilterError
{
    TextSpan span;
    QString message; ///< one sentence
    QString hint;    ///< what to write instead; may be empty

    [[nodiscard]] bool operator==(const FilterError &) const = default;
};

/// A value as it was written, quotes and escapes resolved.
struct RawFilterValue
{
    QString text;
    std::vector<bool> isLiteral; ///< per character: quoted or escaped, so it means itself
    bool isQuoted = false;       ///< some of it
    TextSpan span;

    [[nodiscard]] bool isSpecial(qsizetype at, QChar c) const
    {
        return text.at(at) == c && !isLiteral[size_t(at)];
    }
};

/// A term as it was written, its parts not yet understood.
struct RawFilterTerm
{
    bool isNegated = false;
    QString key; ///< empty if no operator follows: a bare word
    TextSpan keySpan;
    QStringList path;
    QString op;
    TextSpan opSpan;
    QList<RawFilterValue> values;
    TextSpan span;
};

/// Cuts a filter into terms, at white space outside of quotes. Every complaint is appended to
/// `errors`; what it complains about still appears in the result.
[[nodiscard]] QList<RawFilterTerm> tokenizeFilter(QStringView text, QList<FilterError> *errors);

} // namespace yardmaster

#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace yardmaster {

/// How well a text goes with what was typed.
struct FuzzyMatch
{
    int score = 0;              ///< higher is better
    QList<qsizetype> positions; ///< the letters of the text that were typed
};

/// Whether the letters of `typed` come in `text` in that order, in any case, and how well: letters
/// that begin a word or follow each other count more, gaps and long texts less. White space in
/// `typed` separates words that may come in any order.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString &typed, const QString &text);

} // namespace yardmaster

#include "ui/shell/commands/fuzzymatch.h"

#include <QStringList>

#include <algorithm>

namespace yardmaster {

namespace {

constexpr int kLetter = 4;
constexpr int kWordStart = 8;
constexpr int kInARow = 6;
constexpr int kTextStart = 6;
constexpr int kNone = -100000;

bool beginsWord(const QString &text, qsizetype at)
{
    return at == 0
        || (text[at].isLetterOrNumber()
            && (!text[at - 1].isLetterOrNumber()
                || (text[at].isUpper() && text[at - 1].isLower())));
}

/// The best way to find one word's letters, by dynamic programming: best[i][j] is that of the first
/// i letters where the last of them is at j.
std::optional<FuzzyMatch> matchWord(const QString &word, const QString &text)
{
    const qsizetype rows = word.size();
    const qsizetype columns = text.size();
    if (rows > columns)
        return std::nullopt;
    const auto cell = [columns](qsizetype i, qsizetype j) { return size_t(i * columns + j); };
    std::vector<int> best(size_t(rows * columns), kNone);
    std::vector<qsizetype> from(size_t(rows * columns), -1);
    for (qsizetype i = 0; i < rows; ++i) {
        int earlier = kNone; // the best of the row above, at least one letter away
        qsizetype earlierAt = -1;
        for (qsizetype j = i; j < columns; ++j) {
            if (i > 0 && j > 1 && best[cell(i - 1, j - 2)] > earlier) {
                earlier = best[cell(i - 1, j - 2)];
                earlierAt = j - 2;
            }
            if (word[i].toCaseFolded() != text[j].toCaseFolded())
                continue;
            int score
                = kLetter + (beginsWord(text, j) ? kWordStart : 0) + (j == 0 ? kTextStart : 0);
            if (i > 0) {
                const int adjacent = j > 0 ? best[cell(i - 1, j - 1)] + kInARow : kNone;
                const bool isAdjacent = adjacent >= earlier;
                const int base = isAdjacent ? adjacent : earlier - 1;
                if (base < kNone / 2)
                    continue;
                score += base;
                from[cell(i, j)] = isAdjacent ? j - 1 : earlierAt;
            }
            best[cell(i, j)] = score;
        }
    }
    qsizetype end = -1;
    for (qsizetype j = 0; j < columns; ++j) {
        const int score = best[cell(rows - 1, j)];
        if (score > kNone / 2 && (end < 0 || score > best[cell(rows - 1, end)]))
            end = j;
    }
    if (end < 0)
        return std::nullopt;
    FuzzyMatch match;
    match.score = best[cell(rows - 1, end)];
    for (qsizetype i = rows - 1, j = end; i >= 0; j = from[cell(i, j)], --i)
        match.positions.prepend(j);
    return match;
}

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString &typed, const QString &text)
{
    FuzzyMatch whole;
    const QStringList words = typed.simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        const auto match = matchWord(word, text);
        if (!match)
            return std::nullopt;
        whole.score += match->score;
        whole.positions += match->positions;
    }
    whole.score -= int(text.size()) / 8;
    std::sort(whole.positions.begin(), whole.positions.end());
    whole.positions.erase(std::unique(whole.positions.begin(), whole.positions.end()),
                          whole.positions.end());
    return whole;
}

} // namespace yardmaster

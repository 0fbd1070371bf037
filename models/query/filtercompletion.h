#pragma once

#include "models/query/filter.h"

#include <functional>

namespace yardmaster {

struct FilterCandidate
{
    QString text;    ///< to put in place of FilterCompletion::replaced
    QString meaning; ///< one sentence, may be empty
};

/// What could stand at the cursor.
struct FilterCompletion
{
    TextSpan replaced; ///< from the beginning of the word at the cursor up to the cursor
    QList<FilterCandidate> candidates;
};

/// Names that begin with a text: of tasks, queues, flags, workers, as `key` asks for. Called on the
/// thread of the completion, so it should answer from memory.
using FilterNames = std::function<QStringList(FilterKey key, const QString &beginning)>;

/// What may be written at `cursor`, the likeliest first: keys with their usual operator, then
/// operators, then values.
[[nodiscard]] FilterCompletion completeFilter(const QString &text, qsizetype cursor,
                                              const FilterNames &names = {},
                                              FilterLanguage language = FilterLanguage::Jobs);

} // namespace yardmaster

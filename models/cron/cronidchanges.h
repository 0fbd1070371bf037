#pragma once

#include "models/cron/cronanalysis.h"

#include <QSet>

namespace yardmaster {

/// A change of what the database knows an entry by. The record of an identifier (when it was first
/// seen, when it ran last) do not move along.
struct CronIdChange
{
    enum class Kind {
        Renamed, ///< the same entry under another identifier
        Gone,    ///< no entry has it any more
        Off,     ///< its entry was switched off
    };
    Kind kind = Kind::Gone;
    QString before;
    QString after;        ///< only of Renamed
    int line = 0;         ///< in the new text; of Gone: in the old one
    bool isKnown = false; ///< the database has a record of `before`

    [[nodiscard]] bool operator==(const CronIdChange &) const = default;
};

/// @param known  identifiers in the database.
[[nodiscard]] QList<CronIdChange>
cronIdChanges(const CronAnalysis &before, const CronAnalysis &after, const QSet<QString> &known);
/// What it means, one or two sentences.
[[nodiscard]] QString cronIdChangeSentence(const CronIdChange &change);

} // namespace yardmaster

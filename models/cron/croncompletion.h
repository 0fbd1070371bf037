#pragma once

#include "models/cron/cronanalysis.h"

namespace yardmaster {

/// What could be written at a caret.
struct CronCompletion
{
    struct Candidate
    {
        QString text;   ///< takes the place of begin..end
        QString detail; ///< what it is, a few words; may be empty

        [[nodiscard]] bool operator==(const Candidate &) const = default;
    };
    int begin = 0; ///< in the line, UTF-16 units
    int end = 0;
    QList<Candidate> candidates; ///< at most kMostCandidates
};
inline constexpr int kMostCandidates = 200;

/// @param column  of the caret, from 0.
[[nodiscard]] CronCompletion completeCron(const QString &line, int column, CrontabDialect dialect,
                                          const CronNames &names);

} // namespace yardmaster

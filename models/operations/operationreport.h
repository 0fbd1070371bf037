#pragma once

#include "models/operations/jobchange.h"

namespace yardmaster {

/// What an operation did to one job.
struct JobOutcome
{
    enum class Kind { Changed, Skipped, Vanished, Error };

    qint64 id = 0;
    Kind kind = Kind::Changed;
    QString detail; ///< why it was skipped or what went wrong; of a job created again: its new id
    JobChange change = {}; ///< of one that was changed
};

/// "changed", "skipped", "vanished", "error".
[[nodiscard]] QString jobOutcomeName(JobOutcome::Kind kind);

/// Every job an operation has dealt with, batch by batch in its order, from its journal. Blocks;
/// any thread; needs memory for one batch, for an undo also for one of what it took back.
[[nodiscard]] Result<OperationTotals>
readOutcomes(const QString &journal, const std::function<void(const JobOutcome &)> &each);

enum class ReportFormat { Csv, Ndjson };

/// The same as a file; an existing one is replaced when all is written.
[[nodiscard]] Result<OperationTotals> exportOutcomes(const QString &journal, const QString &path,
                                                     ReportFormat format);

} // namespace yardmaster

#pragma once

#include <QByteArray>
#include <QStringView>

#include <vector>

namespace yardmaster {

/// One step of the history shared with graphile-worker: `migrations/graphile/NNNNNN.sql`.
struct MigrationStep
{
    int number = 0;
    bool breaking = false; ///< workers that do not know it must stop; marked in the file's first
                           ///< line

    /// The script, for this schema. Empty for a step that only adds its row to the ledger.
    [[nodiscard]] QByteArray script(QStringView schema) const;
};

/// Steps 1…kSchemaRevision in order. Any thread.
[[nodiscard]] const std::vector<MigrationStep> &migrationSteps();

} // namespace yardmaster

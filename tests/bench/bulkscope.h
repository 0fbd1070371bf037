#pragma once

#include "models/query/operationspec.h"
#include "tests/bench/bench.h"

#include <QMap>

namespace yardmaster::bench {

/// The jobs that bulk moves, and how they were before. Blocks; on the session's thread, and always
/// the same session: it keeps a temporary table.
class BulkScope final
{
public:
    BulkScope(const QString &schema, const QString &filter, int batchSize);

    /// Takes the first `most` jobs of the filter by id, and records when they are due.
    [[nodiscard]] Result<void> freeze(Session &session, qint64 most);
    [[nodiscard]] qint64 jobs() const { return m_jobs; }
    /// The time of the console's preview of the whole filter.
    [[nodiscard]] double previewMs() const { return m_previewMs; }

    /// An operation, with an id of its own, that moves each of them by a second.
    [[nodiscard]] OperationSpec spec() const;
    /// How often jobs were moved since, and how many each; -1: otherwise changed or not there.
    [[nodiscard]] Result<QMap<qint64, qint64>> moves(Session &session) const;

    [[nodiscard]] static qint64 nowUs();
    /// How much the server's clock is ahead of ours.
    [[nodiscard]] Result<qint64> serverAheadUs(Session &session) const;

private:
    OperationSpec m_spec;
    qint64 m_jobs = 0;
    double m_previewMs = 0;
};

} // namespace yardmaster::bench

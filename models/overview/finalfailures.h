#pragma once

#include <yardmaster/result.h>

#include <QByteArray>
#include <QString>

#include <chrono>
#include <optional>

namespace yardmaster {

class Session;

/// Runs that failed on the last attempt of their job, estimated.
struct FinalFailures
{
    qint64 runs = 0;
    std::chrono::microseconds span{0}; ///< in which they failed, until now; 0: not known yet

    [[nodiscard]] bool operator==(const FinalFailures &) const = default;
};

/// Counts the jobs that failed for good between two readings, by the rows that were written, but
/// not changed, since then. One thread at a time.
class FinalFailuresReader final
{
public:
    explicit FinalFailuresReader(const QString &schema);

    /// Since the reading before; unknown at first, and after ten minutes without one. A second for
    /// ten million jobs, if no supporting index knows failed jobs. Blocks.
    /// Errors: Cancelled after five seconds; those of the server.
    [[nodiscard]] Result<FinalFailures> read(Session &session);

private:
    const QString m_schema;
    const QByteArray m_sql;
    std::optional<qint64> m_clock; // of the last reading, by the server, microseconds
    qint64 m_transaction = 0;      // all older ones had begun by then
};

} // namespace yardmaster

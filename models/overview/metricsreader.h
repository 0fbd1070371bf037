#pragma once

#include "models/overview/queuemetrics.h"
#include <yardmaster/result.h>

#include <QByteArray>

namespace yardmaster {

class Session;

/// Result of one poll.
struct MetricsSample
{
    struct Tasks
    {
        QList<TaskFailures> failing;
        bool areComplete = false;
        std::chrono::milliseconds cost{0};
    };

    qint64 clock = 0;               ///< the server's, microseconds
    std::optional<qint64> inserted; ///< into the table of jobs, since the server began to count
    std::optional<qint64> deleted;
    /// Runs that will be tried again, since the reading before; unset: too long ago.
    std::optional<qint64> failed;
    bool isFailedCut = false; ///< at least so many
    std::optional<std::chrono::milliseconds> oldestReady;
    bool isOldestLowerBound = false;
    QList<QueueAge> oldestQueues;
    std::optional<Tasks> tasks;        ///< if they were asked for
    std::chrono::milliseconds cost{0}; ///< without the tasks
};

/// Reads the metrics of a queue except for its counts. Remembers when it did so last. One thread.
class MetricsReader final
{
public:
    explicit MetricsReader(const QString &schema);

    /// In one short read-only transaction; a few milliseconds however large the table is, and some
    /// twenty more with tasks. Blocks.
    /// Errors: Cancelled after three seconds a statement; those of the server.
    [[nodiscard]] Result<MetricsSample> read(Session &session, bool wantsTasks);

private:
    /// The state of the database at a reading: what is written later has a higher transaction id.
    struct Look
    {
        qint64 clock = 0;
        qint64 transaction = 0;
    };

    [[nodiscard]] Result<Look> readMovement(Session &session, MetricsSample *reading) const;
    void remember(const Look &look);
    [[nodiscard]] Result<void> readAges(Session &session, MetricsSample *reading) const;
    [[nodiscard]] Result<void> readTasks(Session &session, MetricsSample *reading) const;

    const QString m_schema;
    const QByteArray m_movement;
    const QByteArray m_ages;
    const QByteArray m_tasks;
    QList<Look> m_looks; // back from the last one to one that is older by kVisible
};

} // namespace yardmaster

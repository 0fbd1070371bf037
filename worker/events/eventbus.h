#pragma once

#include "worker/events/events.h"

#include <QObject>

namespace yardmaster {

/// Everything the engine reports, as typed signals. Emitted on the engine's threads: connect with a
/// context object and Qt::QueuedConnection (the default across threads). The caller owns it and
/// may connect before the runner starts; it must outlive the runner.
class EventBus final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventBus)

public:
    explicit EventBus(QObject *parent = nullptr)
        : QObject(parent)
    { }

Q_SIGNALS:
    /// Migrated, listening, tasks registered; fetching begins. `tasks` are the identifiers served.
    void workerStarted(const QString &workerId, const QStringList &tasks);
    void workerStopped(const QString &workerId);

    void jobStarted(const yardmaster::JobEvent &event);
    /// After the handler, before the result is in the database.
    void jobSucceeded(const yardmaster::JobEvent &event);
    void jobFailed(const yardmaster::JobEvent &event);
    /// The result is in the database.
    void jobCompleted(const yardmaster::JobEvent &event);
    /// Given back at shutdown with the attempt restored.
    void jobInterrupted(const yardmaster::JobEvent &event);
    /// The lock was no longer ours, so the result was not written.
    void jobLostLease(const yardmaster::JobEvent &event);
    /// One line of a child process: standard output, or standard error if `isError`.
    void jobOutput(const yardmaster::JobInfo &job, const QString &line, bool isError);

    /// The database could not be reached or refused a statement; the engine tries again.
    void databaseTrouble(const QString &during, const yardmaster::DbError &error);
    void databaseRecovered(const QString &during);
};

} // namespace yardmaster

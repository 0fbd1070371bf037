#pragma once

#include "models/backgroundsession.h"
#include "models/workers/workerrow.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace yardmaster {

/// Keeps the workers of one queue at hand: who lives every two seconds, who holds jobs as often as
/// that costs no more than a twentieth of the time. Reads nothing while paused. After an error what
/// was known stays, and it goes on trying. GUI thread; never blocks.
class WorkersWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkersWatch)

public:
    WorkersWatch(ConnectionSettings connection, QString schema, QObject *parent = nullptr);
    ~WorkersWatch() override;

    /// Begins paused.
    void setPaused(bool isPaused);
    /// Reads both now, whatever it costs; nothing while paused.
    void refresh();
    /// Reads soon, as often as changes of jobs may come without costing more than they should.
    void refreshSoon();

    [[nodiscard]] const QList<WorkerRow> &workers() const { return m_rows; }
    /// Null if there is none of this name.
    [[nodiscard]] const WorkerRow *find(const QString &id) const;
    /// Unset before the first answer.
    [[nodiscard]] const std::optional<Fleet> &fleet() const { return m_fleet; }
    [[nodiscard]] const std::optional<JobLocks> &locks() const { return m_locks; }
    /// When the locks were read; invalid before.
    [[nodiscard]] const QDateTime &locksReadAt() const { return m_locksReadAt; }
    /// Of the last attempts; unset if they went well.
    [[nodiscard]] const std::optional<DbError> &error() const { return m_error; }
    [[nodiscard]] const std::optional<DbError> &locksError() const { return m_locksError; }
    /// The signs of life seen since watching began, the oldest first, at most kHistory.
    [[nodiscard]] QList<Timestamp> heartbeats(const QString &id) const
    {
        return m_heartbeats.value(id);
    }
    static constexpr int kHistory = 240;

Q_SIGNALS:
    /// Something was read, or could not be.
    void changed();

private:
    void readFleetNow();
    void readLocksNow();
    void onFleet(const Result<Fleet> &answer);
    void onLocks(const Result<JobLocks> &answer);
    void remember(const RegistryEntry &worker);
    void compose();
    [[nodiscard]] bool hasNewcomer() const;

    const QString m_schema;
    BackgroundSession m_fleetSession;
    BackgroundSession m_locksSession;
    QTimer m_fleetTimer;
    QTimer m_locksTimer;
    QElapsedTimer m_fleetCost;
    QElapsedTimer m_locksCost;
    std::chrono::milliseconds m_lastLocksCost{0};
    std::optional<Fleet> m_fleet;
    std::optional<JobLocks> m_locks;
    std::optional<DbError> m_error;
    std::optional<DbError> m_locksError;
    QDateTime m_locksReadAt;
    QList<WorkerRow> m_rows;
    QHash<QString, QList<Timestamp>> m_heartbeats;
    QHash<QString, RegistryEntry> m_known;
    bool m_isPaused = true;
    bool m_isReadingFleet = false;
    bool m_isReadingLocks = false;
    bool m_isAskedAgain = false; // while reading
    bool m_isFleetStale = false; // older than the locks, which it is being read for
};

} // namespace yardmaster

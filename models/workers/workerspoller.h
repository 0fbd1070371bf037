#pragma once

#include "models/session/poller.h"
#include "models/workers/workerrow.h"

#include <QDateTime>
#include <QObject>

namespace yardmaster {

/// Polls the workers of one queue: heartbeats every two seconds, held jobs every three; see Poller.
/// GUI thread; never blocks.
class WorkersPoller final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WorkersPoller)

public:
    WorkersPoller(const SessionPool &sessions, const QString &schema, QObject *parent = nullptr);
    ~WorkersPoller() override;

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
    [[nodiscard]] const std::optional<Fleet> &fleet() const { return m_fleet.latest(); }
    [[nodiscard]] const std::optional<JobLocks> &locks() const { return m_locks.latest(); }
    /// When the locks were read; invalid before.
    [[nodiscard]] const QDateTime &locksReadAt() const { return m_locks.readAt(); }
    /// Of the workers.
    [[nodiscard]] Freshness freshness() const { return m_fleet.freshness(); }
    /// Of the last attempt; unset if it went well.
    [[nodiscard]] const std::optional<DbError> &locksError() const { return m_locks.error(); }
    /// The heartbeats seen since watching began, the oldest first, at most kHistory.
    [[nodiscard]] QList<Timestamp> heartbeats(const QString &id) const
    {
        return m_heartbeats.value(id);
    }
    static constexpr int kHistory = 240;

Q_SIGNALS:
    /// Something was read, could not be, or is old.
    void changed();

private:
    void onFleet();
    void onLocks();
    void remember(const RegistryEntry &worker);
    void compose();
    [[nodiscard]] bool hasNewcomer() const;

    Poller<Fleet> m_fleet;
    Poller<JobLocks> m_locks;
    QList<WorkerRow> m_rows;
    QHash<QString, QList<Timestamp>> m_heartbeats;
    QHash<QString, RegistryEntry> m_known;
};

} // namespace yardmaster

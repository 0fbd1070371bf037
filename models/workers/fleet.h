#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QHash>
#include <QList>

#include <optional>

namespace yardmaster {

class Session;

/// A worker in the registry.
struct RegistryEntry
{
    QString id;
    Timestamp heartbeat; ///< its last heartbeat, by the server's clock
    Timestamp started;
    std::chrono::milliseconds silentFor{0};
    QByteArray metadata; ///< JSON; may be empty

    [[nodiscard]] bool operator==(const RegistryEntry &) const = default;
};

/// A named queue that is locked.
struct LockedQueue
{
    QString queue;
    QString owner;
    Timestamp since;

    [[nodiscard]] bool operator==(const LockedQueue &) const = default;
};

/// Another program's session in the database. What this role may not see is unset or empty.
struct DatabaseSession
{
    int pid = 0;
    QString application;
    QString user;
    QString state;  ///< "idle", "active"…; empty: not to be seen by this role
    QString client; ///< address, "local" for a socket
    std::optional<Timestamp> since;
    std::optional<Timestamp> changed; ///< in this state since

    [[nodiscard]] bool operator==(const DatabaseSession &) const = default;
};

/// Who says that he lives, and who holds queues, at one moment. A value.
struct Fleet
{
    Timestamp now;            ///< the server's clock
    bool hasRegistry = false; ///< else no worker is known to be alive
    bool isRegistryDenied = false;
    QList<RegistryEntry> workers;
    QList<LockedQueue> queues;
    QList<DatabaseSession> sessions;
    bool isCut = false; ///< there are more of one of them
};
inline constexpr int kFleetRows = 500;

/// A locked job.
struct WorkerHeldJob
{
    qint64 id = 0;
    QString task;
    QString queue; ///< empty: none
    Timestamp lockedAt;
    int attempts = 0;
    int maxAttempts = 0;

    [[nodiscard]] bool operator==(const WorkerHeldJob &) const = default;
};

/// Who holds jobs, at one moment. A value.
struct JobLocks
{
    struct Owner
    {
        qint64 jobs = 0;
        Timestamp oldest;
        Timestamp newest;
        QList<WorkerHeldJob> shown; ///< the oldest kHeldJobs

        [[nodiscard]] bool operator==(const Owner &) const = default;
    };

    QHash<QString, Owner> owners; ///< by name; empty: locked without a name
    bool isCut = false;           ///< there are further owners, which hold the fewest
    bool usedIndex = false;       ///< the supporting index of locked jobs was there
};
inline constexpr int kHeldJobs = 25;
inline constexpr int kHeldRows = 5000;

/// A few short statements in one read-only transaction; a few milliseconds. Blocks; the session's
/// thread. Errors: SchemaMissing, PermissionDenied, ConnectionLost; Cancelled after three seconds.
[[nodiscard]] Result<Fleet> readFleet(Session &session, const QString &schema);

/// Without the supporting index of locked jobs this reads the whole table of jobs, about 130 ms a
/// million. @param patience  of the statement.   Errors: as readFleet().
[[nodiscard]] Result<JobLocks> readJobLocks(Session &session, const QString &schema,
                                            std::chrono::seconds patience);

} // namespace yardmaster

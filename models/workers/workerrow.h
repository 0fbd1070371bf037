#pragma once

#include "models/workers/fleet.h"

#include <QStringList>

namespace yardmaster {

/// What is known about a worker's life.
enum class WorkerLife {
    Alive,   ///< sent a heartbeat within WorkerRow::staleAfter
    Stale,   ///< registered, and has not
    Gone,    ///< was registered while this window watched, and is no longer
    Unknown, ///< holds locks, but never registers: a missing heartbeat means nothing
};

enum class WorkerKind {
    Yardmaster,
    Rust,  ///< graphile_worker_rs, or what registers like it
    Node,  ///< graphile-worker, as far as its name tells
    Other, ///< holds locks under a name of its own
};

/// One worker, as far as it is known. A value.
struct WorkerRow
{
    QString id;
    WorkerKind kind = WorkerKind::Other;
    WorkerLife life = WorkerLife::Unknown;
    QString host; ///< from metadata or name; empty: not known
    qint64 pid = 0;
    bool isOurs = false; ///< a worker of this very process

    bool isRegistered = false;
    std::optional<Timestamp> heartbeat; ///< the last one known
    std::optional<Timestamp> started;
    std::optional<Timestamp> fetched;  ///< looked for jobs last, as of that heartbeat; if published
    std::optional<Timestamp> released; ///< wrote results last, likewise
    std::optional<qint64> running; ///< jobs that ran as of that heartbeat, of those held; likewise
    std::chrono::milliseconds silentFor{0};
    std::chrono::milliseconds staleAfter{0}; ///< without a heartbeat; registered ones only
    QByteArray metadata;
    QString version;   ///< of the program, from the metadata
    QStringList tasks; ///< likewise; empty: not said

    bool areJobsKnown = false; ///< else the next two mean nothing
    qint64 jobs = 0;
    std::optional<Timestamp> oldestJob; ///< locked since
    QList<WorkerHeldJob> shownJobs;
    QList<LockedQueue> queues;
    QList<DatabaseSession> sessions;
    /// A process of this machine by its host and pid: whether it runs. Unset: elsewhere, or not
    /// known.
    std::optional<bool> isProcessRunning;

    [[nodiscard]] bool holdsAnything() const { return jobs > 0 || !queues.isEmpty(); }
    [[nodiscard]] bool operator==(const WorkerRow &) const = default;
};

/// Where this program runs.
struct ProcessIdentity
{
    QString host;
    qint64 pid = 0;
};
[[nodiscard]] ProcessIdentity thisProcess();

/// Puts together what was read, those in trouble first.
/// @param locks  unset: not read yet.   @param known  registered ones of earlier readings, by name.
[[nodiscard]] QList<WorkerRow> composeWorkers(const Fleet &fleet,
                                              const std::optional<JobLocks> &locks,
                                              const QHash<QString, RegistryEntry> &known,
                                              const ProcessIdentity &here);

/// "Alive", "Stale"…
[[nodiscard]] QString workerLifeWord(WorkerLife life);
/// What that word means, a sentence.
[[nodiscard]] QString workerLifeMeaning(const WorkerRow &worker);
[[nodiscard]] QString workerKindName(WorkerKind kind);
/// "web-1, process 4711" where that is known, else the id.
[[nodiscard]] QString workerTitle(const WorkerRow &worker);

} // namespace yardmaster

#pragma once

#include "worker/queue/workernames.h"
#include <yardmaster/flagrules.h>
#include <yardmaster/job.h>
#include <yardmaster/params.h>
#include <yardmaster/result.h>
#include <yardmaster/rows.h>

#include <QHash>
#include <QMap>
#include <QSet>
#include <QStringList>

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace yardmaster {

class Session;
struct FetchStatement;

/// A rank in the order of jobs; by default the first.
struct JobRank
{
    QByteArray priority = "-32768";
    QByteArray runAt = "-infinity"; ///< as the server wrote it
    bool operator==(const JobRank &) const = default;
};

/// Which statement fetches.
enum class FetchKind {
    Full,
    Single, ///< only tasks and limit count; quicker, but declined if it takes nothing
};

/// What to fetch.
struct FetchRequest
{
    QStringList tasks;
    FlagRules flags;
    int limit = 1; ///< jobs at most, 1..
    int lane = 1;  ///< of them, jobs of one named queue at most, to be run one after the other
    QDateTime now; ///< jobs due then; invalid: the database's clock
    /// Flags with the number of jobs, above 0, that may be fetched; a job counts for each it has.
    QMap<QString, int> flagQuotas{};
    QStringList heldQueues{};        ///< named queues not to fetch from
    std::optional<qint64> onlyJob{}; ///< no other
    bool ignoresRunAt = false;       ///< jobs that are not due yet too
    std::optional<JobRank> before{}; ///< only jobs that rank before this
    JobRank freeFrom{}; ///< jobs without a named queue that rank before this are not looked at
    bool skipsQueues = false;         ///< no jobs of named queues
    std::vector<qint64> leftQueues{}; ///< ids of named queues that are left to other workers
    FetchKind kind = FetchKind::Full;
    bool leavesSuspects = false; ///< none that a sweep returned from a stale worker
    bool readsColumns = false;   ///< Job::columns, where that is cheap
    int name = 0;                ///< which of WorkerNames to lock them under
};

/// The result of one fetch.
struct Fetched
{
    std::vector<Job> jobs;
    int candidates = 0; ///< more than jobs: behind others of their queues, or another worker was
                        ///< faster
    std::chrono::microseconds search{0}; ///< server's time to find the candidates
    int named = 0;                       ///< of the candidates, those of named queues
    JobRank firstFree{}; ///< where those without one begin; the beginning, if there are none
};

/// The rows of a fetch, not decoded yet: the jobs are already locked by us.
class FetchAnswer final
{
public:
    explicit FetchAnswer(Rows rows);
    /// Only a fetch with FetchKind::Full can say whether there are jobs.
    [[nodiscard]] bool isDeclined() const;
    [[nodiscard]] int jobs() const { return m_rows.count() - m_firstJob; }
    /// As in Fetched.
    [[nodiscard]] int candidates() const;
    /// Nothing was fetched, because the worker is not registered any more.
    [[nodiscard]] bool isRefused() const;
    /// A sweep returned one of the jobs from a stale worker.
    [[nodiscard]] bool hasSuspects() const;
    [[nodiscard]] Fetched read(const FetchRequest &request) const;

private:
    Rows m_rows;
    int m_firstJob; ///< its row: there may be one without a job before it
};

/// How a failed job is to be written.
struct Failure
{
    Lease lease;
    QString error;
    std::optional<std::chrono::milliseconds> retryAfter; ///< unset: the standard backoff
    bool final = false;                                  ///< no further attempt
    std::optional<QByteArray> payload{}; ///< replaces the job's, JSON text; unset: stays
};

/// How a job is to be returned to the queue.
struct Return
{
    Lease lease;
    std::chrono::milliseconds delay{0};  ///< before it may run again
    std::optional<QByteArray> payload{}; ///< replaces the job's, JSON text; unset: stays
    std::optional<Timestamp> runAt{};    ///< when it runs, instead of after `delay`
    std::optional<int> attempts{};       ///< to set; unset: the one taken is restored
};

/// When a result is safe. NextFlush: committed, but a crash of the server may still lose it, until
/// JobQueue::flush() has returned; a sequence of results then waits for the disk once.
enum class Durability { AtOnce, NextFlush };

struct FailureWritten
{
    bool final = false;
    QDateTime retryAt;
};

/// The state of a job whose result could not be written because the lease is lost.
struct LeaseState
{
    int attempts = 0;
    QString lastError;
};

/// The statements a worker runs on the jobs table of one schema, under one worker id at a time.
/// Every release is fenced: a job whose lock is no longer that of the lease is not changed and not
/// returned. All leases of one call are of the same name. Stateless but for the statement texts;
/// copies share the names. Each call uses the session it is given, on its thread.
///
/// A long file: all statements of a worker, so that their fences can be compared.
class JobQueue final
{
public:
    /// @param prepares  use server-side prepared statements; off behind a transaction pooler.
    JobQueue(const QString &schema, const QString &workerId, bool prepares = true);

    /// The first of the names, which events use.
    [[nodiscard]] const QString &workerId() const { return m_workerId; }
    [[nodiscard]] const QString &schema() const { return m_schema; }
    [[nodiscard]] WorkerNames &names() const { return *m_names; }
    [[nodiscard]] const std::shared_ptr<WorkerNames> &sharedNames() const { return m_names; }

    [[nodiscard]] Result<void> registerTasks(Session &session, const QStringList &tasks) const;
    /// Fewer jobs than requested may be returned although more are runnable, see Fetched.
    [[nodiscard]] Result<Fetched> fetch(Session &session, const FetchRequest &request) const;
    /// fetch() in two steps.
    [[nodiscard]] Result<FetchAnswer> fetchAnswer(Session &session,
                                                  const FetchRequest &request) const;
    /// Sends the fetch only: Session::answer() has the rows for a FetchAnswer. Needs `prepares`.
    [[nodiscard]] Result<void> sendFetch(Session &session, const FetchRequest &request) const;
    /// Whether there seem to be other workers; a cheap check.
    /// @param listeners  sessions of our own that listen for jobs.
    [[nodiscard]] static Result<bool> seesOthers(Session &session, int listeners);
    /// Wakes other workers, to which the freed named queues are left.
    [[nodiscard]] Result<void> announceTurn(Session &session, int queues) const;
    /// The payload that a fetch left in the database, see Job::isPayloadLeft. @returns nullopt if
    /// the job is not locked any more, or for another attempt.
    [[nodiscard]] static Result<std::optional<QByteArray>>
    storedPayload(Session &session, const QString &schema, const Job &job);
    /// @param handlerTimes  for the history, in the order of `leases`; empty: not told, which is
    /// cheaper where there is none. @returns the ids deleted.
    [[nodiscard]] Result<QSet<qint64>>
    complete(Session &session, std::span<const Lease> leases,
             Durability durability = Durability::AtOnce,
             std::span<const std::chrono::microseconds> handlerTimes = {}) const;
    /// Whether the schema has a history, so that handler times are worth telling.
    [[nodiscard]] Result<bool> hasHistory(Session &session) const;
    [[nodiscard]] Result<QHash<qint64, FailureWritten>>
    fail(Session &session, std::span<const Failure> failures,
         Durability durability = Durability::AtOnce) const;
    /// Waits until everything committed before is as safe as the server's synchronous_commit says.
    [[nodiscard]] Result<void> flush(Session &session) const;
    /// Returns jobs to the queue with the attempt restored.
    [[nodiscard]] Result<QSet<qint64>> returnJobs(Session &session,
                                                  std::span<const Return> returns) const;
    /// After a connection was lost: returns to the queue what is locked under the name and not in
    /// `known`, because the answer to a fetch never arrived. Reads the whole table. @returns the
    /// ids.
    [[nodiscard]] Result<QSet<qint64>> returnUnknown(Session &session, std::span<const Lease> known,
                                                     int name = 0) const;
    /// The jobs of `ids` that still exist, locked by any worker or none.
    [[nodiscard]] Result<QHash<qint64, LeaseState>> look(Session &session,
                                                         std::span<const qint64> ids) const;
    /// @returns how many jobs had been locked for more than four hours.
    [[nodiscard]] Result<qint64> resetStaleLocks(Session &session) const;

private:
    [[nodiscard]] Result<Rows> run(Session &session, const QByteArray &name, const QByteArray &sql,
                                   const Params &params) const;
    /// A statement that completes jobs.
    [[nodiscard]] Result<QSet<qint64>>
    runCompletion(Session &session, const char *name, const QByteArray &sql, Params params,
                  std::span<const Lease> leases,
                  std::span<const std::chrono::microseconds> handlerTimes) const;
    /// Empty if it is prepared already, so that the text is not used.
    [[nodiscard]] QByteArray textFor(const FetchStatement &statement, const FetchRequest &request,
                                     const Session &session) const;
    [[nodiscard]] const QByteArray &general(const FetchRequest &request) const
    {
        return (m_names->isRegistered() ? m_checkedFetches : m_fetches)[size_t(request.kind)];
    }
    [[nodiscard]] FetchStatement statementOf(const FetchRequest &request) const;
    /// Runs a statement that restores attempts, see retirements.h.
    [[nodiscard]] Result<QSet<qint64>> returnUnlessRetired(Session &session, const char *name,
                                                           const QByteArray &sql,
                                                           const Params &params,
                                                           const QString &workerId) const;

    QString m_schema;
    QString m_workerId;
    std::shared_ptr<WorkerNames> m_names;
    bool m_prepares;
    QByteArray m_registerTasks;
    std::array<QByteArray, 2> m_fetches;        ///< by kind
    std::array<QByteArray, 2> m_checkedFetches; ///< of a worker that has to be registered
    QByteArray m_complete;
    QByteArray m_completePlain;
    QByteArray m_completeMixed;
    QByteArray m_fail;
    QByteArray m_return;
    QByteArray m_returnUnknown;
    QByteArray m_resetStaleLocks;
};

} // namespace yardmaster

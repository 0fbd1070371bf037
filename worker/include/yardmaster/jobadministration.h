#pragma once

#include <yardmaster/jobrecord.h>
#include <yardmaster/result.h>

#include <QByteArray>
#include <QStringList>

#include <optional>
#include <span>
#include <vector>

namespace yardmaster {

class Session;

/// The changes of jobs; unset fields are not changed. Zero means zero.
struct Reschedule
{
    std::optional<Timestamp> runAt{};
    bool atOnce = false;              ///< run_at becomes the database's now; overrides runAt
    std::optional<int> priority{};    ///< -32768..32767
    std::optional<int> attempts{};    ///< 0..32767
    std::optional<int> maxAttempts{}; ///< 1..32767
};

/// Changes jobs manually, through the schema's own functions. Jobs that a worker runs (locked for
/// less than four hours) are not changed and not returned.
///
/// Stateless but for the statement texts; each call uses the session it is given, on its thread,
/// inside its transaction if one is open, and blocks for a few round trips. Errors: InvalidInput,
/// SchemaMissing naming the remedy, PermissionDenied, Contention, ConnectionLost.
class JobAdministration final
{
public:
    explicit JobAdministration(const QString &schema);

    /// Deletes them. @returns the jobs as they were.
    [[nodiscard]] Result<std::vector<JobRecord>> completeJobs(Session &session,
                                                              std::span<const qint64> ids) const;
    /// Takes all their attempts. @param reason  becomes last_error; empty: the schema's default
    /// text.
    [[nodiscard]] Result<std::vector<JobRecord>>
    permanentlyFailJobs(Session &session, std::span<const qint64> ids, const QString &reason) const;
    /// Wakes the workers, whichever project installed the schema.
    [[nodiscard]] Result<std::vector<JobRecord>>
    rescheduleJobs(Session &session, std::span<const qint64> ids, const Reschedule &change) const;
    /// Deletes the job with this key. If a worker runs it, takes its key and all further attempts
    /// instead: it is not retried, whatever the outcome of that run.
    /// @returns the job, if there was one.
    [[nodiscard]] Result<std::optional<JobRecord>> removeJob(Session &session,
                                                             const QString &key) const;

    struct Unlocked
    {
        int jobs = 0;
        int queues = 0;
    };
    /// Unlocks everything these workers hold; their jobs run again at once, even if the workers are
    /// still alive. Wakes the others, whichever project installed the schema.
    [[nodiscard]] Result<Unlocked> forceUnlockWorkers(Session &session,
                                                      const QStringList &workerIds) const;

private:
    QString m_schema;
    QByteArray m_complete;
    QByteArray m_fail;
    QByteArray m_reschedule;
    QByteArray m_remove;
    QByteArray m_removeLeftover;
    QByteArray m_markRetired;
    QByteArray m_unlock;
};

} // namespace yardmaster

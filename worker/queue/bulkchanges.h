#pragma once

#include <yardmaster/jobadministration.h>
#include <yardmaster/params.h>

#include <QStringList>

#include <span>
#include <vector>

namespace yardmaster {

/// What the undo of an operation may have to restore. A value.
struct JobImage
{
    qint64 id = 0;
    Timestamp runAt;
    int priority = 0;
    int attempts = 0;
    int maxAttempts = 0;
    std::optional<QByteArray> lastError; ///< unset: none, or not read

    /// Read only where the job is deleted, or its payload, queue, flags or key replaced.
    struct Details
    {
        QByteArray identifier;
        std::optional<QByteArray> queueName;
        QByteArray payload; ///< JSON text; empty where it stays
        std::optional<QByteArray> key;
        std::optional<QByteArray> flags; ///< JSON text
        Timestamp createdAt;
        int revision = 0;
    };
    std::optional<Details> details;
};

/// Changes many jobs in few statements, through the schema's functions where there is one.
///
/// To be called in a transaction that has locked the rows (`for update`) and looked at them; every
/// statement checks nevertheless that no worker holds the job. Each returns the ids it changed, in
/// no order; a caller who misses one should roll back.
///
/// Stateless but for the statement texts; blocks; on the session's thread. Errors: InvalidInput,
/// SchemaMissing naming the remedy, PermissionDenied, Contention, ConnectionLost.
class BulkChanges final
{
public:
    using Ids = std::vector<qint64>;

    explicit BulkChanges(const QString &schema);

    [[nodiscard]] Result<Ids> reschedule(Session &session, std::span<const qint64> ids,
                                         const Reschedule &change) const;
    /// @param runAt  one for each of `ids`.
    [[nodiscard]] Result<Ids> setRunAt(Session &session, std::span<const qint64> ids,
                                       std::span<const Timestamp> runAt) const;
    [[nodiscard]] Result<Ids> complete(Session &session, std::span<const qint64> ids) const;
    /// The reason comes before the error each job has had (`JobImage::lastError`), see
    /// failureText().
    [[nodiscard]] Result<Ids> failForGood(Session &session, std::span<const JobImage> jobs,
                                          const QString &reason) const;
    [[nodiscard]] Result<Ids> remove(Session &session, const QList<QByteArray> &keys) const;
    /// @param lockedBy  the worker whose lock is removed, for each of `ids`; null: no name.
    [[nodiscard]] Result<Ids> unlock(Session &session, std::span<const qint64> ids,
                                     std::span<const std::optional<QByteArray>> lockedBy) const;
    [[nodiscard]] Result<Ids> editPayload(Session &session, qint64 id,
                                          const QByteArray &payload) const;

    /// What of a job changes; an empty name or list: it has none.
    struct Place
    {
        std::optional<QString> queue;
        std::optional<QStringList> flags;
        std::optional<QString> key; ///< of one job, which nothing else has
    };
    [[nodiscard]] Result<Ids> place(Session &session, std::span<const qint64> ids,
                                    const Place &place) const;

    /// Which columns restore() resets besides the always known ones.
    struct Restored
    {
        bool lastError = false;
        bool payload = false;
        bool place = false; ///< queue, flags and key
    };
    [[nodiscard]] Result<Ids> restore(Session &session, std::span<const JobImage> jobs,
                                      Restored columns) const;

    [[nodiscard]] Result<Ids> reserveIds(Session &session, qsizetype count) const;
    struct TakenKey
    {
        QByteArray key;
        qint64 job = 0;
    };
    [[nodiscard]] Result<std::vector<TakenKey>> takenKeys(Session &session,
                                                          const QList<QByteArray> &keys) const;
    /// Creates jobs from images with details, under reserved ids. One whose key has been taken is
    /// missing from the answer.
    [[nodiscard]] Result<Ids> recreate(Session &session, std::span<const JobImage> jobs,
                                       std::span<const qint64> newIds) const;

private:
    /// Registers what is missing.
    [[nodiscard]] Result<Ids> addNames(Session &session, const Param &tasks,
                                       std::span<const JobImage> jobs) const;
    [[nodiscard]] Result<Ids> run(Session &session, const QByteArray &sql,
                                  const Params &params) const;

    QString m_schema;
    QByteArray m_reschedule;
    QByteArray m_setRunAt;
    QByteArray m_complete;
    QByteArray m_fail;
    QByteArray m_keepErrors;
    QByteArray m_remove;
    QByteArray m_unlock;
    QByteArray m_editPayload;
    QByteArray m_place;
    QByteArray m_restore;
    QByteArray m_newIds;
    QByteArray m_takenKeys;
    QByteArray m_recreateNames;
    QByteArray m_recreate;
};

/// `reason`, and below it the error the job has had.
[[nodiscard]] QByteArray failureText(const QString &reason,
                                     const std::optional<QByteArray> &earlier);

/// As the column has them: {"eu":true}; unset: none.
[[nodiscard]] std::optional<QByteArray> flagsJson(const QStringList &flags);

/// Microseconds since 1970; infinite ones are the largest and the smallest number.
[[nodiscard]] inline qint64 microseconds(Timestamp time)
{
    return time.time_since_epoch().count();
}

} // namespace yardmaster

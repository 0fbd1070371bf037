#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QUuid>

#include <optional>

namespace yardmaster {

enum class OperationKind {
    Retry,       ///< due now; jobs that have no attempt left get all of them back
    Reschedule,  ///< due at another time, see OperationTiming
    Change,      ///< priority, attempts, max_attempts, queue, flags, key
    Complete,    ///< deleted as if they had succeeded
    FailForGood, ///< no attempt left, the reason before the error they had
    RemoveByKey, ///< deleted by their key
    Unlock,      ///< taken from the workers that hold them
    EditPayload, ///< another payload, then as Retry; one job only
    Undo,        ///< takes back what another operation did
};

enum class OperationTiming {
    AtTime,     ///< all at `runAt`
    ByInterval, ///< each moved by `shift`, which may be negative
    Spread,     ///< evenly over `window` from `runAt` on, each at a random moment of its share
};

/// Whether and how an operation can be taken back.
enum class Undoing {
    Exact,    ///< the jobs as they were, if they have not changed since
    Recreate, ///< equal jobs under new ids, if their keys are free
    Never,
};

/// What an operation does to each job. A value.
struct OperationChange
{
    OperationKind kind = OperationKind::Retry;
    OperationTiming timing = OperationTiming::AtTime;
    std::optional<Timestamp> runAt = {}; ///< Spread: unset means from the start on
    std::chrono::microseconds shift{0};
    std::chrono::microseconds window{0};
    std::optional<int> priority = {};
    std::optional<int> attempts = {};
    std::optional<int> maxAttempts = {};
    std::optional<QString> queue = {};     ///< of Change; empty: none
    std::optional<QStringList> flags = {}; ///< likewise, all that they have then
    std::optional<QString> key = {};       ///< likewise; but for none, of one job
    QString reason = {};                   ///< of FailForGood
    QByteArray payload = {};               ///< of EditPayload, JSON text
    /// Of EditPayload: the job's updated_at when it was read; if it is another now, the job is
    /// left alone.
    std::optional<Timestamp> readAt = {};
    QUuid undone = {}; ///< of Undo: the operation to take back

    /// Queue, flags or key.
    [[nodiscard]] bool changesPlace() const { return queue || flags || key; }
    /// InvalidInput: one sentence that says what is missing or out of range.
    [[nodiscard]] Result<void> validate() const;
    /// What happens to a job, one sentence.
    [[nodiscard]] QString description() const;
    [[nodiscard]] Undoing undoing() const;
    [[nodiscard]] QJsonObject toJson() const;
    /// InvalidInput: a kind or timing of a newer version.
    [[nodiscard]] static Result<OperationChange> fromJson(const QJsonObject &object);
};

/// "retry", "fail"…: how the journal and the log spell a kind.
[[nodiscard]] QString operationKindName(OperationKind kind);
/// Unset: there is no such kind.
[[nodiscard]] std::optional<OperationKind> operationKindOf(const QString &name);

} // namespace yardmaster

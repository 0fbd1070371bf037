#pragma once

#include "models/query/filtersql.h"
#include "models/query/serveridentity.h"
#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QJsonObject>
#include <QList>
#include <QUuid>

#include <optional>

namespace yardmaster {

enum class OperationKind {
    Retry,       ///< due now; jobs without attempts left get all of them back
    Reschedule,  ///< due at another time, see OperationTiming
    Change,      ///< priority, attempts, max_attempts
    Complete,    ///< deleted as if they had succeeded
    FailForGood, ///< no attempt left, the reason before the error they had
    RemoveByKey, ///< deleted by their key
    Unlock,      ///< taken from the workers that hold them
    EditPayload, ///< another payload, then as Retry; one job only
    Undo,        ///< what another operation did, taken back
};

enum class OperationTiming {
    AtTime,     ///< all at `runAt`
    ByInterval, ///< each moved by `shift`, which may be negative
    Spread,     ///< evenly over `window` from `runAt` on, each at a random moment of its share
};

/// Whether and how an operation can be taken back.
enum class Undoing {
    Exact,    ///< the jobs as they were, if nobody has changed them since
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
    QString reason = {};     ///< of FailForGood
    QByteArray payload = {}; ///< of EditPayload, JSON text
    /// Of EditPayload: the job's updated_at when it was read; if it is another now, the job is
    /// left alone.
    std::optional<Timestamp> readAt = {};
    QUuid undone = {}; ///< of Undo: the operation to take back

    /// InvalidInput: one sentence about what is missing or out of range.
    [[nodiscard]] Result<void> validate() const;
    /// What happens to a job, one sentence.
    [[nodiscard]] QString description() const;
    [[nodiscard]] Undoing undoing() const;
};

/// Which jobs: these ids, or all that match a filter and were there when the scope was frozen.
struct OperationScope
{
    QList<qint64> ids = {}; ///< without duplicates; if there are any, the rest does not count
    QString filter = {};    ///< text of the filter language; empty: every job
    QStringList forbiddenFlags = {};
    QByteArray zone = "UTC";

    /// Frozen by OperationPreview: jobs added later do not belong.
    qint64 maxId = 0;
    Timestamp takenAt = {};
    qint64 expected = -1; ///< jobs counted then; negative: not counted to the end

    [[nodiscard]] bool isByFilter() const { return ids.isEmpty(); }
    /// With its relative times as of `takenAt`, so that the meaning stays the same for as long as
    /// the operation runs.
    [[nodiscard]] FilterContext filterContext(const QString &schema) const;
    /// The condition on `jobs`, parameters appended.
    [[nodiscard]] Result<QByteArray> condition(const QString &schema, Params *params) const;
};

struct OperationOptions
{
    int batchSize = 2500;     ///< jobs in a transaction, 1..10000
    double jobsPerSecond = 0; ///< 0: as fast as it goes
    int stopAfterErrors = 0;  ///< 0: never

    [[nodiscard]] Result<void> validate() const;
};

/// Everything an operation needs to begin, and to go on after a crash. A value.
struct OperationSpec
{
    QUuid id = QUuid::createUuid();
    QString schema = QStringLiteral("graphile_worker");
    OperationChange change = {};
    OperationScope scope = {};
    OperationOptions options = {};
    /// Where the jobs were counted and shown: it is changed there or not at all. Unset: not shown.
    std::optional<ServerIdentity> server = {};

    [[nodiscard]] Result<void> validate() const;
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] static Result<OperationSpec> fromJson(const QJsonObject &object);
};

/// "retry", "fail"…: how the journal and the log spell a kind.
[[nodiscard]] QString operationKindName(OperationKind kind);

} // namespace yardmaster

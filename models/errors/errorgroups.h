#pragma once

#include "models/errors/errorsignature.h"
#include "models/errors/newerrors.h"
#include "models/query/jobreads.h"
#include "models/session/sessionpool.h"

#include <QMap>

namespace yardmaster {

/// Which failures are looked at.
enum class FailureScope {
    ForGood,  ///< no attempt left
    Retrying, ///< failed, and due again later
    Both,
};

/// An example of a group.
struct ErrorSample
{
    qint64 id = 0;
    QString task;
    QString error;                     ///< its beginning
    QString line;                      ///< of it, which says what went wrong
    std::optional<Timestamp> failedAt; ///< see failureTime()
};

/// Failures of one task with the same signature. A value.
struct ErrorGroup
{
    QString key; ///< of the two
    ErrorSignature signature;
    QString task;
    // Of those of its failures whose time is known, see failureTime(); unset: of none.
    std::optional<Timestamp> firstSeen;
    std::optional<Timestamp> lastSeen;
    qint64 untimed = 0;         ///< failures whose time is not known
    QList<qint64> ids;          ///< of all of them
    QList<ErrorSample> samples; ///< those with the highest ids first, kErrorSamples at most

    [[nodiscard]] qint64 count() const { return ids.size(); }
    void add(const JobRow &job);
    void add(const ErrorGroup &other);

private:
    void addTimes(const std::optional<Timestamp> &first, const std::optional<Timestamp> &last);
};

inline constexpr int kErrorSamples = 5;

/// What tells a group from others.
[[nodiscard]] inline const QString &groupKey(const ErrorGroup &group)
{
    return group.key;
}

/// A group without failures yet, of those like this one.
[[nodiscard]] ErrorGroup groupOf(const JobRow &job);

/// The filter that finds the failures of a group, new ones and those outside of the window too.
[[nodiscard]] QString groupFilter(const ErrorGroup &group, FailureScope scope);
/// "state:failed", "state:retrying", "state:failed,retrying".
[[nodiscard]] QString failureFilter(FailureScope scope);

/// A part of the failures, grouped.
struct ErrorBatch
{
    QList<ErrorGroup> groups; ///< in no order
    int failures = 0;
    std::optional<JobPosition> next; ///< to go on from; unset: there are no more
    qint64 rowsLooked = 0;
};

/// How the filter of a group compares with the group, as far down as the group was read.
struct GroupCheck
{
    qint64 extra = 0; ///< jobs the filter finds that are not in the group
};

/// Reads failures from the newest down and groups them, in the background. GUI thread; never
/// blocks. Errors: those of JobReads::page().
class ErrorReader final
{
public:
    ErrorReader(SessionPool sessions, FilterContext context);
    Q_DISABLE_COPY_MOVE(ErrorReader)

    /// @param limit  failures.   @param budget  rows to look at before it comes home with less.
    [[nodiscard]] QFuture<Result<ErrorBatch>> read(FailureScope scope,
                                                   std::optional<JobPosition> after, int limit,
                                                   qint64 budget, ReadControlPtr control);
    /// Which groups are new, by the history.
    [[nodiscard]] QFuture<Result<NewErrors>> newErrors();
    [[nodiscard]] QFuture<Result<GroupCheck>> check(const ErrorGroup &group, FailureScope scope,
                                                    ReadControlPtr control);

private:
    FilterContext m_context;
    std::shared_ptr<JobReads> m_reads; // used by one piece of work at a time
    std::shared_ptr<FirstFailures> m_firstFailures = std::make_shared<FirstFailures>(); // likewise
    WorkQueue m_queue;
};

} // namespace yardmaster

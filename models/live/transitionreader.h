#pragma once

#include "models/query/filter.h"
#include <yardmaster/result.h>
#include <yardmaster/rows.h>
#include <yardmaster/timestamp.h>

#include <QHash>
#include <QList>

#include <optional>

namespace yardmaster {

class Session;

/// Something that happened to a job between two looks at the table. A value.
struct JobTransition
{
    enum class Kind {
        Added,
        Started,  ///< locked by a worker
        Retrying, ///< failed, and to be tried again
        Failed,   ///< for good
        Returned, ///< unlocked without an error, to run again
        Changed,  ///< anything else: rescheduled, another priority, payload or key
        Done,     ///< left the table while it was locked: completed, as a rule
        Gone,     ///< left the table while it waited: ran between two looks, or was deleted
    };

    Kind kind = Kind::Added;
    Timestamp at; ///< of the look that found it; the server's clock
    qint64 id = 0;
    QString task;
    QString queue; ///< empty: none
    int priority = 0;
    Timestamp runAt;
    int attempts = 0;
    int maxAttempts = 0;
    QString lockedBy; ///< empty: not locked, or by a worker without a name
    QString error;    ///< its beginning
};

/// "added", "started"…
[[nodiscard]] QString transitionName(JobTransition::Kind kind);

/// Follows what is committed to the table of jobs, whatever program did it, by looking again and
/// again. What happens to a job more than once between two looks is seen once, and a job that is
/// added and completed between two looks is not seen. Each look reads the whole table, about
/// 130 ms a million jobs. One thread; stateful.
class TransitionReader final
{
public:
    /// @param filter  a job is followed from when it matches.
    TransitionReader(QString schema, Filter filter);

    /// The first look returns nothing: transitions count from it on. So does one at another server,
    /// or at one that was restored. Errors: as statements have.
    [[nodiscard]] Result<QList<JobTransition>> look(Session &session);
    /// The last look found more changes than it lists; the oldest were left out.
    [[nodiscard]] bool isCut() const { return m_isCut; }

    static constexpr int kMost = 5000; ///< changes in one look
    /// Of more jobs than that, those that wait are forgotten: that they leave is not noticed.
    static constexpr int kMostFollowed = 20000;

private:
    struct Known
    {
        QByteArray version;
        bool isLocked = false;
        JobTransition last;
    };

    /// @param since  unset: what a first look has to know.
    [[nodiscard]] Result<Rows> read(Session &session, std::optional<qint64> since);
    [[nodiscard]] JobTransition::Kind kindOf(const JobTransition &job, bool isLocked) const;
    void learn(const Rows &rows, QList<JobTransition> *found);
    [[nodiscard]] Result<void> findGone(Session &session, Timestamp at,
                                        QList<JobTransition> *found);

    const QString m_schema;
    const Filter m_filter;
    std::optional<qint64> m_since; // unset before the first look
    qint64 m_highest = 0;          // id seen
    bool m_isCut = false;
    QHash<qint64, Known> m_known;
};

} // namespace yardmaster

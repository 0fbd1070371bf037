#pragma once

#include "models/query/jobstatements.h"
#include "models/session/readcontrol.h"
#include "models/values/count.h"
#include <yardmaster/result.h>

#include <QElapsedTimer>
#include <QHash>
#include <QSet>

#include <functional>
#include <span>

namespace yardmaster {

class Rows;
class Session;

/// What to read of a list.
struct JobPageRequest
{
    JobQuery query;
    PageDirection direction = PageDirection::Forward;
    std::optional<JobPosition> after = {}; ///< unset: from the end of the list where one comes from
    bool isInclusive = false;              ///< `after` itself is read too
    int limit = 200;
    /// A search stops after looking at so many rows, and says so.
    qint64 rowBudget = 1000000;
    /// So far next to nothing was found: reads the table once, as it is stored, where that is
    /// sooner than looking further along an index. Then the page is whole, whatever the budget.
    bool isSweep = false;
    /// Of the table, between two reports of a sweep: 0.1 s.
    qint64 sweptBlocks = 16384;
};

/// A part of the list, in the order of the list whatever the direction of reading.
struct JobPage
{
    QList<JobRow> rows;
    bool isEnd = false; ///< there is nothing further in this direction
    /// The search gave up; unset if it did not need to. To go on, read after it.
    std::optional<JobPosition> stoppedAt;
    bool canSweep = false; ///< JobPageRequest::isSweep would help to go on
    qint64 rowsLooked = 0; ///< about
    /// Of the read alone: not until it was its turn, nor until its session was open.
    std::chrono::milliseconds took{0};
};

/// How rows that are already listed look now.
struct JobRefresh
{
    QHash<qint64, JobRow> rows; ///< those that still exist
    QSet<qint64> unlisted;      ///< of these, those that no longer pass the filter
    Count fresh;                ///< passing the filter and added since
};

/// The reads of a list of jobs, each in a short read-only transaction that plans for the first rows
/// (no sequential scans but in a sweep, no parallel workers, no compilation). Blocking; for one
/// background thread, which alone may use it. Errors: Cancelled by control or a statement timeout;
/// InvalidInput for a pattern the server does not understand.
///
/// Long because all reads share the cancellable transaction and the filter's statement.
class JobReads final
{
public:
    explicit JobReads(FilterContext context);

    [[nodiscard]] Result<JobPage> page(Session &session, const JobPageRequest &request,
                                       ReadControl *control);
    /// @param newerThan  counts jobs of the filter with higher ids, up to kFreshCap; negative: does
    /// not.
    [[nodiscard]] Result<JobRefresh> refresh(Session &session, const JobQuery &query,
                                             const QList<qint64> &ids, qint64 newerThan,
                                             ReadControl *control);
    /// All jobs of the filter: up to `cap`, or exactly without one. Unset if it takes longer than a
    /// few seconds with a cap.
    [[nodiscard]] Result<Count> count(Session &session, const JobQuery &query,
                                      std::optional<qint64> cap, ReadControl *control);
    /// Highest id given so far, 0 if none.
    [[nodiscard]] Result<qint64> highestId(Session &session, ReadControl *control);
    /// Where to jump to; nullopt if there is no such job.
    [[nodiscard]] Result<std::optional<JobPosition>> findId(Session &session, qint64 id);
    [[nodiscard]] Result<std::optional<JobPosition>> findKey(Session &session, const QString &key);
    /// The first job added at `time` or later; assumes that ids grow with time.
    [[nodiscard]] Result<std::optional<JobPosition>> findCreated(Session &session, Timestamp time,
                                                                 ReadControl *control);
    /// What is wrong with the patterns of `filter`, each at its place; needs the server.
    [[nodiscard]] Result<void> checkPatterns(Session &session, const Filter &filter);

private:
    struct Search;
    struct Statement
    {
        BoundSql sql;
        std::chrono::milliseconds timeout{30000};
        bool isPaged = true;
        /// All rows of a long stretch are looked at: better as they are stored than in their order.
        bool isLong = false;
    };

    [[nodiscard]] Result<Rows> query(Session &session, const BoundSql &sql,
                                     ReadControl *control) const;

    [[nodiscard]] Result<Rows> run(Session &session, const Statement &statement,
                                   ReadControl *control);
    [[nodiscard]] Result<void> learnStaleWorkers(Session &session);
    [[nodiscard]] Result<QList<JobRow>> rowsOf(Session &session, const Rows &rows,
                                               int payloadPaths);
    [[nodiscard]] Result<void> learnNames(Session &session, const Rows &rows, int column,
                                          const char *table, const char *nameColumn,
                                          QHash<int, QString> *names);
    [[nodiscard]] Result<std::vector<std::optional<int>>> lanes(Session &session,
                                                                const JobPageRequest &request,
                                                                const JobStatements &statements,
                                                                ReadControl *control);
    [[nodiscard]] Result<void> search(Session &session, Search *search, JobStretch stretch);
    [[nodiscard]] Result<void> sweep(Session &session, Search *search);
    [[nodiscard]] Result<void> sweepBlocks(Session &session, Search *search, TableBlocks blocks);
    [[nodiscard]] Result<std::optional<JobPosition>> findOne(Session &session,
                                                             const QByteArray &where, Param value);
    [[nodiscard]] qint64 estimate(Session &session, ReadControl *control);

    FilterContext m_context;
    QElapsedTimer m_sinceStaleRead;
    QByteArray m_table;
    QHash<int, QString> m_tasks; // ids are never given twice, so names are kept for good
    QHash<int, QString> m_queues;
};

/// Fresh jobs are counted so far.
inline constexpr qint64 kFreshCap = 10000;

} // namespace yardmaster

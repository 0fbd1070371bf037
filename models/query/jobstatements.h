#pragma once

#include "models/query/filtercost.h"
#include "models/query/filtersql.h"
#include "models/query/jobrow.h"

namespace yardmaster {

/// A statement ready to run.
struct BoundSql
{
    QByteArray text;
    Params params;
};

enum class PageDirection { Forward, Backward };

/// Which jobs, in which order, and what helps to find them.
struct JobQuery
{
    Filter filter;
    JobOrder order = JobOrder::NewestFirst;
    QSet<SupportingIndex> indexes; ///< that exist
    /// Places of the payload to be read of each job besides; none: the payload is not touched.
    QList<QStringList> payloadPaths = {};
};

/// A part of the table as it is stored, [begin, end).
struct TableBlocks
{
    qint64 begin = 0;
    qint64 end = 0;
};

/// A part of the order: what lies beyond `after`, up to and including `until`.
struct JobStretch
{
    PageDirection direction = PageDirection::Forward;
    std::optional<JobPosition> after = {};
    std::optional<JobPosition> until = {};
    bool isInclusive = false;               ///< `after` itself belongs to it
    std::optional<int> priority = {};       ///< only jobs of this priority
    std::optional<TableBlocks> blocks = {}; ///< only jobs stored there
};

/// Writes the statements of a list. All of them read along an index in its order, and stop, but for
/// those of table blocks.
class JobStatements final
{
public:
    /// @param serverVersion  as Session::serverVersion() says.
    JobStatements(FilterContext context, JobQuery query, int serverVersion);

    /// Rows of the stretch that pass the whole filter, the first `limit`; see job_page.sql.
    [[nodiscard]] BoundSql page(const JobStretch &stretch, int limit) const;
    /// The position `rows` further in the stretch, counting all rows an index finds; see
    /// job_edge.sql. No row: the stretch ends before.
    [[nodiscard]] BoundSql edge(const JobStretch &stretch, qint64 rows) const;
    /// These jobs, whether they still pass the filter last.
    [[nodiscard]] BoundSql byId(const QList<qint64> &ids) const;
    /// How many pass the filter and have an id above `id`; `cap` at most.
    [[nodiscard]] BoundSql count(qint64 cap, qint64 id) const;

    /// Whether an index finds no other rows than those wanted, so that no search is needed.
    [[nodiscard]] bool isDirect() const { return m_isDirect; }
    /// Whether few may pass, and checking a row for that costs little: then reading the table once,
    /// as it is stored, finds them sooner than looking for them along an index.
    [[nodiscard]] bool canSweep() const;
    /// Whether all wanted jobs are due, or all are not: then each priority is a stretch of its own.
    [[nodiscard]] bool hasLanes() const { return m_lane != Lane::None; }

private:
    enum class Lane { None, Due, Later };

    [[nodiscard]] QByteArray domain(FilterSql *sql, const JobStretch &stretch) const;
    void fillInPayload(FilterSql *sql, QByteArray *text) const;
    [[nodiscard]] QByteArray orderBy(PageDirection direction) const;
    [[nodiscard]] QByteArray bound(FilterSql *sql, const JobPosition &position,
                                   QByteArray comparison, bool isInLane) const;
    [[nodiscard]] bool isAscending(PageDirection direction) const;
    [[nodiscard]] QByteArray withinReach(const QByteArray &where, const JobStretch &stretch,
                                         qint64 rows) const;

    FilterContext m_context;
    JobQuery m_query;
    Filter m_domain; ///< the terms an index answers
    Filter m_rest;   ///< those to be checked row by row
    /// The server sorts all that a statement asks for, not its first rows alone.
    bool m_isSortedWhole = false;
    bool m_isDirect = false;
    bool m_isToldByIndex = false; ///< the index of waiting jobs holds all that the filter asks for
    Lane m_lane = Lane::None;
    QByteArray m_page;
    QByteArray m_edge;
};

} // namespace yardmaster

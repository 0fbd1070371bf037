#include "models/query/jobreads.h"

#include "models/query/filterkeys.h"
#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Small at first: what is frequent is found at once.
constexpr qint64 kFirstChunk = 1000;
constexpr qint64 kLargestChunk = 64000;
constexpr qint64 kLongChunk = 4000;
/// More priorities than this are not worth a visit each.
constexpr int kLanes = 64;
/// Where in job_page.sql the places of the payload begin.
constexpr int kPayloadColumn = 18;
constexpr std::chrono::milliseconds kStaleReadAgain = 1s;
/// Older servers read the whole table for a part of it.
constexpr int kHasTidRangeScans = 140000;

struct JobReadsText
{
    Q_DECLARE_TR_FUNCTIONS(JobReads)
};

tl::unexpected<DbError> cancelled()
{
    return fail(DbError::Kind::Cancelled, JobReadsText::tr("cancelled"));
}

/// Ends the transaction however the statement went; there is nothing to keep.
void endRead(Session &session)
{
    if (!session.isLost())
        (void)session.script("rollback");
}

JobPosition positionFrom(const Rows &rows)
{
    return {rows.int64(0, 0), int(rows.int64(0, 1)), timestampAt(rows, 0, 2)};
}

} // namespace

/// A page that is being put together.
struct JobReads::Search
{
    const JobPageRequest &request;
    const JobStatements &statements;
    ReadControl *control;
    JobPage page;
    qint64 total = 0;
    qint64 chunk = kFirstChunk;

    [[nodiscard]] int missing() const { return request.limit - int(page.rows.size()); }
};

JobReads::JobReads(FilterContext context)
    : m_context(std::move(context))
    , m_table(quotedIdentifier(m_context.schema) + "._private_jobs")
{ }

Result<Rows> JobReads::run(Session &session, const Statement &statement, ReadControl *control)
{
    if (control && control->isCancelled())
        return cancelled();
    QByteArray begin
        = "begin read only; set local jit = off;"
          " set local max_parallel_workers_per_gather = 0; set local statement_timeout = "
        + QByteArray::number(qint64(statement.timeout.count()));
    if (statement.isPaged)
        begin += "; set local enable_seqscan = off";
    // What is prefetched is in the system's cache already, as a rule: asking for it doubles the
    // time.
    begin += statement.isLong
        ? "; set local enable_indexscan = off; set local effective_io_concurrency = 0"
        : "; set local enable_bitmapscan = off";
    if (auto begun = session.script(begin); !begun) {
        endRead(session);
        return tl::make_unexpected(begun.error());
    }
    auto rows = query(session, statement.sql, control);
    endRead(session);
    return rows;
}

Result<Rows> JobReads::query(Session &session, const BoundSql &sql, ReadControl *control) const
{
    const ReadControl::Reading scope(control, session);
    // Asked for before the scope began, a cancel reaches nothing.
    if (control && control->isCancelled())
        return cancelled();
    return session.query(sql.text, sql.params);
}

/// Which jobs are stuck depends on them.
Result<void> JobReads::learnStaleWorkers(Session &session)
{
    if (m_sinceStaleRead.isValid() && !m_sinceStaleRead.hasExpired(kStaleReadAgain.count()))
        return {};
    auto stale = readStaleWorkers(session, m_context.schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    m_context.staleWorkers = *std::move(stale);
    m_sinceStaleRead.start();
    return {};
}

Result<void> JobReads::learnNames(Session &session, const Rows &rows, int column, const char *table,
                                  const char *nameColumn, QHash<int, QString> *names)
{
    QSet<qint64> unknown;
    for (int row = 0; row < rows.count(); ++row) {
        if (!rows.isNull(row, column) && !names->contains(int(rows.int64(row, column))))
            unknown << rows.int64(row, column);
    }
    if (unknown.isEmpty())
        return {};
    const std::vector<qint64> ids(unknown.begin(), unknown.end());
    const auto found = session.query("select id, " + QByteArray(nameColumn) + " from "
                                         + quotedIdentifier(m_context.schema) + '.' + table
                                         + " where id = any ($1::integer[])",
                                     {param(std::span<const qint64>(ids))});
    if (!found)
        return tl::make_unexpected(found.error());
    for (int row = 0; row < found->count(); ++row)
        names->insert(int(found->int64(row, 0)), found->text(row, 1));
    return {};
}

Result<QList<JobRow>> JobReads::rowsOf(Session &session, const Rows &rows, int payloadPaths)
{
    if (auto learnt = learnNames(session, rows, 1, "_private_tasks", "identifier", &m_tasks);
        !learnt)
        return tl::make_unexpected(learnt.error());
    if (auto learnt = learnNames(session, rows, 2, "_private_job_queues", "queue_name", &m_queues);
        !learnt)
        return tl::make_unexpected(learnt.error());
    QList<JobRow> result;
    result.reserve(rows.count());
    for (int row = 0; row < rows.count(); ++row) {
        const auto time = [&rows, row](int column) { return timestampAt(rows, row, column); };
        JobRow job;
        job.id = rows.int64(row, 0);
        job.task = m_tasks.value(int(rows.int64(row, 1)));
        if (!rows.isNull(row, 2))
            job.queue = m_queues.value(int(rows.int64(row, 2)));
        job.state = JobState(rows.int64(row, 3));
        job.priority = int(rows.int64(row, 4));
        job.runAt = time(5);
        job.attempts = int(rows.int64(row, 6));
        job.maxAttempts = int(rows.int64(row, 7));
        job.error = rows.text(row, 8);
        job.createdAt = time(9);
        job.updatedAt = time(10);
        job.key = rows.text(row, 11);
        if (!rows.isNull(row, 12))
            job.lockedAt = time(12);
        job.lockedBy = rows.text(row, 13);
        job.revision = int(rows.int64(row, 14));
        job.flags = rows.text(row, 15);
        if (job.error.size() >= kErrorPreview)
            job.errorEnd = rows.text(row, 16);
        for (int place = 0; place < payloadPaths; ++place) {
            const int column = kPayloadColumn + place;
            job.payload << payloadCellFrom(
                rows.isNull(row, column) ? std::nullopt : std::optional(rows.text(row, column)));
        }
        result << job;
    }
    return result;
}

qint64 JobReads::estimate(Session &session, ReadControl *control)
{
    const auto rows = run(session,
                          {{"select reltuples::bigint from pg_class where oid = $1::regclass",
                            {QByteArray(m_table)}}},
                          control);
    return rows && !rows->isEmpty() ? std::max<qint64>(rows->int64(0, 0), 0) : 0;
}

/// The stretches of a page, in the direction of reading: one, or one per priority.
Result<std::vector<std::optional<int>>> JobReads::lanes(Session &session,
                                                        const JobPageRequest &request,
                                                        const JobStatements &statements,
                                                        ReadControl *control)
{
    std::vector<std::optional<int>> result{std::nullopt};
    if (!statements.hasLanes())
        return result;
    const auto rows = run(
        session, {{sqlText("models/query/job_lanes.sql", m_context.schema), {param(kLanes + 1)}}},
        control);
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->count() > kLanes)
        return result;
    result.clear();
    const bool isForward = request.direction == PageDirection::Forward;
    for (int row = 0; row < rows->count(); ++row) {
        const int priority = int(rows->int64(row, 0));
        const bool isPassed = request.after
            && (isForward ? priority < request.after->priority
                          : priority > request.after->priority);
        if (!isPassed)
            result.emplace_back(priority);
    }
    if (!isForward)
        std::ranges::reverse(result);
    return result;
}

/// Looks through one stretch, chunk by chunk, until the page is full or the budget spent.
Result<void> JobReads::search(Session &session, Search *search, JobStretch stretch)
{
    JobPage &page = search->page;
    for (;;) {
        if (!search->statements.isDirect()) {
            const auto edge
                = run(session, {search->statements.edge(stretch, search->chunk)}, search->control);
            if (!edge)
                return tl::make_unexpected(edge.error());
            if (!edge->isEmpty())
                stretch.until = positionFrom(*edge);
        }
        Statement next{search->statements.page(stretch, search->missing())};
        // In the order of the ids they are stored one after the other anyway.
        next.isLong = search->request.query.order == JobOrder::Pickup && stretch.until
            && search->chunk >= kLongChunk;
        const auto rows = run(session, next, search->control);
        if (!rows)
            return tl::make_unexpected(rows.error());
        auto found = rowsOf(session, *rows, int(search->request.query.payloadPaths.size()));
        if (!found)
            return tl::make_unexpected(found.error());
        page.rows << *found;
        page.rowsLooked += stretch.until ? search->chunk : found->size();
        if (search->missing() <= 0 || !stretch.until)
            return {};
        if (page.rowsLooked >= search->request.rowBudget) {
            page.stoppedAt = stretch.until;
            return {};
        }
        if (search->total == 0)
            search->total = estimate(session, search->control);
        if (search->control)
            Q_EMIT search->control->progressed(page.rowsLooked, search->total,
                                               int(page.rows.size()));
        stretch.after = std::exchange(stretch.until, std::nullopt);
        stretch.isInclusive = false;
        const qint64 budgetLeft = search->request.rowBudget - page.rowsLooked;
        search->chunk
            = std::min({search->chunk * 4, kLargestChunk, std::max(kFirstChunk, budgetLeft)});
        // Larger ones while little is found; the last few rows of a page are near, going by those
        // before: twice as far is looked, so that it is seldom too short.
        if (!page.rows.isEmpty())
            search->chunk = std::clamp(2 * search->missing() * page.rowsLooked / page.rows.size(),
                                       kFirstChunk, search->chunk);
    }
}

/// Rows of these blocks, with those found before: the first ones of the order.
Result<void> JobReads::sweepBlocks(Session &session, Search *search, TableBlocks blocks)
{
    const JobPageRequest &request = search->request;
    const JobStretch stretch{.direction = request.direction,
                             .after = request.after,
                             .isInclusive = request.isInclusive,
                             .blocks = blocks};
    const auto rows
        = query(session, search->statements.page(stretch, request.limit), search->control);
    if (!rows)
        return tl::make_unexpected(rows.error());
    auto found = rowsOf(session, *rows, int(request.query.payloadPaths.size()));
    if (!found)
        return tl::make_unexpected(found.error());
    QList<JobRow> &all = search->page.rows;
    all << *found;
    const bool isAscending = (request.query.order == JobOrder::OldestFirst)
        == (request.direction == PageDirection::Forward);
    std::ranges::sort(all, [isAscending](const JobRow &a, const JobRow &b) {
        return isAscending ? a.id < b.id : b.id < a.id;
    });
    if (all.size() > request.limit)
        all.resize(request.limit);
    return {};
}

/// Part by part, in one transaction, so that no job is missed that moves meanwhile.
Result<void> JobReads::sweep(Session &session, Search *search)
{
    search->total = estimate(session, search->control);
    if (auto begun = session.script(
            "begin isolation level repeatable read read only; set local jit = off;"
            " set local max_parallel_workers_per_gather = 0; set local statement_timeout = '30s';"
            " set local enable_indexscan = off; set local enable_bitmapscan = off");
        !begun) {
        endRead(session);
        return begun;
    }
    const auto swept = [&]() -> Result<void> {
        const auto size = session.query("select pg_relation_size($1::regclass)"
                                        " / current_setting('block_size')::bigint",
                                        {QByteArray(m_table)});
        if (!size)
            return tl::make_unexpected(size.error());
        const qint64 blocks = size->int64(0, 0);
        const qint64 step = session.serverVersion() >= kHasTidRangeScans
            ? search->request.sweptBlocks
            : blocks + 1;
        for (qint64 begin = 0; begin < blocks; begin += step) {
            if (auto done = sweepBlocks(session, search, {begin, begin + step}); !done)
                return done;
            const double share = double(std::min(begin + step, blocks)) / double(blocks);
            search->page.rowsLooked = qint64(share * double(search->total));
            if (search->control)
                Q_EMIT search->control->progressed(search->page.rowsLooked, search->total,
                                                   int(search->page.rows.size()));
        }
        return {};
    }();
    endRead(session);
    return swept;
}

Result<JobPage> JobReads::page(Session &session, const JobPageRequest &request,
                               ReadControl *control)
{
    if (auto checked = checkPatterns(session, request.query.filter); !checked)
        return tl::make_unexpected(checked.error());
    if (auto learnt = learnStaleWorkers(session); !learnt)
        return tl::make_unexpected(learnt.error());
    const JobStatements statements(m_context, request.query, session.serverVersion());
    Search state{request, statements, control, {}};
    state.page.canSweep = statements.canSweep();
    const bool isSweep = request.isSweep && state.page.canSweep;
    if (isSweep) {
        if (auto swept = sweep(session, &state); !swept)
            return tl::make_unexpected(swept.error());
    }
    const auto stretches = isSweep ? Result<std::vector<std::optional<int>>>()
                                   : lanes(session, request, statements, control);
    if (!stretches)
        return tl::make_unexpected(stretches.error());
    for (const std::optional<int> &priority : *stretches) {
        const JobStretch stretch{request.direction, request.after, std::nullopt,
                                 request.isInclusive, priority};
        if (auto searched = search(session, &state, stretch); !searched)
            return tl::make_unexpected(searched.error());
        if (state.missing() <= 0 || state.page.stoppedAt)
            break;
    }
    state.page.isEnd = state.missing() > 0 && !state.page.stoppedAt;
    if (request.direction == PageDirection::Backward)
        std::ranges::reverse(state.page.rows);
    return std::move(state.page);
}

Result<JobRefresh> JobReads::refresh(Session &session, const JobQuery &query,
                                     const QList<qint64> &ids, qint64 newerThan,
                                     ReadControl *control)
{
    if (auto learnt = learnStaleWorkers(session); !learnt)
        return tl::make_unexpected(learnt.error());
    const JobStatements statements(m_context, query, session.serverVersion());
    const auto rows = run(session, {statements.byId(ids)}, control);
    if (!rows)
        return tl::make_unexpected(rows.error());
    auto found = rowsOf(session, *rows, int(query.payloadPaths.size()));
    if (!found)
        return tl::make_unexpected(found.error());
    JobRefresh refresh;
    for (int row = 0; row < rows->count(); ++row) {
        const JobRow &job = found->at(row);
        refresh.rows.insert(job.id, job);
        if (!rows->boolean(row, 17))
            refresh.unlisted << job.id;
    }
    if (newerThan >= 0) {
        const auto fresh
            = run(session, {statements.count(kFreshCap + 1, newerThan), 3000ms}, control);
        if (!fresh && fresh.error().kind != DbError::Kind::Cancelled)
            return tl::make_unexpected(fresh.error());
        if (fresh)
            refresh.fresh = Count::counted(std::min(fresh->int64(0, 0), kFreshCap),
                                           fresh->int64(0, 0) > kFreshCap);
    }
    return refresh;
}

Result<Count> JobReads::count(Session &session, const JobQuery &query, std::optional<qint64> cap,
                              ReadControl *control)
{
    if (auto checked = checkPatterns(session, query.filter); !checked)
        return tl::make_unexpected(checked.error());
    if (auto learnt = learnStaleWorkers(session); !learnt)
        return tl::make_unexpected(learnt.error());
    const JobStatements statements(m_context, query, session.serverVersion());
    const qint64 limit = cap ? *cap + 1 : std::numeric_limits<qint64>::max();
    const auto rows
        = run(session,
              {statements.count(limit, 0), cap ? 3000ms : std::chrono::milliseconds(10min), false},
              control);
    const bool isTimeout = !rows && rows.error().kind == DbError::Kind::Cancelled && cap
        && !(control && control->isCancelled());
    if (isTimeout)
        return Count{};
    if (!rows)
        return tl::make_unexpected(rows.error());
    const qint64 number = rows->int64(0, 0);
    return cap ? Count::counted(std::min(number, *cap), number > *cap) : Count{number};
}

Result<qint64> JobReads::highestId(Session &session, ReadControl *control)
{
    return run(session, {{"select coalesce(max(id), 0) from " + m_table, {}}}, control)
        .map([](const Rows &rows) { return rows.int64(0, 0); });
}

Result<std::optional<JobPosition>> JobReads::findOne(Session &session, const QByteArray &where,
                                                     Param value)
{
    QByteArray sql = sqlText("models/query/job_edge.sql", m_context.schema);
    sql.replace("true /*where*/", where);
    return run(session, {{sql, {std::move(value)}}}, nullptr).map([](const Rows &rows) {
        return rows.isEmpty() ? std::nullopt : std::optional(positionFrom(rows));
    });
}

Result<std::optional<JobPosition>> JobReads::findId(Session &session, qint64 id)
{
    return findOne(session, "jobs.id = $1::bigint", param(id));
}

Result<std::optional<JobPosition>> JobReads::findKey(Session &session, const QString &key)
{
    return findOne(session, "jobs.key = $1::text", param(key));
}

Result<std::optional<JobPosition>> JobReads::findCreated(Session &session, Timestamp time,
                                                         ReadControl *control)
{
    const auto highest = highestId(session, control);
    if (!highest)
        return tl::make_unexpected(highest.error());
    // Halves the ids, one index probe each: the smallest id from which on all are late enough.
    qint64 low = 0;
    qint64 high = *highest + 1;
    const QByteArray probe = "select id, created_at >= $2::timestamptz from " + m_table
        + " where id >= $1::bigint order by id limit 1";
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        const auto rows = run(session, {{probe, {param(middle), timestampParam(time)}}}, control);
        if (!rows)
            return tl::make_unexpected(rows.error());
        if (rows->isEmpty() || rows->boolean(0, 1))
            high = middle;
        else
            low = rows->int64(0, 0) + 1;
    }
    return findOne(session, "jobs.id >= $1::bigint", param(low));
}

Result<void> JobReads::checkPatterns(Session &session, const Filter &filter)
{
    for (const FilterTerm &term : filter.terms) {
        if (term.op != FilterOperator::Matches)
            continue;
        const auto tried = run(
            session, {{"select '' ~ $1::text", {param(term.values.first().text())}}}, nullptr);
        if (tried || tried.error().kind != DbError::Kind::InvalidInput) {
            if (!tried)
                return tl::make_unexpected(tried.error());
            continue;
        }
        DbError error = tried.error();
        error.message = JobReadsText::tr("The pattern in %1 is not valid: %2.")
                            .arg(term.text(), error.message);
        return tl::make_unexpected(error);
    }
    return {};
}

} // namespace yardmaster

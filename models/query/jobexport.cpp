#include "models/query/jobexport.h"

#include "models/query/filterparser.h"
#include "models/query/outputfile.h"
#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <chrono>
#include <thread>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct JobExportText
{
    Q_DECLARE_TR_FUNCTIONS(JobExport)
};

constexpr int kPageRows = 2000;
constexpr qint64 kPageBytes = 4000000;
/// Ids looked through with one statement; more where few pass the filter.
constexpr qint64 kFirstStretch = 10000;
constexpr qint64 kLongestStretch = 200000;
constexpr qsizetype kIdsAtOnce = 1000;
/// After each page, a rest of so much of the time it took.
constexpr double kRest = 0.25;
constexpr std::chrono::nanoseconds kLongestRest = 500ms;

/// One export under way.
class Export
{
public:
    Export(Session &session, const ExportRequest &request, QIODevice *device, ReadControl *control,
           const std::function<void(ExportProgress)> &progress)
        : m_session(session)
        , m_request(request)
        , m_writer(request.style, device)
        , m_control(control)
        , m_progress(progress)
    { }

    Result<ExportProgress> run()
    {
        if (auto prepared = prepare(); !prepared)
            return tl::make_unexpected(prepared.error());
        m_writer.begin();
        auto done = m_request.scope.isByFilter() ? runFilter() : runIds();
        if (!done)
            return tl::make_unexpected(done.error());
        m_writer.end();
        if (!m_writer.flush())
            return full();
        return ExportProgress{m_writer.written(), m_writer.hidden(), 1};
    }

private:
    static tl::unexpected<DbError> full()
    {
        return fail(DbError::Kind::Statement,
                    JobExportText::tr("the output could not be written; the disk may be full"));
    }

    [[nodiscard]] Result<Rows> query(const QByteArray &sql, const Params &params)
    {
        const auto cancelled = [this] { return m_control && m_control->isCancelled(); };
        if (cancelled())
            return fail(DbError::Kind::Cancelled, JobExportText::tr("cancelled"));
        if (auto begun = m_session.script(
                // An error where row security would hide jobs, instead of a file without them.
                "begin read only; set local row_security = off;"
                " set local statement_timeout = '60s'; set local jit = off;"
                " set local max_parallel_workers_per_gather = 0; set local enable_seqscan = off");
            !begun)
            return tl::make_unexpected(begun.error());
        if (m_control)
            m_control->enter(m_session);
        auto rows = cancelled()
            ? Result<Rows>(fail(DbError::Kind::Cancelled, JobExportText::tr("cancelled")))
            : m_session.query(sql, params);
        if (m_control)
            m_control->leave();
        if (!m_session.isLost())
            (void)m_session.script("rollback");
        return rows;
    }

    [[nodiscard]] Result<void> prepare()
    {
        if (m_request.style.columns.isEmpty())
            return fail(DbError::Kind::InvalidInput, JobExportText::tr("no column is selected"));
        const auto rows = query("select (extract(epoch from now()) * 1000000)::bigint,"
                                " coalesce(max(id), 0), coalesce(min(id), 0) from "
                                    + quotedIdentifier(m_request.schema) + "._private_jobs",
                                {});
        if (!rows)
            return tl::make_unexpected(rows.error());
        m_request.scope.takenAt = timestampAt(*rows, 0, 0);
        auto stale = readStaleWorkers(m_session, m_request.schema);
        if (!stale)
            return tl::make_unexpected(stale.error());
        m_request.scope.staleWorkers = *std::move(stale);
        m_highest = rows->int64(0, 1);
        m_lowest = rows->int64(0, 2);
        Params params;
        if (auto condition = m_request.scope.condition(m_request.schema, &params); !condition)
            return tl::make_unexpected(condition.error());
        return {};
    }

    /// The rows above `after` up to `until`, as many as a page holds.
    [[nodiscard]] Result<Rows> page(qint64 after, qint64 until, const QByteArray &ids)
    {
        QByteArray sql = sqlText("models/query/export_page.sql", m_request.schema);
        Params params{param(after), param(until), param(kPageRows), param(kPageBytes)};
        FilterSql filter(m_request.scope.filterContext(m_request.schema), &params);
        QByteArray where;
        if (ids.isEmpty())
            where = filter.condition(parseFilter(m_request.scope.filter).filter);
        else
            where = "jobs.id = any (" + filter.bind(ids) + "::bigint[])";
        sql.replace("true /*where*/", where);
        sql.replace("0 /*state*/", filter.stateNumber());
        sql.replace("true /*payload*/",
                    m_request.style.columns.contains(ExportColumn::Payload) ? "true" : "false");
        return query(sql, params);
    }

    /// All pages of the ids above `after` up to `until`. @returns jobs written.
    [[nodiscard]] Result<qint64> stretch(qint64 after, qint64 until, const QByteArray &ids = {})
    {
        qint64 found = 0;
        for (;;) {
            QElapsedTimer watch;
            watch.start();
            const auto rows = page(after, until, ids);
            if (!rows)
                return tl::make_unexpected(rows.error());
            for (int row = 0; row < rows->count(); ++row)
                m_writer.add(*rows, row);
            if (m_writer.hasFailed())
                return full();
            found += rows->count();
            const bool isEnd = rows->isEmpty()
                || (rows->int64(0, kExportColumns) < kPageRows
                    && rows->count() == rows->int64(0, kExportColumns));
            if (!rows->isEmpty())
                after = rows->int64(rows->count() - 1, 0);
            tell(isEnd ? until : after);
            rest(std::chrono::nanoseconds(watch.nsecsElapsed()));
            if (isEnd)
                return found;
        }
    }

    [[nodiscard]] Result<void> runFilter()
    {
        qint64 length = kFirstStretch;
        for (qint64 after = m_lowest - 1; after < m_highest;) {
            // So many rows further, not so many numbers: ids have gaps.
            const auto edge
                = query("select max(id) from (select id from " + quotedIdentifier(m_request.schema)
                            + "._private_jobs where id > $1::bigint and id <= $2::bigint"
                              " order by id limit $3::bigint) as stretch",
                        {param(after), param(m_highest), param(length)});
            if (!edge)
                return tl::make_unexpected(edge.error());
            if (edge->isNull(0, 0))
                return {};
            const qint64 until = edge->int64(0, 0);
            const auto found = stretch(after, until);
            if (!found)
                return tl::make_unexpected(found.error());
            length = *found * 4 < length ? std::min(length * 2, kLongestStretch) : kFirstStretch;
            after = until;
        }
        return {};
    }

    [[nodiscard]] Result<void> runIds()
    {
        QList<qint64> ids = m_request.scope.ids;
        std::ranges::sort(ids);
        for (qsizetype first = 0; first < ids.size(); first += kIdsAtOnce) {
            const auto part = std::span<const qint64>(ids).subspan(
                size_t(first), size_t(std::min(kIdsAtOnce, ids.size() - first)));
            if (auto found = stretch(part.front() - 1, part.back(), *param(part)); !found)
                return tl::make_unexpected(found.error());
        }
        return {};
    }

    void tell(qint64 reached) const
    {
        if (!m_progress)
            return;
        const double whole = double(std::max<qint64>(1, m_highest - m_lowest + 1));
        m_progress({m_writer.written(), m_writer.hidden(),
                    std::clamp(double(reached - m_lowest + 1) / whole, 0.0, 1.0)});
    }

    void rest(std::chrono::nanoseconds taken) const
    {
        if (!m_control || !m_control->isCancelled())
            std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(
                std::chrono::duration_cast<std::chrono::nanoseconds>(taken * kRest), kLongestRest));
    }

    Session &m_session;
    ExportRequest m_request;
    ExportWriter m_writer;
    ReadControl *const m_control;
    const std::function<void(ExportProgress)> &m_progress;
    qint64 m_lowest = 0;
    qint64 m_highest = 0;
};

} // namespace

Result<ExportProgress> exportJobs(Session &session, const ExportRequest &request, QIODevice *device,
                                  ReadControl *control,
                                  const std::function<void(ExportProgress)> &progress)
{
    return Export(session, request, device, control, progress).run();
}

Result<ExportProgress> exportJobsToFile(Session &session, const ExportRequest &request,
                                        const QString &path, ReadControl *control,
                                        const std::function<void(ExportProgress)> &progress)
{
    auto file = OutputFile::open(path);
    if (!file)
        return fail(DbError::Kind::InvalidInput, file.error());
    auto exported = exportJobs(session, request, file->device(), control, progress);
    if (!exported)
        return exported;
    if (auto committed = file->commit(); !committed)
        return fail(DbError::Kind::Statement, committed.error());
    return exported;
}

} // namespace yardmaster

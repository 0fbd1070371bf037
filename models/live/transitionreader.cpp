#include "models/live/transitionreader.h"

#include "models/query/filtersql.h"
#include "models/query/workersalive.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kXidCycle = qint64(1) << 32;

/// Columns of changed_jobs.sql.
enum Column {
    Oldest,
    Now,
    Id,
    Version,
    Task,
    Queue,
    Priority,
    RunAt,
    Attempts,
    MaxAttempts,
    IsLocked,
    LockedBy,
    Error,
};

JobTransition jobIn(const Rows &rows, int row)
{
    JobTransition job;
    job.at = timestampAt(rows, row, Now);
    job.id = rows.int64(row, Id);
    job.task = rows.text(row, Task);
    job.queue = rows.text(row, Queue);
    job.priority = int(rows.int64(row, Priority));
    job.runAt = timestampAt(rows, row, RunAt);
    job.attempts = int(rows.int64(row, Attempts));
    job.maxAttempts = int(rows.int64(row, MaxAttempts));
    job.lockedBy = rows.text(row, LockedBy);
    job.error = rows.text(row, Error);
    return job;
}

} // namespace

QString transitionName(JobTransition::Kind kind)
{
    constexpr std::array kNames{"added",    "started", "retrying", "failed",
                                "returned", "changed", "done",     "gone"};
    return QString::fromLatin1(kNames.at(size_t(kind)));
}

TransitionReader::TransitionReader(QString schema, Filter filter)
    : m_schema(std::move(schema))
    , m_filter(std::move(filter))
{ }

Result<Rows> TransitionReader::read(Session &session, std::optional<qint64> since)
{
    FilterContext context{m_schema, {}, {}, QTimeZone::utc(), {}};
    if (!m_filter.terms.isEmpty()) {
        auto stale = readStaleWorkers(session, m_schema);
        if (!stale)
            return tl::make_unexpected(stale.error());
        context.staleWorkers = *std::move(stale);
    }
    Params params{param(since.value_or(0) % kXidCycle), param(kMost)};
    QByteArray sql = sqlText("models/live/changed_jobs.sql", m_schema);
    const QByteArray where = '(' + FilterSql(context, &params).condition(m_filter) + ')';
    if (!since) // what runs, and what the next look would find again
        sql.replace("age(jobs.xmin) <= age($1::text::xid)",
                    "$1::text is not null and (jobs.locked_at is not null or age(jobs.xmin) <= "
                    "age((moment.oldest % 4294967296)::text::xid))");
    sql.replace("true /*where*/", where);
    return session.query(sql, params);
}

JobTransition::Kind TransitionReader::kindOf(const JobTransition &job, bool isLocked) const
{
    using Kind = JobTransition::Kind;
    if (isLocked)
        return Kind::Started;
    if (job.attempts >= job.maxAttempts)
        return Kind::Failed;
    const auto before = m_known.constFind(job.id);
    if (before == m_known.cend()) {
        if (job.id > m_highest && job.attempts == 0)
            return Kind::Added;
        return job.attempts > 0 && !job.error.isEmpty() ? Kind::Retrying : Kind::Changed;
    }
    if (!before->isLocked)
        return job.attempts > before->last.attempts ? Kind::Retrying : Kind::Changed;
    return job.attempts < before->last.attempts || job.error.isEmpty() ? Kind::Returned
                                                                       : Kind::Retrying;
}

void TransitionReader::learn(const Rows &rows, QList<JobTransition> *found)
{
    QSet<qint64> seen;
    for (int row = rows.count() - 1; row >= 0 && !rows.isNull(row, Id); --row) {
        JobTransition job = jobIn(rows, row);
        seen.insert(job.id);
        const bool isLocked = rows.boolean(row, IsLocked);
        const QByteArray version = rows.bytes(row, Version).toByteArray();
        if (const auto before = m_known.constFind(job.id);
            before != m_known.cend() && before->version == version)
            continue; // of a transaction that was still under way when others had been seen
        job.kind = kindOf(job, isLocked);
        *found << job;
        m_known.insert(job.id, {version, isLocked, job});
    }
    for (const qint64 id : std::as_const(seen))
        m_highest = std::max(m_highest, id);
    if (m_known.size() > kMostFollowed)
        m_known.removeIf([&seen](const std::pair<const qint64 &, Known &> &job) {
            return !job.second.isLocked && !seen.contains(job.first);
        });
}

Result<void> TransitionReader::findGone(Session &session, Timestamp at, QList<JobTransition> *found)
{
    const QList<qint64> ids = m_known.keys();
    if (ids.isEmpty())
        return {};
    const auto gone = session.query(sqlText("models/live/gone_jobs.sql", m_schema), {param(ids)});
    if (!gone)
        return tl::make_unexpected(gone.error());
    for (int row = 0; row < gone->count(); ++row) {
        const Known known = m_known.take(gone->int64(row, 0));
        JobTransition job = known.last;
        job.kind = known.isLocked ? JobTransition::Kind::Done : JobTransition::Kind::Gone;
        job.at = at;
        *found << job;
    }
    return {};
}

Result<QList<JobTransition>> TransitionReader::look(Session &session)
{
    QList<JobTransition> found;
    const bool isFirst = !m_since;
    if (isFirst) {
        const auto highest = session.query("select coalesce(max(id), 0) from "
                                           + quotedIdentifier(m_schema) + "._private_jobs");
        if (!highest)
            return tl::make_unexpected(highest.error());
        m_highest = highest->int64(0, 0);
    }
    const auto rows = read(session, m_since);
    if (!rows)
        return tl::make_unexpected(rows.error());
    const qint64 oldest = rows->int64(0, Oldest);
    if (m_since && oldest < *m_since) { // another server
        m_since.reset();
        m_known.clear();
        return look(session);
    }
    m_isCut = !isFirst && rows->count() >= kMost;
    m_since = oldest;
    learn(*rows, &found);
    if (isFirst)
        return QList<JobTransition>();
    if (auto gone = findGone(session, timestampAt(*rows, 0, Now), &found); !gone)
        return tl::make_unexpected(gone.error());
    return found;
}

} // namespace yardmaster

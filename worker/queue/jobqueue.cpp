#include "worker/queue/jobqueue.h"

#include "worker/db/session.h"
#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/fetchstatement.h"
#include "worker/queue/retirements.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The four arrays every fenced statement starts with.
class LeaseArrays
{
public:
    void add(const Lease &lease)
    {
        m_ids.add(QByteArray::number(lease.id));
        m_attempts.add(QByteArray::number(lease.attempts));
        m_hadKey.add(lease.hadKey ? "t" : "f");
        m_freesQueue.add(lease.freesQueue ? "t" : "f");
    }
    [[nodiscard]] Params params(const QString &workerId) const
    {
        return {param(workerId), m_ids.param(), m_attempts.param(), m_hadKey.param(),
                m_freesQueue.param()};
    }

private:
    ArrayParam m_ids;
    ArrayParam m_attempts;
    ArrayParam m_hadKey;
    ArrayParam m_freesQueue;
};

QSet<qint64> idsOf(const Rows &rows)
{
    QSet<qint64> ids;
    ids.reserve(rows.count());
    for (int row = 0; row < rows.count(); ++row)
        ids.insert(rows.int64(row, 0));
    return ids;
}

Job jobFrom(const Rows &rows, int row)
{
    Job job;
    job.info.id = rows.int64(row, 1);
    job.info.task = rows.text(row, 2);
    job.queueId = rows.int64(row, 3);
    job.info.queueName = rows.text(row, 4);
    job.payload = rows.bytes(row, 5).toByteArray();
    job.info.priority = int(rows.int64(row, 6));
    job.info.runAt = QDateTime::fromMSecsSinceEpoch(rows.int64(row, 7), Qt::UTC);
    job.info.attempts = int(rows.int64(row, 8));
    job.info.maxAttempts = int(rows.int64(row, 9));
    job.info.key = rows.text(row, 10);
    job.flags = rows.bytes(row, 11).toByteArray();
    return job;
}

} // namespace

JobQueue::JobQueue(const QString &schema, const QString &workerId, bool prepares)
    : m_schema(schema)
    , m_workerId(workerId)
    , m_prepares(prepares)
    , m_registerTasks(sqlText("worker/queue/register_tasks.sql", schema))
    , m_fetch(sqlText("worker/queue/fetch_jobs.sql", schema))
    , m_complete(sqlText("worker/queue/complete_jobs.sql", schema))
    , m_fail(sqlText("worker/queue/fail_jobs.sql", schema))
    , m_return(sqlText("worker/queue/return_jobs.sql", schema))
    , m_returnUnknown(sqlText("worker/queue/return_unknown_jobs.sql", schema))
    , m_resetStaleLocks(sqlText("worker/queue/reset_stale_locks.sql", schema))
{ }

Result<void> JobQueue::registerTasks(Session &session, const QStringList &tasks) const
{
    return session.query(m_registerTasks, {param(tasks)}).map([](const Rows &) {});
}

Result<Rows> JobQueue::run(Session &session, const QByteArray &name, const QByteArray &sql,
                           const Params &params) const
{
    return m_prepares ? session.queryPrepared(name, sql, params) : session.query(sql, params);
}

Result<Fetched> JobQueue::fetch(Session &session, const FetchRequest &request) const
{
    auto rows = [&] {
        const auto statement = FetchStatement::of(request, m_workerId);
        const bool isNew = !m_prepares || !session.hasPrepared(statement.name);
        return run(session, statement.name, isNew ? statement.text(m_fetch) : QByteArray(),
                   statement.params);
    }();
    if (!rows)
        return tl::make_unexpected(rows.error());
    Fetched fetched;
    fetched.candidates = int(rows->int64(0, 0));
    if (rows->isNull(0, 1))
        return fetched;
    fetched.jobs.reserve(size_t(rows->count()));
    for (int row = 0; row < rows->count(); ++row)
        fetched.jobs.push_back(jobFrom(*rows, row));
    return fetched;
}

Result<QSet<qint64>> JobQueue::complete(Session &session, std::span<const Lease> leases,
                                        Durability durability) const
{
    LeaseArrays arrays;
    for (const Lease &lease : leases)
        arrays.add(lease);
    Params params = arrays.params(m_workerId);
    params.push_back(param(durability == Durability::NextFlush));
    return run(session, "yardmaster_complete", m_complete, params).map(idsOf);
}

Result<void> JobQueue::flush(Session &session) const
{
    // A commit waits for the disk only if its transaction wrote something; this writes the least.
    return session.query("select pg_logical_emit_message(true, 'yardmaster', '')")
        .map([](const Rows &) {});
}

Result<QHash<qint64, FailureWritten>>
JobQueue::fail(Session &session, std::span<const Failure> failures, Durability durability) const
{
    LeaseArrays arrays;
    QStringList errors;
    ArrayParam delays;
    ArrayParam finals;
    ArrayParam payloads;
    for (const Failure &failure : failures) {
        arrays.add(failure.lease);
        errors << failure.error;
        delays.add(failure.retryAfter
                       ? std::optional(QByteArray::number(qint64(failure.retryAfter->count())))
                       : std::nullopt);
        finals.add(failure.final ? "t" : "f");
        payloads.addText(failure.payload);
    }
    Params params = arrays.params(m_workerId);
    params.push_back(param(errors));
    params.push_back(delays.param());
    params.push_back(finals.param());
    params.push_back(payloads.param());
    params.push_back(param(durability == Durability::NextFlush));
    auto rows = run(session, "yardmaster_fail", m_fail, params);
    if (!rows)
        return tl::make_unexpected(rows.error());

    QHash<qint64, FailureWritten> written;
    for (int row = 0; row < rows->count(); ++row) {
        FailureWritten failure{rows->boolean(row, 1), {}};
        if (!failure.final)
            failure.retryAt = QDateTime::fromMSecsSinceEpoch(rows->int64(row, 2), Qt::UTC);
        written.insert(rows->int64(row, 0), failure);
    }
    return written;
}

Result<QSet<qint64>> JobQueue::giveBack(Session &session, std::span<const Return> returns) const
{
    LeaseArrays arrays;
    ArrayParam delays;
    ArrayParam payloads;
    ArrayParam times;
    ArrayParam attempts;
    for (const Return &one : returns) {
        arrays.add(one.lease);
        delays.add(QByteArray::number(qint64(one.delay.count())));
        payloads.addText(one.payload);
        times.addText(one.runAt.isValid()
                          ? std::optional(one.runAt.toUTC().toString(Qt::ISODateWithMs).toUtf8())
                          : std::nullopt);
        attempts.add(one.attempts ? std::optional(QByteArray::number(*one.attempts))
                                  : std::nullopt);
    }
    Params params = arrays.params(m_workerId);
    for (const ArrayParam *array : {&delays, &payloads, &times, &attempts})
        params.push_back(array->param());
    return returnUnlessRetired(session, "yardmaster_return", m_return, params);
}

Result<QSet<qint64>> JobQueue::returnUnlessRetired(Session &session, const char *name,
                                                   const QByteArray &sql,
                                                   const Params &params) const
{
    const auto isMarked = hasRetirements(session, m_schema);
    if (!isMarked)
        return tl::make_unexpected(isMarked.error());
    if (!*isMarked)
        return run(session, name, sql, params).map(idsOf);
    return atomically(session, [&]() -> Result<QSet<qint64>> {
        if (const auto locked = lockJobsOf(session, m_schema, {m_workerId}, true); !locked)
            return tl::make_unexpected(locked.error());
        return session.query(heedingRetirements(sql, m_schema), params).map(idsOf);
    });
}

Result<QSet<qint64>> JobQueue::giveBackUnknown(Session &session,
                                               std::span<const qint64> known) const
{
    return returnUnlessRetired(session, "yardmaster_return_unknown", m_returnUnknown,
                               {param(m_workerId), param(known)});
}

Result<qint64> JobQueue::resetStaleLocks(Session &session) const
{
    return session.query(m_resetStaleLocks).map([](const Rows &rows) { return rows.int64(0, 0); });
}

} // namespace yardmaster

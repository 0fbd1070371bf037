#include "worker/queue/jobqueue.h"

#include "worker/db/arraytext.h"
#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/fetchstatement.h"
#include "worker/queue/retirements.h"
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// The first parameters of every fenced statement.
class LeaseArrays
{
public:
    void add(const Lease &lease)
    {
        m_ids.add(QByteArray::number(lease.id));
        m_attempts.add(QByteArray::number(lease.attempts));
        m_hadKey.add(lease.hadKey ? "t" : "f");
        m_freedQueue.add(lease.freedQueue != 0 ? std::optional(QByteArray::number(lease.freedQueue))
                                               : std::nullopt);
        m_lockedAt.add(QByteArray::number(lease.lockedAt));
    }
    [[nodiscard]] Params params(const QString &workerId) const
    {
        return {param(workerId),  m_ids.param(),        m_attempts.param(),
                m_hadKey.param(), m_freedQueue.param(), m_lockedAt.param()};
    }

private:
    ArrayParam m_ids;
    ArrayParam m_attempts;
    ArrayParam m_hadKey;
    ArrayParam m_freedQueue;
    ArrayParam m_lockedAt;
};

/// One lease for each lock time that may be the one in the table: at most one can match.
template <typename Use> void forEachTime(Lease lease, const Use &use)
{
    use(lease);
    if (lease.renewedAt == 0)
        return;
    lease.lockedAt = lease.renewedAt;
    use(lease);
}

const QString &workerIdOf(const WorkerNames &names, std::span<const Lease> leases)
{
    return names.at(leases.empty() ? names.current() : leases.front().name);
}

/// For complete_plain_jobs.sql.
bool arePlain(std::span<const Lease> leases)
{
    return !leases.empty() && std::ranges::all_of(leases, [&](const Lease &lease) {
        return !lease.hadKey && lease.freedQueue == 0 && lease.renewedAt == 0
            && lease.attempts == leases.front().attempts;
    });
}

QSet<qint64> idsOf(const Rows &rows)
{
    QSet<qint64> ids;
    ids.reserve(rows.count());
    for (int row = 0; row < rows.count(); ++row)
        ids.insert(rows.int64(row, 0));
    return ids;
}

/// What the statements that fetch return.
enum FetchColumn {
    Candidates,
    SearchUs,
    Tasks,
    Named,
    FreePriority,
    FreeRunAt,
    Id,
    TaskId, ///< one of Tasks
    Task,   ///< where there are no Tasks
    QueueId,
    QueueName,
    Payload,
    Priority,
    RunAt,
    Attempts,
    MaxAttempts,
    Key,
    Flags,
    LockedAt,
    Suspect,
    CreatedAt, ///< with readsColumns, as are the following; null: none of them
    UpdatedAt,
    Revision,
    LastError
};

constexpr qint64 kPostgresEpochUs = 946684800000000; // since 1970

/// @param micros  since 2000-01-01, as PostgreSQL counts. Later than the largest Timestamp:
/// infinity.
Timestamp timestampFrom(qint64 micros)
{
    if (micros > std::numeric_limits<qint64>::max() - kPostgresEpochUs)
        return Timestamp::max();
    if (micros == std::numeric_limits<qint64>::min())
        return Timestamp::min();
    return Timestamp(std::chrono::microseconds(micros + kPostgresEpochUs));
}

/// @param ids  "{7,NULL,9}", in the order of `tasks`.
QHash<qint64, QString> tasksById(QByteArrayView ids, const QStringList &tasks)
{
    const std::vector<qint64> known = int64sFrom(ids);
    QHash<qint64, QString> byId;
    for (qsizetype i = 0; i < std::min(qsizetype(known.size()), tasks.size()); ++i)
        byId.insert(known[size_t(i)], tasks[i]); // 0 for one that is unknown, which no job has
    return byId;
}

void readJob(const Rows &rows, int row, const QHash<qint64, QString> &tasks, bool hasColumns,
             Job *into)
{
    Job &job = *into;
    job.info.id = rows.int64(row, Id);
    job.info.task
        = rows.isNull(row, Task) ? tasks.value(rows.int64(row, TaskId)) : rows.text(row, Task);
    job.queueId = rows.int64(row, QueueId);
    job.info.queueName = rows.text(row, QueueName);
    job.payload = rows.bytes(row, Payload).toByteArray();
    job.isPayloadLeft = rows.isNull(row, Payload);
    job.info.priority = int(rows.int64(row, Priority));
    job.info.runAt = timestampFrom(rows.int64(row, RunAt));
    job.info.attempts = int(rows.int64(row, Attempts));
    job.info.maxAttempts = int(rows.int64(row, MaxAttempts));
    job.info.key = rows.text(row, Key);
    job.flags = rows.bytes(row, Flags).toByteArray();
    job.lockedAt = rows.int64(row, LockedAt) + kPostgresEpochUs;
    job.isSuspect = !rows.isNull(row, Suspect);
    if (hasColumns && !rows.isNull(row, CreatedAt)) {
        auto columns = std::make_shared<HostedColumns>();
        columns->taskId = rows.int64(row, TaskId);
        columns->createdAt = timestampFrom(rows.int64(row, CreatedAt));
        columns->updatedAt = timestampFrom(rows.int64(row, UpdatedAt));
        columns->revision = int(rows.int64(row, Revision));
        if (!rows.isNull(row, LastError))
            columns->lastError = rows.bytes(row, LastError).toByteArray();
        job.columns = std::move(columns);
    }
}

/// A statement that completes jobs, with the parameter `number` as a setting of its transaction for
/// the trigger of the history (migrations/history/recording.sql), which runs at its end. Counted,
/// so that the text does not come back with each row.
QByteArray tellingTimes(QByteArray completion, const QByteArray &number)
{
    const QByteArray told
        = ", (select count(set_config('yardmaster.handler_us', $" + number + "::text, true)))";
    const qsizetype from = completion.lastIndexOf(" from done");
    return completion.insert(from >= 0 ? from : completion.size(), told);
}

/// The statement of a fetch that takes nothing unless the worker is registered.
QByteArray checkingRegistration(QByteArray fetch, const QString &schema)
{
    static constexpr QByteArrayView unchecked("select true");
    Q_ASSERT(fetch.count(unchecked) == 1);
    return fetch.replace(unchecked,
                         "select exists (select from " + quotedIdentifier(schema)
                             + "._private_workers as workers where workers.id = $1::text)");
}

} // namespace

JobQueue::JobQueue(const QString &schema, const QString &workerId, bool prepares)
    : m_schema(schema)
    , m_workerId(workerId)
    , m_names(std::make_shared<WorkerNames>(workerId))
    , m_prepares(prepares)
    , m_registerTasks(sqlText("worker/queue/register_tasks.sql", schema))
    , m_fetches{sqlText("worker/queue/fetch_jobs.sql", schema),
                sqlText("worker/queue/fetch_single_jobs.sql", schema)}
    , m_checkedFetches{checkingRegistration(m_fetches[0], schema),
                       checkingRegistration(m_fetches[1], schema)}
    , m_complete(sqlText("worker/queue/complete_jobs.sql", schema))
    , m_completePlain(sqlText("worker/queue/complete_plain_jobs.sql", schema))
    , m_completeMixed(sqlText("worker/queue/complete_plain_mixed.sql", schema))
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
    return fetchAnswer(session, request).map([&](const FetchAnswer &answer) {
        return answer.read(request);
    });
}

Result<FetchAnswer> JobQueue::fetchAnswer(Session &session, const FetchRequest &request) const
{
    const auto answer = [](Rows &&rows) { return FetchAnswer(std::move(rows)); };
    const auto statement = statementOf(request);
    if (m_prepares) {
        return session
            .queryPrepared(statement.name, textFor(statement, request, session), statement.params,
                           Session::Format::Binary)
            .map(answer);
    }
    // A pooled connection is shared: settings must not outlive the transaction.
    return atomically(session,
                      [&]() -> Result<Rows> {
                          if (const auto set = session.script("set local jit = off"); !set)
                              return tl::make_unexpected(set.error());
                          return session.query(statement.text(general(request)), statement.params,
                                               Session::Format::Binary);
                      })
        .map(answer);
}

Result<void> JobQueue::sendFetch(Session &session, const FetchRequest &request) const
{
    const auto statement = statementOf(request);
    return session.sendPrepared(statement.name, textFor(statement, request, session),
                                statement.params, Session::Format::Binary);
}

FetchStatement JobQueue::statementOf(const FetchRequest &request) const
{
    auto statement = FetchStatement::of(request, m_names->at(request.name));
    if (m_names->isRegistered())
        statement.name += "_checked";
    return statement;
}

QByteArray JobQueue::textFor(const FetchStatement &statement, const FetchRequest &request,
                             const Session &session) const
{
    return session.hasPrepared(statement.name) ? QByteArray() : statement.text(general(request));
}

FetchAnswer::FetchAnswer(Rows rows)
    : m_rows(std::move(rows))
    , m_firstJob(!m_rows.isEmpty() && m_rows.isNull(0, Id) ? 1 : 0)
{ }

bool FetchAnswer::isDeclined() const
{
    return m_rows.isEmpty();
}

bool FetchAnswer::isRefused() const
{
    return m_firstJob == 1 && m_rows.isNull(0, Candidates);
}

bool FetchAnswer::hasSuspects() const
{
    for (int row = m_firstJob; row < m_rows.count(); ++row) {
        if (!m_rows.isNull(row, Suspect))
            return true;
    }
    return false;
}

int FetchAnswer::candidates() const
{
    return m_rows.isEmpty() ? 0 : std::max(jobs(), int(m_rows.int64(0, Candidates)));
}

Fetched FetchAnswer::read(const FetchRequest &request) const
{
    Fetched fetched;
    if (m_rows.isEmpty())
        return fetched;
    fetched.candidates = candidates();
    fetched.search = std::chrono::microseconds(m_rows.int64(0, SearchUs));
    fetched.named = int(m_rows.int64(0, Named));
    if (!m_rows.isNull(0, FreePriority)) {
        fetched.firstFree = {QByteArray::number(m_rows.int64(0, FreePriority)),
                             m_rows.bytes(0, FreeRunAt).toByteArray()};
    }
    const auto byId = tasksById(m_rows.bytes(0, Tasks), request.tasks);
    fetched.jobs.reserve(size_t(jobs()));
    for (int row = m_firstJob; row < m_rows.count(); ++row) {
        Job &job = fetched.jobs.emplace_back();
        readJob(m_rows, row, byId, request.readsColumns, &job);
        job.name = request.name;
    }
    if (m_firstJob == 0) { // fetch_single_jobs.sql
        std::ranges::sort(fetched.jobs, {}, [](const Job &job) {
            return std::tuple(job.info.priority, job.info.runAt, job.info.id);
        });
    }
    return fetched;
}

Result<bool> JobQueue::seesOthers(Session &session, int listeners)
{
    return session.query(sqlText("worker/queue/other_workers.sql", {}), {param(listeners)})
        .map([](const Rows &rows) { return rows.boolean(0, 0); });
}

Result<void> JobQueue::announceTurn(Session &session, int queues) const
{
    return session
        .query(sqlText("worker/queue/announce_turn.sql", {}), {param(queues), param(m_workerId)})
        .map([](const Rows &) {});
}

Result<std::optional<QByteArray>> JobQueue::storedPayload(Session &session, const QString &schema,
                                                          const Job &job)
{
    return session
        .query(sqlText("worker/queue/stored_payload.sql", schema),
               {param(job.info.id), param(job.info.attempts)})
        .map([](const Rows &rows) {
            return rows.isEmpty() ? std::nullopt : std::optional(rows.bytes(0, 0).toByteArray());
        });
}

Result<QSet<qint64>>
JobQueue::complete(Session &session, std::span<const Lease> leases, Durability durability,
                   std::span<const std::chrono::microseconds> handlerTimes) const
{
    if (durability == Durability::AtOnce && arePlain(leases)) {
        std::vector<qint64> ids;
        std::vector<qint64> times;
        ids.reserve(leases.size());
        const qint64 lockedAt = leases.front().lockedAt;
        bool isOneFetch = true;
        for (const Lease &lease : leases) {
            ids.push_back(lease.id);
            isOneFetch = isOneFetch && lease.lockedAt == lockedAt;
        }
        if (!isOneFetch) {
            for (const Lease &lease : leases)
                times.push_back(lease.lockedAt);
        }
        Params params{param(workerIdOf(*m_names, leases)), param(ids),
                      param(leases.front().attempts), isOneFetch ? param(lockedAt) : param(times)};
        return isOneFetch ? runCompletion(session, "yardmaster_complete_plain", m_completePlain,
                                          std::move(params), leases, handlerTimes)
                          : runCompletion(session, "yardmaster_complete_mixed", m_completeMixed,
                                          std::move(params), leases, handlerTimes);
    }
    LeaseArrays arrays;
    for (const Lease &each : leases)
        forEachTime(each, [&](const Lease &lease) { arrays.add(lease); });
    Params params = arrays.params(workerIdOf(*m_names, leases));
    params.push_back(param(durability == Durability::NextFlush));
    return runCompletion(session, "yardmaster_complete", m_complete, std::move(params), leases,
                         handlerTimes);
}

Result<QSet<qint64>>
JobQueue::runCompletion(Session &session, const char *name, const QByteArray &sql, Params params,
                        std::span<const Lease> leases,
                        std::span<const std::chrono::microseconds> handlerTimes) const
{
    if (handlerTimes.empty())
        return run(session, name, sql, params).map(idsOf);
    Q_ASSERT(handlerTimes.size() == leases.size());
    std::vector<qint64> ids;
    std::vector<qint64> times;
    for (size_t i = 0; i < leases.size(); ++i) {
        ids.push_back(leases[i].id);
        times.push_back(handlerTimes[i].count());
    }
    const QByteArray number = QByteArray::number(qint64(params.size()) + 1);
    params.push_back(*param(ids) + '|' + *param(times));
    return run(session, QByteArray(name) + "_telling", tellingTimes(sql, number), params)
        .map(idsOf);
}

Result<bool> JobQueue::hasHistory(Session &session) const
{
    return session
        .query("select exists (select from pg_catalog.pg_class as class join "
               "pg_catalog.pg_namespace as home on home.oid = class.relnamespace where "
               "home.nspname = $1::text and class.relname = '_yardmaster_history')",
               {param(m_schema)})
        .map([](const Rows &rows) { return rows.boolean(0, 0); });
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
        forEachTime(failure.lease, [&](const Lease &lease) {
            arrays.add(lease);
            errors << failure.error;
            delays.add(failure.retryAfter
                           ? std::optional(QByteArray::number(qint64(failure.retryAfter->count())))
                           : std::nullopt);
            finals.add(failure.final ? "t" : "f");
            payloads.addText(failure.payload);
        });
    }
    Params params = arrays.params(
        m_names->at(failures.empty() ? m_names->current() : failures.front().lease.name));
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
            failure.retryAt = QDateTime::fromMSecsSinceEpoch(rows->int64(row, 2), kUtc);
        written.insert(rows->int64(row, 0), failure);
    }
    return written;
}

Result<QSet<qint64>> JobQueue::returnJobs(Session &session, std::span<const Return> returns) const
{
    LeaseArrays arrays;
    ArrayParam delays;
    ArrayParam payloads;
    ArrayParam times;
    ArrayParam attempts;
    for (const Return &one : returns) {
        forEachTime(one.lease, [&](const Lease &lease) {
            arrays.add(lease);
            delays.add(QByteArray::number(qint64(one.delay.count())));
            payloads.addText(one.payload);
            times.addText(one.runAt ? std::optional(postgresText(*one.runAt).toUtf8())
                                    : std::nullopt);
            attempts.add(one.attempts ? std::optional(QByteArray::number(*one.attempts))
                                      : std::nullopt);
        });
    }
    const QString &name
        = m_names->at(returns.empty() ? m_names->current() : returns.front().lease.name);
    Params params = arrays.params(name);
    for (const ArrayParam *array : {&delays, &payloads, &times, &attempts})
        params.push_back(array->param());
    return returnUnlessRetired(session, "yardmaster_return", m_return, params, name);
}

Result<QSet<qint64>> JobQueue::returnUnlessRetired(Session &session, const char *name,
                                                   const QByteArray &sql, const Params &params,
                                                   const QString &workerId) const
{
    const auto isMarked = hasRetirements(session, m_schema);
    if (!isMarked)
        return tl::make_unexpected(isMarked.error());
    if (!*isMarked)
        return run(session, name, sql, params).map(idsOf);
    return atomically(session, [&]() -> Result<QSet<qint64>> {
        if (const auto locked = lockJobsOf(session, m_schema, {workerId}, true); !locked)
            return tl::make_unexpected(locked.error());
        return session.query(heedingRetirements(sql, m_schema), params).map(idsOf);
    });
}

Result<QSet<qint64>> JobQueue::returnUnknown(Session &session, std::span<const Lease> known,
                                             int name) const
{
    ArrayParam ids;
    ArrayParam times;
    for (const Lease &each : known) {
        forEachTime(each, [&](const Lease &lease) {
            ids.add(QByteArray::number(lease.id));
            times.add(QByteArray::number(lease.lockedAt));
        });
    }
    const QString &workerId = m_names->at(name);
    return returnUnlessRetired(session, "yardmaster_return_unknown", m_returnUnknown,
                               {param(workerId), ids.param(), times.param()}, workerId);
}

Result<QHash<qint64, LeaseState>> JobQueue::look(Session &session,
                                                 std::span<const qint64> ids) const
{
    const QByteArray sql = "select id, attempts, last_error from " + quotedIdentifier(m_schema)
        + "._private_jobs where id = any ($1::bigint[])";
    return session.query(sql, {param(ids)}).map([](const Rows &rows) {
        QHash<qint64, LeaseState> states;
        for (int row = 0; row < rows.count(); ++row)
            states.insert(rows.int64(row, 0), {int(rows.int64(row, 1)), rows.text(row, 2)});
        return states;
    });
}

Result<qint64> JobQueue::resetStaleLocks(Session &session) const
{
    return session.query(m_resetStaleLocks).map([](const Rows &rows) { return rows.int64(0, 0); });
}

} // namespace yardmaster

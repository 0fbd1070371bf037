#include "worker/queue/workerregistry.h"

#include "worker/db/arraytext.h"
#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/queueerror.h"
#include "worker/queue/recoverydecisions.h"
#include "worker/queue/retirements.h"
#include <yardmaster/timestamp.h>

#include <algorithm>
#include <iterator>

namespace yardmaster {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

QDateTime utc(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, kUtc);
}

std::vector<SweptWorker> sweptWorkers(const Rows &rows)
{
    std::vector<SweptWorker> workers;
    for (int row = 0; row < rows.count(); ++row) {
        SweptWorker worker;
        worker.id = rows.text(row, 0);
        worker.isRegistered = rows.boolean(row, 1);
        worker.silentSince = utc(rows.int64(row, 2));
        worker.jobs = int64sFrom(rows.bytes(row, 3));
        worker.jobsKept = int(rows.int64(row, 4));
        worker.queuesFreed = int(rows.int64(row, 5));
        worker.isRemoved = rows.boolean(row, 6);
        workers.push_back(std::move(worker));
    }
    return workers;
}

/// Parameters 5 to 8 of sweep_stale_workers.sql.
Params evidence(const SweepOptions &options)
{
    if (!options.watched)
        return {nullParam(), nullParam(), nullParam(), nullParam()};
    QStringList ids;
    std::vector<qint64> heartbeats;
    std::vector<qint64> silences;
    std::vector<qint64> thresholds;
    for (const StaleWorker &worker : *options.watched) {
        ids << worker.id;
        heartbeats.push_back(worker.heartbeatUs);
        silences.push_back(worker.silentFor.count());
        thresholds.push_back(worker.threshold.count());
    }
    return {param(ids), param(heartbeats), param(silences), param(thresholds)};
}

} // namespace

WorkerRegistry::WorkerRegistry(const QString &schema)
    : m_schema(schema)
    , m_heartbeat(sqlText("worker/queue/heartbeat.sql", schema))
    , m_beat(sqlText("worker/queue/renew_registrations.sql", schema))
    , m_observe(sqlText("worker/queue/observe_workers.sql", schema))
    , m_listSuspects(sqlText("worker/queue/list_suspects.sql", schema))
    , m_deregisterIfFree(sqlText("worker/queue/deregister_if_free.sql", schema))
    , m_refreshLocks(sqlText("worker/queue/refresh_locks.sql", schema))
    , m_activeWorkers(sqlText("worker/queue/active_workers.sql", schema))
    , m_sweepLock(sqlText("worker/queue/sweep_lock.sql", schema))
    , m_sweep(sqlText("worker/queue/sweep_stale_workers.sql", schema))
    , m_sweepPreview(sqlText("worker/queue/sweep_preview.sql", schema))
{ }

Result<bool> WorkerRegistry::exists(Session &session) const
{
    const QByteArray table = quotedIdentifier(m_schema) + "._private_workers";
    return session.query("select to_regclass($1::text) is not null", {table})
        .map([](const Rows &rows) { return rows.boolean(0, 0); });
}

Result<std::optional<milliseconds>> WorkerRegistry::heartbeat(Session &session,
                                                              const QString &workerId,
                                                              const QByteArray &metadata) const
{
    auto rows = session.query(
        m_heartbeat, {param(workerId), metadata.isEmpty() ? nullParam() : Param(metadata)});
    if (!rows) {
        const DbError &error = rows.error();
        const bool isAbsent = error.kind == DbError::Kind::SchemaMissing
            || error.sqlState == "42883"_L1; // the function
        return tl::make_unexpected(isAbsent ? registryMissing(m_schema) : error);
    }
    std::optional<milliseconds> silentFor;
    if (!rows->isNull(0, 0))
        silentFor = milliseconds(rows->int64(0, 0));
    return silentFor;
}

Result<std::vector<WorkerRegistry::Beat>>
WorkerRegistry::beat(Session &session, const QStringList &workerIds, const WorkerAges &ages) const
{
    const auto age = [](const std::optional<milliseconds> &since) {
        return since ? param(qint64(since->count())) : nullParam();
    };
    const auto rows = session.query(m_beat,
                                    {param(workerIds), age(ages.sinceFetch), age(ages.sinceRelease),
                                     ages.running ? param(qint64(*ages.running)) : nullParam()});
    if (!rows) {
        const bool isAbsent = rows.error().kind == DbError::Kind::SchemaMissing;
        return tl::make_unexpected(isAbsent ? registryMissing(m_schema) : rows.error());
    }
    std::vector<Beat> beats(size_t(workerIds.size()));
    for (int row = 0; row < rows->count(); ++row) {
        const qsizetype index = workerIds.indexOf(rows->text(row, 0));
        if (index >= 0)
            beats[size_t(index)] = {true, rows->boolean(row, 1)};
    }
    return beats;
}

Result<std::vector<SeenWorker>> WorkerRegistry::observe(Session &session) const
{
    return session.query(m_observe).map([](const Rows &rows) {
        std::vector<SeenWorker> workers;
        for (int row = 0; row < rows.count(); ++row) {
            std::optional<milliseconds> threshold;
            if (!rows.isNull(row, 2))
                threshold = milliseconds(rows.int64(row, 2));
            workers.push_back({rows.text(row, 0), rows.int64(row, 1), threshold});
        }
        return workers;
    });
}

Result<bool> WorkerRegistry::listSuspects(Session &session, const QString &workerId,
                                          std::span<const qint64> jobs) const
{
    QByteArray list;
    for (const qint64 job : jobs)
        list += (list.isEmpty() ? "" : ",") + QByteArray::number(job);
    return session.query(m_listSuspects, {param(workerId), Param('[' + list + ']')})
        .map([](const Rows &rows) { return !rows.isEmpty(); });
}

Result<bool> WorkerRegistry::deregisterIfFree(Session &session, const QString &workerId,
                                              bool isSure) const
{
    return session.query(m_deregisterIfFree, {param(workerId), param(!isSure)})
        .map([](const Rows &rows) { return !rows.isEmpty(); });
}

Result<void> WorkerRegistry::deregister(Session &session, const QString &workerId) const
{
    const QByteArray sql = "select " + quotedIdentifier(m_schema) + ".worker_deregister($1::text)";
    auto rows = session.query(sql, {param(workerId)});
    if (!rows) {
        const bool isAbsent = rows.error().kind == DbError::Kind::SchemaMissing
            || rows.error().sqlState == "42883"_L1;
        return tl::make_unexpected(isAbsent ? registryMissing(m_schema) : rows.error());
    }
    return {};
}

Result<qint64> WorkerRegistry::serverTime(Session &session)
{
    return session.query("select (extract(epoch from now()) * 1000000)::bigint")
        .map([](const Rows &rows) { return rows.int64(0, 0); });
}

Result<QHash<qint64, WorkerRegistry::Renewal>>
WorkerRegistry::refreshLocks(Session &session, const QString &workerId,
                             std::span<const Lease> leases, qint64 time) const
{
    QHash<qint64, Renewal> held;
    if (leases.empty())
        return held;
    ArrayParam ids;
    ArrayParam times;
    for (const Lease &lease : leases) {
        for (const qint64 lockedAt : {lease.lockedAt, lease.renewedAt}) {
            if (lockedAt == 0)
                continue;
            ids.add(QByteArray::number(lease.id));
            times.add(QByteArray::number(lockedAt));
        }
    }
    const auto rows
        = session.query(m_refreshLocks, {param(workerId), ids.param(), times.param(), param(time)});
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_schema));
    for (int row = 0; row < rows->count(); ++row)
        held.insert(rows->int64(row, 0), {rows->int64(row, 1), rows->int64(row, 2)});
    return held;
}

Result<std::vector<ActiveWorker>> WorkerRegistry::listActiveWorkers(Session &session,
                                                                    milliseconds threshold) const
{
    auto rows = session.query(m_activeWorkers, {param(qint64(threshold.count()))});
    if (!rows) {
        const bool isAbsent = rows.error().kind == DbError::Kind::SchemaMissing;
        return tl::make_unexpected(isAbsent ? registryMissing(m_schema) : rows.error());
    }
    std::vector<ActiveWorker> workers;
    workers.reserve(size_t(rows->count()));
    for (int row = 0; row < rows->count(); ++row) {
        workers.push_back({rows->text(row, 0), utc(rows->int64(row, 1)), utc(rows->int64(row, 2)),
                           milliseconds(rows->int64(row, 3)), rows->bytes(row, 4).toByteArray()});
    }
    return workers;
}

Result<bool> WorkerRegistry::isAnyoneSilent(Session &session, const SweepOptions &options) const
{
    if (options.alsoUnregistered)
        return true;
    if (options.watched)
        return !options.watched->empty();
    const QByteArray sql = "select exists (select from " + quotedIdentifier(m_schema)
        + "._private_workers where last_heartbeat_at < now() - $1::bigint * interval '1 ms')";
    return session.query(sql, {param(qint64(options.threshold.count()))}).map([](const Rows &rows) {
        return rows.boolean(0, 0);
    });
}

Result<SweepReport> WorkerRegistry::sweepStaleWorkers(Session &session,
                                                      const SweepOptions &options) const
{
    if (options.threshold.count() <= 0)
        return fail(DbError::Kind::InvalidInput, u"the sweep threshold must be above zero"_s);
    if (options.recoveryDelay.count() < 0)
        return fail(DbError::Kind::InvalidInput, u"the recovery delay cannot be negative"_s);

    const auto registry = exists(session);
    if (!registry)
        return tl::make_unexpected(registry.error());
    if (!*registry)
        return SweepReport{SweepReport::Outcome::NoRegistry, {}};
    const auto silent = isAnyoneSilent(session, options);
    if (!silent)
        return tl::make_unexpected(silent.error());
    if (!*silent)
        return SweepReport{};

    Params params{param(qint64(options.threshold.count())),
                  param(qint64(options.recoveryDelay.count())), param(options.alsoUnregistered),
                  nullParam()};
    constexpr size_t kDecisions = 3; // its index among them
    std::ranges::move(evidence(options), std::back_inserter(params));
    const auto swept = [](const Rows &rows) {
        return SweepReport{SweepReport::Outcome::Swept, sweptWorkers(rows)};
    };
    if (options.dryRun)
        return session.query(m_sweepPreview, params).map(swept);

    const auto isMarked = hasRetirements(session, m_schema);
    if (!isMarked)
        return tl::make_unexpected(isMarked.error());
    std::vector<SweptWorker> found;
    if (options.decide || *isMarked) {
        const auto preview = session.query(m_sweepPreview, params);
        if (!preview)
            return tl::make_unexpected(preview.error());
        found = sweptWorkers(*preview);
    }
    if (options.decide) {
        auto made = recoveryDecisions(session, m_schema, found, options);
        if (!made)
            return tl::make_unexpected(made.error());
        params[kDecisions] = *std::move(made);
    }
    return atomically(session, [&]() -> Result<SweepReport> {
        const auto lock = session.query(m_sweepLock);
        if (!lock)
            return tl::make_unexpected(lock.error());
        if (!lock->boolean(0, 0))
            return SweepReport{SweepReport::Outcome::AnotherSweeper, {}};
        if (!*isMarked)
            return session.query(m_sweep, params).map(swept);
        QStringList holders;
        for (const SweptWorker &worker : found)
            holders << worker.id;
        if (const auto locked = lockJobsOf(session, m_schema, holders, false); !locked)
            return tl::make_unexpected(locked.error());
        return session.query(heedingRetirements(m_sweep, m_schema), params).map(swept);
    });
}

} // namespace yardmaster

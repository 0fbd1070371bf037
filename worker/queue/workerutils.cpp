#include <yardmaster/workerutils.h>

#include "worker/queue/workerregistry.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QByteArray jsonText(const QJsonValue &value)
{
    // QJsonDocument only takes objects and arrays.
    const QByteArray text = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return text.sliced(1, text.size() - 2);
}

} // namespace

WorkerUtils::WorkerUtils(Session &session, const QString &schema, std::function<QDateTime()> clock)
    : m_session(session)
    , m_schema(schema)
    , m_adder(schema, std::move(clock))
    , m_administration(schema)
    , m_cleanup(schema)
{ }

Result<JobRecord> WorkerUtils::addJob(const QString &identifier, const QJsonValue &payload,
                                      JobSpec options) const
{
    options.identifier = identifier;
    options.payload = payload.isUndefined() ? QByteArray() : jsonText(payload);
    return addRawJob(options);
}

Result<JobRecord> WorkerUtils::addRawJob(const JobSpec &spec) const
{
    return m_adder.add(m_session, spec);
}

Result<std::vector<JobRecord>> WorkerUtils::addRawJobs(std::span<const JobSpec> specs) const
{
    return m_adder.addAll(m_session, specs);
}

Result<JobRecord> WorkerUtils::addBatchJob(const QString &identifier, const QJsonArray &items,
                                           JobSpec options) const
{
    return addJob(identifier, items, std::move(options));
}

Result<std::vector<JobRecord>> WorkerUtils::completeJobs(std::span<const qint64> ids) const
{
    return m_administration.completeJobs(m_session, ids);
}

Result<std::vector<JobRecord>> WorkerUtils::permanentlyFailJobs(std::span<const qint64> ids,
                                                                const QString &reason) const
{
    return m_administration.permanentlyFailJobs(m_session, ids, reason);
}

Result<std::vector<JobRecord>> WorkerUtils::rescheduleJobs(std::span<const qint64> ids,
                                                           const Reschedule &change) const
{
    return m_administration.rescheduleJobs(m_session, ids, change);
}

Result<std::optional<JobRecord>> WorkerUtils::removeJob(const QString &key) const
{
    return m_administration.removeJob(m_session, key);
}

Result<JobAdministration::Unlocked>
WorkerUtils::forceUnlockWorkers(const QStringList &workerIds) const
{
    return m_administration.forceUnlockWorkers(m_session, workerIds);
}

Result<std::vector<ActiveWorker>>
WorkerUtils::listActiveWorkers(std::chrono::milliseconds threshold) const
{
    return WorkerRegistry(m_schema).listActiveWorkers(m_session, threshold);
}

Result<SweepReport> WorkerUtils::sweepStaleWorkers(const SweepOptions &options) const
{
    return WorkerRegistry(m_schema).sweepStaleWorkers(m_session, options);
}

Result<CleanupReport> WorkerUtils::cleanup(const CleanupOptions &options) const
{
    return m_cleanup.run(m_session, options);
}

Result<MigrationReport> WorkerUtils::migrate() const
{
    if (m_session.isInTransaction()) {
        return fail(DbError::Kind::InvalidInput,
                    u"a schema cannot be migrated inside an open transaction"_s);
    }
    return yardmaster::migrate(m_session, m_schema);
}

} // namespace yardmaster

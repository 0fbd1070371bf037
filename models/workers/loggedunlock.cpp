#include "models/workers/loggedunlock.h"

#include "worker/queue/workerregistry.h"
#include <yardmaster/session.h>

#include <QJsonArray>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QJsonObject figures(const SweepReport &report)
{
    QJsonArray workers;
    for (const SweptWorker &worker : report.workers) {
        QJsonArray ids;
        for (const qint64 id : worker.jobs)
            ids << id;
        workers << QJsonObject{{u"worker"_s, worker.id},
                               {u"ids"_s, ids},
                               {u"queues"_s, worker.queuesFreed},
                               {u"removed"_s, worker.isRemoved}};
    }
    return {{u"jobs"_s, report.jobsRecovered()}, {u"workers"_s, workers}};
}

} // namespace

Result<WorkerLocks> readWorkerLocks(Session &session, const QString &schema,
                                    const QString &workerId)
{
    return WorkerUnlock(schema).look(session, workerId);
}

Result<SweepReport> previewSweep(Session &session, const QString &schema,
                                 const SweepOptions &options)
{
    SweepOptions dry = options;
    dry.dryRun = true;
    return WorkerRegistry(schema).sweepStaleWorkers(session, dry);
}

Result<WorkerUnlock::Report> unlockLogged(Session &session, const QString &schema,
                                          const QString &folder, const QString &connection,
                                          const WorkerLocks &locks, bool wasSilent)
{
    const WorkerUnlock unlocker(schema);
    QJsonArray ids;
    for (const WorkerLocks::Job &job : locks.jobs)
        ids << job.id;
    QJsonObject touched{{u"worker"_s, locks.workerId},
                        {u"jobs"_s, locks.jobs.size()},
                        {u"ids"_s, ids},
                        {u"queues"_s, QJsonArray::fromStringList(locks.queues)}};
    if (locks.heartbeat)
        touched.insert(u"last_heartbeat"_s, dateTime(*locks.heartbeat).toString(Qt::ISODateWithMs));
    const LoggedAction action{u"unlock-worker"_s,   schema, folder, connection,
                              unlocker.statement(), touched};
    WorkerUnlock::Report report;
    const auto done = runLogged(session, action, [&]() -> Result<QJsonObject> {
        auto answer = unlocker.unlock(session, locks, wasSilent);
        if (!answer)
            return tl::make_unexpected(answer.error());
        report = *answer;
        QJsonArray unlocked;
        for (const qint64 id : report.jobs)
            unlocked << id;
        return QJsonObject{{u"ids"_s, unlocked},
                           {u"queues"_s, QJsonArray::fromStringList(report.queues)}};
    });
    if (!done)
        return tl::make_unexpected(done.error());
    return report;
}

Result<SweepReport> sweepLogged(Session &session, const QString &schema, const QString &folder,
                                const QString &connection, const SweepOptions &options,
                                const SweepReport &preview)
{
    QJsonObject touched = figures(preview);
    touched.insert(u"threshold_ms"_s, qint64(options.threshold.count()));
    touched.insert(u"also_unregistered"_s, options.alsoUnregistered);
    const LoggedAction action{u"sweep"_s, schema, folder, connection, "sweep", touched};
    SweepReport report;
    const auto done = runLogged(session, action, [&]() -> Result<QJsonObject> {
        auto answer = WorkerRegistry(schema).sweepStaleWorkers(session, options);
        if (!answer)
            return tl::make_unexpected(answer.error());
        report = *answer;
        return figures(report);
    });
    if (!done)
        return tl::make_unexpected(done.error());
    return report;
}

} // namespace yardmaster

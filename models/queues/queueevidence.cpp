#include "models/queues/queueevidence.h"

#include "models/query/workersalive.h"
#include "models/values/format.h"
#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QCoreApplication>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr int kListedJobs = 20;
constexpr int kListedSessions = 12;

struct QueueEvidenceText
{
    Q_DECLARE_TR_FUNCTIONS(QueueEvidence)
};

std::chrono::milliseconds age(Timestamp then, Timestamp now)
{
    return std::chrono::floor<std::chrono::milliseconds>(std::max(then, now) - then);
}

Result<void> readJobs(Session &session, const QString &schema, qint64 queueId,
                      QueueEvidence *evidence)
{
    const QString owner = evidence->lock ? evidence->lock->owner : QString();
    const auto rows = session.query(
        sqlText("models/queues/queue_locked_jobs.sql", schema),
        {param(queueId), owner.isEmpty() ? nullParam() : param(owner), param(kListedJobs)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        evidence->jobs << HeldJob{rows->int64(row, 0), 0,
                                  rows->text(row, 1),  queueId,
                                  rows->text(row, 2),  timestampAt(*rows, row, 3)};
        evidence->jobCount = rows->int64(row, 4);
    }
    return {};
}

Result<void> readOwner(Session &session, const QString &schema, QueueEvidence *evidence)
{
    const auto workers = readRegisteredWorkers(session, schema);
    if (!workers)
        return tl::make_unexpected(workers.error());
    evidence->hasRegistry = workers->has_value();
    if (!evidence->lock || !*workers)
        return {};
    // By name: the list is of those heard of last, and the owner may be none of them.
    const auto stale = readStaleWorkers(session, schema);
    if (!stale)
        return tl::make_unexpected(stale.error());
    const auto rows = session.query(sqlText("models/query/job_workers.sql", schema),
                                    {param(QStringList{evidence->lock->owner}), param(*stale)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (!rows->isNull(0, 0)) {
        evidence->ownerSilentFor = std::chrono::milliseconds(rows->int64(0, 1));
        evidence->isOwnerStale = rows->boolean(0, 4);
    }
    return {};
}

Result<void> readSessions(Session &session, QueueEvidence *evidence)
{
    const auto rows = session.query(sqlText("models/queues/database_sessions.sql", u""),
                                    {param(kListedSessions)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    for (int row = 0; row < rows->count(); ++row) {
        QueueEvidence::Sessions sessions;
        sessions.application = rows->text(row, 0);
        sessions.address = rows->text(row, 1);
        sessions.count = rows->int64(row, 2);
        if (!rows->isNull(row, 3))
            sessions.idleFor = std::max(std::chrono::milliseconds(0),
                                        std::chrono::milliseconds(rows->int64(row, 3)));
        evidence->sessions << sessions;
    }
    return {};
}

} // namespace

bool QueueEvidence::isRunning() const
{
    return lock && std::ranges::any_of(jobs, [this](const HeldJob &job) {
               return job.owner == lock->owner;
           });
}

bool QueueEvidence::isOwnerAlive() const
{
    return ownerSilentFor && !isOwnerStale;
}

bool QueueEvidence::isOwnerSurelyGone() const
{
    return ownerSilentFor && isOwnerStale;
}

QStringList QueueEvidence::sentences() const
{
    if (!isQueueThere)
        return {QueueEvidenceText::tr("This queue no longer exists.")};
    if (!lock)
        return {QueueEvidenceText::tr("The queue is free: there is nothing to release.")};
    const QString owner
        = lock->owner.isEmpty() ? QueueEvidenceText::tr("an owner without a name") : lock->owner;
    QStringList list;
    list << QueueEvidenceText::tr("Locked by %1 since %2, %3.")
                .arg(owner, formatInstant(dateTime(lock->since)), formatAge(age(lock->since, now)));
    if (jobs.isEmpty())
        list << QueueEvidenceText::tr("No job of this queue is locked, so nothing runs in it.");
    for (const HeldJob &job : jobs) {
        list << QueueEvidenceText::tr("Job %1 (%2) is locked by %3, fetched %4.")
                    .arg(QString::number(job.id), job.task, job.owner,
                         formatAge(age(job.since, now)));
    }
    if (jobCount > jobs.size())
        list << QueueEvidenceText::tr("And %1 more locked jobs.", nullptr,
                                      pluralOf(jobCount - jobs.size()))
                    .arg(formatNumber(jobCount - jobs.size()));
    if (ownerSilentFor && isOwnerAlive())
        list << QueueEvidenceText::tr("The owner is registered and sent a heartbeat %1.")
                    .arg(formatAge(*ownerSilentFor));
    else if (ownerSilentFor)
        list << QueueEvidenceText::tr(
                    "The owner is registered, and has sent no heartbeat since %1.")
                    .arg(formatInstant(dateTime(
                        now
                        - std::chrono::duration_cast<std::chrono::microseconds>(*ownerSilentFor))));
    else if (hasRegistry)
        list << QueueEvidenceText::tr(
            "The owner is not in the worker registry: it ended, was swept, or is of a kind "
            "that never registers, such as graphile-worker's (Node).");
    else
        list << QueueEvidenceText::tr(
            "This schema has no worker registry, so it is not known whether the owner is alive.");
    QStringList names;
    for (const Sessions &group : sessions) {
        QString name
            = group.application.isEmpty() ? QueueEvidenceText::tr("no name") : group.application;
        if (!group.address.isEmpty())
            name += u" @ "_s + group.address;
        names << (group.count > 1 ? u"%1 × %2"_s.arg(group.count).arg(name) : name);
    }
    list << (names.isEmpty()
                 ? QueueEvidenceText::tr("No other session is connected to this database.")
                 : QueueEvidenceText::tr("Connected to this database: %1.")
                       .arg(names.join(u", "_s)));
    return list;
}

Result<QueueEvidence> readQueueEvidence(Session &session, const QString &schema,
                                        const QString &queue)
{
    auto transaction = Transaction::begin(session);
    if (!transaction)
        return tl::make_unexpected(transaction.error());
    // One snapshot: lock and jobs are of the same moment.
    const auto limited
        = session.script("set transaction isolation level repeatable read, read only; "
                         "set local statement_timeout = '10min'");
    if (!limited)
        return tl::make_unexpected(limited.error());
    const auto rows
        = session.query(sqlText("models/queues/queue_lock.sql", schema), {param(queue)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    QueueEvidence evidence;
    evidence.isQueueThere = !rows->isEmpty();
    if (evidence.isQueueThere) {
        evidence.now = timestampAt(*rows, 0, 3);
        if (!rows->isNull(0, 2))
            evidence.lock = QueueLock{queue, rows->text(0, 1), timestampAt(*rows, 0, 2)};
        if (auto done = readJobs(session, schema, rows->int64(0, 0), &evidence); !done)
            return tl::make_unexpected(done.error());
        if (auto done = readOwner(session, schema, &evidence); !done)
            return tl::make_unexpected(done.error());
        if (auto done = readSessions(session, &evidence); !done)
            return tl::make_unexpected(done.error());
    }
    if (auto committed = transaction->commit(); !committed)
        return tl::make_unexpected(committed.error());
    return evidence;
}

} // namespace yardmaster

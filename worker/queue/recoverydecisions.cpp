#include "worker/queue/recoverydecisions.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>
#include <yardmaster/timestamp.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

JobInfo jobInfo(const Rows &rows, int row)
{
    JobInfo job;
    job.id = rows.int64(row, 1);
    job.task = rows.text(row, 2);
    job.queueName = rows.text(row, 3);
    job.priority = int(rows.int64(row, 4));
    job.runAt = timestampAt(rows, row, 5);
    job.attempts = int(rows.int64(row, 6));
    job.maxAttempts = int(rows.int64(row, 7));
    job.key = rows.text(row, 8);
    return job;
}

QString nameOf(RecoveryAnswer::Kind kind)
{
    switch (kind) {
    case RecoveryAnswer::Kind::Default:
        return u"default"_s;
    case RecoveryAnswer::Kind::Reschedule:
        return u"reschedule"_s;
    case RecoveryAnswer::Kind::FailWithBackoff:
        return u"fail"_s;
    case RecoveryAnswer::Kind::Skip:
        break;
    }
    return u"skip"_s;
}

QJsonObject decision(const QString &worker, const JobInfo &job, const RecoveryAnswer &answer)
{
    QJsonObject object{{u"worker_id"_s, worker},
                       {u"id"_s, job.id},
                       {u"attempts"_s, job.attempts},
                       {u"answer"_s, nameOf(answer.kind)}};
    if (!job.key.isEmpty())
        object.insert(u"key"_s, job.key);
    if (answer.runAt)
        object.insert(u"run_at"_s, postgresText(*answer.runAt));
    if (answer.attempts)
        object.insert(u"new_attempts"_s, *answer.attempts);
    return object;
}

} // namespace

Result<Param> recoveryDecisions(Session &session, const QString &schema,
                                const std::vector<SweptWorker> &workers,
                                const SweepOptions &options)
{
    std::vector<qint64> ids;
    QStringList holders;
    for (const SweptWorker &worker : workers) {
        ids.insert(ids.end(), worker.jobs.begin(), worker.jobs.end());
        holders << worker.id;
    }
    QJsonArray decisions;
    if (!ids.empty()) {
        const auto rows = session.query(sqlText("worker/queue/sweep_jobs.sql", schema),
                                        {param(ids), param(holders)});
        if (!rows)
            return tl::make_unexpected(rows.error());
        for (int row = 0; row < rows->count(); ++row) {
            const QString worker = rows->text(row, 0);
            const JobInfo job = jobInfo(*rows, row);
            decisions.append(decision(worker, job, options.decide(job, worker)));
        }
    }
    return Param(QJsonDocument(decisions).toJson(QJsonDocument::Compact));
}

} // namespace yardmaster

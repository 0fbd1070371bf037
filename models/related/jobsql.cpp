#include "models/related/jobsql.h"

#include "worker/db/sqltext.h"
#include <yardmaster/timestamp.h>

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct JobSqlText
{
    Q_DECLARE_TR_FUNCTIONS(JobSql)
};

QString literal(const QString &text)
{
    return QString::fromUtf8(quotedLiteral(text));
}

QString quotedSchema(const QString &schema)
{
    return QString::fromUtf8(quotedIdentifier(schema));
}

} // namespace

QString addStatement(const JobRecord &job, const QString &schema, const QByteArray &payload)
{
    QStringList arguments{literal(job.identifier),
                          u"payload := %1::json"_s.arg(literal(QString::fromUtf8(payload)))};
    if (!job.queueName.isEmpty())
        arguments << u"queue_name := "_s + literal(job.queueName);
    arguments << u"run_at := %1::timestamptz"_s.arg(literal(postgresText(job.runAt)))
              << u"max_attempts := %1"_s.arg(job.maxAttempts);
    if (!job.key.isEmpty())
        arguments << u"job_key := "_s + literal(job.key);
    arguments << u"priority := %1"_s.arg(job.priority);
    const QStringList flags = QJsonDocument::fromJson(job.flags).object().keys();
    if (!flags.isEmpty()) {
        QStringList literals;
        for (const QString &flag : flags)
            literals << literal(flag);
        arguments << u"flags := array[%1]"_s.arg(literals.join(u", "_s));
    }
    return u"select id from %1.add_job(\n    %2);"_s.arg(quotedSchema(schema),
                                                         arguments.join(u",\n    "_s));
}

QString readStatement(std::span<const qint64> ids, const QString &schema)
{
    QStringList numbers;
    for (const qint64 id : ids)
        numbers << QString::number(id);
    return u"select jobs.*, tasks.identifier, queues.queue_name\n"
           "from %1._private_jobs as jobs\n"
           "join %1._private_tasks as tasks on tasks.id = jobs.task_id\n"
           "left join %1._private_job_queues as queues on queues.id = jobs.job_queue_id\n"
           "where jobs.id %2;"_s.arg(quotedSchema(schema),
                                     numbers.size() == 1
                                         ? u"= "_s + numbers.first()
                                         : u"in ("_s + numbers.join(u", "_s) + u')');
}

QList<JobSql> jobStatements(const JobRecord &job, const QString &schema, const QByteArray &payload,
                            bool isRedacted)
{
    const QString quoted = quotedSchema(schema);
    const QString id = QString::number(job.id);
    const QString addNote = isRedacted
        ? JobSqlText::tr(
            "Hidden values appear as “[hidden]”: reveal them first, or fill them in yourself.")
        : !job.key.isEmpty()
        ? JobSqlText::tr("While a job with this key exists, this updates that job.")
        : QString();
    return {
        {JobSqlText::tr("Read it"), readStatement(std::span(&job.id, 1), schema), {}},
        {JobSqlText::tr("Add it again"), addStatement(job, schema, payload), addNote},
        {JobSqlText::tr("Retry it now"),
         u"select id from %1.reschedule_jobs(array[%2], run_at := now(), attempts := 0);"_s.arg(
             quoted, id),
         JobSqlText::tr("Silently skips the job while a worker holds its lock.")},
        {JobSqlText::tr("Run it in an hour"),
         u"select id from %1.reschedule_jobs(array[%2], run_at := now() + interval '1 hour');"_s
             .arg(quoted, id),
         JobSqlText::tr("A job without attempts left does not run, whatever its run time.")},
        {JobSqlText::tr("Fail it for good"),
         u"select id from %1.permanently_fail_jobs(array[%2], 'reason');"_s.arg(quoted, id),
         JobSqlText::tr("The reason replaces its last error.")},
        {JobSqlText::tr("Complete it"),
         u"select id from %1.complete_jobs(array[%2]);"_s.arg(quoted, id),
         JobSqlText::tr("This deletes the job.")},
    };
}

} // namespace yardmaster

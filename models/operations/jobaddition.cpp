#include "models/operations/jobaddition.h"

#include "models/operations/loggedaction.h"
#include "worker/db/sqltext.h"
#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString literal(const QString &text)
{
    return QString::fromUtf8(quotedLiteral(text));
}

} // namespace

QString addJobStatement(const QString &schema, const JobSpec &spec)
{
    QStringList arguments{literal(spec.identifier)};
    const QByteArray payload = spec.payload.isEmpty() ? QByteArray("{}") : spec.payload;
    arguments << u"payload => "_s + literal(QString::fromUtf8(payload)) + u"::json"_s;
    if (spec.queueName)
        arguments << u"queue_name => "_s + literal(*spec.queueName);
    if (spec.runAt == Timestamp::max()) {
        arguments << u"run_at => 'infinity'"_s;
    } else if (spec.runAt) {
        arguments << u"run_at => "_s + literal(dateTime(*spec.runAt).toString(Qt::ISODateWithMs))
                + u"::timestamptz"_s;
    }
    if (spec.maxAttempts)
        arguments << u"max_attempts => %1"_s.arg(*spec.maxAttempts);
    if (spec.jobKey) {
        arguments << u"job_key => "_s + literal(*spec.jobKey);
        arguments << u"job_key_mode => "_s + literal(jobKeyModeName(spec.jobKeyMode));
    }
    if (spec.priority)
        arguments << u"priority => %1"_s.arg(*spec.priority);
    if (!spec.flags.isEmpty()) {
        QStringList flags;
        for (const QString &flag : spec.flags)
            flags << literal(flag);
        arguments << u"flags => array["_s + flags.join(u", "_s) + u"]::text[]"_s;
    }
    return u"select * from "_s + QString::fromUtf8(quotedIdentifier(schema)) + u".add_job(\n  "_s
        + arguments.join(u",\n  "_s) + u");\n"_s;
}

Result<JobRecord> addByHand(Session &session, const QString &schema, const JobSpec &spec,
                            const QString &folder, const QString &connection)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    QJsonObject touched{{u"jobs"_s, 1}, {u"task"_s, spec.identifier}};
    if (spec.queueName)
        touched.insert(u"queue"_s, *spec.queueName);
    if (spec.jobKey)
        touched.insert(u"key"_s, *spec.jobKey);
    JobRecord record;
    const auto logged
        = runLogged(session, {u"add"_s, schema, folder, connection, "add_job", touched},
                    [&]() -> Result<QJsonObject> {
                        auto added = JobAdder(schema).add(session, spec);
                        if (!added)
                            return tl::make_unexpected(added.error());
                        record = *std::move(added);
                        return QJsonObject{{u"job"_s, record.id}};
                    });
    if (!logged)
        return tl::make_unexpected(logged.error());
    return record;
}

Result<QStringList> readTaskNames(Session &session, const QString &schema)
{
    return session
        .query("select identifier from " + quotedIdentifier(schema)
               + "._private_tasks order by identifier limit 500")
        .map([](const Rows &rows) {
            QStringList names;
            for (int row = 0; row < rows.count(); ++row)
                names << rows.text(row, 0);
            return names;
        });
}

} // namespace yardmaster

#include "models/operations/jobaddition.h"

#include "models/operations/loggedaction.h"
#include "worker/db/sqltext.h"
#include <yardmaster/jobadder.h>
#include <yardmaster/session.h>

#include <QJsonArray>
#include <QSet>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kAddedAtOnce = 1000; ///< jobs in a statement

QString literal(const QString &text)
{
    return QString::fromUtf8(quotedLiteral(text));
}

/// Adds them in order, in the open transaction. @returns their ids.
Result<QList<qint64>> addInOrder(Session &session, const QString &schema,
                                 const std::vector<JobSpec> &specs)
{
    const JobAdder adder(schema);
    QList<qint64> ids;
    std::vector<JobSpec> chunk; // of one statement: no key twice, one mode for all keys
    QSet<QString> keys;
    const auto send = [&]() -> Result<void> {
        const auto added = adder.addAll(session, chunk);
        if (!added)
            return tl::make_unexpected(added.error());
        for (const JobRecord &job : *added)
            ids << job.id;
        chunk.clear();
        keys.clear();
        return {};
    };
    for (const JobSpec &spec : specs) {
        const bool isAlone = spec.jobKey && spec.jobKeyMode != JobKeyMode::Replace;
        const bool isFull = std::ssize(chunk) >= kAddedAtOnce;
        if (isAlone || isFull || (spec.jobKey && keys.contains(*spec.jobKey))) {
            if (auto sent = send(); !sent)
                return tl::make_unexpected(sent.error());
        }
        if (isAlone) {
            const auto added = adder.add(session, spec);
            if (!added)
                return tl::make_unexpected(added.error());
            ids << added->id;
            continue;
        }
        if (spec.jobKey)
            keys << *spec.jobKey;
        chunk.push_back(spec);
    }
    if (auto sent = send(); !sent)
        return tl::make_unexpected(sent.error());
    return ids;
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
    return addAgainByHand(session, schema, spec, folder, connection, 0);
}

Result<JobRecord> addAgainByHand(Session &session, const QString &schema, const JobSpec &spec,
                                 const QString &folder, const QString &connection, qint64 again)
{
    if (auto fine = spec.validate(); !fine)
        return tl::make_unexpected(fine.error());
    QJsonObject touched{{u"jobs"_s, 1}, {u"task"_s, spec.identifier}};
    if (spec.queueName)
        touched.insert(u"queue"_s, *spec.queueName);
    if (spec.jobKey)
        touched.insert(u"key"_s, *spec.jobKey);
    if (again != 0)
        touched.insert(u"again"_s, QJsonArray{again});
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

Result<QList<qint64>> addManyByHand(Session &session, const QString &schema,
                                    const std::vector<JobSpec> &specs, const QString &folder,
                                    const QString &connection, const QList<qint64> &again)
{
    QJsonObject touched{{u"jobs"_s, qint64(specs.size())}};
    if (!again.isEmpty()) {
        QJsonArray ids;
        for (const qint64 id : again)
            ids << id;
        touched.insert(u"again"_s, ids);
    }
    QList<qint64> ids;
    const LoggedAction action{u"add"_s, schema, folder, connection, "add_jobs", touched};
    const auto logged = runLogged(session, action, [&]() -> Result<QJsonObject> {
        auto transaction = Transaction::begin(session);
        if (!transaction)
            return tl::make_unexpected(transaction.error());
        auto added = addInOrder(session, schema, specs);
        if (!added)
            return tl::make_unexpected(added.error());
        ids = *std::move(added);
        return transaction->commit().map([&] {
            return QJsonObject{{u"jobs"_s, qint64(ids.size())}};
        });
    });
    if (!logged)
        return tl::make_unexpected(logged.error());
    return ids;
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

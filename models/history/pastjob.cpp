#include "models/history/pastjob.h"

#include "models/query/shortread.h"
#include "worker/db/sqltext.h"

#include <QCoreApplication>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using PastPayload = PastJob::Payload;

namespace {

struct PastJobText
{
    Q_DECLARE_TR_FUNCTIONS(PastJob)
};

constexpr auto kPastJobPatience = 20s;

PastPayload payloadFrom(const QString &state)
{
    switch (state.isEmpty() ? '\0' : state.front().toLatin1()) {
    case 'k':
        return PastPayload::Kept;
    case 'r':
        return PastPayload::Redacted;
    case 'l':
        return PastPayload::TooLarge;
    default:
        return PastPayload::Unsearched;
    }
}

/// Those of the queue, of these ids.
Result<QSet<qint64>> readThere(Session &session, const QString &schema, const Params &ids)
{
    const auto rows = readOnce(session, kPastJobPatience,
                               "select id from " + quotedIdentifier(schema)
                                   + "._private_jobs where id = any ($1::bigint[])",
                               ids);
    if (!rows)
        return tl::make_unexpected(rows.error());
    QSet<qint64> there;
    for (int row = 0; row < rows->count(); ++row)
        there << rows->int64(row, 0);
    return there;
}

/// Whether payloads are kept, and this role may read them.
Result<PastPayload> readAccess(Session &session, const QString &schema)
{
    const auto rows = session.query(
        "select has_table_privilege(class.oid, 'select') and (not row_security_active(class.oid) "
        "or "
        "exists (select from pg_catalog.pg_policy as shown cross join unnest(shown.polroles) as "
        "role where shown.polrelid = class.oid and (role = 0 or pg_has_role(role, 'usage')))) from "
        "pg_catalog.pg_class as class join "
        "pg_catalog.pg_namespace as home on home.oid = class.relnamespace where home.nspname = "
        "$1::text and class.relname = '_yardmaster_history_payloads'",
        {param(schema)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    if (rows->isEmpty())
        return PastPayload::NoneKept;
    return rows->boolean(0, 0) ? PastPayload::NotKept : PastPayload::Forbidden;
}

PastJob keptFrom(const Rows &rows, int row)
{
    enum Column {
        Id,
        State,
        Task,
        Queue,
        HasQueue,
        Priority,
        MaxAttempts,
        Flags,
        PayloadText,
    };
    PastJob job;
    job.id = rows.int64(row, Id);
    job.isKnown = true;
    job.payload = payloadFrom(rows.text(row, State));
    job.spec.identifier = rows.text(row, Task);
    job.isQueueForgotten = rows.boolean(row, HasQueue) && rows.isNull(row, Queue);
    if (rows.boolean(row, HasQueue) && !job.isQueueForgotten)
        job.spec.queueName = rows.text(row, Queue);
    job.spec.priority = int(rows.int64(row, Priority));
    job.spec.maxAttempts = int(rows.int64(row, MaxAttempts));
    const QJsonArray flags = QJsonDocument::fromJson(rows.bytes(row, Flags).toByteArray()).array();
    for (const QJsonValue &flag : flags)
        job.spec.flags << flag.toString();
    if (job.hasPayload())
        job.spec.payload = rows.bytes(row, PayloadText).toByteArray();
    return job;
}

Result<QHash<qint64, PastJob>> readKept(Session &session, const QString &schema, const Params &ids)
{
    const auto rows
        = readOnce(session, kPastJobPatience, sqlText("models/history/past_jobs.sql", schema), ids);
    if (!rows)
        return tl::make_unexpected(rows.error());
    QHash<qint64, PastJob> kept;
    for (int row = 0; row < rows->count(); ++row) {
        PastJob job = keptFrom(*rows, row);
        kept.insert(job.id, std::move(job));
    }
    return kept;
}

/// What its end tells of a job of which nothing was kept.
Result<PastJob> readUnkept(Session &session, const QString &schema, qint64 id, PastPayload payload)
{
    PastJob job;
    job.id = id;
    job.payload = payload;
    const auto runs = readRunsOf(session, schema, id, true);
    if (!runs)
        return tl::make_unexpected(runs.error());
    if (runs->isEmpty() || runs->last().isFailure)
        return job;
    const PastRun &end = runs->last();
    job.isKnown = true;
    job.areSettingsLost = true;
    if (!end.task.startsWith(u'#')) // else it is but a number
        job.spec.identifier = end.task;
    job.isQueueForgotten = end.queue.startsWith(u'#');
    if (!end.queue.isEmpty() && !job.isQueueForgotten)
        job.spec.queueName = end.queue;
    return job;
}

} // namespace

QString PastJob::obstacle() const
{
    if (isThere)
        return PastJobText::tr("Job %1 is still in the queue: retry it there, or duplicate it.")
            .arg(id);
    if (!isKnown)
        return PastJobText::tr("The history does not show how job %1 ended.").arg(id);
    if (spec.identifier.isEmpty())
        return PastJobText::tr("The task name of job %1 is no longer known.").arg(id);
    if (isQueueForgotten)
        return PastJobText::tr("The queue name of job %1 is no longer known.").arg(id);
    return {};
}

QString PastJob::payloadProblem() const
{
    switch (payload) {
    case PastPayload::Kept:
        return {};
    case PastPayload::Redacted:
        return PastJobText::tr("In the payload of job %1, values were replaced by “[redacted]” "
                               "when it was kept.")
            .arg(id);
    case PastPayload::TooLarge:
        return PastJobText::tr("The payload of job %1 was too large to be kept.").arg(id);
    case PastPayload::Unsearched:
        return PastJobText::tr("The payload of job %1 was not kept, because it could not be "
                               "searched for values to replace.")
            .arg(id);
    case PastPayload::NotKept:
        return PastJobText::tr("The payload of job %1 was not kept: its task is excluded, or the "
                               "job ended before payloads were kept.")
            .arg(id);
    case PastPayload::NoneKept:
        return PastJobText::tr(
                   "The payload of job %1 was not kept: this history keeps no payloads.")
            .arg(id);
    case PastPayload::Forbidden:
        return PastJobText::tr("This role may not read the payload of job %1.").arg(id);
    }
    Q_UNREACHABLE();
    return {};
}

QString PastJob::settingsProblem() const
{
    return areSettingsLost ? PastJobText::tr("The priority, maximum attempts and flags of job %1 "
                                             "are not known: the defaults are used instead.")
                                 .arg(id)
                           : QString();
}

Result<PastJobs> readPastJobs(Session &session, const QString &schema, const QList<qint64> &ids)
{
    const auto presence = readHistoryPresence(session, schema);
    if (!presence)
        return tl::make_unexpected(presence.error());
    PastJobs past{*presence, {}};
    if (!past.presence.isReadable())
        return past;
    const Params wanted{param(std::span<const qint64>(ids.constData(), size_t(ids.size())))};
    const auto there = readThere(session, schema, wanted);
    if (!there)
        return tl::make_unexpected(there.error());
    const auto access = readAccess(session, schema);
    if (!access)
        return tl::make_unexpected(access.error());
    QHash<qint64, PastJob> kept;
    if (*access == PastPayload::NotKept) {
        auto found = readKept(session, schema, wanted);
        if (!found)
            return tl::make_unexpected(found.error());
        kept = *std::move(found);
    }
    for (const qint64 id : ids) {
        if (there->contains(id)) {
            past.jobs << PastJob{.id = id, .isThere = true};
        } else if (kept.contains(id)) {
            past.jobs << kept.value(id);
        } else {
            auto job = readUnkept(session, schema, id, *access);
            if (!job)
                return tl::make_unexpected(job.error());
            past.jobs << *std::move(job);
        }
    }
    return past;
}

} // namespace yardmaster

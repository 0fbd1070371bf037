#include "worker/cron/cronstore.h"

#include "worker/db/rowtimes.h"
#include "worker/db/sqltext.h"
#include "worker/queue/atomically.h"
#include "worker/queue/queueerror.h"

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::optional<QByteArray> utf8(const std::optional<QString> &text)
{
    return text ? std::optional(text->toUtf8()) : std::nullopt;
}

std::optional<QByteArray> digits(const std::optional<int> &number)
{
    return number ? std::optional(QByteArray::number(*number)) : std::nullopt;
}

Param micros(Timestamp time)
{
    return param(qint64(time.time_since_epoch().count()));
}

} // namespace

CronStore::CronStore(const QString &schema, bool preparesStatements)
    : m_schema(schema)
    , m_prepares(preparesStatements)
    , m_register(sqlText("worker/cron/register_crontabs.sql", schema))
    , m_schedule(sqlText("worker/cron/schedule_cron_jobs.sql", schema))
    , m_adder(schema)
{ }

Result<Rows> CronStore::run(Session &session, const QByteArray &name, const QByteArray &sql,
                            const Params &params) const
{
    auto rows = m_prepares ? session.queryPrepared(name, sql, params) : session.query(sql, params);
    if (!rows)
        return tl::make_unexpected(explained(rows.error(), m_schema));
    return rows;
}

Result<std::vector<CronStore::Known>>
CronStore::registerItems(Session &session, const QStringList &identifiers, Timestamp since) const
{
    const auto rows
        = run(session, "register_crontabs", m_register, {param(identifiers), micros(since)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    std::vector<Known> known;
    for (int row = 0; row < rows->count(); ++row) {
        Timestamp notBefore = timestampAt(*rows, row, 1);
        if (!rows->isNull(row, 2)) {
            notBefore = timestampAt(*rows, row, 2);
            if (notBefore != Timestamp::max())
                notBefore += std::chrono::microseconds(1); // that minute is done
        }
        known.push_back({rows->text(row, 0), notBefore});
    }
    return known;
}

Result<std::vector<CronStore::Claim>>
CronStore::schedule(Session &session, std::span<const Due> due, Timestamp minute) const
{
    const bool hasKeys
        = std::ranges::any_of(due, [](const Due &one) { return one.spec.jobKey.has_value(); });
    if (!hasKeys)
        return scheduleOnce(session, due, minute);
    return atomically(session, [&]() -> Result<std::vector<Claim>> {
        auto claims = scheduleOnce(session, due, minute);
        if (!claims)
            return claims;
        for (size_t i = 0; i < due.size(); ++i) {
            Claim &claim = claims->at(i);
            if (!claim.isOurs || !due[i].addsJob || claim.jobId != 0)
                continue;
            const auto added = m_adder.add(session, due[i].spec); // retries
            if (!added)
                return tl::make_unexpected(added.error());
            claim.jobId = added->id;
        }
        return claims;
    });
}

Result<std::vector<CronStore::Claim>>
CronStore::scheduleOnce(Session &session, std::span<const Due> due, Timestamp minute) const
{
    ArrayParam identifiers;
    ArrayParam tasks;
    ArrayParam payloads;
    ArrayParam queues;
    ArrayParam attempts;
    ArrayParam keys;
    ArrayParam priorities;
    ArrayParam flags;
    ArrayParam modes;
    for (const Due &one : due) {
        const JobSpec &spec = one.spec;
        identifiers.addText(one.identifier.toUtf8());
        tasks.addText(spec.identifier.toUtf8());
        payloads.addText(one.addsJob ? std::optional(spec.payload) : std::nullopt);
        queues.addText(utf8(spec.queueName));
        attempts.add(digits(spec.maxAttempts));
        keys.addText(utf8(spec.jobKey));
        priorities.add(digits(spec.priority));
        flags.addText(spec.flags.isEmpty() ? std::nullopt : param(spec.flags));
        modes.addText(jobKeyModeName(spec.jobKeyMode).toUtf8());
    }
    const auto rows = run(session, "schedule_cron_jobs", m_schedule,
                          {identifiers.param(), tasks.param(), payloads.param(), queues.param(),
                           attempts.param(), keys.param(), priorities.param(), flags.param(),
                           modes.param(), micros(minute)});
    if (!rows)
        return tl::make_unexpected(rows.error());
    std::vector<Claim> claims(due.size());
    for (int row = 0; row < rows->count(); ++row)
        claims.at(size_t(rows->int64(row, 0) - 1)) = {true, rows->int64(row, 1)};
    return claims;
}

} // namespace yardmaster

#include "worker/queue/retirements.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

namespace {

QByteArray tableOf(const QString &schema)
{
    return quotedIdentifier(schema) + "._private_job_retirements";
}

} // namespace

Result<bool> hasRetirements(Session &session, const QString &schema)
{
    return session.query("select to_regclass($1::text) is not null", {tableOf(schema)})
        .map([](const Rows &rows) { return rows.boolean(0, 0); });
}

Result<void> lockJobsOf(Session &session, const QString &schema, const QStringList &workerIds,
                        bool waits)
{
    const QByteArray sql = "select count(*) from (select from " + quotedIdentifier(schema)
        + "._private_jobs as jobs where jobs.locked_by = any ($1::text[]) for update"
        + (waits ? ") as held" : " skip locked) as held");
    return session.query(sql, {param(workerIds)}).map([](const Rows &) {});
}

QByteArray heedingRetirements(QByteArray sql, const QString &schema)
{
    static constexpr QByteArrayView nothing("select null::bigint as id where false");
    Q_ASSERT(sql.count(nothing) == 1);
    return sql.replace(nothing, "select id from " + tableOf(schema));
}

} // namespace yardmaster

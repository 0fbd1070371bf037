#include "models/session/serveridentity.h"

#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

namespace yardmaster {

using namespace Qt::StringLiterals;

QJsonObject ServerIdentity::toJson() const
{
    return {{u"system"_s, system},
            {u"database"_s, database},
            {u"schema"_s, schema},
            {u"address"_s, address},
            {u"timeline"_s, timeline}};
}

ServerIdentity ServerIdentity::fromJson(const QJsonObject &object)
{
    return {object.value("system"_L1).toString(), object.value("database"_L1).toInteger(),
            object.value("schema"_L1).toInteger(), object.value("address"_L1).toString(),
            object.value("timeline"_L1).toInteger()};
}

ServerMatch compare(const ServerIdentity &then, const ServerIdentity &now)
{
    const bool isKnown = !then.system.isEmpty() && !now.system.isEmpty();
    if ((isKnown && then.system != now.system)
        || (then.database != 0 && then.database != now.database)
        || (then.schema != 0 && then.schema != now.schema))
        return ServerMatch::Other;
    return isKnown && then == now ? ServerMatch::Same : ServerMatch::Perhaps;
}

Result<ServerIdentity> identityOf(Session &session, const QString &schema)
{
    const auto basics = session.query(sqlText("models/session/server_identity.sql", schema));
    if (!basics)
        return tl::make_unexpected(basics.error());
    ServerIdentity identity{{}, basics->int64(0, 0), basics->int64(0, 1), basics->text(0, 2), 0};
    // What a role may not see is not known.
    const auto ask = [&session](const char *sql) -> Result<QString> {
        const auto answer = session.query(sql);
        if (answer)
            return answer->text(0, 0);
        return answer.error().kind == DbError::Kind::PermissionDenied
            ? Result<QString>(QString())
            : tl::make_unexpected(answer.error());
    };
    const auto system = ask("select system_identifier::text from pg_control_system()");
    if (!system)
        return tl::make_unexpected(system.error());
    // A server in recovery has no timeline of its own.
    const auto timeline = ask("select case when not pg_is_in_recovery()"
                              " then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end");
    if (!timeline)
        return tl::make_unexpected(timeline.error());
    identity.system = *system;
    identity.timeline = timeline->toLongLong(nullptr, 16);
    return identity;
}

} // namespace yardmaster

#include "tests/migrations/catalog.h"
#include "worker/db/sqltext.h"
#include <yardmaster/session.h>

#include <QSet>

namespace yardmaster::test {

using namespace Qt::StringLiterals;

QStringList catalogOf(Session &session, const QString &schema)
{
    const auto rows = session.query(sqlText("tests/migrations/catalog.sql", schema));
    if (!rows)
        qFatal("catalog.sql: %s", qUtf8Printable(rows.error().message));
    QStringList lines;
    for (int row = 0; row < rows->count(); ++row)
        lines << rows->text(row, 0);
    return lines;
}

QStringList sharedPart(const QStringList &catalog)
{
    static const QSet<QString> registry{
        u"_private_workers"_s,    u"worker_heartbeat"_s,           u"worker_deregister"_s,
        u"list_stale_workers"_s,  u"list_orphan_locked_workers"_s, u"recover_dead_worker_jobs"_s,
        u"delete_stale_workers"_s};
    QStringList shared;
    for (const QString &line : catalog) {
        const QString object = line.section(u'|', 1, 1);
        if (!registry.contains(object) && !object.startsWith("_yardmaster_"_L1))
            shared << line;
    }
    return shared;
}

QString identityOf(Session &session, const QString &schema)
{
    const auto rows = session.query(
        "select string_agg(object, ' ' order by object) from ("
        " select p.proname || ':' || p.oid || ':' || md5(p.prosrc) as object from pg_proc p"
        " where p.pronamespace = to_regnamespace(quote_ident($1))"
        " union all"
        " select c.relname || ':' || c.oid || ':' || c.relfilenode from pg_class c"
        " where c.relnamespace = to_regnamespace(quote_ident($1))) it",
        {param(schema)});
    if (!rows)
        qFatal("%s", qUtf8Printable(rows.error().message));
    return rows->text(0, 0);
}

QString difference(const QStringList &expected, const QStringList &actual)
{
    QStringList lines;
    for (const QString &line : expected) {
        if (!actual.contains(line))
            lines << u"- "_s + line;
    }
    for (const QString &line : actual) {
        if (!expected.contains(line))
            lines << u"+ "_s + line;
    }
    return lines.join(u'\n');
}

} // namespace yardmaster::test

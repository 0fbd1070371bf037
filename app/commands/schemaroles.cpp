#include "app/commands/schemaroles.h"

#include "app/commands/commandcall.h"
#include "app/exitcodes.h"
#include "worker/db/sqltext.h"
#include <yardmaster/migrator.h>

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

int runSchemaRoles(const CommandCall &call)
{
    QStringList problems;
    const auto role = [&](const QString &option) {
        const QString name = call.value(option).value_or(u"yardmaster_"_s + option);
        if (name.isEmpty() || name.toUtf8().size() > 63 || name.startsWith("pg_"_L1))
            problems << u"--%1 takes the name of a role, not '%2'"_s.arg(option, name);
        return name;
    };
    const RoleNames names{role(u"viewer"_s), role(u"producer"_s), role(u"operator"_s),
                          role(u"worker"_s), role(u"history"_s)};
    const QString schema = call.value(u"schema"_s).value_or(u"graphile_worker"_s);
    if (const QString problem = schemaNameProblem(schema); !problem.isEmpty())
        problems << problem;
    if (!problems.isEmpty())
        return call.refuse(problems);
    call.streams().out->write(rolesSql(schema, names));
    return ExitOk;
}

} // namespace

QByteArray rolesSql(const QString &schema, const RoleNames &names)
{
    // Piece by piece, because a name may look like a placeholder.
    const QMap<QByteArray, QString> values{{"schema", schema},
                                           {"viewer_role", names.viewer},
                                           {"producer_role", names.producer},
                                           {"operator_role", names.operatorRole},
                                           {"worker_role", names.worker},
                                           {"history_role", names.history}};
    const QByteArray source = sqlSource("migrations/roles/roles.sql");
    QByteArray sql;
    qsizetype from = 0;
    for (qsizetype colon = source.indexOf(':'); colon >= 0; colon = source.indexOf(':', from)) {
        sql += source.mid(from, colon - from);
        const char quote = source.mid(colon + 1, 1).isEmpty() ? '\0' : source[colon + 1];
        const qsizetype end = quote == '"' || quote == '\'' ? source.indexOf(quote, colon + 2) : -1;
        const QByteArray name = end < 0 ? QByteArray() : source.mid(colon + 2, end - colon - 2);
        from = values.contains(name) ? end + 1 : colon + 1;
        if (!values.contains(name))
            sql += ':';
        else
            sql += quote == '"' ? quotedIdentifier(values[name]) : quotedLiteral(values[name]);
    }
    return sql + source.mid(from) + '\n' + sqlText("migrations/history/grants.sql", schema);
}

ShellCommand schemaRolesCommand()
{
    ShellCommand roles;
    roles.words = {u"schema"_s, u"roles"_s};
    roles.summary
        = u"Prints SQL that creates roles for workers, producers, operators and viewers"_s;
    roles.description
        = u"To be run by the owner of the tables, and again after each upgrade of the schema.\n"
          "The roles cannot log in; grant them to roles that can. Producers add jobs by\n"
          "calling _yardmaster_add_job, which has the parameters of add_job and returns the\n"
          "id. doctor --for checks whether a connection has the rights it needs.\n"_s;
    roles.options = {
        {{u"s"_s, u"schema"_s}, u"NAME"_s, u"of the queue [graphile_worker]"_s},
        {{u"worker"_s}, u"ROLE"_s, u"runs jobs [yardmaster_worker]"_s},
        {{u"producer"_s}, u"ROLE"_s, u"adds jobs, cannot read them [yardmaster_producer]"_s},
        {{u"operator"_s}, u"ROLE"_s, u"changes jobs [yardmaster_operator]"_s},
        {{u"viewer"_s}, u"ROLE"_s, u"reads everything, including payloads [yardmaster_viewer]"_s},
        {{u"history"_s}, u"ROLE"_s, u"reads the history, without payloads [yardmaster_history]"_s}};
    roles.examples = {u"yardmaster schema roles | psql -v ON_ERROR_STOP=1 shop"_s,
                      u"yardmaster schema roles -s jobs --worker shop_worker"_s};
    roles.exits = {{ExitOk, u"it was printed"_s}, {ExitUsage, u"wrong options"_s}};
    roles.run = &runSchemaRoles;
    return roles;
}

} // namespace yardmaster

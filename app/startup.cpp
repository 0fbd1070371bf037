#include "app/startup.h"

#include "app/examples.h"
#include "app/sandbox/sandbox.h"
#include <yardmaster/crontab.h>
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>
#include <yardmaster/taskregistry.h>

#include <QDir>
#include <QFileInfo>
#include <QLoggingCategory>

Q_LOGGING_CATEGORY(lcStartup, "yardmaster.app", QtInfoMsg)

namespace yardmaster::startup {

using namespace Qt::StringLiterals;

tl::expected<Target, QString> chooseTarget(const CommandLine &line,
                                           const QProcessEnvironment &environment)
{
    if (line.sandbox)
        return Target{true, {}};
    auto given = ConnectionSettings::resolve(line.connection, environment);
    if (!given)
        return tl::make_unexpected(given.error());
    if (given->has_value() && line.examples)
        return tl::make_unexpected(u"--examples works in the sandbox only; add --sandbox"_s);
    if (given->has_value()) {
        if (const QString problem = line.reach.addTo(&**given); !problem.isEmpty())
            return tl::make_unexpected(problem);
        if (const QString &warning = (*given)->warning(); !warning.isEmpty())
            qCWarning(lcStartup, "%s", qUtf8Printable((*given)->origin() + u": "_s + warning));
        return Target{false, **given};
    }
    if (line.gui && !line.reach.ssh)
        return Target{true, {}};
    return tl::make_unexpected(
        u"no database is given; use --connection URL, DATABASE_URL or the PG* variables, or "
        "--sandbox for a private local database"_s);
}

tl::expected<std::unique_ptr<PrivateCluster>, QString> openSandboxFor(const CommandLine &line)
{
    SandboxOptions options;
    if (!line.sandboxDir.isEmpty())
        options.folder = line.sandboxDir;
    options.bindir = line.pgBindir;
    // libpq reads these itself, and would not use the sandbox's socket.
    qunsetenv("PGHOSTADDR");
    qunsetenv("PGSERVICE");
    auto cluster = openSandbox(options);
    if (!cluster)
        return cluster;
    const std::vector<ExampleKind> kinds = exampleKinds(line.hosts);
    for (const ExampleKind &kind : kinds) {
        if (kind.program.isEmpty())
            qCInfo(lcStartup, "the sandbox has no example of a %s task: %s is not installed",
                   qUtf8Printable(kind.title), qUtf8Printable(kind.name));
    }
    if (auto unpacked = unpackExamples(sandboxFiles(**cluster), kinds); !unpacked)
        return tl::make_unexpected(unpacked.error());
    return cluster;
}

QString tasksFolder(const CommandLine &line, const PrivateCluster *sandbox)
{
    if (line.tasks)
        return *line.tasks;
    return sandbox ? sandboxFiles(*sandbox) + "/tasks"_L1 : u"tasks"_s;
}

TaskSources taskSources(const CommandLine &line, const QString &folder)
{
    const bool hasOthers = !line.plugins.isEmpty() || !line.http.isEmpty();
    return {line.plugins, folder, !line.tasks && hasOthers, line.hosts, line.extensions, line.http};
}

tl::expected<LoadedTasks, QString> loadTasks(const CommandLine &line, const QString &folder)
{
    auto loaded = yardmaster::loadTasks(taskSources(line, folder));
    if (loaded) {
        for (const QString &warning : loaded->warnings)
            qCWarning(lcStartup, "%s", qUtf8Printable(warning));
    }
    return loaded;
}

tl::expected<CronSource, QString> cronSource(const CommandLine &line, const QString &tasksFolder)
{
    CronSource source;
    if (line.worker.once && line.crontab)
        qCInfo(lcStartup, "--once runs no cron; %s is not read", qUtf8Printable(*line.crontab));
    if (line.worker.once || !line.usesCrontab)
        return source;
    const QString folder = QFileInfo(QDir::cleanPath(tasksFolder)).path();
    source.file = line.crontab.value_or(QDir::cleanPath(folder + "/crontab"_L1));
    source.isFileOptional = !line.crontab;
    source.dialect = line.strictCrontab ? CrontabDialect::Strict : CrontabDialect::Extended;
    if (const auto crontab = source.load(); !crontab)
        return tl::make_unexpected(crontab.error().join(u'\n'));
    return source;
}

tl::expected<void, QString> prepareExamples(const ConnectionSettings &connection,
                                            const CommandLine &line)
{
    const QString &schema = line.worker.schema;
    const auto sentence = [&connection](const DbError &error) {
        return tl::make_unexpected(sentenceFor(error, connection));
    };
    const auto session = Session::open(connection, u"examples"_s);
    if (!session)
        return sentence(session.error());
    if (const auto migrated = migrate(**session, schema); !migrated)
        return sentence(migrated.error());
    if (const auto queued = queueExampleJobs(**session, schema, exampleKinds(line.hosts)); !queued)
        return sentence(queued.error());
    return {};
}

QString sentenceFor(const DbError &error, const ConnectionSettings &connection)
{
    using Kind = DbError::Kind;
    const QString where = connection.describe();
    switch (error.kind) {
    case Kind::CannotConnect:
        return u"no connection to %1: %2"_s.arg(where, error.message);
    case Kind::Authentication:
        return u"the server refused the login to %1: %2"_s.arg(where, error.message);
    case Kind::Certificate:
        return u"the certificate of %1 is not trusted: %2"_s.arg(where, error.message);
    case Kind::ConnectionLost:
        return u"the connection to %1 was lost: %2"_s.arg(where, error.message);
    case Kind::PermissionDenied:
        return u"permission denied on %1: %2"_s.arg(where, error.message);
    default:
        return u"%1: %2"_s.arg(where, error.message);
    }
}

QString psqlCommand(const ConnectionSettings &connection)
{
    QStringList words{u"psql"_s};
    const auto add = [&](const QString &flag, const char *keyword) {
        const QString value = connection.value(QString::fromLatin1(keyword));
        if (value.isEmpty())
            return;
        const bool plain = !value.contains(u' ') && !value.contains(u'\'');
        words << flag
              << (plain ? value : u'\'' + QString(value).replace(u'\'', "'\\''"_L1) + u'\'');
    };
    add(u"-h"_s, "host");
    add(u"-p"_s, "port");
    add(u"-U"_s, "user");
    add(u"-d"_s, "dbname");
    return words.join(u' ');
}

} // namespace yardmaster::startup

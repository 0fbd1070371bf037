#include <yardmaster/session.h>
#include <yardmaster/testing.h>
#include <yardmaster/yardmaster.h>

#include <QCoreApplication>
#include <QJsonDocument>
#include <QSqlError>
#include <QSqlQuery>

#include <cstdio>

using namespace Qt::StringLiterals;
namespace ym = yardmaster;

namespace {

struct Greeting
{
    QString name;

    static tl::expected<Greeting, QString> fromJson(const QJsonObject &object)
    {
        if (!object.value("name"_L1).isString())
            return tl::make_unexpected(u"'name' is missing"_s);
        return Greeting{object.value("name"_L1).toString()};
    }
};

/// What a library of handlers exports.
void registerGreetings(ym::TaskRegistry &registry)
{
    registry.add<Greeting>(
        u"greet"_s, [](const ym::TaskContext &context, const Greeting &greeting) {
            context.logger().info(u"hello "_s + greeting.name);
            const ym::AddedJob added = context.addJob({.identifier = u"count"_s});
            return added ? ym::TaskOutcome::success()
                         : ym::TaskOutcome::failure(added.error().message);
        });
    registry.add(u"count"_s, [](const ym::TaskContext &context) {
        const auto count = context.withDatabase([](ym::JobDatabase &db) -> ym::Result<int> {
            QSqlQuery query(u"select count(*)::int from graphile_worker.jobs"_s, db.database());
            if (!query.next())
                return ym::fail(ym::DbError::Kind::Statement, query.lastError().text());
            return query.value(0).toInt();
        });
        if (!count)
            return ym::TaskOutcome::failure(count.error().message);
        context.logger()
            .scope({.label = u"queue"_s})
            .info(u"jobs seen"_s, {{u"any"_s, *count > 0}});
        return ym::TaskOutcome::success();
    });
    registry.addCoroutine(u"wait"_s, [](ym::TaskContextPtr) -> QCoro::Task<ym::TaskOutcome> {
        co_return ym::TaskOutcome::success();
    });
}

int complain(const QString &why)
{
    std::fprintf(stderr, "%s\n", qUtf8Printable(why));
    return 1;
}

} // namespace

/// Installs the schema, adds two jobs and runs them: `example CONNECTION`.
int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    const auto connection = ym::ConnectionSettings::parse(app.arguments().value(1));
    if (!connection)
        return complain(connection.error());
    if (const auto migrated = ym::runMigrations(*connection); !migrated)
        return complain(migrated.error().message);

    const auto session = ym::Session::open(*connection, u"example"_s);
    if (!session)
        return complain(session.error().message);
    const auto added = (*session)->script("select graphile_worker.add_job('greet', "
                                          "'{\"name\": \"world\"}'), "
                                          "graphile_worker.add_job('wait')");
    if (!added)
        return complain(added.error().message);

    const auto registry = std::make_shared<ym::TaskRegistry>();
    registry->addModule(registerGreetings);
    ym::WorkerOptions options;
    options.connection = *connection;
    options.logSink = [](const ym::LogEntry &entry) { // one job at a time, so one line at a time
        const QByteArray meta = QJsonDocument(entry.meta).toJson(QJsonDocument::Compact);
        std::printf("%s: %s %s\n", qUtf8Printable(entry.scope.taskIdentifier),
                    qUtf8Printable(entry.message), meta.constData());
    };
    const ym::RunOutcome outcome = ym::runOnce(options, registry);
    if (outcome.reason != ym::RunOutcome::Reason::Drained)
        return complain(outcome.error.message);
    std::printf("%lld jobs done\n", qlonglong(outcome.succeeded));
    return 0;
}

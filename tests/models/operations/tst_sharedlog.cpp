#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include "models/operations/jobaddition.h"
#include "models/operations/loggedmaintenance.h"
#include "models/operations/operatorlogmodel.h"
#include "models/operations/sharedlog.h"
#include "models/queues/queuereleaser.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// The operator log as rows of the schema: one entry for each change, and no change without one.
class TestSharedLog : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }

    void isCreatedAndRemovedOnRequest();
    void batchesAreWrittenInTheirTransactions();
    void otherChangesAreLoggedToo();
    void nothingIsChangedWithoutAnEntry();
    void entriesCannotBeForgedOrRemoved();
    void rolesThatMayChangeJobsMayAddEntries();
    void operationsNoticeANewLog();
    void anyTextFitsIntoAnyEncoding();
    void newestAreShownAndAllExported();

private:
    void create() const { m_fixture->database.script(createSharedLogSql(kSchema)); }
    [[nodiscard]] QList<QJsonObject> lines() const
    {
        QList<QJsonObject> found;
        const auto read = readSharedLog(*m_fixture->database.session(), kSchema,
                                        LogOrder::OldestFirst, [&](const QByteArray &line) {
                                            found << QJsonDocument::fromJson(line).object();
                                            return true;
                                        });
        if (!read)
            qFatal("%s", qUtf8Printable(read.error().message));
        return found;
    }
    [[nodiscard]] SharedLogState state() const
    {
        const auto read = readSharedLogState(*m_fixture->database.session(), kSchema);
        if (!read)
            qFatal("%s", qUtf8Printable(read.error().message));
        return *read;
    }

    const QString kSchema = u"graphile_worker"_s;
    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestSharedLog::init()
{
    m_fixture = std::make_unique<OperationsFixture>();
    m_fixture->addJobs(10);
}

void TestSharedLog::isCreatedAndRemovedOnRequest()
{
    QVERIFY(!state().isThere);
    QVERIFY(state().mayCreate);
    const auto session = m_fixture->database.session();
    const MaintenanceLog log{kSchema, m_fixture->folder, u"here"_s};
    QVERIFY(runStatementLogged(*session, log, u"create-shared-log"_s, createSharedLogSql(kSchema)));
    QVERIFY(state().isThere && state().mayAdd && state().mayRemove);
    QCOMPARE(state().entries, 0);
    QVERIFY(m_fixture->run(OperationsFixture::byIds({.kind = OperationKind::Retry}, {1})).state
            == OperationState::Finished);
    QCOMPARE(state().entries, 2);
    // Removing it gives up soon, because writers would wait behind it.
    const auto reader = m_fixture->database.session();
    QVERIFY(reader->script("begin; select from graphile_worker._yardmaster_operator_log"));
    const auto refused = removeSharedLogLogged(*session, log);
    QVERIFY(!refused && refused.error().kind == DbError::Kind::Contention);
    QVERIFY(reader->script("rollback"));
    QVERIFY(removeSharedLogLogged(*session, log));
    QVERIFY(!state().isThere);
    QVERIFY(m_fixture->run(OperationsFixture::byIds({.kind = OperationKind::Retry}, {2})).state
            == OperationState::Finished);
}

void TestSharedLog::batchesAreWrittenInTheirTransactions()
{
    create();
    // One job that the server refuses to change: its batch is taken apart.
    m_fixture->database.script("create function refuse() returns trigger language plpgsql as $$ "
                               "begin raise exception 'not this one'; end $$;"
                               "create trigger refuse before update on "
                               "graphile_worker._private_jobs for each row when (old.id = 3) "
                               "execute function refuse()");
    OperationSpec spec = m_fixture->byFilter(
        {.kind = OperationKind::Reschedule, .runAt = Timestamp(std::chrono::hours(1))},
        u"id:1..4"_s);
    const auto outcome = m_fixture->run(spec);
    QCOMPARE(outcome.totals.changed, 3);
    QCOMPARE(outcome.totals.errors, 1);
    QSet<qint64> changed;
    int committed = 0;
    const QList<QJsonObject> all = lines();
    for (const QJsonObject &line : all) {
        QCOMPARE(line.value("operation"_L1).toString(), spec.id.toString(QUuid::WithoutBraces));
        QCOMPARE(line.value("logged_by"_L1).toString(),
                 m_fixture->database.scalar("select session_user"));
        QVERIFY(QDateTime::fromString(line.value("logged_at"_L1).toString(), Qt::ISODateWithMs)
                    .isValid());
        if (line.contains("outcome"_L1)) {
            QCOMPARE(line.value("outcome"_L1).toString(), u"committed"_s);
            ++committed;
        }
        const QJsonArray before = line.value("before"_L1).toArray();
        for (const QJsonValue &job : before)
            changed << job[0].toInteger();
    }
    QCOMPARE(changed, (QSet<qint64>{1, 2, 4}));
    QCOMPARE(all.size(), 2 * committed);
}

void TestSharedLog::otherChangesAreLoggedToo()
{
    create();
    const auto session = m_fixture->database.session();
    JobSpec spec;
    spec.identifier = u"added"_s;
    spec.payload = R"({"secret": 1})";
    const auto added = addByHand(*session, kSchema, spec, m_fixture->folder, u"here"_s);
    QVERIFY(added);
    spec.queueName = u"q"_s;
    QVERIFY(addByHand(*session, kSchema, spec, m_fixture->folder, u"here"_s));
    const QueueLock lock{.queue = u"q"_s, .owner = u"nobody"_s, .since = {}};
    QVERIFY(releaseByHand(*session, kSchema, lock, m_fixture->folder, u"here"_s));
    const QList<QJsonObject> all = lines();
    QCOMPARE(all.size(), 6);
    QCOMPARE(all[0].value("kind"_L1).toString(), u"add"_s);
    QCOMPARE(all[0].value("before"_L1)["task"_L1].toString(), u"added"_s);
    QCOMPARE(all[1].value("changed"_L1)["job"_L1].toInteger(), added->id);
    QCOMPARE(all[4].value("kind"_L1).toString(), u"release-queue"_s);
    QCOMPARE(all[4].value("server"_L1)["database"_L1].toInteger(),
             m_fixture->origin().server.database);
    QCOMPARE(all[5].value("outcome"_L1).toString(), u"rolled back"_s); // it was free
    for (const QJsonObject &line : all)
        QVERIFY(!QJsonDocument(line).toJson().contains("secret"));
}

void TestSharedLog::nothingIsChangedWithoutAnEntry()
{
    const TestDatabase &database = m_fixture->database;
    create(); // before there is the role, which is therefore granted nothing
    database.script("create role without_the_log login bypassrls;"
                    "grant usage on schema graphile_worker to without_the_log;"
                    "grant execute on function pg_control_system() to without_the_log;"
                    "grant all on graphile_worker._private_jobs, graphile_worker._private_tasks, "
                    "graphile_worker._private_job_queues, graphile_worker.jobs to without_the_log");
    ConnectionSettings settings = database.settings();
    settings.set(u"user"_s, u"without_the_log"_s);
    const QString before = m_fixture->contents();
    const auto spec = OperationsFixture::byIds({.kind = OperationKind::Complete}, {1, 2});
    OperationControl control;
    const auto outcome = OperationRunner(settings, m_fixture->folder, &control, {}).begin(spec);
    QVERIFY(outcome.error);
    QVERIFY2(outcome.error->message.contains(u"operator log in the database"_s),
             qPrintable(outcome.error->message));
    QCOMPARE(outcome.state, OperationState::Unfinished);
    {
        const auto session = Session::open(settings, u"test"_s);
        QVERIFY(session);
        JobSpec job;
        job.identifier = u"added"_s;
        const auto added = addByHand(**session, kSchema, job, m_fixture->folder, u"here"_s);
        QVERIFY(!added && added.error().message.contains(u"operator log in the database"_s));
    }
    QCOMPARE(m_fixture->contents(), before);
    QCOMPARE(lines().size(), 0);
    // It was nothing but the log.
    database.script(removeSharedLogSql(kSchema));
    QVERIFY(!OperationRunner(settings, m_fixture->folder, &control, {}).resume(spec.id).error);
    QVERIFY(m_fixture->contents() != before);
    database.script("drop owned by without_the_log; drop role without_the_log");
}

void TestSharedLog::entriesCannotBeForgedOrRemoved()
{
    const TestDatabase &database = m_fixture->database;
    database.script("create role who_is_logged login bypassrls;"
                    "grant usage on schema graphile_worker to who_is_logged;"
                    "grant execute on function pg_control_system() to who_is_logged;"
                    "grant all on all tables in schema graphile_worker to who_is_logged;"
                    "alter default privileges in schema graphile_worker grant all on tables to "
                    "who_is_logged, public");
    create();
    ConnectionSettings settings = database.settings();
    settings.set(u"user"_s, u"who_is_logged"_s);
    OperationControl control;
    const auto outcome
        = OperationRunner(settings, m_fixture->folder, &control, {})
              .begin(OperationsFixture::byIds({.kind = OperationKind::Complete}, {1, 2}));
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(lines().first().value("logged_by"_L1).toString(), u"who_is_logged"_s);
    {
        const auto session = Session::open(settings, u"test"_s);
        QVERIFY(session);
        const QByteArray table = "graphile_worker._yardmaster_operator_log";
        for (const QByteArray &sql :
             {"update " + table + " set entry = '{}'", "delete from " + table, "truncate " + table,
              "insert into " + table + " (db_user, entry) values ('another', '{}')",
              "insert into " + table + " (at, entry) values (now() - interval '1 day', '{}')"}) {
            const auto done = (*session)->script(sql);
            QVERIFY2(!done, sql.constData());
            QCOMPARE(done.error().kind, DbError::Kind::PermissionDenied);
        }
    }
    QCOMPARE(lines().size(), 2);
    // An entry says what its author wants; who that was, and when, says the server.
    {
        const auto session = Session::open(settings, u"test"_s);
        QVERIFY(session);
        QVERIFY((*session)->script(
            "insert into graphile_worker._yardmaster_operator_log (entry) values "
            "(E'{\"a\":\\n{\"logged_by\":\"ann\",\"kind\":\"retry\"}\\n, \"logged_by\": "
            "\"ann\"}')"));
        QVERIFY(!(*session)->script("insert into graphile_worker._yardmaster_operator_log (entry) "
                                    "values ('[]')"));
    }
    QCOMPARE(lines().size(), 3);
    QCOMPARE(lines().last().value("logged_by"_L1).toString(), u"who_is_logged"_s);
    database.script("drop owned by who_is_logged; drop role who_is_logged");
}

/// An owner of tables without any grants, and a role that was granted a single column.
void TestSharedLog::rolesThatMayChangeJobsMayAddEntries()
{
    const TestDatabase &database = m_fixture->database;
    // As long as PostgreSQL allows, and to be quoted.
    const QByteArray longName(60, 'o');
    database.script("create role \"" + longName
                    + " x\"; create role by_column;"
                      "alter table graphile_worker._private_jobs owner to \""
                    + longName
                    + " x\";"
                      "grant update (priority) on graphile_worker._private_jobs to by_column");
    create();
    for (const QByteArray &role : {longName + " x", QByteArray("by_column")})
        QCOMPARE(
            database.scalar("select has_column_privilege('" + role
                            + "', 'graphile_worker._yardmaster_operator_log', 'entry', 'insert')"),
            u"t"_s);
    database.script("reassign owned by \"" + longName
                    + " x\" to current_user;"
                      "drop owned by \""
                    + longName
                    + " x\", by_column;"
                      "drop role \""
                    + longName + " x\", by_column");
}

void TestSharedLog::operationsNoticeANewLog()
{
    auto spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options = {.batchSize = 1, .jobsPerSecond = 10};
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(operation.progress().totals.changed >= 1, 60000);
    operation.setPaused(true);
    create();
    const qint64 before = m_fixture->record(spec).totals.changed;
    operation.setPaused(false);
    QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Finished, 60000);
    const qint64 logged = lines().size() / 2;
    QVERIFY2(logged >= 10 - before - 1, QByteArray::number(logged));
    QVERIFY(logged > 0);
}

void TestSharedLog::anyTextFitsIntoAnyEncoding()
{
    const QByteArray name = m_fixture->database.name().toLatin1() + "_latin1";
    m_fixture->database.script(
        "create database \"" + name
        + "\" encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0");
    ConnectionSettings settings = m_fixture->database.settings();
    settings.set(u"dbname"_s, QString::fromLatin1(name));
    {
        const auto session = Session::open(settings, u"test"_s);
        QVERIFY(session);
        QVERIFY(migrate(**session, kSchema));
        QVERIFY((*session)->script(createSharedLogSql(kSchema)));
        JobSpec spec;
        spec.identifier = u"plain"_s;
        const QString where = u"日本 \U0001F682 \"%1\\u0000\""_s;
        const auto added = addByHand(**session, kSchema, spec, m_fixture->folder, where);
        QVERIFY2(added, added ? "" : qPrintable(added.error().message));
        QString read;
        QVERIFY(
            readSharedLog(**session, kSchema, LogOrder::OldestFirst, [&](const QByteArray &line) {
                read = QJsonDocument::fromJson(line).object().value("connection"_L1).toString();
                return false;
            }));
        QCOMPARE(read, where);
    }
    m_fixture->database.script("drop database \"" + name + '"');
}

void TestSharedLog::newestAreShownAndAllExported()
{
    create();
    m_fixture->database.script(
        "insert into graphile_worker._yardmaster_operator_log (entry) select "
        "json_build_object('operation', n, 'batch', 1, 'kind', 'retry', 'before', '[[1]]'::json) "
        "from generate_series(1, 5001) as n");
    OperatorLogModel model(m_fixture->folder, SessionPool(m_fixture->database.settings()), kSchema);
    const QSignalSpy loaded(&model, &OperatorLogModel::loaded);
    model.load(OperatorLogModel::Source::Computer, {});
    QTRY_COMPARE(loaded.count(), 1);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.isCut());
    model.load(OperatorLogModel::Source::Schema, {});
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 2, 20000);
    QCOMPARE(model.rowCount(), OperatorLogModel::kMostRows);
    QVERIFY(model.isCut());
    QVERIFY(model.at(0).line.contains("\"operation\":5001}"));
    model.load(OperatorLogModel::Source::Schema, u"\"operation\":17}"_s);
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 3, 20000);
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(!model.isCut());

    const QSignalSpy exported(&model, &OperatorLogModel::exported);
    const QString path = m_fixture->folder + u"/all.ndjson"_s;
    model.exportTo(OperatorLogModel::Source::Schema, path);
    QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 20000);
    QCOMPARE(exported.first().at(1).toString(), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> all = file.readAll().trimmed().split('\n');
    QCOMPARE(all.size(), 5001);
    QVERIFY(all.first().contains("\"operation\":1}") && all.last().contains("\"operation\":5001}"));

    m_fixture->database.script(removeSharedLogSql(kSchema));
    model.load(OperatorLogModel::Source::Schema, {});
    QTRY_COMPARE_WITH_TIMEOUT(loaded.count(), 4, 20000);
    QVERIFY(!model.error() && !model.isShared());
    QCOMPARE(model.rowCount(), 0);
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestSharedLog)
#include "tst_sharedlog.moc"

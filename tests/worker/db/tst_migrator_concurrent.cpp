#include "tests/migrations/catalog.h"
#include "tests/migrations/schemafixture.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

#include <cstdio>
#include <thread>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;
using test::catalogOf;
using test::difference;
using test::SchemaFixture;
using test::TestDatabase;

namespace {

constexpr int kStarters = 20;

/// What this program does when it is started as one of many: `--migrate CONNECTION`.
int migrateOnly(const QString &connection)
{
    const auto settings = ConnectionSettings::parse(connection);
    const auto session = Session::open(*settings, u"test"_s);
    if (!session) {
        std::fputs(qPrintable(session.error().message), stderr);
        return 1;
    }
    const auto report = migrate(**session, kSchema);
    if (!report)
        std::fputs(qPrintable(report.error().message), stderr);
    return report && report->revision == kSchemaRevision ? 0 : 1;
}

} // namespace

class MigratorConcurrentTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void manyProcessesStartOnAnEmptyDatabase();
    void manyThreadsUpgradeOneSchema();
    void foreignInstallerThatIsFasterIsAwaited_data();
    void foreignInstallerThatIsFasterIsAwaited();

private:
    QStringList m_current;
};

void MigratorConcurrentTest::initTestCase()
{
    const TestDatabase database = TestDatabase::createMigrated();
    m_current = catalogOf(*database.session(), kSchema);
}

void MigratorConcurrentTest::manyProcessesStartOnAnEmptyDatabase()
{
    const TestDatabase database = TestDatabase::createEmpty();
    std::vector<std::unique_ptr<QProcess>> processes;
    for (int i = 0; i < kStarters; ++i) {
        processes.push_back(std::make_unique<QProcess>());
        processes.back()->start(
            QCoreApplication::applicationFilePath(),
            {u"tst_migrator_concurrent"_s, u"--migrate"_s, database.conninfo()});
    }
    for (const auto &process : processes) {
        QVERIFY(process->waitForFinished(60000));
        QVERIFY2(process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0,
                 process->readAllStandardError().constData());
    }
    QCOMPARE(difference(m_current, catalogOf(*database.session(), kSchema)), QString());
    QCOMPARE(database.serverLog().filter(u"ERROR:"_s), QStringList());
}

void MigratorConcurrentTest::manyThreadsUpgradeOneSchema()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const SchemaFixture schema(database, kSchema);
    schema.installRevision(10);
    schema.file("replay_10.sql");
    schema.script("insert into @.jobs (task_identifier, queue_name) "
                  "select 't', 'q' || i % 7 from generate_series(1, 100) i");

    std::array<QString, kStarters> complaints;
    std::vector<std::thread> threads;
    for (QString &complaint : complaints) {
        threads.emplace_back([&complaint, &database] {
            const auto session = Session::open(database.settings(), u"test"_s);
            const auto report = session
                ? migrate(**session, kSchema)
                : Result<MigrationReport>(tl::make_unexpected(session.error()));
            if (!report)
                complaint = report.error().message;
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    for (const QString &complaint : complaints)
        QCOMPARE(complaint, QString());
    QCOMPARE(difference(m_current, catalogOf(schema.session(), kSchema)), QString());
    QCOMPARE(schema.value("select count(*) from @.jobs"), u"100"_s);
    QCOMPARE(schema.notices().size(), 10); // one notification for each step
}

void MigratorConcurrentTest::foreignInstallerThatIsFasterIsAwaited_data()
{
    QTest::addColumn<bool>("commits");
    QTest::newRow("arrives") << true;
    QTest::newRow("gives up") << false;
}

void MigratorConcurrentTest::foreignInstallerThatIsFasterIsAwaited()
{
    // Installers of other projects take no advisory lock. Ours runs into their uncommitted rows,
    // waits, and then finds the migration done, or does it.
    QFETCH(bool, commits);
    const TestDatabase database = TestDatabase::createEmpty();
    const SchemaFixture watching(database, kSchema);
    const SchemaFixture foreign(database, kSchema);
    foreign.script("begin");
    foreign.installRevision(20);

    QProcess process;
    process.start(QCoreApplication::applicationFilePath(),
                  {u"tst_migrator_concurrent"_s, u"--migrate"_s, database.conninfo()});
    QTRY_VERIFY_WITH_TIMEOUT(!watching
                                  .value("select pid from pg_stat_activity where datname = "
                                         "current_database() and wait_event_type = 'Lock'")
                                  .isEmpty(),
                             60000);
    foreign.script(commits ? "commit" : "rollback");
    QVERIFY(process.waitForFinished(60000));
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());
    QCOMPARE(difference(m_current, catalogOf(watching.session(), kSchema)), QString());
}

YARDMASTER_TEST_RUN([](int argc, char **argv) {
    if (argc != 3 || qstrcmp(argv[1], "--migrate") != 0)
        return yardmaster::test::runTest<MigratorConcurrentTest, QCoreApplication>(argc, argv);
    const QCoreApplication application(argc, argv);
    return migrateOnly(QString::fromLocal8Bit(argv[2]));
})
#include "tst_migrator_concurrent.moc"

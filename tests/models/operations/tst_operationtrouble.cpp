#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QScopeGuard>

#include <csignal>

#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// Operations while rights, server, schema or disk change: they stop, report why, and
/// are resumed when it is as it was, with every job changed once.
class TestOperationTrouble : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }

    void changesWhileItRunsStopIt_data();
    void changesWhileItRunsStopIt();
    void aUserWhoDoesNotSeeTheJobsIsRefused();
    void aFullDiskLeavesNothingToConfirm();

private:
    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestOperationTrouble::init()
{
    m_fixture = std::make_unique<OperationsFixture>();
}

void TestOperationTrouble::changesWhileItRunsStopIt_data()
{
    QTest::addColumn<QByteArray>("breaking");
    QTest::addColumn<QByteArray>("mending");
    QTest::addColumn<QString>("error");
    QTest::newRow("rights") << QByteArray("revoke update on graphile_worker._private_jobs from "
                                          "operator_in_trouble")
                            << QByteArray("grant update on graphile_worker._private_jobs to "
                                          "operator_in_trouble")
                            << u"permission denied"_s;
    // What a failover to a server that is still a standby looks like.
    QTest::newRow("standby")
        << QByteArray("do $$ begin execute format('alter database %I set "
                      "default_transaction_read_only = on', current_database()); end $$;"
                      "select pg_terminate_backend(pid) from pg_stat_activity where datname = "
                      "current_database() and application_name = 'yardmaster operation'")
        << QByteArray("set default_transaction_read_only = off; do $$ begin execute format('alter "
                      "database %I reset default_transaction_read_only', current_database()); "
                      "end $$")
        << u"read-only transaction"_s;
    QTest::newRow("schema") << QByteArray("alter table graphile_worker._private_jobs rename column "
                                          "run_at to runs_at")
                            << QByteArray("alter table graphile_worker._private_jobs rename column "
                                          "runs_at to run_at")
                            << u"no up-to-date graphile-worker schema"_s;
}

void TestOperationTrouble::changesWhileItRunsStopIt()
{
    QFETCH(const QByteArray, breaking);
    QFETCH(const QByteArray, mending);
    QFETCH(const QString, error);
    const TestDatabase &database = m_fixture->database;
    m_fixture->addJobs(60);
    const ConnectionSettings settings = m_fixture->addOperator("operator_in_trouble", "bypassrls");
    const auto dropped = qScopeGuard([this] { m_fixture->dropOperator("operator_in_trouble"); });

    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                              .timing = OperationTiming::ByInterval,
                                              .shift = std::chrono::hours(1)});
    spec.options = {.batchSize = 5, .jobsPerSecond = 20};
    OperationControl control;
    bool isBroken = false;
    const auto breakOnce = [&](const OperationProgress &progress) {
        if (progress.totals.changed >= 5 && !std::exchange(isBroken, true))
            database.script(breaking);
    };
    const OperationOutcome stopped
        = OperationRunner(settings, m_fixture->folder, &control, breakOnce).begin(spec);
    QVERIFY(isBroken);
    QVERIFY(stopped.error);
    QVERIFY2(stopped.error->message.contains(error), qUtf8Printable(stopped.error->message));
    QCOMPARE(stopped.state, OperationState::Unfinished);
    QCOMPARE(stopped.totals.errors, 0);
    QVERIFY(stopped.totals.changed >= 5 && stopped.totals.changed < 60);

    database.script(mending);
    OperationControl again;
    const OperationOutcome finished
        = OperationRunner(settings, m_fixture->folder, &again, {}).resume(spec.id);
    QVERIFY2(!finished.error, finished.error ? qUtf8Printable(finished.error->message) : "");
    QCOMPARE(finished.totals, OperationTotals{.changed = 60});
    QCOMPARE(database.scalar("select count(*) from graphile_worker._private_jobs where run_at = "
                             "'infinity' or run_at = timestamptz '2030-01-01 01:00:00.123457+00' "
                             "+ id * interval '1 second'"),
             u"60"_s);
}

/// graphile-worker's tables have row security: whoever neither owns them nor bypasses it sees none.
void TestOperationTrouble::aUserWhoDoesNotSeeTheJobsIsRefused()
{
    m_fixture->addJobs(10);
    const OperationSpec spec
        = m_fixture->beginAndStop(m_fixture->byFilter({.kind = OperationKind::Complete}));
    const ConnectionSettings settings
        = m_fixture->addOperator("operator_in_trouble", "nobypassrls");
    const auto dropped = qScopeGuard([this] { m_fixture->dropOperator("operator_in_trouble"); });
    OperationControl control;
    const OperationOutcome refused
        = OperationRunner(settings, m_fixture->folder, &control, {}).resume(spec.id);
    QVERIFY(refused.error);
    QVERIFY2(refused.error->message.contains(u"row security"_s),
             qUtf8Printable(refused.error->message));
    QCOMPARE(refused.totals, OperationTotals());
    QCOMPARE(m_fixture->resume(spec.id).totals, OperationTotals{.changed = 10});
}

void TestOperationTrouble::aFullDiskLeavesNothingToConfirm()
{
    m_fixture->addJobs(20000); // 320 kB of list
    OperationSpec spec;
    spec.change = {.kind = OperationKind::Complete};
    const auto session = m_fixture->database.session();
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    Result<OperationPreview> previewed = fail(DbError::Kind::Statement, QString());
    {
        const rlimit small{100'000, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
        const auto restored = qScopeGuard([&] {
            ::setrlimit(RLIMIT_FSIZE, &before);
            std::signal(SIGXFSZ, handler);
        });
        previewed = previewOperation(*session, spec, m_fixture->folder);
    }
    QVERIFY(!previewed);
    QVERIFY2(previewed.error().message.contains(u"cannot write the list of jobs"_s),
             qUtf8Printable(previewed.error().message));
    QCOMPARE(QDir(m_fixture->folder).entryList({u"*.scope*"_s}, QDir::Files), QStringList());
    QVERIFY(!session->isInTransaction());
    QCOMPARE(m_fixture->preview(spec).spec.scope.expected, 20000);
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperationTrouble)
#include "tst_operationtrouble.moc"

#include "models/operations/batchdoubt.h"
#include "models/operations/operationrunner.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QProcess>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

namespace {

/// Moves every job of the scope by an hour, until it is killed.
/// @param arguments  "--run", connection, folder, the operation's id, the jobs in its list.
int runOperation(const QStringList &arguments)
{
    OperationSpec spec;
    spec.id = QUuid(arguments.at(3));
    spec.change.kind = OperationKind::Reschedule;
    spec.change.timing = OperationTiming::ByInterval;
    spec.change.shift = std::chrono::hours(1);
    spec.scope.expected = arguments.at(4).toLongLong();
    OperationControl control;
    OperationRunner runner(*ConnectionSettings::parse(arguments.at(1)), arguments.at(2), &control,
                           {});
    const OperationOutcome outcome = runner.begin(spec);
    if (outcome.error)
        std::fprintf(stderr, "%s\n", qUtf8Printable(outcome.error->message));
    return outcome.state == OperationState::Finished ? 0 : 1;
}

} // namespace

/// What is known, and done, after an operation was cut off at some point.
class TestOperationCrash : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<OperationsFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void killedProcessGoesOnExactly();
    void lostConnectionIsOpenedAgain();
    void lostConnectionIsOpenedAgainAndAgain();
    void doubtIsSettledByServerAndRows_data();
    void doubtIsSettledByServerAndRows();
    void halfALineIsDropped();

private:
    /// From now on, whatever changes the job waits, until the session that is returned has ended
    /// its transaction.
    std::unique_ptr<Session> stallAt(int job) const
    {
        m_fixture->database.script(
            "create function stall() returns trigger language plpgsql as"
            " 'begin perform pg_advisory_xact_lock(1); return new; end';"
            "create trigger stall before update on graphile_worker._private_jobs for each row"
            " when (new.id = "
            + QByteArray::number(job) + ") execute function stall()");
        auto gate = m_fixture->database.session();
        if (!gate->script("begin; select pg_advisory_xact_lock(1)"))
            qFatal("cannot take the lock");
        return gate;
    }
    [[nodiscard]] bool isStalled() const
    {
        return m_fixture->database.scalar(
                   "select count(*) from pg_locks where locktype = 'advisory' and not granted and"
                   " database = (select oid from pg_database where datname = current_database())")
            == "1"_L1;
    }

    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestOperationCrash::killedProcessGoesOnExactly()
{
    constexpr int kJobs = 50000;
    m_fixture->addJobs(kJobs);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                              .timing = OperationTiming::ByInterval,
                                              .shift = std::chrono::hours(1)});
    // In the middle of a batch, wherever that is, it waits until it is killed.
    const auto gate = stallAt(25500);
    QProcess helper;
    helper.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    helper.start(QCoreApplication::applicationFilePath(),
                 {QStringLiteral("tst_operationcrash"), QStringLiteral("--run"),
                  m_fixture->database.conninfo(), m_fixture->folder, spec.id.toString(),
                  QString::number(spec.scope.expected)});
    QVERIFY(helper.waitForStarted(60000));
    QTRY_VERIFY_WITH_TIMEOUT(isStalled(), 120000);
    helper.kill();
    QVERIFY(helper.waitForFinished(60000));

    // The server does not know yet: it goes on with the statement, then finds nobody there.
    QVERIFY(gate->script("rollback"));

    const OperationRecord found = m_fixture->record(spec);
    QVERIFY(found.doubtful);
    QCOMPARE(found.totals.changed, 25000);
    QCOMPARE(found.state, OperationState::Unfinished);
    const OperationOutcome outcome = m_fixture->goOn(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.state, OperationState::Finished);
    QCOMPARE(outcome.totals, OperationTotals{.changed = kJobs});
    // Each exactly once: an hour later, neither none nor two.
    QCOMPARE(
        m_fixture->database.scalar(
            "select count(*) from graphile_worker._private_jobs where run_at = 'infinity' or"
            " run_at = timestamptz '2030-01-01 01:00:00.123457+00' + id * interval '1 second'"),
        QString::number(kJobs));
    QSet<qint64> ids;
    const auto totals = readOutcomes(m_fixture->journal(spec), [&](const JobOutcome &job) {
        QCOMPARE(job.kind, JobOutcome::Kind::Changed);
        QVERIFY(!ids.contains(job.id));
        ids.insert(job.id);
    });
    QVERIFY(totals);
    QCOMPARE(ids.size(), kJobs);
}

void TestOperationCrash::lostConnectionIsOpenedAgain()
{
    m_fixture->addJobs(300);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                              .timing = OperationTiming::ByInterval,
                                              .shift = std::chrono::hours(1)});
    spec.options = {.batchSize = 5, .jobsPerSecond = 100};
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    for (int cut = 1; cut <= 3; ++cut) {
        const qint64 seen = operation.progress().totals.seen();
        QTRY_VERIFY_WITH_TIMEOUT(operation.progress().totals.seen() > seen || operation.isOver(),
                                 60000);
        (void)m_fixture->database.scalar(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where"
            " datname = current_database() and application_name = 'yardmaster operation'");
    }
    QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Finished, 60000);
    QCOMPARE(operation.progress().totals.changed, 300);
    QCOMPARE(
        m_fixture->database.scalar(
            "select count(*) from graphile_worker._private_jobs where run_at = 'infinity' or"
            " run_at = timestamptz '2030-01-01 01:00:00.123457+00' + id * interval '1 second'"),
        u"300"_s);
}

/// Cut off again while it looks up what became of its last batch.
void TestOperationCrash::lostConnectionIsOpenedAgainAndAgain()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    // Whoever asks the first three times is cut off.
    m_fixture->database.script(
        "create schema cutting; create sequence cutting.calls;"
        "create function cutting.txid_status(bigint) returns text language plpgsql as $$ begin"
        " if nextval('cutting.calls') <= 3 then"
        "  perform pg_terminate_backend(pg_backend_pid()), pg_sleep(60);"
        " end if;"
        " return pg_catalog.txid_status($1); end $$;"
        "do $$ begin execute format('alter database %I set search_path = cutting, pg_catalog, "
        "public', current_database()); end $$");
    const auto gate = stallAt(8);
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(isStalled(), 60000);
    (void)m_fixture->database.scalar(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where"
        " datname = current_database() and application_name = 'yardmaster operation'");
    QVERIFY(gate->script("rollback"));
    QTRY_VERIFY_WITH_TIMEOUT(operation.isOver(), 60000);
    QVERIFY2(operation.phase() == Operation::Phase::Finished, qUtf8Printable(operation.error()));
    QCOMPARE(operation.progress().totals.changed, 20);
    QVERIFY(m_fixture->database.scalar("select last_value from cutting.calls").toInt() > 3);
}

void TestOperationCrash::doubtIsSettledByServerAndRows_data()
{
    QTest::addColumn<bool>("isCommitted");
    QTest::addColumn<bool>("isForgotten");
    QTest::newRow("committed") << true << false;
    QTest::newRow("rolled back") << false << false;
    QTest::newRow("committed, other server") << true << true;
    QTest::newRow("rolled back, other server") << false << true;
}

/// A process that died between its commit, or before it, and the next line of its journal.
void TestOperationCrash::doubtIsSettledByServerAndRows()
{
    QFETCH(bool, isCommitted);
    QFETCH(bool, isForgotten);
    m_fixture->addJobs(10);
    const OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    {
        const auto session = m_fixture->database.session();
        auto journal = OperationJournal::create(m_fixture->folder, spec, m_fixture->origin(), {});
        QVERIFY(journal);
        auto transaction = Transaction::begin(*session);
        QVERIFY(transaction);
        auto list = ScopeList::open(m_fixture->folder, spec.id, spec.scope.expected);
        QVERIFY(list);
        auto batch = OperationBatches(spec).next(*session, &*list, 0, 4);
        QVERIFY(batch && *batch);
        (*batch)->number = 1;
        if (isForgotten)
            (*batch)->xid = "4000000000000"; // "is in the future"
        QVERIFY((*journal)->begin(**batch));
        QVERIFY(BatchChange(spec).apply(*session, **batch));
        if (isCommitted)
            QVERIFY(transaction->commit());
    }
    QVERIFY(m_fixture->record(spec).doubtful);
    const OperationOutcome outcome = m_fixture->goOn(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals, OperationTotals{.changed = 10});
    QCOMPARE(m_fixture->outcomes(spec).size(), 10);
    QCOMPARE(m_fixture->record(spec).committed.size(), isCommitted ? 2u : 1u);
    // A batch that was committed is not done again.
    QCOMPARE(m_fixture->database.scalar("select count(distinct updated_at) from"
                                        " graphile_worker._private_jobs"),
             isCommitted ? u"2"_s : u"1"_s);
}

void TestOperationCrash::halfALineIsDropped()
{
    m_fixture->addJobs(10);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    QVERIFY(OperationJournal::create(m_fixture->folder, spec, m_fixture->origin(), {}));
    QFile file(m_fixture->journal(spec));
    QVERIFY(file.open(QIODevice::Append));
    file.write("{\"type\":\"batch\",\"number\":1,\"xid\":\"12");
    file.close();
    QCOMPARE(m_fixture->goOn(spec.id).totals, OperationTotals{.changed = 10});
    QCOMPARE(m_fixture->outcomes(spec).size(), 10);
}

} // namespace yardmaster::test

YARDMASTER_TEST_RUN([](int argc, char **argv) {
    if (argc < 2 || qstrcmp(argv[1], "--run") != 0)
        return yardmaster::test::runTest<yardmaster::test::TestOperationCrash, QCoreApplication>(
            argc, argv);
    const QCoreApplication app(argc, argv);
    return yardmaster::test::runOperation(QCoreApplication::arguments().sliced(1));
})
#include "tst_operationcrash.moc"

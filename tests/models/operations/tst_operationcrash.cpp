#include "models/operations/batchchange.h"
#include "models/operations/listedbatches.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <QProcess>

#include <csignal>
#include <cstdio>
#include <future>

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

/// What is known, and done, after an operation was cut off at some point. Long because a process is
/// killed, a server cut off and a file damaged at many points.
class TestOperationCrash : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<OperationsFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void killedProcessIsResumedExactly();
    void lostConnectionIsReopened();
    void lostConnectionIsReopenedRepeatedly();
    void cancelledInDoubtStaysUnfinished();
    void anOperationWaitsForItsFirstConnection();
    void aFrozenServerHoldsUpNoEnd();
    void anotherServerAfterAnOutageIsAskedAbout();
    void pausedOperationStaysPausedThroughAnOutage();
    void doubtIsResolvedByServerAndRows_data();
    void doubtIsResolvedByServerAndRows();
    void halfALineIsDropped();
    void damagedFilesStopWhatNeedsThem();

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

    /// Ends the connection of the operation that runs.
    void cutOff() const
    {
        (void)m_fixture->database.scalar(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity where"
            " datname = current_database() and application_name = 'yardmaster operation'");
    }

    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestOperationCrash::killedProcessIsResumedExactly()
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
    // The journal is written while the server works.
    QTRY_VERIFY_WITH_TIMEOUT(isStalled() && m_fixture->record(spec).inDoubt, 120000);
    helper.kill();
    QVERIFY(helper.waitForFinished(60000));

    // The server does not know yet: it goes on with the statement, then finds nobody there.
    QVERIFY(gate->script("rollback"));

    const OperationRecord found = m_fixture->record(spec);
    QVERIFY(found.inDoubt);
    QCOMPARE(found.totals.changed, 25000);
    QCOMPARE(found.state, OperationState::Unfinished);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
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

void TestOperationCrash::lostConnectionIsReopened()
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
        cutOff();
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
void TestOperationCrash::lostConnectionIsReopenedRepeatedly()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    // The first three connections that ask are cut off.
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
    cutOff();
    QVERIFY(gate->script("rollback"));
    QTRY_VERIFY_WITH_TIMEOUT(operation.isOver(), 60000);
    QVERIFY2(operation.phase() == Operation::Phase::Finished, qUtf8Printable(operation.error()));
    QCOMPARE(operation.progress().totals.changed, 20);
    QVERIFY(m_fixture->database.scalar("select last_value from cutting.calls").toInt() > 3);
}

/// Cancelled while nobody can say whether its last batch was committed: that is found out first.
void TestOperationCrash::cancelledInDoubtStaysUnfinished()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    // Each connection that asks is cut off.
    m_fixture->database.script(
        "create schema cutting; create sequence cutting.calls;"
        "create function cutting.txid_status(bigint) returns text language plpgsql as $$ begin"
        " perform nextval('cutting.calls');"
        " perform pg_terminate_backend(pg_backend_pid()), pg_sleep(60); return null; end $$;"
        "do $$ begin execute format('alter database %I set search_path = cutting, pg_catalog, "
        "public', current_database()); end $$");
    const auto gate = stallAt(8);
    {
        Operation operation(m_fixture->database.settings(), m_fixture->folder);
        operation.begin(spec);
        QTRY_VERIFY_WITH_TIMEOUT(isStalled(), 60000);
        cutOff();
        QVERIFY(gate->script("rollback"));
        QTRY_VERIFY_WITH_TIMEOUT(
            m_fixture->database.scalar("select last_value from cutting.calls").toInt() > 1, 60000);
        operation.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Stopped, 60000);
        QVERIFY2(operation.error().contains(u"cancel it again"_s),
                 qUtf8Printable(operation.error()));
    }
    QCOMPARE(m_fixture->record(spec).state, OperationState::Unfinished);
    QVERIFY(m_fixture->record(spec).inDoubt);

    m_fixture->database.script("do $$ begin execute format('alter database %I reset search_path', "
                               "current_database()); end $$; drop schema cutting cascade");
    OperationControl control;
    control.cancel();
    const OperationOutcome outcome
        = OperationRunner(m_fixture->database.settings(), m_fixture->folder, &control, {})
              .resume(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.state, OperationState::Cancelled);
    QCOMPARE(m_fixture->database.scalar(
                 "select count(*) from graphile_worker._private_jobs where priority = 9"),
             QString::number(outcome.totals.changed));
}

/// What was confirmed while the server was away is done when it is back.
void TestOperationCrash::anOperationWaitsForItsFirstConnection()
{
    m_fixture->addJobs(20);
    const OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    const OperationSpec other = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 8});
    m_fixture->database.refuse("yardmaster operation");
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    Operation cancelled(m_fixture->database.settings(), m_fixture->folder);
    cancelled.begin(other);
    QTRY_VERIFY_WITH_TIMEOUT(
        !operation.progress().trouble.isEmpty() && !cancelled.progress().trouble.isEmpty(), 60000);
    cancelled.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(cancelled.phase(), Operation::Phase::Cancelled, 60000);
    QVERIFY2(cancelled.error().isEmpty(), qPrintable(cancelled.error()));
    m_fixture->database.admit();
    QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Finished, 60000);
    QCOMPARE(operation.progress().totals, OperationTotals{.changed = 20});
    QCOMPARE(m_fixture->database.scalar(
                 "select count(*) from graphile_worker._private_jobs where priority = 9"),
             u"20"_s);
}

/// Who closes the window waits for its operations.
void TestOperationCrash::aFrozenServerHoldsUpNoEnd()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    const auto gate = stallAt(8);
    auto operation = std::make_unique<Operation>(m_fixture->database.settings(), m_fixture->folder);
    operation->begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(isStalled(), 60000);
    const pid_t server = m_fixture->database
                             .scalar("select pid from pg_stat_activity where datname = "
                                     "current_database() and application_name = 'yardmaster "
                                     "operation'")
                             .toInt();
    const auto holder = gate->query("select pg_backend_pid()");
    QVERIFY(holder);
    const auto gateServer = pid_t(holder->int64(0, 0));
    QVERIFY(server > 0 && gateServer > 0);
    QCOMPARE(::kill(server, SIGSTOP), 0);
    // Should the operation wait for it, this ends the waiting.
    std::promise<void> ended;
    std::future<bool> thawed = std::async(std::launch::async, [&ended, server, gateServer] {
        const bool isLate
            = ended.get_future().wait_for(std::chrono::seconds(30)) == std::future_status::timeout;
        if (isLate)
            ::kill(gateServer, SIGTERM);
        ::kill(server, SIGCONT);
        return isLate;
    });
    operation.reset();
    ended.set_value();
    QVERIFY(!thawed.get());

    QVERIFY(gate->script("rollback"));
    QCOMPARE(m_fixture->record(spec).state, OperationState::Unfinished);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals, OperationTotals{.changed = 20});
}

/// The host's name leads to a server that may be a copy: its word on transactions says nothing.
void TestOperationCrash::anotherServerAfterAnOutageIsAskedAbout()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    const auto gate = stallAt(8);
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(isStalled(), 60000);
    const ServerIdentity before = m_fixture->origin().server;
    // New connections find another timeline, where every transaction is known as committed.
    m_fixture->database.script(
        "create schema copy;"
        "create function copy.pg_walfile_name(pg_lsn) returns text language sql as $$ select"
        " '000000770000000000000001' $$;"
        "create function copy.txid_status(bigint) returns text language sql as $$ select"
        " 'committed'::text $$;"
        "do $$ begin execute format('alter database %I set search_path = copy, pg_catalog, "
        "public', current_database()); end $$");
    cutOff();
    QVERIFY(gate->script("rollback"));
    QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Stopped, 60000);
    QVERIFY2(operation.error().contains(u"may be a copy"_s), qUtf8Printable(operation.error()));
    QCOMPARE(m_fixture->record(spec).totals.changed, 5);

    const ServerIdentity now = m_fixture->origin().server;
    QVERIFY(now != before);
    QVERIFY(m_fixture->resume(spec.id).error); // not confirmed
    const OperationOutcome outcome = m_fixture->resume(spec.id, now);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals, OperationTotals{.changed = 20});
    QCOMPARE(m_fixture->database.scalar(
                 "select count(*) from graphile_worker._private_jobs where priority = 9"),
             u"20"_s);
    // From then on it belongs to the server that was confirmed.
    QCOMPARE(m_fixture->record(spec).origin.server, now);
    const auto undo = undoOf(m_fixture->record(spec));
    QVERIFY(undo);
    QCOMPARE(m_fixture->run(*undo).totals, OperationTotals{.changed = 20});
}

void TestOperationCrash::pausedOperationStaysPausedThroughAnOutage()
{
    m_fixture->addJobs(40);
    OperationSpec spec
        = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9}, u"id:1..20"_s);
    spec.options.batchSize = 5;
    const OperationSpec witness
        = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 8}, u"id:21..40"_s);
    const auto gate = stallAt(8);
    const TestDatabase elsewhere = TestDatabase::createEmpty();
    const auto letIn = [&](const QByteArray &answer) {
        elsewhere.script("alter database \"" + m_fixture->database.name().toUtf8()
                         + "\" with allow_connections " + answer);
    };
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(isStalled(), 60000);
    letIn("false");
    QVERIFY(gate->script("select pg_terminate_backend(pid) from pg_stat_activity where"
                         " application_name = 'yardmaster operation' and datname ="
                         " current_database(); rollback"));
    QTRY_VERIFY_WITH_TIMEOUT(!operation.progress().trouble.isEmpty(), 60000);
    operation.setPaused(true);
    letIn("true");
    QCOMPARE(m_fixture->run(witness).totals, OperationTotals{.changed = 20});
    QCOMPARE(operation.phase(), Operation::Phase::Paused);
    QCOMPARE(m_fixture->record(spec).totals.changed, 5);
    operation.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(operation.isOver(), 60000);
    QVERIFY2(operation.phase() == Operation::Phase::Finished, qUtf8Printable(operation.error()));
    QCOMPARE(operation.progress().totals.changed, 20);
}

void TestOperationCrash::doubtIsResolvedByServerAndRows_data()
{
    QTest::addColumn<bool>("isCommitted");
    QTest::addColumn<bool>("isForgotten");
    QTest::addColumn<int>("kind");
    QTest::newRow("committed") << true << false << int(OperationKind::Change);
    QTest::newRow("rolled back") << false << false << int(OperationKind::Change);
    QTest::newRow("committed, other server") << true << true << int(OperationKind::Change);
    QTest::newRow("rolled back, other server") << false << true << int(OperationKind::Change);
    // Not every kind leaves a time in the rows.
    QTest::newRow("deleted, other server") << true << true << int(OperationKind::Complete);
    QTest::newRow("not deleted, other server") << false << true << int(OperationKind::Complete);
    QTest::newRow("unlocked, other server") << true << true << int(OperationKind::Unlock);
    QTest::newRow("not unlocked, other server") << false << true << int(OperationKind::Unlock);
}

/// A process that died between its commit, or before it, and the next line of its journal.
void TestOperationCrash::doubtIsResolvedByServerAndRows()
{
    QFETCH(bool, isCommitted);
    QFETCH(bool, isForgotten);
    QFETCH(int, kind);
    m_fixture->addJobs(10);
    OperationChange change{.kind = OperationKind(kind)};
    if (change.kind == OperationKind::Change)
        change.priority = 9;
    if (change.kind == OperationKind::Unlock)
        m_fixture->database.script("update graphile_worker._private_jobs set locked_by = 'w', "
                                   "locked_at = now() - interval '5 hours'");
    const OperationSpec spec = m_fixture->byFilter(change);
    {
        const auto session = m_fixture->database.session();
        auto journal = OperationJournal::create(m_fixture->folder, spec, m_fixture->origin(), {});
        QVERIFY(journal);
        auto transaction = Transaction::begin(*session);
        QVERIFY(transaction);
        auto list = ScopeList::open(m_fixture->folder, spec.id, spec.scope.expected);
        QVERIFY(list);
        auto batch = ListedBatches(spec, *std::move(list)).next(*session, 0, 4);
        QVERIFY(batch && *batch);
        (*batch)->batch.number = 1;
        if (isForgotten)
            (*batch)->batch.xid = "4000000000000"; // "is in the future"
        QVERIFY((*journal)->begin((*batch)->batch));
        QVERIFY(BatchChange(spec).apply(*session, **batch));
        if (isCommitted)
            QVERIFY(transaction->commit());
    }
    QVERIFY(m_fixture->record(spec).inDoubt);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY2(!outcome.error, outcome.error ? qPrintable(outcome.error->message) : "");
    QCOMPARE(outcome.totals, OperationTotals{.changed = 10});
    QCOMPARE(m_fixture->outcomes(spec).size(), 10);
    QCOMPARE(m_fixture->record(spec).committed.size(), isCommitted ? 2u : 1u);
    // A batch that was committed is not done again.
    if (change.kind != OperationKind::Change)
        return;
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
    QCOMPARE(m_fixture->resume(spec.id).totals, OperationTotals{.changed = 10});
    QCOMPARE(m_fixture->outcomes(spec).size(), 10);
}

void TestOperationCrash::damagedFilesStopWhatNeedsThem()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    QCOMPARE(m_fixture->run(spec).totals.changed, 20);
    const auto undo = undoOf(m_fixture->record(spec));
    QVERIFY(undo);
    // The second batch that was committed cannot be read any more.
    const OperationRecord record = m_fixture->record(spec);
    QFile journal(record.path);
    QVERIFY(journal.open(QIODevice::ReadWrite));
    const QByteArray whole = journal.readAll();
    QVERIFY(journal.seek(record.committed.at(1).offset));
    QVERIFY(journal.write("#") == 1);
    journal.close();
    const auto changed = [this](const char *priority) {
        return m_fixture->database.scalar(
            "select count(*) from graphile_worker._private_jobs where priority "
            + QByteArray(priority));
    };
    const OperationOutcome refusedUndo = m_fixture->run(*undo);
    QVERIFY(refusedUndo.error && refusedUndo.error->message.contains(u"is damaged"_s));
    QVERIFY(!undoOf(m_fixture->record(spec)));
    QCOMPARE(changed("= 9"), u"20"_s);

    QVERIFY(journal.open(QIODevice::ReadWrite));
    QVERIFY(journal.seek(record.committed.at(1).offset));
    QVERIFY(journal.write(whole.mid(record.committed.at(1).offset, 1)) == 1);
    journal.close();
    QCOMPARE(m_fixture->run(*undo).totals, OperationTotals{.changed = 20});
    QCOMPARE(changed("= 9"), u"0"_s);

    // What was left with such a journal can be cancelled, and nothing else.
    const OperationSpec left = m_fixture->beginAndStop(
        m_fixture->byFilter({.kind = OperationKind::Change, .priority = 8}));
    QFile torn(m_fixture->journal(left));
    QVERIFY(torn.open(QIODevice::Append));
    torn.write("\0\0\0\n", 4);
    torn.close();
    const OperationOutcome notContinued = m_fixture->resume(left.id);
    QVERIFY(notContinued.error && notContinued.error->message.contains(u"is damaged"_s));
    QCOMPARE(changed("= 8"), u"0"_s);
    OperationControl control;
    control.cancel();
    QCOMPARE(OperationRunner(m_fixture->database.settings(), m_fixture->folder, &control, {})
                 .resume(left.id)
                 .state,
             OperationState::Cancelled);

    // A list of jobs that lost its end, as on a disk that was full, changes nothing.
    const OperationSpec other = m_fixture->beginAndStop(
        m_fixture->byFilter({.kind = OperationKind::Change, .priority = 7}));
    const QString path = ScopeList::pathIn(m_fixture->folder, other.id);
    QVERIFY(QFile::resize(path, QFileInfo(path).size() - 16));
    const OperationOutcome refused = m_fixture->resume(other.id);
    QVERIFY(refused.error && refused.error->message.contains(u"is damaged"_s));
    QCOMPARE(changed("= 7"), u"0"_s);
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

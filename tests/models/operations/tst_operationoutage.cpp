#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"

#include <csignal>
#include <future>

using namespace Qt::StringLiterals;

namespace yardmaster::test {

/// What becomes of an operation whose server cannot be reached for a while, or answers no more.
class TestOperationOutage : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_fixture = std::make_unique<OperationsFixture>(); }
    void cleanup() { m_fixture.reset(); }

    void lostConnectionIsReopened();
    void lostConnectionIsReopenedRepeatedly();
    void cancelledInDoubtStaysUnfinished();
    void anOperationWaitsForItsFirstConnection();
    void aFrozenServerHoldsUpNoEnd();
    void anotherServerAfterAnOutageIsAskedAbout();
    void pausedOperationStaysPausedThroughAnOutage();

private:
    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestOperationOutage::lostConnectionIsReopened()
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
        m_fixture->cutOff();
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
void TestOperationOutage::lostConnectionIsReopenedRepeatedly()
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
    const auto gate = m_fixture->stallAt(8);
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isStalled(), 60000);
    m_fixture->cutOff();
    QVERIFY(gate->script("rollback"));
    QTRY_VERIFY_WITH_TIMEOUT(operation.isOver(), 60000);
    QVERIFY2(operation.phase() == Operation::Phase::Finished, qUtf8Printable(operation.error()));
    QCOMPARE(operation.progress().totals.changed, 20);
    QVERIFY(m_fixture->database.scalar("select last_value from cutting.calls").toInt() > 3);
}

/// Cancelled while nobody can say whether its last batch was committed: that is found out first.
void TestOperationOutage::cancelledInDoubtStaysUnfinished()
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
    const auto gate = m_fixture->stallAt(8);
    {
        Operation operation(m_fixture->database.settings(), m_fixture->folder);
        operation.begin(spec);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isStalled(), 60000);
        m_fixture->cutOff();
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
void TestOperationOutage::anOperationWaitsForItsFirstConnection()
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
void TestOperationOutage::aFrozenServerHoldsUpNoEnd()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    const auto gate = m_fixture->stallAt(8);
    auto operation = std::make_unique<Operation>(m_fixture->database.settings(), m_fixture->folder);
    operation->begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isStalled(), 60000);
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
void TestOperationOutage::anotherServerAfterAnOutageIsAskedAbout()
{
    m_fixture->addJobs(20);
    OperationSpec spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 5;
    const auto gate = m_fixture->stallAt(8);
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isStalled(), 60000);
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
    m_fixture->cutOff();
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

void TestOperationOutage::pausedOperationStaysPausedThroughAnOutage()
{
    m_fixture->addJobs(40);
    OperationSpec spec
        = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9}, u"id:1..20"_s);
    spec.options.batchSize = 5;
    const OperationSpec witness
        = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 8}, u"id:21..40"_s);
    const auto gate = m_fixture->stallAt(8);
    const TestDatabase elsewhere = TestDatabase::createEmpty();
    const auto letIn = [&](const QByteArray &answer) {
        elsewhere.script("alter database \"" + m_fixture->database.name().toUtf8()
                         + "\" with allow_connections " + answer);
    };
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(m_fixture->isStalled(), 60000);
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

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperationOutage)
#include "tst_operationoutage.moc"

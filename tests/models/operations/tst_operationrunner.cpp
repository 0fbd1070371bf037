#include "models/operations/operationlist.h"
#include "tests/models/operations/operationstest.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QJsonDocument>
#include <QScopeGuard>

#include <future>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace yardmaster::test {

/// How an operation is carried out: on its server, beside others, batch after batch.
class TestOperationRunner : public OperationsTest
{
    Q_OBJECT

private slots:
    void serversAreComparedByIdentity_data();
    void serversAreComparedByIdentity();
    void operationIsResumedOnItsServerOnly();
    void operationIsUndoneOnItsServerOnly();
    void operationBeginsWhereItsJobsWereCounted();
    void finishedOperationsStayFinished();
    void cancellingSendsNothing();
    void lockedAndVanishedJobsAreAccountedFor();
    void jobsBeingChangedAreWaitedFor();
    void operationsAtOnePaceShareTheJobs();
    void oneBadJobDoesNotStopTheOthers();
    void farFutureStopsNothing();
    void invalidTextStopsNothing();
    void largeJobsAreTakenInSmallBatches();
    void pauseAndCancelTakeEffectBetweenBatches();
    void destructionLeavesItUnfinished();
    void secondProcessIsRefused();
};

void TestOperationRunner::serversAreComparedByIdentity_data()
{
    QTest::addColumn<QJsonObject>("otherThen");
    QTest::addColumn<ServerMatch>("match");
    QTest::newRow("same") << QJsonObject() << ServerMatch::Same;
    QTest::newRow("cluster") << QJsonObject{{u"system"_s, u"1"_s}} << ServerMatch::Other;
    QTest::newRow("database") << QJsonObject{{u"database"_s, 1}} << ServerMatch::Other;
    QTest::newRow("schema") << QJsonObject{{u"schema"_s, 1}} << ServerMatch::Other;
    QTest::newRow("address") << QJsonObject{{u"address"_s, u"h:1"_s}} << ServerMatch::Perhaps;
    QTest::newRow("timeline") << QJsonObject{{u"timeline"_s, 77}} << ServerMatch::Perhaps;
    QTest::newRow("unknown") << QJsonObject{{u"system"_s, QString()}} << ServerMatch::Perhaps;
    QTest::newRow("journal of an earlier version") << QJsonObject{{u"system"_s, QString()},
                                                                  {u"database"_s, 0},
                                                                  {u"schema"_s, 0},
                                                                  {u"address"_s, QString()},
                                                                  {u"timeline"_s, 0}}
                                                   << ServerMatch::Perhaps;
}

void TestOperationRunner::serversAreComparedByIdentity()
{
    QFETCH(QJsonObject, otherThen);
    QFETCH(ServerMatch, match);
    const ServerIdentity here = m_fixture->origin().server;
    QVERIFY(!here.system.isEmpty() && here.database > 0 && here.schema > 0 && here.timeline > 0);
    QJsonObject then = here.toJson();
    for (auto it = otherThen.begin(); it != otherThen.end(); ++it)
        then.insert(it.key(), it.value());
    QCOMPARE(compare(ServerIdentity::fromJson(then), here), match);
}

void TestOperationRunner::operationIsResumedOnItsServerOnly()
{
    const auto spec = m_fixture->beginAndStop(
        m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9}));
    OperationsFixture other; // another database of the same server, with the same jobs
    other.addJobs(30);
    OperationControl control;
    const auto elsewhere
        = OperationRunner(other.database.settings(), m_fixture->folder, &control, {})
              .resume(spec.id);
    QVERIFY(elsewhere.error && elsewhere.error->message.contains(u"on another server"_s));

    OperationsFixture::pretendOtherServer(m_fixture->journal(spec), u"timeline"_s, 77);
    const auto doubted = m_fixture->resume(spec.id);
    QVERIFY(doubted.error && doubted.error->message.contains(u"may be a copy"_s));
    ServerIdentity wrong = m_fixture->origin().server;
    ++wrong.timeline;
    QVERIFY(m_fixture->resume(spec.id, wrong).error);
    QCOMPARE(m_fixture->resume(spec.id, m_fixture->origin().server).totals,
             OperationTotals{.changed = 30});
    QCOMPARE(other.database.scalar("select count(*) from graphile_worker._private_jobs where"
                                   " priority = 9"),
             u"0"_s);
}

void TestOperationRunner::operationIsUndoneOnItsServerOnly()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    QCOMPARE(changedAll(spec).changed, 30);
    OperationsFixture::pretendOtherServer(m_fixture->journal(spec), u"address"_s,
                                          u"10.0.0.1:5432"_s);
    const auto undo = undoOf(m_fixture->record(spec));
    QVERIFY(undo);
    const auto doubted = m_fixture->run(*undo);
    QVERIFY(doubted.error && doubted.error->message.contains(u"may be a copy"_s));
    const auto preview = previewUndo(*m_fixture->database.session(), *undo, m_fixture->folder);
    QVERIFY(preview && preview->isServerUncertain);
    QCOMPARE(preview->spec.server, std::optional(m_fixture->origin().server));
    QCOMPARE(m_fixture->run(preview->spec).totals, OperationTotals{.changed = 30});
}

void TestOperationRunner::operationBeginsWhereItsJobsWereCounted()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});
    OperationsFixture other;
    other.addJobs(30);
    OperationControl control;
    const auto elsewhere
        = OperationRunner(other.database.settings(), m_fixture->folder, &control, {}).begin(spec);
    QVERIFY(elsewhere.error && elsewhere.error->message.contains(u"not the server"_s));
    QCOMPARE(other.database.scalar("select count(*) from graphile_worker._private_jobs"), u"30"_s);
}

/// Two windows: one finishes it, the other wants to continue or cancel it.
void TestOperationRunner::finishedOperationsStayFinished()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    QCOMPARE(changedAll(spec).changed, 30);
    QVERIFY(m_fixture->resume(spec.id).error);
    OperationControl cancelling;
    cancelling.cancel();
    QVERIFY(OperationRunner(m_fixture->database.settings(), m_fixture->folder, &cancelling, {})
                .resume(spec.id)
                .error);
    QCOMPARE(m_fixture->record(spec).state, OperationState::Finished);
    QVERIFY(undoOf(m_fixture->record(spec)));
}

void TestOperationRunner::cancellingSendsNothing()
{
    const auto spec
        = m_fixture->beginAndStop(m_fixture->byFilter({.kind = OperationKind::Complete}));
    OperationList list(m_fixture->database.settings(), u"graphile_worker"_s, m_fixture->folder);
    QTRY_COMPARE_WITH_TIMEOUT(list.rowCount(), 1, 60000);
    // The receiver of the first signal is slow.
    connect(&list, &QAbstractItemModel::dataChanged, this, [] { QTest::qSleep(300); });
    list.giveUp(0);
    QTRY_COMPARE_WITH_TIMEOUT(list.at(0).record.state, OperationState::Cancelled, 60000);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"30"_s);
}

void TestOperationRunner::lockedAndVanishedJobsAreAccountedFor()
{
    m_fixture->database.script(
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w 1' where id = "
        "1;"
        "update graphile_worker._private_jobs set locked_at = now() - interval '5 hours',"
        " locked_by = 'w 2' where id = 2;"
        "delete from graphile_worker._private_jobs where id = 3");
    const auto other = m_fixture->database.session();
    QVERIFY(
        other->script("begin; select from graphile_worker._private_jobs where id = 4 for update"));
    const auto spec = OperationsFixture::byIds({.kind = OperationKind::Retry}, {1, 2, 3, 4, 5});
    QCOMPARE(m_fixture->run(spec, 20ms).totals,
             (OperationTotals{.changed = 2, .skipped = 2, .vanished = 1, .errors = 0}));
    QCOMPARE(m_fixture->outcomes(spec),
             (QStringList{u"changed 2"_s, u"changed 5"_s, u"skipped 1 locked by w 1"_s,
                          u"skipped 4 being changed at this moment"_s, u"vanished 3"_s}));
}

void TestOperationRunner::jobsBeingChangedAreWaitedFor()
{
    const auto spec = OperationsFixture::byIds({.kind = OperationKind::Retry}, {1, 2, 3, 4, 5});
    std::future<OperationOutcome> running; // ends after `other` has
    const auto other = m_fixture->database.session();
    QVERIFY(
        other->script("begin; select from graphile_worker._private_jobs where id = 4 for update"));
    running = std::async(std::launch::async, [&] { return m_fixture->run(spec, 10min); });
    // It has unlocked the jobs that it could have changed, too. QTRY_VERIFY would look a second
    // time, when it may have begun another try.
    QVERIFY(QTest::qWaitFor(
        [&] {
            return scalar("select count(*) from pg_stat_activity where"
                          " datname = current_database() and application_name like '%operation'"
                          " and state = 'idle' and query ilike 'rollback%'")
                == u"1"_s;
        },
        60000));
    QVERIFY(other->script("commit"));
    QCOMPARE(running.get().totals, OperationTotals{.changed = 5});
}

/// Each batch of one finds its jobs locked by the other, which came a moment earlier, waits for
/// them, and finds them changed.
void TestOperationRunner::operationsAtOnePaceShareTheJobs()
{
    m_fixture->database.script("create function slow() returns trigger language plpgsql as"
                               " 'begin perform pg_sleep(0.1); return null; end';"
                               "create trigger slow before update on graphile_worker._private_jobs"
                               " for each statement execute function slow()");
    // An hour after infinity is infinity: such a job would still be the one that was counted.
    m_fixture->database.script("update graphile_worker._private_jobs set run_at = '2030-01-01'");
    auto moved = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                      .timing = OperationTiming::ByInterval,
                                      .shift = std::chrono::hours(1)});
    auto changed = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    moved.options = changed.options = {.batchSize = 3, .jobsPerSecond = 15};
    auto first = std::async(std::launch::async, [&] { return m_fixture->run(moved, 10min); });
    const OperationTotals one = m_fixture->run(changed, 10min).totals;
    const OperationTotals other = first.get().totals;
    QCOMPARE(one.changed + other.changed, 30);
    QCOMPARE(one.skipped + other.skipped, 30);
    for (const auto &spec : {moved, changed})
        QCOMPARE(m_fixture->outcomes(spec).filter(u"being changed"_s), QStringList());
}

void TestOperationRunner::oneBadJobDoesNotStopTheOthers()
{
    m_fixture->database.script("alter table graphile_worker._private_jobs add constraint oops "
                               "check (id <> 7 or priority < 9)");
    auto spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options.batchSize = 10;
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 29, .errors = 1}));
    QVERIFY(m_fixture->outcomes(spec).filter(u"error 7"_s).value(0).contains(u"oops"_s));

    auto careful = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 10});
    careful.options = {.batchSize = 10, .stopAfterErrors = 1};
    const OperationOutcome outcome = m_fixture->run(careful);
    QVERIFY(outcome.error);
    QCOMPARE(outcome.state, OperationState::Unfinished);
    QCOMPARE(outcome.totals, (OperationTotals{.changed = 6, .errors = 1}));
}

/// As far ahead as PostgreSQL can write, which is more microseconds than a bigint holds.
void TestOperationRunner::farFutureStopsNothing()
{
    m_fixture->database.script("update graphile_worker._private_jobs set run_at ="
                               " '294276-12-31 23:59:59+00' where id = 5");
    const auto moved = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                            .timing = OperationTiming::ByInterval,
                                            .shift = std::chrono::hours(1)});
    const OperationTotals totals = changedAll(moved);
    QCOMPARE(totals.changed + totals.errors, 30);
    QVERIFY(totals.errors <= 1);
    const auto completed = m_fixture->byFilter({.kind = OperationKind::Complete});
    QCOMPARE(changedAll(completed).changed, 30);
    QCOMPARE(changedAll(*undoOf(m_fixture->record(completed))).changed, 30);
    m_fixture->database.script(
        "update graphile_worker._private_jobs set created_at = '-infinity' where priority = 1;"
        "update graphile_worker._private_jobs set updated_at = 'infinity' where priority = 2");
    QCOMPARE(
        changedAll(m_fixture->byFilter({.kind = OperationKind::Change, .priority = 7})).changed,
        30);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where run_at > '294000-1-1'"
                    " and key is null and payload->>'n' = '5'"),
             u"1"_s);
}

void TestOperationRunner::invalidTextStopsNothing()
{
    const auto server = TestDatabase::createEmpty();
    const QByteArray name = server.name().toUtf8() + "_ascii";
    server.script("create database \"" + name
                  + "\" encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0");
    const auto drop = qScopeGuard([&] { TestDatabase::drop(QString::fromUtf8(name)); });
    ConnectionSettings settings = server.settings();
    settings.set(u"dbname"_s, QString::fromUtf8(name));
    {
        const auto session = Session::open(settings, u"test"_s);
        QVERIFY(session);
        QVERIFY(migrate(**session, u"graphile_worker"_s));
        // Latin-1, as a program of old would write it.
        QVERIFY((*session)->script("select graphile_worker.add_job('a', '{\"n\": \"\xe9\"}'),"
                                   " graphile_worker.add_job('a')"));
        OperationSpec retry;
        const auto preview = previewOperation(**session, retry, m_fixture->folder);
        QVERIFY2(preview, preview ? "" : qPrintable(preview.error().message));
        QCOMPARE(preview->jobs, 2);
        OperationControl control;
        QCOMPARE(
            OperationRunner(settings, m_fixture->folder, &control, {}).begin(preview->spec).totals,
            OperationTotals{.changed = 2});
        OperationSpec complete;
        complete.change.kind = OperationKind::Complete;
        QCOMPARE(OperationRunner(settings, m_fixture->folder, &control, {}).begin(complete).totals,
                 (OperationTotals{.changed = 1, .skipped = 1}));
        QVERIFY(m_fixture->outcomes(complete).contains(u"skipped 1 its text is not valid UTF-8"_s));
    }
}

void TestOperationRunner::largeJobsAreTakenInSmallBatches()
{
    m_fixture->database.script("update graphile_worker._private_jobs set payload ="
                               " json_build_object('n', id, 'text', repeat('x', 1000000))");
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});
    QCOMPARE(changedAll(spec).changed, 30);
    const OperationRecord record = m_fixture->record(spec);
    QVERIFY(record.committed.size() >= 4);
    for (const OperationRecord::Line &line : record.committed)
        QVERIFY(line.size < 9'000'000);
    QCOMPARE(changedAll(*undoOf(record)).changed, 30);
    QCOMPARE(scalar("select count(distinct payload->>'n') from graphile_worker._private_jobs"),
             u"30"_s);
}

void TestOperationRunner::pauseAndCancelTakeEffectBetweenBatches()
{
    // Enough for it not to end by itself, however slow this machine is.
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(400);
    auto spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options = {.batchSize = 1, .jobsPerSecond = 15};
    Operation operation(m_fixture->database.settings(), m_fixture->folder);
    operation.begin(spec);
    QTRY_VERIFY_WITH_TIMEOUT(operation.progress().totals.changed >= 2, 60000);
    operation.setPaused(true);
    QCOMPARE(operation.phase(), Operation::Phase::Paused);
    // One batch may have been under way; no other begins.
    const auto done = [&] { return m_fixture->record(spec).totals.changed; };
    const qint64 atPause = done();
    // By the server's clock it has been left alone for the time of six batches.
    QTRY_COMPARE_WITH_TIMEOUT(
        scalar("select count(*) from pg_stat_activity where datname = current_database() and"
               " application_name like '%operation' and state = 'idle' and"
               " clock_timestamp() - state_change > interval '400 ms'"),
        u"1"_s, 60000);
    QVERIFY(done() <= atPause + 1);
    operation.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(operation.progress().totals.changed > atPause + 1, 60000);
    operation.cancel();
    const qint64 atCancel = done();
    QTRY_COMPARE_WITH_TIMEOUT(operation.phase(), Operation::Phase::Cancelled, 60000);
    QVERIFY(done() <= atCancel + 1);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where priority = 9"),
             QString::number(done()));
    QCOMPARE(m_fixture->record(spec).state, OperationState::Cancelled);
    QVERIFY(m_fixture->resume(spec.id).error); // it is over
}

void TestOperationRunner::destructionLeavesItUnfinished()
{
    // Enough for it not to end by itself, however slow this machine is.
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(200);
    auto spec = m_fixture->byFilter({.kind = OperationKind::Change, .priority = 9});
    spec.options = {.batchSize = 1, .jobsPerSecond = 15};
    {
        Operation operation(m_fixture->database.settings(), m_fixture->folder);
        operation.begin(spec);
        QTRY_VERIFY_WITH_TIMEOUT(operation.progress().totals.changed >= 2, 60000);
    }
    const auto listed = operationsIn(m_fixture->folder);
    QCOMPARE(listed.size(), 1u);
    QCOMPARE(listed.front().state, OperationState::Unfinished);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QCOMPARE(outcome.state, OperationState::Finished);
    QCOMPARE(outcome.totals.changed, 200);
}

void TestOperationRunner::secondProcessIsRefused()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Retry});
    const auto held = OperationJournal::create(m_fixture->folder, spec, {}, {});
    QVERIFY(held);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY(outcome.error);
    QVERIFY(outcome.error->message.contains(u"another window or process"_s));
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperationRunner)
#include "tst_operationrunner.moc"

#include "models/holds/holdtracker.h"

#include "models/console/consolecontext.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QSignalSpy>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

const HoldSubject kQueue{HoldKind::Queue, u"q \"1\", *x"_s};
const HoldSubject kTask{HoldKind::Task, u"b"_s};

OperationChange holdNow()
{
    return holdChange(timestamp(QDateTime::currentDateTimeUtc()));
}

} // namespace

/// Holding queues and tasks everywhere, which is an operation, and here, which is none.
class TestRecordedHolds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void waitingJobsAreHeldAndComeBackExactly();
    void jobsAddedLaterAreHeldByAnotherOne();
    void otherOperationsAreNoHolds();
    void unfinishedHoldsAreFound();
    void otherDatabasesAreNotMixedIn();
    void trackerFindsThemAndTheWorkersOwn();
};

void TestRecordedHolds::waitingJobsAreHeldAndComeBackExactly()
{
    const OperationsFixture fixture;
    fixture.addJobs(30);
    fixture.database.script(
        "select graphile_worker.add_job('b', queue_name := 'q \"1\", *x', run_at := now() - n * "
        "interval '1 second') from generate_series(1, 5) as n;"
        "select graphile_worker.add_job('b', queue_name := 'q \"1\", *x', run_at := now() + "
        "interval "
        "'1 day');"
        "select graphile_worker.add_job('b', queue_name := 'q \"1\", *x', run_at := 'infinity');"
        "select graphile_worker.add_job('b', queue_name := 'q \"1\", *x');"
        "update graphile_worker._private_jobs set attempts = max_attempts where id = "
        "(select max(id) from graphile_worker._private_jobs);"
        "select graphile_worker.add_job('b', queue_name := 'q \"1\", yx');");
    const QString before = fixture.contents();
    const OperationSpec spec = fixture.byFilter(holdNow(), holdFilter(kQueue));
    QCOMPARE(fixture.run(spec).totals.changed, 6); // not the one that failed, nor the endless one
    QCOMPARE(
        fixture.database.scalar("select count(*) from graphile_worker._private_jobs where run_at "
                                "between now() + interval '99 years' and '3000-01-01'"),
        u"6"_s);

    HoldSearch search(fixture.folder);
    const QString connection = fixture.database.settings().describe();
    QList<RecordedHold> holds = search.find(kSchema, connection);
    QCOMPARE(holds.size(), 1);
    QCOMPARE(holds.first().subject, kQueue);
    QCOMPARE(holds.first().record.totals.changed, 6);

    const auto undo = undoOf(holds.first().record);
    QVERIFY(undo);
    QCOMPARE(fixture.run(*undo).totals.changed, 6);
    QCOMPARE(fixture.contents(), before);
    QVERIFY(search.find(kSchema, connection).isEmpty());
    QVERIFY(HoldSearch(fixture.folder).find(kSchema, connection).isEmpty());
}

void TestRecordedHolds::jobsAddedLaterAreHeldByAnotherOne()
{
    const OperationsFixture fixture;
    fixture.database.script("select graphile_worker.add_job('b') from generate_series(1, 3);");
    const QString before = fixture.contents("id, run_at");
    const OperationSpec first = fixture.byFilter(holdNow(), holdFilter(kTask));
    QCOMPARE(fixture.run(first).totals.changed, 3);
    fixture.database.script("select graphile_worker.add_job('b') from generate_series(1, 2);");
    // Those held already are left alone, so that both can be undone.
    const OperationSpec second = fixture.byFilter(holdNow(), holdFilter(kTask));
    QCOMPARE(fixture.run(second).totals.changed, 2);
    HoldSearch search(fixture.folder);
    const QString connection = fixture.database.settings().describe();
    QList<RecordedHold> holds = search.find(kSchema, connection);
    QCOMPARE(holds.size(), 2);
    QCOMPARE(holds.first().record.spec.id, second.id);
    QCOMPARE(fixture.run(*undoOf(holds.first().record)).totals.changed, 2);
    holds = search.find(kSchema, connection);
    QCOMPARE(holds.size(), 1);
    QCOMPARE(fixture.run(*undoOf(holds.first().record)).totals.changed, 3);
    fixture.database.script("delete from graphile_worker._private_jobs where id > 3");
    QCOMPARE(fixture.contents("id, run_at"), before);
}

void TestRecordedHolds::otherOperationsAreNoHolds()
{
    const Timestamp now = timestamp(QDateTime::currentDateTimeUtc());
    OperationSpec spec;
    spec.change = holdNow();
    spec.scope.filter = holdFilter(kTask);
    QCOMPARE(heldBy(spec, now), kTask);
    spec.scope.filter = holdFilter(kQueue);
    QCOMPARE(heldBy(spec, now), kQueue);
    spec.scope.filter = u"task:b"_s;
    QVERIFY(!heldBy(spec, now));
    spec.scope.filter = holdFilter(kTask);
    spec.change.runAt = now + std::chrono::days(365);
    QVERIFY(!heldBy(spec, now));
    spec.change.runAt = Timestamp::max();
    QVERIFY(!heldBy(spec, now));
    spec.change = holdNow();
    spec.scope.ids = {1, 2};
    QVERIFY(!heldBy(spec, now));
    spec.scope.ids.clear();
    spec.change.kind = OperationKind::Retry;
    QVERIFY(!heldBy(spec, now));
}

void TestRecordedHolds::unfinishedHoldsAreFound()
{
    const OperationsFixture fixture;
    fixture.database.script("select graphile_worker.add_job('b') from generate_series(1, 3);");
    const OperationSpec spec = fixture.byFilter(holdNow(), holdFilter(kTask));
    OperationControl control;
    control.stop(); // before its first batch
    (void)OperationRunner(fixture.database.settings(), fixture.folder, &control, {}).begin(spec);
    HoldSearch search(fixture.folder);
    const QString connection = fixture.database.settings().describe();
    QList<RecordedHold> holds = search.find(kSchema, connection);
    QCOMPARE(holds.size(), 1);
    QVERIFY(holds.first().isUnfinished());
    QVERIFY(!undoOf(holds.first().record));
    QCOMPARE(fixture.resume(spec.id).totals.changed, 3);
    holds = search.find(kSchema, connection); // the journal has grown, so it is read again
    QCOMPARE(holds.size(), 1);
    QVERIFY(!holds.first().isUnfinished());
    QCOMPARE(holds.first().record.totals.changed, 3);
}

void TestRecordedHolds::otherDatabasesAreNotMixedIn()
{
    const OperationsFixture fixture;
    fixture.database.script("select graphile_worker.add_job('b');");
    fixture.run(fixture.byFilter(holdNow(), holdFilter(kTask)));
    HoldSearch search(fixture.folder);
    QCOMPARE(search.find(kSchema, fixture.database.settings().describe()).size(), 1);
    QVERIFY(search.find(kSchema, u"elsewhere"_s).isEmpty());
    QVERIFY(search.find(u"other"_s, fixture.database.settings().describe()).isEmpty());
}

void TestRecordedHolds::trackerFindsThemAndTheWorkersOwn()
{
    const OperationsFixture fixture;
    qputenv("XDG_DATA_HOME", fixture.folder.toLocal8Bit());
    fixture.database.script("select graphile_worker.add_job('b');"
                            "select graphile_worker.add_job('c');");
    ConsoleTarget target;
    target.connection = fixture.database.settings();
    ConsoleContext context(target);

    std::atomic<int> ran = 0;
    auto registry = std::make_shared<TaskRegistry>();
    for (const QString &task : {u"b"_s, u"c"_s}) {
        registry->add(task, [&ran](const TaskContext &) {
            ++ran;
            return TaskOutcome::success();
        });
    }
    WorkerOptions options;
    options.connection = fixture.database.settings();
    LocalWorker worker(options, registry);
    HoldTracker holdTracker(&context, &worker);
    const QSignalSpy changes(&holdTracker, &HoldTracker::changed);
    holdTracker.setHeldHere(kTask, true);
    QCOMPARE(changes.size(), 1);
    QVERIFY(holdTracker.isHeldHere(kTask) && !holdTracker.isHeldHere(kQueue));
    QCOMPARE(holdTracker.word(kTask), u"here"_s);
    QCOMPARE(worker.heldNames().tasks, QStringList{u"b"_s});

    // A worker that runs leaves it alone, until it is told otherwise.
    worker.start();
    QTRY_COMPARE_WITH_TIMEOUT(
        fixture.database.scalar(
            "select string_agg(task_identifier, ',') from graphile_worker.jobs"),
        u"b"_s, kPatience);
    QCOMPARE(ran, 1);
    QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Running, kPatience);
    holdTracker.setHeldHere(kTask, false);
    QTRY_COMPARE_WITH_TIMEOUT(ran, 2, kPatience);
    worker.stop();
    QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Stopped, kPatience);

    fixture.database.script("select graphile_worker.add_job('b');");
    OperationControl control;
    OperationSpec spec;
    spec.change = holdNow();
    spec.scope.filter = holdFilter(kTask);
    (void)OperationRunner(target.connection, context.operationsFolder(), &control, {}).begin(spec);
    context.announceChange();
    QTRY_COMPARE_WITH_TIMEOUT(holdTracker.word(kTask), u"everywhere"_s, kPatience);
    holdTracker.setHeldHere(kTask, true);
    QCOMPARE(holdTracker.word(kTask), u"here, everywhere"_s);
    (void)OperationRunner(target.connection, context.operationsFolder(), &control, {})
        .begin(*undoOf(holdTracker.holdsOf(kTask).first().record));
    holdTracker.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(holdTracker.word(kTask), u"here"_s, kPatience);
}

YARDMASTER_TEST(TestRecordedHolds)
#include "tst_recordedholds.moc"

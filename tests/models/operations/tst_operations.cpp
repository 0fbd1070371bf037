#include "models/operations/operationlist.h"
#include "tests/models/operations/operationsfixture.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QDir>
#include <QJsonDocument>
#include <QSignalSpy>

#include <csignal>
#include <future>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace yardmaster::test {

/// What operations do to jobs, on a real server.
class TestOperations : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<OperationsFixture>();
        m_fixture->addJobs(30);
    }
    void cleanup() { m_fixture.reset(); }

    void retryRestoresTheAttemptsOfFailedJobs();
    void jobsAreMovedToATime();
    void jobsAreMovedByAnInterval();
    void jobsAreSpreadOverAWindow();
    void numbersAreChanged();
    void jobsAreCompleted();
    void failingKeepsTheEarlierError();
    void jobsAreRemovedByKey();
    void jobsAreUnlockedWithTheirQueue();
    void payloadIsEditedAndTheJobRetried();
    void aPayloadChangedSinceItWasReadIsKept();
    void badSpecsAreRefused_data();
    void badSpecsAreRefused();
    void previewShowsWhatWillHappen();
    void previewStatementRuns_data();
    void previewStatementRuns();
    void shownStatementDoesWhatTheOperationDoes_data();
    void shownStatementDoesWhatTheOperationDoes();
    void laterJobsDoNotBelong();
    void onlyConfirmedJobsAreChanged();
    void jobsChangedSinceThePreviewAreLeftAlone();
    void jobsLeftAloneInThePreviewStaySo();
    void jobsAreListedInManyPages();
    void withoutItsListAnOperationCanOnlyBeCancelled();
    void listsThatNobodyNeedsAreRemoved();
    void serversAreComparedByIdentity_data();
    void serversAreComparedByIdentity();
    void operationIsResumedOnItsServerOnly();
    void operationIsUndoneOnItsServerOnly();
    void operationBeginsWhereItsJobsWereCounted();
    void finishedOperationsStayFinished();
    void cancellingSendsNothing();
    void fullDiskStopsThePreview();
    void countingCanBeCancelled();
    void lockedAndVanishedJobsAreAccountedFor();
    void jobsBeingChangedAreWaitedFor();
    void operationsAtOnePaceShareTheJobs();
    void oneBadJobDoesNotStopTheOthers();
    void farFutureStopsNothing();
    void invalidTextStopsNothing();
    void largeJobsAreTakenInSmallBatches();
    void pauseAndCancelTakeEffectBetweenBatches();
    void destructionLeavesItUnfinished();
    void logRecordsWhoDidWhat();
    void fullLogIsKept();
    void reportIsExported();
    void reportTellsBeforeAndAfter();
    void secondProcessIsRefused();

private:
    QString scalar(const QByteArray &sql) const { return m_fixture->database.scalar(sql); }
    OperationTotals changedAll(const OperationSpec &spec) const
    {
        const OperationOutcome outcome = m_fixture->run(spec);
        if (outcome.error)
            qWarning("%s", qUtf8Printable(outcome.error->message));
        return outcome.state == OperationState::Finished ? outcome.totals : OperationTotals{};
    }

    std::unique_ptr<OperationsFixture> m_fixture;
};

void TestOperations::retryRestoresTheAttemptsOfFailedJobs()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Retry});
    QCOMPARE(changedAll(spec).changed, 30);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where run_at <= now()"
                    " and is_available"),
             u"30"_s);
    QCOMPARE(scalar("select string_agg(attempts::text, ',' order by id) from"
                    " graphile_worker._private_jobs where id <= 4"),
             u"1,2,0,1"_s);
}

void TestOperations::jobsAreMovedToATime()
{
    const Timestamp when(std::chrono::microseconds(1999999999123457));
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Reschedule, .runAt = when});
    QCOMPARE(changedAll(spec).changed, 30);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where"
                    " run_at = timestamptz '2033-05-18 03:33:19.123457+00'"),
             u"30"_s);
}

void TestOperations::jobsAreMovedByAnInterval()
{
    auto spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                     .timing = OperationTiming::ByInterval,
                                     .shift = std::chrono::minutes(-1)});
    spec.options.batchSize = 7;
    QCOMPARE(changedAll(spec).changed, 30);
    QCOMPARE(scalar("select bool_and(run_at = timestamptz '2029-12-31 23:59:00.123457+00'"
                    " + id * interval '1 second' or (id % 10 = 7 and run_at = 'infinity'))"
                    " from graphile_worker._private_jobs"),
             u"t"_s);
}

void TestOperations::jobsAreSpreadOverAWindow()
{
    const Timestamp when(std::chrono::seconds(2000000000));
    auto spec = m_fixture->byFilter({.kind = OperationKind::Reschedule,
                                     .timing = OperationTiming::Spread,
                                     .runAt = when,
                                     .window = std::chrono::seconds(300)});
    spec.options.batchSize = 7;
    QCOMPARE(changedAll(spec).changed, 30);
    // Thirty jobs in five minutes: one in each ten seconds.
    QCOMPARE(scalar("select count(distinct floor((extract(epoch from run_at) - 2000000000) / 10))"
                    " from graphile_worker._private_jobs where run_at >= to_timestamp(2000000000)"
                    " and run_at < to_timestamp(2000000300)"),
             u"30"_s);
}

void TestOperations::numbersAreChanged()
{
    const auto spec = m_fixture->byFilter(
        {.kind = OperationKind::Change, .priority = -5, .attempts = 0, .maxAttempts = 9});
    QCOMPARE(changedAll(spec).changed, 30);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where priority = -5 and"
                    " attempts = 0 and max_attempts = 9"),
             u"30"_s);
}

void TestOperations::jobsAreCompleted()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"id:1..10"_s);
    QCOMPARE(changedAll(spec).changed, 10);
    QCOMPARE(scalar("select min(id) || ' ' || count(*) from graphile_worker._private_jobs"),
             u"11 20"_s);
}

void TestOperations::failingKeepsTheEarlierError()
{
    const auto spec
        = m_fixture->byFilter({.kind = OperationKind::FailForGood, .reason = u"bad input"_s});
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 20, .skipped = 10}));
    QCOMPARE(scalar("select attempts || ' ' || last_error from graphile_worker._private_jobs where"
                    " id = 1"),
             u"5 bad input\n\nEarlier error:\nerror 1"_s);
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 3 failed for good already"_s));
}

void TestOperations::jobsAreRemovedByKey()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::RemoveByKey});
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 15, .skipped = 15}));
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where key is not null"),
             u"0"_s);
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 1 has no key"_s));
}

void TestOperations::jobsAreUnlockedWithTheirQueue()
{
    m_fixture->database.script(
        "insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)"
        " values ('q', now(), 'w');"
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w',"
        " job_queue_id = (select id from graphile_worker._private_job_queues) where id <= 2");
    QCOMPARE(changedAll(OperationsFixture::byIds({.kind = OperationKind::Unlock}, {1, 5})),
             (OperationTotals{.changed = 1, .skipped = 1}));
    QCOMPARE(scalar("select locked_by from graphile_worker._private_job_queues"), u"w"_s);
    QCOMPARE(changedAll(OperationsFixture::byIds({.kind = OperationKind::Unlock}, {2})).changed, 1);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where locked_at is not null"
                    " or locked_by is not null"),
             u"0"_s);
    QCOMPARE(scalar("select is_available from graphile_worker._private_job_queues"), u"t"_s);
}

void TestOperations::payloadIsEditedAndTheJobRetried()
{
    const auto spec = OperationsFixture::byIds(
        {.kind = OperationKind::EditPayload, .payload = R"({"b":1.10,"a":12345678901234567890})"},
        {3});
    QCOMPARE(changedAll(spec).changed, 1);
    QCOMPARE(scalar("select payload::text || attempts || (run_at <= now())::text from"
                    " graphile_worker._private_jobs where id = 3"),
             uR"({"b":1.10,"a":12345678901234567890}0true)"_s);
    // Payloads, the old and the new one, are in the journal only, which goes.
    QFile log(m_fixture->folder + "/operators.ndjson"_L1);
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray logged = log.readAll();
    QVERIFY(logged.contains("edit_payload"));
    QVERIFY(!logged.contains("12345678901234567890") && !logged.contains("payload\":"));
}

void TestOperations::aPayloadChangedSinceItWasReadIsKept()
{
    const auto updated = scalar("select (extract(epoch from updated_at) * 1000000)::bigint from"
                                " graphile_worker._private_jobs where id = 3")
                             .toLongLong();
    OperationChange change{.kind = OperationKind::EditPayload, .payload = R"({"b":2})"};
    change.readAt = Timestamp(std::chrono::microseconds(updated - 1));
    const OperationSpec late = OperationsFixture::byIds(change, {3});
    QCOMPARE(changedAll(late), OperationTotals{.skipped = 1});
    QCOMPARE(m_fixture->outcomes(late), QStringList{u"skipped 3 changed since it was read"_s});
    change.readAt = Timestamp(std::chrono::microseconds(updated));
    QCOMPARE(changedAll(OperationsFixture::byIds(change, {3})), OperationTotals{.changed = 1});
}

void TestOperations::badSpecsAreRefused_data()
{
    QTest::addColumn<OperationSpec>("spec");
    QTest::addColumn<QString>("complaint");
    const auto all = [](const OperationChange &change) {
        return OperationsFixture::byIds(change, {1, 2});
    };
    QTest::newRow("no time") << all({.kind = OperationKind::Reschedule}) << u"give the time"_s;
    QTest::newRow("no change") << all({.kind = OperationKind::Change}) << u"give a value"_s;
    QTest::newRow("no reason") << all({.kind = OperationKind::FailForGood, .reason = u" "_s})
                               << u"give a reason"_s;
    QTest::newRow("priority") << all({.kind = OperationKind::Change, .priority = 40000})
                              << u"priority is 40000, it must be -32768 to 32767"_s;
    QTest::newRow("two payloads") << all({.kind = OperationKind::EditPayload, .payload = "{}"})
                                  << u"one job at a time"_s;
    QTest::newRow("no JSON") << all({.kind = OperationKind::EditPayload, .payload = "{"})
                             << u"not JSON"_s;
    QTest::newRow("id twice") << OperationsFixture::byIds({}, {1, 1}) << u"occurs twice"_s;
    OperationSpec filter;
    filter.scope.filter = u"nonsense:1"_s;
    QTest::newRow("filter") << filter << u"the filter is not valid"_s;
}

void TestOperations::badSpecsAreRefused()
{
    QFETCH(OperationSpec, spec);
    QFETCH(QString, complaint);
    const OperationOutcome outcome = m_fixture->run(spec);
    QVERIFY(outcome.error);
    QVERIFY2(outcome.error->message.contains(complaint), qPrintable(outcome.error->message));
    QVERIFY(operationsIn(m_fixture->folder).empty());
}

void TestOperations::previewShowsWhatWillHappen()
{
    m_fixture->database.script("update graphile_worker._private_jobs set locked_at = now(),"
                               " locked_by = 'w 1' where id in (2, 4)");
    OperationSpec spec;
    spec.scope.filter = u"id:1..25"_s;
    const OperationPreview preview = m_fixture->preview(spec);
    QCOMPARE(preview.jobs, 25);
    QCOMPARE(preview.affected(), 23); // what the button says
    QCOMPARE(preview.spec.scope.maxId, 30);
    QCOMPARE(preview.spec.scope.expected, 25);
    QCOMPARE(preview.samples.size(), 20);
    QCOMPARE(preview.samples.at(1).skip, u"locked by w 1"_s);
    QCOMPARE(preview.tasks.size(), 1);
    QCOMPARE(preview.tasks.first().name, u"a"_s);
    QCOMPARE(preview.tasks.first().jobs, 25);
    QCOMPARE(preview.skipped.size(), 1);
    QCOMPARE(preview.skipped.first().jobs, 2);
    QCOMPARE(preview.states.size(), 3); // retrying, failed, running
    QCOMPARE(preview.states.first().state, JobState::Retrying);
    QCOMPARE(preview.states.first().jobs, 15);

    const auto ids = m_fixture->preview(OperationsFixture::byIds({}, {1, 999}));
    QCOMPARE(ids.jobs, 1);
    QCOMPARE(ids.vanished, 1);
}

void TestOperations::previewStatementRuns_data()
{
    QTest::addColumn<OperationSpec>("spec");
    const auto row = [](const OperationChange &change) {
        QTest::addRow("%s %d", qPrintable(operationKindName(change.kind)), int(change.timing))
            << OperationsFixture::byIds(change, {1});
    };
    row({.kind = OperationKind::Retry});
    row({.kind = OperationKind::Reschedule, .runAt = Timestamp{}});
    row({.kind = OperationKind::Reschedule,
         .timing = OperationTiming::ByInterval,
         .shift = std::chrono::hours(1)});
    row({.kind = OperationKind::Reschedule,
         .timing = OperationTiming::Spread,
         .window = std::chrono::hours(1)});
    row({.kind = OperationKind::Change, .priority = 3});
    row({.kind = OperationKind::Complete});
    row({.kind = OperationKind::FailForGood, .reason = u"it's bad"_s});
    row({.kind = OperationKind::RemoveByKey});
    row({.kind = OperationKind::Unlock});
    row({.kind = OperationKind::EditPayload, .payload = "{\"a\":\"it's\"}"});
}

void TestOperations::previewStatementRuns()
{
    QFETCH(OperationSpec, spec);
    OperationSpec byFilter = spec;
    byFilter.scope.ids.clear();
    byFilter.scope.filter = u"id:1..12 error~\"error\" run<now+100w"_s;
    if (spec.change.kind != OperationKind::EditPayload)
        m_fixture->database.script(m_fixture->preview(byFilter).sql);
    m_fixture->database.script(m_fixture->preview(spec).sql);
}

void TestOperations::shownStatementDoesWhatTheOperationDoes_data()
{
    QTest::addColumn<OperationChange>("change");
    QTest::newRow("retry") << OperationChange{.kind = OperationKind::Retry};
    QTest::newRow("move") << OperationChange{.kind = OperationKind::Reschedule,
                                             .timing = OperationTiming::ByInterval,
                                             .shift = std::chrono::hours(1)};
    QTest::newRow("change") << OperationChange{.kind = OperationKind::Change, .priority = 3};
    QTest::newRow("complete") << OperationChange{.kind = OperationKind::Complete};
    QTest::newRow("remove") << OperationChange{.kind = OperationKind::RemoveByKey};
}

/// The values of the filter look like SQL, and like places for values.
void TestOperations::shownStatementDoesWhatTheOperationDoes()
{
    QFETCH(OperationChange, change);
    const QStringList keys{u"$3 $1"_s, u"'))); drop table graphile_worker._private_jobs; --"_s,
                           u"\"))); drop table graphile_worker._private_jobs; --"_s, u"'$2'\\"_s};
    FilterTerm term{false, FilterKey::Key, {}, FilterOperator::Is, {}, {}};
    OperationsFixture byHand;
    byHand.addJobs(30);
    for (qsizetype i = 0; i < keys.size(); ++i) {
        term.values << FilterValue::exactly(keys[i]);
        for (const OperationsFixture *fixture : {m_fixture.get(), &byHand})
            QVERIFY(fixture->database.session()->query(
                "update graphile_worker._private_jobs set key = $1 where id = $2::bigint",
                {param(keys[i]), param(qint64(4 + 4 * i))}));
    }
    const OperationSpec spec = m_fixture->byFilter(change, term.text());
    QCOMPARE(spec.scope.expected, 4);
    byHand.database.script(byHand.preview(byHand.byFilter(change, term.text())).sql);
    QCOMPARE(changedAll(spec).changed, 4);
    const QByteArray columns = "id, priority, case when run_at > now() then run_at end, attempts, "
                               "max_attempts, last_error, key, locked_at, locked_by";
    QCOMPARE(byHand.contents(columns), m_fixture->contents(columns));
}

void TestOperations::laterJobsDoNotBelong()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});

    m_fixture->database.script("select graphile_worker.add_job('b')");
    QCOMPARE(changedAll(spec).changed, 30);
    QCOMPARE(scalar("select string_agg(id::text, ',') from graphile_worker._private_jobs"),
             u"31"_s);
}

/// Jobs that come to match the filter while the operation runs, or waits to be resumed.
void TestOperations::onlyConfirmedJobsAreChanged()
{
    auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"state:failed id:1..9"_s);
    QCOMPARE(spec.scope.expected, 3);
    spec.options.batchSize = 1;
    OperationControl control;
    const auto stopAfterOne = [&control](const OperationProgress &progress) {
        if (progress.totals.changed >= 1)
            control.stop();
    };
    const auto stopped
        = OperationRunner(m_fixture->database.settings(), m_fixture->folder, &control, stopAfterOne)
              .begin(spec);
    QCOMPARE(stopped.state, OperationState::Unfinished);
    QCOMPARE(stopped.totals.changed, 1);
    m_fixture->database.script("update graphile_worker._private_jobs set attempts = max_attempts");
    QCOMPARE(m_fixture->resume(spec.id).totals, OperationTotals{.changed = 3});
    QCOMPARE(scalar("select string_agg(id::text, ',' order by id) from"
                    " graphile_worker._private_jobs where id < 10"),
             u"1,2,4,5,7,8"_s);
}

void TestOperations::jobsChangedSinceThePreviewAreLeftAlone()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"id:1..14"_s);
    m_fixture->database.script(
        "update graphile_worker._private_jobs set priority = 7 where id = 1;"
        "update graphile_worker._private_jobs set attempts = attempts + 1 where id = 2;"
        "update graphile_worker._private_jobs set run_at = run_at + interval '1 us' where id = 3;"
        "update graphile_worker._private_jobs set key = 'other' where id = 4;"
        "update graphile_worker._private_jobs set payload = '{}' where id = 5;"
        "update graphile_worker._private_jobs set flags = '{\"a\":true}' where id = 6;"
        "with queue as (insert into graphile_worker._private_job_queues (queue_name) values ('q')"
        " returning id) update graphile_worker._private_jobs set job_queue_id = queue.id from queue"
        " where _private_jobs.id = 7;"
        "update graphile_worker._private_jobs set max_attempts = 9 where id = 8;"
        // Another row, but the same job.
        "update graphile_worker._private_jobs set updated_at = now() where id = 9;"
        "update graphile_worker._private_jobs set revision = revision + 1 where id = 10;"
        "update graphile_worker._private_jobs set locked_at = now() - interval '5 hours',"
        " locked_by = 'w' where id = 11;"
        "update graphile_worker._private_jobs set last_error = 'another' where id = 12;"
        "with task as (insert into graphile_worker._private_tasks (identifier) values ('other')"
        " returning id) update graphile_worker._private_jobs set task_id = task.id from task"
        " where _private_jobs.id = 13");
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 2, .skipped = 12}));
    QCOMPARE(scalar("select string_agg(id::text, ',' order by id) from"
                    " graphile_worker._private_jobs where id <= 14"),
             u"1,2,3,4,5,6,7,8,10,11,12,13"_s);
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 8 changed since the preview"_s));
}

void TestOperations::jobsLeftAloneInThePreviewStaySo()
{
    m_fixture->database.script("update graphile_worker._private_jobs set locked_at = now() -"
                               " interval '3 hours 59 minutes 59 seconds', locked_by = 'w'"
                               " where id = 1");
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete}, u"id:1..2"_s);
    // The lock expires, and nothing is written.
    QTRY_COMPARE_WITH_TIMEOUT(scalar("select locked_at < now() - interval '4 hours' from"
                                     " graphile_worker._private_jobs where id = 1"),
                              u"t"_s, 60000);
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 1, .skipped = 1}));
    QVERIFY(m_fixture->outcomes(spec).contains(u"skipped 1 skipped in the preview"_s));
}

void TestOperations::jobsAreListedInManyPages()
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(25000);
    const auto all = m_fixture->preview({.change = {.kind = OperationKind::Change, .priority = 9}});
    QCOMPARE(all.jobs, 25000);
    const QFileInfo list(ScopeList::pathIn(m_fixture->folder, all.spec.id));
    QCOMPARE(list.size(), 16 * (25000 + 1));
    QCOMPARE(list.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QCOMPARE(changedAll(all.spec).changed, 25000);
    QVERIFY(!QFile::exists(list.filePath()));

    QList<qint64> ids; // in an order of their own
    for (qint64 id = 24000; id > 0; --id)
        ids << id;
    const auto some = m_fixture->preview(
        OperationsFixture::byIds({.kind = OperationKind::Change, .priority = 8}, ids));
    QCOMPARE(some.jobs, 24000);
    QCOMPARE(changedAll(some.spec).changed, 24000);
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where priority = 8"),
             u"24000"_s);
}

void TestOperations::withoutItsListAnOperationCanOnlyBeCancelled()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Complete});
    const QString list = ScopeList::pathIn(m_fixture->folder, spec.id);
    (void)m_fixture->beginAndStop(spec);
    QVERIFY(QFile::resize(list, QFileInfo(list).size() - 5));
    OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY(outcome.error && outcome.error->message.contains(u"is damaged"_s));
    QVERIFY(QFile::remove(list));
    outcome = m_fixture->resume(spec.id);
    QVERIFY(outcome.error && outcome.error->message.contains(u"cannot read the list of jobs"_s));
    QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"30"_s);
    OperationControl cancelling;
    cancelling.cancel();
    outcome = OperationRunner(m_fixture->database.settings(), m_fixture->folder, &cancelling, {})
                  .resume(spec.id);
    QCOMPARE(outcome.state, OperationState::Cancelled);
}

void TestOperations::listsThatNobodyNeedsAreRemoved()
{
    const auto unfinished = m_fixture->byFilter({.kind = OperationKind::Complete});
    (void)m_fixture->beginAndStop(unfinished);
    const auto old = m_fixture->byFilter({.kind = OperationKind::Complete});
    const auto underWay = m_fixture->byFilter({.kind = OperationKind::Complete});
    QFile list(ScopeList::pathIn(m_fixture->folder, old.id));
    QVERIFY(list.open(QIODevice::ReadWrite));
    QVERIFY(list.setFileTime(QDateTime::currentDateTimeUtc().addDays(-2),
                             QFileDevice::FileModificationTime));
    removeLists(m_fixture->folder, operationsIn(m_fixture->folder));
    QVERIFY(!list.exists());
    for (const auto &kept : {unfinished, underWay})
        QVERIFY(QFile::exists(ScopeList::pathIn(m_fixture->folder, kept.id)));
}

void TestOperations::serversAreComparedByIdentity_data()
{
    QTest::addColumn<QJsonObject>("otherThen");
    QTest::addColumn<ServerMatch>("sameness");
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

void TestOperations::serversAreComparedByIdentity()
{
    QFETCH(QJsonObject, otherThen);
    QFETCH(ServerMatch, sameness);
    const ServerIdentity here = m_fixture->origin().server;
    QVERIFY(!here.system.isEmpty() && here.database > 0 && here.schema > 0 && here.timeline > 0);
    QJsonObject then = here.toJson();
    for (auto it = otherThen.begin(); it != otherThen.end(); ++it)
        then.insert(it.key(), it.value());
    QCOMPARE(compare(ServerIdentity::fromJson(then), here), sameness);
}

void TestOperations::operationIsResumedOnItsServerOnly()
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

void TestOperations::operationIsUndoneOnItsServerOnly()
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

void TestOperations::operationBeginsWhereItsJobsWereCounted()
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
void TestOperations::finishedOperationsStayFinished()
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

void TestOperations::cancellingSendsNothing()
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

void TestOperations::fullDiskStopsThePreview()
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(25000);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const auto restore = qScopeGuard([&before] { ::setrlimit(RLIMIT_FSIZE, &before); });
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{100000, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto preview = previewOperation(*m_fixture->database.session(), {}, m_fixture->folder);
    QVERIFY(!preview);
    QVERIFY2(preview.error().message.contains(u"cannot write the list of jobs"_s),
             qPrintable(preview.error().message));
    QVERIFY(QDir(m_fixture->folder).isEmpty());
}

void TestOperations::countingCanBeCancelled()
{
    m_fixture->database.script("truncate graphile_worker._private_jobs restart identity");
    m_fixture->addJobs(25000);
    QList<qint64> found;
    const auto preview = previewOperation(*m_fixture->database.session(), {}, m_fixture->folder,
                                          [&found](qint64 jobs) {
                                              found << jobs;
                                              return jobs < 20000;
                                          });
    QVERIFY(!preview);
    QCOMPARE(preview.error().kind, DbError::Kind::Cancelled);
    QCOMPARE(found, (QList<qint64>{10000, 20000}));
    QVERIFY(QDir(m_fixture->folder).isEmpty());
}

void TestOperations::lockedAndVanishedJobsAreAccountedFor()
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

void TestOperations::jobsBeingChangedAreWaitedFor()
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
void TestOperations::operationsAtOnePaceShareTheJobs()
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

void TestOperations::oneBadJobDoesNotStopTheOthers()
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
void TestOperations::farFutureStopsNothing()
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

void TestOperations::invalidTextStopsNothing()
{
    const auto server = TestDatabase::createEmpty();
    const QByteArray name = server.name().toUtf8() + "_ascii";
    server.script("create database \"" + name
                  + "\" encoding 'SQL_ASCII' locale 'C' template template0");
    const auto drop
        = qScopeGuard([&] { server.script("drop database \"" + name + "\" with (force)"); });
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

void TestOperations::largeJobsAreTakenInSmallBatches()
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

void TestOperations::pauseAndCancelTakeEffectBetweenBatches()
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

void TestOperations::destructionLeavesItUnfinished()
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

void TestOperations::logRecordsWhoDidWhat()
{
    auto spec
        = m_fixture->byFilter({.kind = OperationKind::FailForGood, .reason = u"x"_s}, u"id:1"_s);
    QCOMPARE(changedAll(spec).changed, 1);
    const QString path = m_fixture->folder + "/all.ndjson"_L1;
    QVERIFY(OperatorLog(m_fixture->folder).exportTo(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    const QJsonObject entry = QJsonDocument::fromJson(lines.at(0)).object();
    QCOMPARE(entry.value("kind"_L1).toString(), u"fail"_s);
    QCOMPARE(entry.value("os_user"_L1).toString(), osUserName());
    QCOMPARE(entry.value("db_user"_L1).toString(), scalar("select current_user"));
    QCOMPARE(entry.value("change"_L1).toObject().value("reason"_L1).toString(), u"x"_s);
    QVERIFY(entry.value("statement"_L1).toString().contains(u"permanently_fail_jobs"_s));
    QVERIFY(lines.at(0).contains("\"before\":[[1,"));
    QVERIFY(lines.at(1).contains("committed"));
    for (const QString &kept :
         {m_fixture->journal(spec), m_fixture->folder + "/operators.ndjson"_L1})
        QCOMPARE(QFileInfo(kept).permissions() & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
}

void TestOperations::fullLogIsKept()
{
    const auto session = m_fixture->database.session();
    OperatorLog log(m_fixture->folder, 500);
    OperationBatch batch;
    batch.jobs.resize(1);
    for (int i = 1; i <= 5; ++i) {
        batch.number = i;
        QVERIFY(log.logBatch(*session, {}, {}, batch, "x"));
    }
    QVERIFY(log.files().size() > 1);
    const QString path = m_fixture->folder + "/all.ndjson"_L1;
    QVERIFY(log.exportTo(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 5);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(QJsonDocument::fromJson(lines.at(i)).object().value("batch"_L1).toInt(), i + 1);
}

void TestOperations::reportIsExported()
{
    const auto spec = OperationsFixture::byIds({.kind = OperationKind::RemoveByKey}, {1, 2, 99});
    QCOMPARE(changedAll(spec), (OperationTotals{.changed = 1, .skipped = 1, .vanished = 1}));
    const QString path = m_fixture->folder + "/report"_L1;
    const auto content = [&](ReportFormat format) {
        const auto totals = exportOutcomes(m_fixture->journal(spec), path, format);
        QFile file(path);
        return totals && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QCOMPARE(content(ReportFormat::Csv),
             "id,outcome,detail,run_at,run_at_after,priority,priority_after,attempts,"
             "attempts_after,max_attempts,max_attempts_after\r\n"
             "2,changed,,2030-01-01T00:00:02.123457Z,,2,,2,,5,\r\n"
             "1,skipped,has no key,,,,,,,,\r\n99,vanished,,,,,,,,,\r\n");
    QCOMPARE(content(ReportFormat::Ndjson),
             "{\"id\":2,\"outcome\":\"changed\",\"before\":{\"run_at\":"
             "\"2030-01-01T00:00:02.123457Z\",\"priority\":2,\"attempts\":2,"
             "\"max_attempts\":5}}\n"
             "{\"id\":1,\"outcome\":\"skipped\",\"detail\":\"has no key\"}\n"
             "{\"id\":99,\"outcome\":\"vanished\"}\n");
}

void TestOperations::reportTellsBeforeAndAfter()
{
    const auto changesOf = [&](const OperationSpec &spec) {
        QStringList texts;
        const auto totals = readOutcomes(m_fixture->journal(spec), [&](const JobOutcome &outcome) {
            texts << u"%1: %2"_s.arg(outcome.id).arg(jobChangeText(outcome.change));
        });
        return totals ? texts : QStringList{totals.error().message};
    };
    const auto undo = [&](const OperationSpec &spec) {
        const auto undoing = undoOf(m_fixture->record(spec));
        if (!undoing || m_fixture->run(*undoing).error)
            qFatal("not undone");
        return *undoing;
    };
    const auto edited = OperationsFixture::byIds(
        {.kind = OperationKind::Change, .priority = -9, .maxAttempts = 7}, {3, 4});
    QCOMPARE(changedAll(edited).changed, 2);
    QCOMPARE(changesOf(edited),
             (QStringList{u"3: attempts 5/5 → 5/7, priority 3 → -9"_s,
                          u"4: attempts 1/5 → 1/7, priority 0 → -9"_s}));
    // What the undo of it did: the same the other way round.
    QCOMPARE(changesOf(undo(edited)),
             (QStringList{u"3: attempts 5/7 → 5/5, priority -9 → 3"_s,
                          u"4: attempts 1/7 → 1/5, priority -9 → 0"_s}));

    const Timestamp when(std::chrono::microseconds(1800000000000000));
    const auto moved
        = OperationsFixture::byIds({.kind = OperationKind::Reschedule, .runAt = when}, {4});
    QCOMPARE(changedAll(moved).changed, 1);
    QCOMPARE(changesOf(moved),
             QStringList{u"4: run at 2030-01-01 00:00:04 UTC → 2027-01-15 08:00:00 UTC"_s});

    const auto failed = OperationsFixture::byIds(
        {.kind = OperationKind::FailForGood, .reason = u"given up\nfor good"_s}, {5});
    QCOMPARE(changedAll(failed).changed, 1);
    QCOMPARE(changesOf(failed),
             QStringList{u"5: attempts 2/5 → 5/5, error “error 5” → “given up”"_s});

    const auto deleted = OperationsFixture::byIds({.kind = OperationKind::Complete}, {8});
    QCOMPARE(changedAll(deleted).changed, 1);
    QCOMPARE(changesOf(deleted),
             QStringList{u"8: attempts 2/5, priority 0, run at 2030-01-01 "
                         "00:00:08 UTC → deleted"_s});
    QCOMPARE(changesOf(undo(deleted)),
             QStringList{u"8: deleted → attempts 2/5, priority 0, run at "
                         "2030-01-01 00:00:08 UTC"_s});
}

void TestOperations::secondProcessIsRefused()
{
    const auto spec = m_fixture->byFilter({.kind = OperationKind::Retry});
    const auto held = OperationJournal::create(m_fixture->folder, spec, {}, {});
    QVERIFY(held);
    const OperationOutcome outcome = m_fixture->resume(spec.id);
    QVERIFY(outcome.error);
    QVERIFY(outcome.error->message.contains(u"another window or process"_s));
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperations)
#include "tst_operations.moc"

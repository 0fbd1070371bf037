#include "tests/models/operations/operationstest.h"
#include "tests/support/testprogram.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace yardmaster::test {

/// What operations do to jobs, on a real server.
class TestOperations : public OperationsTest
{
    Q_OBJECT

private slots:
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
    void logRecordsWhoDidWhat();
    void fullLogIsKept();
    void reportIsExported();
    void reportTellsBeforeAndAfter();
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
    QTest::newRow("no time") << all({.kind = OperationKind::Reschedule}) << u"specify the time"_s;
    QTest::newRow("no change") << all({.kind = OperationKind::Change}) << u"specify a value"_s;
    QTest::newRow("no reason") << all({.kind = OperationKind::FailForGood, .reason = u" "_s})
                               << u"specify a reason"_s;
    QTest::newRow("priority") << all({.kind = OperationKind::Change, .priority = 40000})
                              << u"priority is 40000; it must be from -32768 to 32767"_s;
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

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestOperations)
#include "tst_operations.moc"

#include "models/history/pasthourreading.h"
#include "models/workers/workersmodel.h"
#include "tests/models/history/historyfixture.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

PastHourReading readingOf(const TestDatabase &database, RunSubject subject)
{
    const auto session = database.session();
    const auto read = readPastHour(*session, kSchema, subject);
    if (!read)
        qFatal("%s", qUtf8Printable(read.error().message));
    return *read;
}

} // namespace

class TestPastHour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutHistoryNothingIsKnown();
    void runsAreToldApart();
    void onlyTheHourCounts();
    void runsOfOneStatementAreCountedOneByOne();
    void oddTimesAreNoObstacle();
    void tooManyAreNotShownInPart();
    void columnsAppearWithTheHistory();
};

void TestPastHour::withoutHistoryNothingIsKnown()
{
    const TestDatabase database = TestDatabase::createMigrated();
    for (const RunSubject subject : {RunSubject::Task, RunSubject::Queue, RunSubject::Worker})
        QVERIFY(!readingOf(database, subject).known());
}

void TestPastHour::runsAreToldApart()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    QCOMPARE(readingOf(database, RunSubject::Task).known(), PastHours());
    recordRuns(database);
    const auto idOf = [&](const QByteArray &task) {
        return database.scalar("select id from graphile_worker._private_tasks where identifier = '"
                               + task + "'");
    };
    const PastHours tasks = *readingOf(database, RunSubject::Task).known();
    QCOMPARE(tasks.size(), 2);
    const PastHour mail = tasks.value(idOf("send_email"));
    QCOMPARE(mail.succeeded, 21); // 1 and 5 to 24
    QCOMPARE(mail.failed, 3);     // 1, 3 and 26
    QCOMPARE(mail.failureShare(), 0.125);
    // Held for two seconds.
    QVERIFY(mail.held > 1s && mail.held < 4s);
    QVERIFY(mail.heldAtMost >= mail.held);
    QCOMPARE(mail.trend.samples.size(), PastHour::kSteps);
    QCOMPARE(mail.trend.samples.last().running, 21);
    QCOMPARE(mail.trend.samples.last().failed, 3);
    QCOMPARE(mail.trend.samples.first().running, 0);
    const PastHour resize = tasks.value(idOf("resize"));
    QCOMPARE(resize.succeeded, 1); // retired by its key; the removed ones count as nothing
    QCOMPARE(resize.failed, 1);

    const PastHours workers = *readingOf(database, RunSubject::Worker).known();
    QCOMPARE(workers.size(), 2);
    QCOMPARE(workers.value(u"web-1"_s).succeeded, 1);
    QCOMPARE(workers.value(u"web-1"_s).failed, 2);
    QCOMPARE(workers.value(u"web-2"_s).succeeded, 21);
    QCOMPARE(workers.value(u"web-2"_s).failed, 2);
    // Job 2 was removed before it ran.
    QCOMPARE(readingOf(database, RunSubject::Queue).known(), PastHours());
}

void TestPastHour::onlyTheHourCounts()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    recordRuns(database);
    database.script("update graphile_worker._yardmaster_history set finished = finished - interval "
                    "'58 minutes', started = started - interval '58 minutes' where n = 1;"
                    "update graphile_worker._yardmaster_history set finished = finished - interval "
                    "'61 minutes', started = started - interval '61 minutes' where n > 1;"
                    "update graphile_worker._yardmaster_history_failures set finished = finished - "
                    "interval '61 minutes', started = started - interval '61 minutes'");
    const PastHours workers = *readingOf(database, RunSubject::Worker).known();
    QCOMPARE(workers.value(u"web-1"_s).succeeded, 1);
    QCOMPARE(workers.value(u"web-1"_s).failed, 0);
    QCOMPARE(workers.value(u"web-1"_s).trend.samples.first().running, 1);
    QCOMPARE(workers.value(u"web-1"_s).trend.samples.last().running, 0);
    QCOMPARE(workers.value(u"web-2"_s).succeeded, 1);
}

void TestPastHour::runsOfOneStatementAreCountedOneByOne()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("select graphile_worker.add_job('a', queue_name := 'left') from "
                    "generate_series(1, 20);"
                    "select graphile_worker.add_job('a', queue_name := 'right') from "
                    "generate_series(1, 5);"
                    "select graphile_worker.add_job('a') from generate_series(1, 7)");
    fetchJobs(database, "true", "web-1");
    deleteJobs(database, "true");
    const auto idOf = [&](const QByteArray &queue) {
        return database.scalar("select id from graphile_worker._private_job_queues where "
                               "queue_name = '"
                               + queue + "'");
    };
    const PastHours queues = *readingOf(database, RunSubject::Queue).known();
    QCOMPARE(queues.size(), 2);
    QCOMPARE(queues.value(idOf("left")).runs(), 20);
    QCOMPARE(queues.value(idOf("right")).runs(), 5);
}

void TestPastHour::oddTimesAreNoObstacle()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    const QByteArray run = "insert into graphile_worker._yardmaster_history (finished, started, "
                           "min_id, max_id, task_id, n, outcome, worker, ids, run_ats) select ";
    database.script(run + "now(), '-infinity', 1, 1, 1, 1, 's', 'web-1', '{1}', '{-infinity}'");
    // The server's clock was put back.
    database.script(run
                    + "now() + interval '2 days', now(), 2, 2, 1, 1, 's', 'web-1', '{2}', "
                      "'{now}'");
    database.script("insert into graphile_worker._yardmaster_history_failures (finished, started, "
                    "run_at, id, task_id, attempt, max_attempts, outcome, worker) "
                    "values (now(), null, now(), 3, 1, 1, 25, 'e', 'web-1')");
    const PastHours workers = *readingOf(database, RunSubject::Worker).known();
    QCOMPARE(workers.value(u"web-1"_s).succeeded, 1);
    QCOMPARE(workers.value(u"web-1"_s).failed, 1);
    QVERIFY(!workers.value(u"web-1"_s).held); // nobody knows
}

void TestPastHour::tooManyAreNotShownInPart()
{
    const TestDatabase database = TestDatabase::createMigrated();
    installHistoryIn(database);
    database.script("insert into graphile_worker._yardmaster_history (finished, started, min_id, "
                    "max_id, task_id, n, outcome, worker, ids, run_ats) select now(), now(), n, n, "
                    "1, 1, 's', 'worker-' || n, array[n], array[now()] from generate_series(1, "
                    + QByteArray::number(PastHourReading::kMost + 1) + ") as n");
    QVERIFY(!readingOf(database, RunSubject::Worker).known());
    QCOMPARE(readingOf(database, RunSubject::Task).known()->size(), 1);
}

void TestPastHour::columnsAppearWithTheHistory()
{
    WorkersModel model;
    WorkerRow row;
    row.id = u"web-1"_s;
    WorkerRow idle;
    idle.id = u"web-2"_s;
    model.setWorkers({row, idle}, Timestamp(0s));
    const auto isHidden = [&model](QLatin1StringView column) {
        return model.headerData(model.section(column), Qt::Horizontal, HiddenRole).toBool();
    };
    QVERIFY(isHidden("runs"_L1) && isHidden("failed-share"_L1) && isHidden("held"_L1)
            && isHidden("hour"_L1));
    QVERIFY(!isHidden("jobs"_L1));

    const QSignalSpy told(&model, &QAbstractItemModel::headerDataChanged);
    PastHour hour;
    hour.succeeded = 1234;
    hour.failed = 1234;
    hour.held = 20ms;
    hour.heldAtMost = 1500ms;
    hour.trend.samples = {{.at = 0, .running = 1, .failed = 2}};
    model.setPastHours(PastHours{{u"web-1"_s, hour}});
    QCOMPARE(told.count(), 1);
    QVERIFY(!isHidden("runs"_L1) && !isHidden("hour"_L1));
    const auto textOf = [&model](int at, QLatin1StringView column) {
        return model.cell(at, column).data().toString();
    };
    QCOMPARE(textOf(0, "runs"_L1), u"2,468"_s);
    QCOMPARE(textOf(0, "failed-share"_L1), u"50.0 %"_s);
    QVERIFY(model.cell(0, "failed-share"_L1).data(StateRole).isValid());
    QCOMPARE(textOf(0, "held"_L1), u"1.50 s"_s);
    QCOMPARE(model.cell(0, "hour"_L1).data(TrendRole).value<Trend>(), hour.trend);
    QCOMPARE(model.cell(0, "runs"_L1).data(Qt::ToolTipRole).toString(),
             u"In the past hour 1,234 runs succeeded and 1,234 attempts failed. Half of them were "
             "held by a worker for at most 20.0 ms, and 95 % for at most 1.50 s, including the "
             "time they waited in its memory."_s);
    QCOMPARE(textOf(1, "runs"_L1), u"0"_s);
    QCOMPARE(textOf(1, "failed-share"_L1), u"–"_s);
    QCOMPARE(textOf(1, "held"_L1), u"–"_s);

    model.setPastHours(std::nullopt);
    QCOMPARE(told.count(), 2);
    QVERIFY(isHidden("runs"_L1));
}

YARDMASTER_TEST(TestPastHour)
#include "tst_pasthour.moc"

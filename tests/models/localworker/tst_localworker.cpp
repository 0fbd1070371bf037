#include "models/localworker/localworker.h"

#include "models/live/joblogs.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/untilstopped.h"
#include "tests/worker/cron/simulatedtime.h"
#include "worker/tasks/taskrun.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/taskregistry.h>
#include <yardmaster/tasksources.h>
#include <yardmaster/timestamp.h>

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::TestDatabase;

namespace {

std::shared_ptr<TaskRegistry> makeRegistry()
{
    auto registry = std::make_shared<TaskRegistry>();
    registry->add(u"quick"_s, [](const TaskContext &) { return TaskOutcome::success(); });
    registry->add(u"hangs"_s, test::runUntilStopped);
    return registry;
}

WorkerOptions optionsFor(const TestDatabase &database)
{
    WorkerOptions options;
    options.connection = database.settings();
    options.concurrency = 2;
    options.gracePeriod = 1h;
    return options;
}

QString jobsLeft(const TestDatabase &database)
{
    return database.scalar("select count(*) from graphile_worker._private_jobs "
                           "where locked_at is null and attempts = 0");
}

} // namespace

class TestLocalWorker : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsJobsAndReportsThem();
    void whatHandlersLogIsKept_data();
    void whatHandlersLogIsKept();
    void cronRunsHereToo();
    void stopsAndStartsAgain();
    void whatItsTasksKeptEndsWithIt();
    void stopWaitsForRunningJobsAndKillDoesNot();
    void stopWhileStartingEndsStopped();
    void failureToStartIsAnOutcome();
    void callsInEveryStateAreHarmless();
    void destructionReturnsRunningJobs();
    void aWatchedFolderIsReadAgain();
};

void TestLocalWorker::runsJobsAndReportsThem()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('quick') from generate_series(1, 100);");
    LocalWorker worker(optionsFor(database), makeRegistry());
    QCOMPARE(worker.tasks(), (QStringList{u"hangs"_s, u"quick"_s}));
    worker.start();
    QTRY_COMPARE(worker.totals().completed, 100);
    worker.stop();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
    QCOMPARE(worker.outcome()->succeeded, 100);
    QCOMPARE(worker.runningJobs(), 0);
}

void TestLocalWorker::whatHandlersLogIsKept_data()
{
    QTest::addColumn<bool>("isSingle");
    QTest::addColumn<bool>("isDry");
    QTest::newRow("worker") << false << false;
    QTest::newRow("one job") << true << false;
    QTest::newRow("dry run") << true << true;
}

void TestLocalWorker::whatHandlersLogIsKept()
{
    QFETCH(const bool, isSingle);
    QFETCH(const bool, isDry);
    const TestDatabase database = TestDatabase::createMigrated();
    const qint64 id
        = database.scalar("select id from graphile_worker.add_job('logs')").toLongLong();
    const auto registry = makeRegistry();
    registry->add(u"logs"_s, [](const TaskContext &context) {
        context.logger().info(u"logged"_s);
        context.output(u"printed"_s, false);
        return TaskOutcome::success();
    });
    LocalWorker worker(optionsFor(database), registry);
    EventBus *const bus = isDry ? worker.dryBus() : worker.bus();
    if (isSingle) {
        SingleJobRequest request;
        request.id = id;
        request.isDry = isDry;
        QVERIFY(worker.runJob(request));
    } else {
        worker.start();
    }
    const auto lines = [&] {
        QStringList texts;
        for (const JobLogLine &line : JobLogs::of(bus)->record(id).lines)
            texts << line.text;
        return texts;
    };
    // The empty ones are of its start and its end.
    const QStringList expected{QString(), u"logged"_s, u"printed"_s, QString()};
    QTRY_COMPARE(lines(), expected);
    const JobLogLine last = JobLogs::of(bus)->record(id).lines.back();
    QCOMPARE(last.end, RunEnd::Completed);
    worker.stop();
    QTRY_VERIFY(!worker.singleJob() && worker.state() == LocalWorker::State::Stopped);
}

void TestLocalWorker::cronRunsHereToo()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QTemporaryDir folder;
    const auto write = [&folder](const QByteArray &text) {
        QFile crontab(folder.filePath(u"crontab"_s));
        QVERIFY(crontab.open(QIODevice::WriteOnly));
        crontab.write(text);
    };
    write("* * * * * quick\n");
    const QDateTime begin(QDate(2026, 1, 1), QTime(0, 0, 30), kUtc);
    yardmaster::test::SimulatedTime time(begin);
    WorkerOptions options = optionsFor(database);
    options.cron.file = folder.filePath(u"crontab"_s);
    options.cronClock = time.clocks();
    LocalWorker worker(options, makeRegistry());
    worker.start();
    QVERIFY(time.waitUntilIdle());
    QVERIFY(time.advanceTo(begin.addSecs(60)));
    QTRY_COMPARE_WITH_TIMEOUT(worker.totals().completed, 1, 60000);
    int failed = 0; // the bus speaks on the engine's threads
    int reloaded = 0;
    connect(worker.bus(), &EventBus::cronReloadFailed, &worker, [&failed] { ++failed; });
    connect(worker.bus(), &EventBus::cronReloaded, &worker, [&reloaded] { ++reloaded; });
    write("broken\n");
    QTRY_VERIFY_WITH_TIMEOUT(failed > 0, 60000);
    write("# nothing\n");
    QTRY_VERIFY_WITH_TIMEOUT(reloaded > 0, 60000);
    worker.stop();
    QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Stopped, 60000);
}

void TestLocalWorker::stopsAndStartsAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    LocalWorker worker(optionsFor(database), makeRegistry());
    for (qint64 run = 1; run <= 3; ++run) {
        worker.start();
        QTRY_COMPARE(worker.state(), LocalWorker::State::Running);
        QVERIFY(!worker.outcome());
        database.script("select graphile_worker.add_job('quick');");
        QTRY_COMPARE(worker.totals().completed, run);
        worker.stop();
        QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
        QVERIFY(worker.outcome());
    }
}

void TestLocalWorker::whatItsTasksKeptEndsWithIt()
{
    /// Keeps something for further jobs, as task hosts are kept.
    class Keeping final : public TaskExecutor
    {
    public:
        explicit Keeping(std::atomic<bool> *isGone)
            : m_isGone(isGone)
        { }
        Mode mode() const override { return Mode::Asynchronous; }
        void start(std::shared_ptr<TaskRun> run) const override
        {
            const auto *kept = new QObject(run->scope());
            connect(
                kept, &QObject::destroyed, kept, [isGone = m_isGone] { *isGone = true; },
                Qt::DirectConnection);
            run->end(TaskOutcome::success());
        }
        QString describe() const override { return u"keeping"_s; }

    private:
        std::atomic<bool> *const m_isGone;
    };
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('keeps');");
    std::atomic<bool> isGone = false;
    auto registry = makeRegistry();
    registry->addExecutor(u"keeps"_s, std::make_shared<Keeping>(&isGone));
    LocalWorker worker(optionsFor(database), registry);
    worker.start();
    QTRY_COMPARE(worker.totals().completed, 1);
    QVERIFY(!isGone);
    worker.stop();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
    QTRY_VERIFY(isGone.load());
}

void TestLocalWorker::stopWaitsForRunningJobsAndKillDoesNot()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('hangs') from generate_series(1, 3);");
    LocalWorker worker(optionsFor(database), makeRegistry());
    worker.start();
    QTRY_COMPARE(worker.runningJobs(), 2);
    worker.stop();
    QCOMPARE(worker.state(), LocalWorker::State::Stopping);
    QVERIFY(worker.graceEnds() > QDateTime::currentDateTimeUtc().addSecs(3000));
    QTRY_COMPARE(jobsLeft(database), u"1"_s); // the one that had not started is given back
    QCOMPARE(worker.runningJobs(), 2);
    worker.kill();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
    QCOMPARE(jobsLeft(database), u"3"_s);
    QCOMPARE(worker.totals().givenBack, 2);
}

void TestLocalWorker::stopWhileStartingEndsStopped()
{
    const TestDatabase database = TestDatabase::createMigrated();
    LocalWorker worker(optionsFor(database), makeRegistry());
    worker.start();
    worker.stop();
    QCOMPARE(worker.state(), LocalWorker::State::Stopping);
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
}

void TestLocalWorker::failureToStartIsAnOutcome()
{
    WorkerOptions options;
    options.connection.set(u"host"_s, u"/nonexistent"_s);
    LocalWorker worker(options, makeRegistry());
    worker.start();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
    QCOMPARE(worker.outcome()->reason, RunOutcome::Reason::Failed);
    QVERIFY(!worker.outcome()->error.message.isEmpty());
}

void TestLocalWorker::callsInEveryStateAreHarmless()
{
    const TestDatabase database = TestDatabase::createMigrated();
    LocalWorker worker(optionsFor(database), makeRegistry());
    worker.stop();
    worker.kill();
    QCOMPARE(worker.state(), LocalWorker::State::Stopped);
    worker.start();
    worker.start();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Running);
    worker.stop();
    worker.stop();
    worker.start(); // not while it stops
    worker.kill();
    worker.kill();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
}

void TestLocalWorker::destructionReturnsRunningJobs()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("select graphile_worker.add_job('hangs') from generate_series(1, 2);");
    {
        LocalWorker worker(optionsFor(database), makeRegistry());
        worker.start();
        QTRY_COMPARE(worker.runningJobs(), 2);
    }
    QCOMPARE(jobsLeft(database), u"2"_s);
}

void TestLocalWorker::aWatchedFolderIsReadAgain()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QTemporaryDir folder;
    const auto put = [&folder](const QString &name) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    put(u"a"_s);
    const auto loaded = loadTasks(
        {.folder = folder.path(), .hosts = {.isWatching = true, .watchInterval = 20ms}});
    QVERIFY(loaded);
    LocalWorker worker(optionsFor(database), loaded->registry);
    QSignalSpy changed(&worker, &LocalWorker::setUpChanged);
    worker.start();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Running);
    put(u"b"_s);
    QTRY_COMPARE(worker.tasks(), (QStringList{u"a"_s, u"b"_s}));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(worker.listing().tasks.size(), size_t(2));
    worker.stop();
    QTRY_COMPARE(worker.state(), LocalWorker::State::Stopped);
    QCOMPARE(worker.tasks().size(), 2); // also for the next run
}

YARDMASTER_TEST(TestLocalWorker)
#include "tst_localworker.moc"

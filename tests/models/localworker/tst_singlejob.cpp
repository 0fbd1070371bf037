#include "models/localworker/singlejob.h"

#include "models/localworker/localworker.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "tests/support/untilstopped.h"
#include "tests/worker/tasks/httpserver.h"
#include <yardmaster/coroutinetask.h>

#include <QFile>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Obstacle = SingleJobResult::Obstacle;

/// One job run by hand: the rules are those of all workers, and a dry run leaves no trace.
/// Long because of the kinds of tasks and the obstacles that there are.
class TestSingleJob : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    std::shared_ptr<TaskRegistry> m_registry;
    std::atomic<int> m_runs = 0;
    QStringList m_output; ///< of the jobs of the test under way
    EventBus m_events;
    std::optional<QTemporaryDir> m_folder;

    [[nodiscard]] SingleJobParts parts()
    {
        SingleJobParts parts;
        parts.options.connection = m_database->settings();
        parts.registry = m_registry;
        parts.events = &m_events;
        return parts;
    }
    qint64 add(const QByteArray &arguments) const
    {
        return m_database->scalar("select id from graphile_worker.add_job(" + arguments + ')')
            .toLongLong();
    }
    /// All of the row that a run could change.
    [[nodiscard]] QString row(qint64 id) const
    {
        return m_database->scalar(
            "select (attempts, run_at, locked_at, locked_by, last_error, payload, revision, "
            "updated_at)::text from graphile_worker._private_jobs where id = "
            + QByteArray::number(id));
    }
    [[nodiscard]] SingleJobResult run(qint64 id, bool isDry = false)
    {
        SingleJobRequest request;
        request.id = id;
        request.isDry = isDry;
        return runSingleJob(request, parts());
    }

    /// Serves the tasks of a folder that holds this file, which may be executed.
    void serve(const QString &name, const QByteArray &text)
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        file.close();
        QVERIFY(file.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner));
        const auto loaded = loadTasks({{}, m_folder->path(), false});
        QVERIFY(loaded);
        m_registry = loaded->registry;
    }

private slots:
    void initTestCase()
    {
        connect(
            &m_events, &EventBus::jobOutput, this,
            [this](const JobInfo &, const QString &line) { m_output << line; },
            Qt::DirectConnection); // tests look once the run has ended
    }
    void init()
    {
        m_folder.emplace();
        m_output.clear();
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_runs = 0;
        m_registry = std::make_shared<TaskRegistry>();
        m_registry->add(u"ok"_s,
                        [this](const TaskContext &) { return ++m_runs, TaskOutcome::success(); });
        m_registry->add(u"bad"_s, [this](const TaskContext &context) {
            ++m_runs;
            context.output(u"about to fail"_s);
            return TaskOutcome::failure(u"no luck"_s);
        });
    }
    void cleanup()
    {
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_job_queues "
                                    "where locked_at is not null"),
                 u"0"_s);
        m_database.reset();
    }

    void onlyThisJobIsRun()
    {
        const qint64 first = add("'ok', priority => -5");
        const qint64 id = add("'ok', queue_name => 'q'");
        const SingleJobResult result = run(id);
        QCOMPARE(result.end, RunEnd::Completed);
        QCOMPARE(result.job.id, id);
        QCOMPARE(m_runs.load(), 1);
        QVERIFY(row(id).isEmpty());
        QVERIFY(!row(first).isEmpty());
    }

    void locksOfOthersAreLeftAlone()
    {
        const qint64 id = add("'ok'");
        const qint64 other = add("'ok'");
        m_database->script("update graphile_worker._private_jobs set locked_by = 'other', "
                           "locked_at = now() - interval '5 hours' where id = "
                           + QByteArray::number(other));
        const QString before = row(other);
        QCOMPARE(run(id).end, RunEnd::Completed);
        QCOMPARE(row(other), before);
    }

    void aFailureIsWrittenAndNotTriedAgainHere()
    {
        const qint64 id = add("'bad', max_attempts => 2");
        SingleJobRequest request;
        request.id = id;
        const SingleJobResult result = runSingleJob(request, parts());
        QCOMPARE(result.end, RunEnd::Retrying);
        QCOMPARE(result.sentence, u"no luck"_s);
        QVERIFY(result.retryAt.isValid());
        QCOMPARE(m_runs.load(), 1);
        QCOMPARE(run(id).obstacle, Obstacle::NotDue); // its backoff
        request.ignoresRunAt = true;
        const SingleJobResult last = runSingleJob(request, parts());
        QCOMPARE(last.end, RunEnd::FailedForGood);
        QCOMPARE(m_runs.load(), 2);
        QCOMPARE(run(id).obstacle, Obstacle::Exhausted);
        QCOMPARE(m_database->scalar("select attempts || last_error from "
                                    "graphile_worker._private_jobs"),
                 u"2no luck"_s);
    }

    void aDryRunLeavesNoTrace_data()
    {
        QTest::addColumn<QByteArray>("task");
        QTest::addColumn<RunEnd>("ending");
        QTest::newRow("success") << QByteArray("ok") << RunEnd::Completed;
        QTest::newRow("failure") << QByteArray("bad") << RunEnd::Retrying;
    }
    void aDryRunLeavesNoTrace()
    {
        QFETCH(const QByteArray, task);
        const qint64 id = add('\'' + task + "', payload => '{\"a\": 1}'");
        const QString before = row(id);
        const SingleJobResult result = run(id, true);
        QTEST(result.end, "ending");
        QCOMPARE(m_runs.load(), 1);
        QCOMPARE(row(id), before);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_workers"),
                 u"0"_s);
    }

    void aDryRunShowsATraceback()
    {
        const QString error
            = u"Traceback (most recent call last):\n  File \"t.py\", line 2\nKeyError: 'x'"_s;
        m_registry->addCoroutine(u"lines"_s, [error](TaskContextPtr) -> QCoro::Task<TaskOutcome> {
            co_return TaskOutcome::failure(error);
        });
        QCOMPARE(run(add("'lines'"), true).sentence, error);
        QCOMPARE(m_output.join(u'\n'), error);
    }

    void aDryRunIgnoresObstacles()
    {
        // Locked, put off, exhausted: nothing of that matters to the handler.
        const qint64 id = add("'ok', run_at => 'infinity', flags => '{f}'");
        m_database->script("update graphile_worker._private_jobs set attempts = max_attempts, "
                           "locked_at = now(), locked_by = 'somebody'");
        const QString before = row(id);
        QCOMPARE(run(id, true).end, RunEnd::Completed);
        QCOMPARE(row(id), before);
    }

    void theHandlerGetsThePayloadAndCanBeACoroutine()
    {
        QByteArray payload;
        m_registry->addCoroutine(u"later"_s,
                                 [&payload](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                     payload = context->job.payload;
                                     co_return TaskOutcome::success();
                                 });
        const qint64 id = add("'later', payload => '{\"a\": [1, 2]}'");
        QCOMPARE(run(id, true).end, RunEnd::Completed);
        QVERIFY2(payload.contains("[1, 2]") || payload.contains("[1,2]"), payload);
        QCOMPARE(run(id).end, RunEnd::Completed);
    }

    void obstaclesAreReported_data()
    {
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<QByteArray>("then");
        QTest::addColumn<Obstacle>("obstacle");
        QTest::newRow("gone") << QByteArray("'ok'")
                              << QByteArray("delete from graphile_worker._private_jobs")
                              << Obstacle::Gone;
        QTest::newRow("no such task")
            << QByteArray("'unknown'") << QByteArray("select 1") << Obstacle::NoSuchTask;
        QTest::newRow("locked") << QByteArray("'ok'")
                                << QByteArray("update graphile_worker._private_jobs set "
                                              "locked_at = now(), locked_by = 'w'")
                                << Obstacle::Locked;
        QTest::newRow("not due") << QByteArray("'ok', run_at => now() + interval '1 hour'")
                                 << QByteArray("select 1") << Obstacle::NotDue;
        QTest::newRow("exhausted")
            << QByteArray("'ok'")
            << QByteArray("update graphile_worker._private_jobs set attempts = max_attempts")
            << Obstacle::Exhausted;
        QTest::newRow("flag") << QByteArray("'ok', flags => '{bulk}'") << QByteArray("select 1")
                              << Obstacle::FlagRefused;
    }
    void obstaclesAreReported()
    {
        QFETCH(const QByteArray, job);
        QFETCH(const QByteArray, then);
        const qint64 id = add(job);
        m_database->script(then);
        const QString before = row(id);
        SingleJobRequest request;
        request.id = id;
        SingleJobParts with = parts();
        with.options.flags.forbidden = QStringList{u"bulk"_s};
        const SingleJobResult result = runSingleJob(request, with);
        QCOMPARE(result.end, RunEnd::None);
        QTEST(result.obstacle, "obstacle");
        QVERIFY2(result.sentence.endsWith(u'.'), qPrintable(result.sentence));
        QCOMPARE(m_runs.load(), 0);
        QCOMPARE(row(id), before);
    }

    void rulesCanBeOverridden()
    {
        SingleJobParts with = parts();
        with.options.flags.forbidden = QStringList{u"bulk"_s};
        SingleJobRequest request;
        request.id = add("'ok', flags => '{bulk}'");
        request.ignoresFlags = true;
        QCOMPARE(runSingleJob(request, with).end, RunEnd::Completed);
        request = {};
        request.id = add("'ok', run_at => 'infinity'");
        request.ignoresRunAt = true;
        QCOMPARE(runSingleJob(request, with).end, RunEnd::Completed);
        QCOMPARE(m_runs.load(), 2);
    }

    void aBusyQueueIsRespected()
    {
        const qint64 id = add("'ok', queue_name => 'q'");
        m_database->script("update graphile_worker._private_job_queues set locked_at = now(), "
                           "locked_by = 'w'");
        QCOMPARE(run(id).obstacle, Obstacle::QueueHeld);
        QCOMPARE(m_runs.load(), 0);
        m_database->script("update graphile_worker._private_job_queues set locked_at = null, "
                           "locked_by = null");
        QCOMPARE(run(id).end, RunEnd::Completed);
    }

    void theResultIsFenced()
    {
        m_registry->add(u"stolen"_s, [this](const TaskContext &) {
            m_database->script("update graphile_worker._private_jobs set locked_by = 'other'");
            return TaskOutcome::success();
        });
        const qint64 id = add("'stolen'");
        QCOMPARE(run(id).end, RunEnd::LostLease);
        QVERIFY(row(id).contains("other"_L1));
    }

    void aCrashingChildProcessIsOnlyAFailure()
    {
        serve(u"crash"_s, "#!/bin/sh\necho going down\nkill -SEGV $$\n");
        const qint64 id = add("'crash'");
        const QString before = row(id);
        const SingleJobResult dry = run(id, true);
        QCOMPARE(dry.end, RunEnd::Retrying);
        QVERIFY2(dry.sentence.contains("signal 11"_L1), qPrintable(dry.sentence));
        QCOMPARE(m_output, QStringList{u"going down"_s});
        QCOMPARE(row(id), before);
        QCOMPARE(run(id).end, RunEnd::Retrying);
    }

    void aJavaScriptTaskIsRunByHand()
    {
        serve(u"greets.mjs"_s,
              "export default ({ name }, { job, progress }) => { progress(0.5);\n"
              "  console.log(`Hello, ${name}!`); if (job.locked_at) return;\n"
              "  throw new Error('not locked'); };");
        const qint64 id = add("'greets', '{\"name\":\"Ada\"}'");
        const QString before = row(id);
        const SingleJobResult dry = run(id, true);
        QCOMPARE(dry.end, RunEnd::Retrying);
        QVERIFY2(dry.sentence.contains("not locked"_L1), qPrintable(dry.sentence));
        QCOMPARE(m_output.first(), u"Hello, Ada!"_s);
        QVERIFY(m_output.contains(u"Error: not locked"_s));
        QCOMPARE(row(id), before);
        QCOMPARE(run(id).end, RunEnd::Completed);
        QCOMPARE(row(id), QString());
    }

    void anHttpTaskIsRunByHand()
    {
        QByteArrayList dryRuns;
        HttpServer server([&dryRuns](const HttpServer::Request &request, QTcpSocket *socket) {
            dryRuns << request.headers.value("yardmaster-dry-run");
            if (dryRuns.size() == 1)
                HttpServer::send(socket, "503 Service Unavailable", "later");
            else
                HttpServer::send(socket, "200 OK", "Hello");
        });
        serve(u"greets.http"_s, "url: " + server.url().toUtf8());
        const qint64 id = add("'greets'");
        const QString before = row(id);
        const auto runAside = [this, id](bool isDry) { // the server is on this thread
            SingleJobResult result;
            const std::unique_ptr<QThread> thread(
                QThread::create([&] { result = run(id, isDry); }));
            thread->start();
            if (!QTest::qWaitFor([&thread] { return thread->isFinished(); }, 60000))
                qFatal("it does not end");
            return result;
        };
        const SingleJobResult dry = runAside(true);
        QCOMPARE(dry.end, RunEnd::Retrying);
        QVERIFY2(dry.sentence.endsWith("later"_L1), qPrintable(dry.sentence));
        QCOMPARE(row(id), before);
        QCOMPARE(runAside(false).end, RunEnd::Completed);
        QCOMPARE(row(id), QString());
        QCOMPARE(m_output, (QStringList{u"later"_s, u"Hello"_s}));
        QCOMPARE(dryRuns, (QByteArrayList{"yes", {}}));
    }

    void errorsAreReported()
    {
        SingleJobParts with = parts();
        with.options.connection.set(u"host"_s, u"/nonexistent"_s);
        SingleJobRequest request;
        request.id = 1;
        const SingleJobResult result = runSingleJob(request, with);
        QCOMPARE(result.obstacle, Obstacle::Trouble);
        QVERIFY(!result.sentence.isEmpty());
    }

    void theRunIsLoggedFirst()
    {
        const QTemporaryDir folder;
        SingleJobRequest request;
        request.id = add("'ok'");
        request.logFolder = folder.path();
        QCOMPARE(runSingleJob(request, parts()).end, RunEnd::Completed);
        QFile log(folder.filePath(u"operators.ndjson"_s));
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray text = log.readAll();
        QVERIFY2(text.contains("run-job"), text);
        // Where it cannot be written, nothing is run.
        QFile blocker(folder.filePath(u"file"_s));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        request.id = add("'ok'");
        request.logFolder = blocker.fileName();
        QCOMPARE(runSingleJob(request, parts()).obstacle, Obstacle::Trouble);
        QCOMPARE(m_runs.load(), 1);
    }

    void theLocalWorkerRunsItBesideItsOwn()
    {
        QSemaphore started;
        m_registry->add(u"hangs"_s, [&started](const TaskContext &context) {
            started.release();
            return runUntilStopped(context);
        });
        WorkerOptions options = parts().options;
        options.gracePeriod = 1h;
        LocalWorker worker(options, m_registry);
        QSignalSpy ended(&worker, &LocalWorker::singleJobEnded);
        const qint64 id = add("'hangs'");
        QVERIFY(worker.runJob(id)); // the worker itself is stopped
        QVERIFY(!worker.runJob(id));
        QVERIFY(worker.singleJob());
        QVERIFY(started.tryAcquire(1, kPatience));
        QTRY_COMPARE_WITH_TIMEOUT(worker.runningJobs(), 1, kPatience);
        worker.stopJob();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kPatience);
        const auto result = ended.first().first().value<SingleJobResult>();
        QCOMPARE(result.end, RunEnd::GivenBack);
        QCOMPARE(worker.runningJobs(), 0);
        QCOMPARE(m_database->scalar("select attempts from graphile_worker._private_jobs"), u"0"_s);
        // A dry one is not heard of on the bus of the worker.
        QVERIFY(worker.runJob(add("'ok'"), true));
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 2, kPatience);
        QCOMPARE(worker.totals().completed, 0);
        QCOMPARE(m_runs.load(), 1);
    }

    void destructionReturnsTheSingleJob()
    {
        QSemaphore started;
        m_registry->add(u"hangs"_s, [&started](const TaskContext &context) {
            started.release();
            return runUntilStopped(context);
        });
        const qint64 id = add("'hangs'");
        {
            LocalWorker worker(parts().options, m_registry);
            QVERIFY(worker.runJob(id));
            QVERIFY(started.tryAcquire(1, kPatience));
        }
        QCOMPARE(m_database->scalar("select attempts || coalesce(locked_by, '') from "
                                    "graphile_worker._private_jobs"),
                 u"0"_s);
    }

    void holdsBelongToTheLocalWorker()
    {
        LocalWorker worker(parts().options, m_registry);
        QSignalSpy changed(&worker, &LocalWorker::heldNamesChanged);
        worker.setHeldNames({{u"ok"_s}, {}});
        worker.setHeldNames({{u"ok"_s}, {}});
        QCOMPARE(changed.size(), 1);
        add("'ok'");
        add("'bad'");
        worker.start(); // they hold for runs to come
        QTRY_COMPARE_WITH_TIMEOUT(m_runs.load(), 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(worker.totals().retrying, 1, kPatience);
        QCOMPARE(worker.totals().completed, 0);
        worker.setHeldNames({});
        QTRY_COMPARE_WITH_TIMEOUT(worker.totals().completed, 1, kPatience);
        worker.stop();
        QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Stopped, kPatience);
    }

    void aWorkerWithoutTasksSaysSo()
    {
        LocalWorker worker(parts().options, nullptr);
        QVERIFY(worker.tasks().isEmpty());
        QVERIFY(worker.bus());
        QVERIFY(worker.crontabFile().isEmpty());
        worker.start();
        QCOMPARE(worker.state(), LocalWorker::State::Stopped);
        QVERIFY(worker.outcome()->error.message.contains("no tasks"_L1));
        QVERIFY(worker.setUp(parts().options, m_registry));
        QCOMPARE(worker.tasks(), (QStringList{u"bad"_s, u"ok"_s}));
        add("'ok'");
        worker.start();
        QVERIFY(!worker.setUp(parts().options, nullptr)); // not while it runs
        QTRY_COMPARE_WITH_TIMEOUT(worker.totals().completed, 1, kPatience);
        worker.stop();
        QTRY_COMPARE_WITH_TIMEOUT(worker.state(), LocalWorker::State::Stopped, kPatience);
    }
};

YARDMASTER_TEST(TestSingleJob)
#include "tst_singlejob.moc"

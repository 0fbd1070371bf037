#include "tests/app/headlesstest.h"
#include "tests/support/testprogram.h"
#include "worker/json/visibletext.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The program as its users run it: a process, its exit code, what it prints.
class TestHeadless : public HeadlessTest
{
    Q_OBJECT

private slots:
    void onceRunsEveryJobAndPrintsCounts()
    {
        m_database->script("select graphile_worker.add_job('hello'), "
                           "graphile_worker.add_job('boom', max_attempts => 1), "
                           "graphile_worker.add_job('boom')");
        YardmasterProcess process(worker({u"--once"_s}));
        QCOMPARE(process.waitForExit(), 0);
        const QString &log = process.standardError();
        QVERIFY2(log.contains("serves 3 tasks: boom, hello, slow"_L1), qPrintable(log));
        QVERIFY2(log.contains("hi from hello"_L1), qPrintable(log));
        QVERIFY2(log.contains("hello (job 1) succeeded in "_L1), qPrintable(log));
        QVERIFY2(log.contains("boom (job 2) failed for good"_L1), qPrintable(log));
        QVERIFY2(log.contains("Process exited with code 7: the reason"_L1), qPrintable(log));
        QCOMPARE(process.standardOutput(),
                 u"Nothing left to run now: 1 job succeeded, 1 failed and will be retried, "
                 "1 failed for good\n"_s);
    }

    void foreignTextDoesNothingToTheTerminal()
    {
        QVERIFY(QFile::remove(m_folder.filePath(u"hello"_s)));
        QVERIFY(QFile::copy(QStringLiteral(YARDMASTER_EXAMPLES) + u"/tasks/hello"_s,
                            m_folder.filePath(u"hello"_s)));
        QFile::setPermissions(m_folder.filePath(u"hello"_s),
                              QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        task(u"boom"_s, "printf 'no \\033[31mred\\a\\r\\302\\233K' >&2; exit 1\n");
        // Raw, as in JSON no writer escapes them: delete, C1 and an override.
        m_database->script("select graphile_worker.add_job('hello', json_build_object('name',"
                           " E'\\u009b2K2026-01-01T00:00:00.000Z error forged\\u007f\\u202e')),"
                           " graphile_worker.add_job('boom')");
        YardmasterProcess process(worker({u"--once"_s, u"--events"_s, u"-"_s}));
        QCOMPARE(process.waitForExit(), 0);
        const QString &log = process.standardError();
        QVERIFY2(log.contains("Hello, \\u009b2K2026-01-01T00:00:00.000Z error forged\\u007f"_L1),
                 qPrintable(log));
        QVERIFY2(log.contains("no \\u001b[31mred\\u0007\\u000d\\u009bK"_L1), qPrintable(log));
        for (const QString &text : {log, process.standardOutput()}) {
            for (const QChar c : text) {
                QVERIFY2(!isInvisible(c.unicode()) || c == u'\n' || c == u'\t',
                         qPrintable(visibleText(text)));
            }
        }
    }

    void successesCanBeLeftOutOfTheLog()
    {
        m_database->script("select graphile_worker.add_job('hello')");
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"NO_LOG_SUCCESS"_s, u"1"_s);
        YardmasterProcess process(worker({u"--once"_s}), environment);
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY(!process.standardError().contains("succeeded"_L1));
    }

    void debugLogsShowMore()
    {
        m_database->script("select graphile_worker.add_job('hello')");
        YardmasterProcess process(worker({u"--once"_s, u"--log-level"_s, u"debug"_s}));
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY(process.standardError().contains("hello (job 1) started"_L1));
    }

    void schemaOnlyInstallsAndReportsBothTimes()
    {
        const TestDatabase empty = TestDatabase::createEmpty();
        const QStringList arguments{u"--schema-only"_s, u"-c"_s, empty.url(), u"-s"_s,
                                    u"my \"queue\""_s};
        YardmasterProcess first(arguments);
        QCOMPARE(first.waitForExit(), 0);
        QCOMPARE(first.standardOutput(), u"Schema 'my \"queue\"' installed at revision 20\n"_s);
        YardmasterProcess second(arguments);
        QCOMPARE(second.waitForExit(), 0);
        QVERIFY(second.standardOutput().contains("nothing to do"_L1));
        QCOMPARE(empty.scalar("select count(*) from \"my \"\"queue\"\"\".jobs"), u"0"_s);
    }

    void cleanupRemovesWhatIsNotNeeded()
    {
        m_database->script("select graphile_worker.add_job('gone', queue_name => 'q', "
                           "max_attempts => 1), graphile_worker.add_job('hello', "
                           "run_at => now() + interval '1 hour')");
        m_database->script("update graphile_worker._private_jobs set attempts = 1 where "
                           "max_attempts = 1");
        YardmasterProcess process({u"--cleanup"_s,
                                   u"DELETE_PERMAFAILED_JOBS, GC_TASK_IDENTIFIERS,GC_JOB_QUEUES"_s,
                                   u"-c"_s, m_database->url(), u"--tasks"_s, m_folder.path()});
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(process.standardOutput(),
                 u"Removed: jobs without attempts left: 1, task identifiers: 1, queues: 1\n"_s);
        QCOMPARE(m_database->scalar("select string_agg(task_identifier, ',') from "
                                    "graphile_worker.jobs"),
                 u"hello"_s);
        YardmasterProcess wrong({u"--cleanup"_s, u"ALL"_s, u"-c"_s, m_database->url()});
        QCOMPARE(wrong.waitForExit(), 2);
        QVERIFY2(wrong.standardError().contains("--cleanup: "_L1),
                 qPrintable(wrong.standardError()));
    }

    void aSignalDrainsAndASecondOneEndsTheGrace()
    {
        m_database->script("select graphile_worker.add_job('slow', '{}', 'q'), "
                           "graphile_worker.add_job('slow', '{}', 'q')");
        YardmasterProcess process(worker({u"--grace-period"_s, u"1h"_s}));
        QVERIFY(process.waitForOutput(u"started"_s));
        process.sendSignal(SIGTERM);
        QVERIFY(process.waitForOutput(u"SIGTERM: stopping"_s));
        QElapsedTimer watch;
        watch.start();
        do {
            process.sendSignal(SIGTERM); // effective half a second after the first
        } while (!process.waitForOutput(u"SIGTERM again"_s, 100ms) && !watch.hasExpired(60000));
        QCOMPARE(process.waitForExit(), 128 + SIGTERM);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker.jobs "
                                    "where locked_at is null and attempts = 0"),
                 u"2"_s);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_job_queues "
                                    "where locked_at is not null"),
                 u"0"_s);
    }

    void twoSignalsAtOnceAreOne()
    {
        m_database->script("select graphile_worker.add_job('slow')");
        YardmasterProcess process(worker({u"--grace-period"_s, u"1s"_s}));
        QVERIFY(process.waitForOutput(u"started"_s));
        process.sendSignal(SIGTERM);
        process.sendSignal(SIGINT);
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY2(!process.standardError().contains("again"_L1),
                 qPrintable(process.standardError()));
    }

    void sighupDuringAStopIsIgnored()
    {
        m_database->script("select graphile_worker.add_job('slow')");
        YardmasterProcess process(worker({u"--grace-period"_s, u"3s"_s}));
        QVERIFY(process.waitForOutput(u"started"_s));
        process.sendSignal(SIGTERM);
        QVERIFY(process.waitForOutput(u"SIGTERM: stopping"_s));
        process.sendSignal(SIGHUP);
        QVERIFY(process.waitForOutput(u"SIGHUP: stopping already"_s));
        QCOMPARE(process.waitForExit(), 0);
    }

    void sigusr2StopsToo()
    {
        YardmasterProcess process(worker());
        QVERIFY(process.waitForOutput(u"serves"_s));
        process.sendSignal(SIGUSR2);
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY(process.standardError().contains("SIGUSR2: stopping"_L1));
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_workers"),
                 u"0"_s);
    }

    void aChildKilledFirstByTheStopSignalIsInterrupted_data()
    {
        QTest::addColumn<bool>("isStop");
        QTest::newRow("stop") << true;
        QTest::newRow("its own affair") << false;
    }
    void aChildKilledFirstByTheStopSignalIsInterrupted()
    {
        QFETCH(const bool, isStop);
        task(u"pid"_s, "echo \"pid $$.\"; while :; do sleep 0.01; done\n");
        m_database->script("select graphile_worker.add_job('pid')");
        YardmasterProcess process(worker());
        QVERIFY(process.waitForOutput(u"] pid "_s));
        static const QRegularExpression line(u"\\] pid (\\d+)\\."_s);
        QTRY_VERIFY(process.waitForOutput(u"] pid "_s)
                    && line.match(process.standardError()).hasMatch());
        const auto child = pid_t(line.match(process.standardError()).captured(1).toInt());
        QCOMPARE(::kill(child, SIGTERM), 0);
        if (!isStop)
            QVERIFY(process.waitForOutput(u"Process exited on signal 15"_s));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(m_database->scalar("select concat(attempts, locked_by, ' ', last_error like "
                                    "'Process exited on signal 15%') "
                                    "from graphile_worker.jobs"),
                 isStop ? u"0 "_s : u"1 t"_s);
    }

    void onceReportsRemainingJobs()
    {
        m_database->script("select graphile_worker.add_job('hello'), "
                           "graphile_worker.add_job('hello', '{}', 'q'), "
                           "graphile_worker.add_job('hello', '{}', 'q'), "
                           "graphile_worker.add_job('nobody'), "
                           "graphile_worker.add_job('hello', '{}', "
                           "run_at => now() + interval '1 hour')");
        m_database->script("update graphile_worker._private_job_queues set locked_by = 'dead', "
                           "locked_at = now()");
        YardmasterProcess process(worker({u"--once"_s}));
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(process.standardOutput(),
                 u"Nothing left that this worker can run now: 1 job succeeded\n"
                 "Due jobs left: 2 in named queues locked by another worker (dead), "
                 "1 of tasks that this worker does not have (nobody)\n"_s);
        m_database->script("update graphile_worker._private_job_queues set locked_by = null, "
                           "locked_at = null");
    }

    void limitsOfUnknownTasksAreReported()
    {
        YardmasterProcess mistaken(worker({u"--once"_s, u"--limit"_s, u"helo=2"_s}));
        QCOMPARE(mistaken.waitForExit(), 2);
        QVERIFY2(mistaken.standardError().contains("did you mean 'hello'?"_L1),
                 qPrintable(mistaken.standardError()));
        // A variable may be set for a whole fleet.
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"YARDMASTER_LIMIT"_s, u"helo=2"_s);
        environment.insert(u"YARDMASTER_POL_INTERVAL"_s, u"1s"_s);
        YardmasterProcess fleet(worker({u"--once"_s}), environment);
        QCOMPARE(fleet.waitForExit(), 0);
        QVERIFY2(fleet.standardError().contains("YARDMASTER_LIMIT names the task 'helo'"_L1),
                 qPrintable(fleet.standardError()));
        QVERIFY(fleet.standardError().contains("did you mean YARDMASTER_POLL_INTERVAL?"_L1));
    }

    void theGracePeriodEndsAStuckChild()
    {
        m_database->script("select graphile_worker.add_job('slow')");
        YardmasterProcess process(worker({u"--grace-period"_s, u"500"_s}));
        QVERIFY(process.waitForOutput(u"started"_s));
        process.sendSignal(SIGINT);
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY(process.standardError().contains("interrupted and returned to the queue"_L1));
        QCOMPARE(m_database->scalar("select attempts from graphile_worker.jobs "
                                    "where locked_at is null"),
                 u"0"_s);
    }

    void aNewerBreakingSchemaExitsWith57()
    {
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (99, true)");
        YardmasterProcess process(worker({u"--once"_s}));
        QCOMPARE(process.waitForExit(), 57);
        QVERIFY2(process.standardError().contains("99"_L1), qPrintable(process.standardError()));
    }

    void aFolderWithoutRunnableFilesIsAnError()
    {
        QTemporaryDir folder;
        QFile script(folder.filePath(u"job.js"_s));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.close();
        YardmasterProcess process(
            {u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, folder.path()});
        QCOMPARE(process.waitForExit(), 2);
        QVERIFY2(process.standardError().contains("job.js is not served: "_L1),
                 qPrintable(process.standardError()));
        QVERIFY(process.standardError().contains("nothing in the tasks folder"_L1));
    }

    void javaScriptTasksRun()
    {
        QTemporaryDir folder;
        put(folder.filePath(u"greets.mjs"_s),
            "export default ({ name }, { logger, addJob }) => { logger.info(`Hello, ${name}!`);\n"
            "  return addJob('ends'); }");
        put(folder.filePath(u"ends.cjs"_s),
            "module.exports = () => console.log(process.execArgv.join());");
        put(folder.filePath(u"broken.js"_s), "throw new Error('no such service')");
        m_database->script("select graphile_worker.add_job('greets', '{\"name\":\"Ada\"}')");
        YardmasterProcess process({u"--no-gui"_s, u"--once"_s, u"-c"_s, m_database->url(),
                                   u"--tasks"_s, folder.path(), u"--node"_s,
                                   u"node --stack-size=900"_s});
        QCOMPARE(process.waitForExit(), 0);
        const QString &log = process.standardError();
        QVERIFY2(log.contains("broken.js is not served: no such service"_L1), qPrintable(log));
        QVERIFY2(log.contains("serves 2 tasks: ends, greets"_L1), qPrintable(log));
        QVERIFY2(log.contains("[greets 1] Hello, Ada!"_L1), qPrintable(log));
        QVERIFY2(log.contains("[ends 2] --stack-size=900"_L1), qPrintable(log));
    }

    void noTaskHostOutlivesAKilledWorker_data()
    {
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("idle") << QByteArray();
        QTest::newRow("waiting") << QByteArray("return new Promise(() => {});");
        QTest::newRow("blocked") << QByteArray("for (;;);");
    }
    void noTaskHostOutlivesAKilledWorker()
    {
        QFETCH(const QByteArray, rest);
        QTemporaryDir folder;
        put(folder.filePath(u"t.cjs"_s),
            "const fs = require('fs'); module.exports = () => {\n"
            "fs.writeSync(2, `host ${process.pid} runs\\n`);\n"
                + rest + "}");
        m_database->script("select graphile_worker.add_job('t')");
        YardmasterProcess process(
            {u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, folder.path()});
        QVERIFY(process.waitForOutput(u" runs"_s));
        const auto host = QRegularExpression(u"host (\\d+) runs"_s).match(process.standardError());
        QVERIFY(host.hasMatch());
        const auto pid = pid_t(host.captured(1).toInt());
        QVERIFY(isRunning(pid));
        process.sendSignal(SIGKILL);
        QCOMPARE(process.waitForExit(), 128 + SIGKILL);
        QTRY_VERIFY(!isRunning(pid));
    }

    void theExamplesRunInTheSandbox_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("python");
        QTest::newRow("without Node.js and Python") << u"/no/such/node"_s << u"/no/such/python"_s;
        if (!QStandardPaths::findExecutable(u"node"_s).isEmpty())
            QTest::newRow("with Node.js") << u"node"_s << u"/no/such/python"_s;
        if (!QStandardPaths::findExecutable(u"python3"_s).isEmpty())
            QTest::newRow("with Python") << u"/no/such/node"_s << u"python3"_s;
    }
    void theExamplesRunInTheSandbox()
    {
        QFETCH(const QString, node);
        QFETCH(const QString, python);
        const bool hasNode = !node.startsWith(u'/');
        const bool hasPython = !python.startsWith(u'/');
        QTemporaryDir folder(QDir::tempPath() + u"/ym-XXXXXX"_s);
        QFile::setPermissions(folder.path(), QFileDevice::Permissions(0x7755)); // root steps down
        const QStringList arguments{u"--sandbox"_s,
                                    u"--examples"_s,
                                    u"--once"_s,
                                    u"--no-gui"_s,
                                    u"-j"_s,
                                    u"2"_s,
                                    u"--sandbox-dir"_s,
                                    folder.filePath(u"sandbox"_s),
                                    u"--node"_s,
                                    node,
                                    u"--python"_s,
                                    python};
        for (int round = 0; round < 2; ++round) { // a second tour is the same as the first
            YardmasterProcess process(arguments);
            QCOMPARE(process.waitForExit(60s), 0);
            QVERIFY2(process.standardError().contains("Hello, Ada!"_L1),
                     qPrintable(process.standardError()));
            // One more where the second attempt of the one that failed became due meanwhile.
            const int jobs = 4 + int(hasNode) + int(hasPython);
            const QString counts = u"Nothing left to run now: %1 jobs succeeded, 1 failed and will "
                                   "be retried, 1 failed for good\n"_s;
            QVERIFY2(process.standardOutput() == counts.arg(jobs)
                         || process.standardOutput() == counts.arg(jobs + 1),
                     qPrintable(process.standardOutput()));
            QCOMPARE(process.standardError().contains("no example of a JavaScript task"_L1),
                     !hasNode);
            QCOMPARE(process.standardError().contains("no example of a Python task"_L1),
                     !hasPython);
            const QString tasks = folder.filePath(u"sandbox/tasks"_s);
            QCOMPARE(QFile::exists(tasks + "/count_words.mjs"_L1), hasNode);
            QCOMPARE(QFile::exists(tasks + "/add_up.py"_L1), hasPython);
            QVERIFY(QFile::exists(tasks + "/post_order.http"_L1));
        }
    }
};

YARDMASTER_TEST(TestHeadless)
#include "tst_headless.moc"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "worker/json/visibletext.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The program as its users run it: a process, its exit code, what it prints.
class TestHeadless : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;

    void task(const QString &name, const QByteArray &body) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + body);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
    }
    static void put(const QString &path, const QByteArray &text)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    /// A zombie, which its new parent has not waited for yet, is not.
    static bool isRunning(pid_t process)
    {
        QFile status(u"/proc/%1/stat"_s.arg(process));
        if (!status.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = status.readAll();
        return !text.sliced(text.lastIndexOf(')') + 1).trimmed().startsWith('Z');
    }
    [[nodiscard]] QStringList worker(const QStringList &more = {}) const
    {
        return QStringList{u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, m_folder.path()}
        + more;
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        task(u"hello"_s, "echo \"hi from $GRAPHILE_WORKER_TASK_IDENTIFIER\"\n");
        task(u"boom"_s, "echo 'the reason' >&2; exit 7\n");
        task(u"slow"_s, "echo started; sleep 300\n");
    }

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
                 u"Nothing left to run now: 1 job succeeded, 1 failed and will be tried again, "
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
            QVERIFY(process.waitForOutput(u"Process was ended by signal 15"_s));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(m_database->scalar("select concat(attempts, locked_by, ' ', last_error like "
                                    "'Process was ended by signal 15%') "
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

    void aLockedTableDoesNotDelayAStop()
    {
        YardmasterProcess process(
            worker({u"--grace-period"_s, u"1s"_s, u"--poll-interval"_s, u"20"_s}));
        QVERIFY(process.waitForOutput(u"serves"_s));
        m_database->script("begin; lock table graphile_worker._private_jobs");
        QTRY_COMPARE(m_database->scalar("select count(*) from pg_stat_activity where datname = "
                                        "current_database() and wait_event_type = 'Lock' and "
                                        "application_name = 'yardmaster fetch'"),
                     u"1"_s);
        process.sendSignal(SIGTERM);
        QVERIFY(process.waitForExit(10s) >= 0); // 3 s are enough, but for a machine under load
        m_database->script("rollback");
    }

    void anOutageIsTwoLines()
    {
        YardmasterProcess process(worker({u"--poll-interval"_s, u"20"_s}));
        QVERIFY(process.waitForOutput(u"serves"_s));
        const TestDatabase elsewhere = TestDatabase::createEmpty();
        const QByteArray alter = "alter database \"" + m_database->name().toUtf8() + '"';
        elsewhere.script(alter + " allow_connections false");
        m_database->script("select pg_terminate_backend(pid) from pg_stat_activity where datname = "
                           "current_database() and application_name like 'yardmaster %' "
                           "and pid <> pg_backend_pid()");
        QVERIFY(process.waitForOutput(u"is gone: "_s));
        elsewhere.script(alter + " allow_connections true");
        QVERIFY(process.waitForOutput(u"is back after "_s));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(process.standardError().count(u" warn "_s), 1);
        QCOMPARE(process.standardError().count(u"is back after "_s), 1);
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

    void variablesNameTheConnection()
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"DATABASE_URL"_s, m_database->url());
        YardmasterProcess byUrl({u"--schema-only"_s}, environment);
        QCOMPARE(byUrl.waitForExit(), 0);

        environment = YardmasterProcess::cleanEnvironment();
        const ConnectionSettings &settings = m_database->settings();
        environment.insert(u"PGHOST"_s, settings.value(u"host"_s));
        environment.insert(u"PGPORT"_s, settings.value(u"port"_s));
        environment.insert(u"PGUSER"_s, settings.value(u"user"_s));
        environment.insert(u"PGDATABASE"_s, settings.value(u"dbname"_s));
        YardmasterProcess byVariables({u"--schema-only"_s}, environment);
        QCOMPARE(byVariables.waitForExit(), 0);

        // A service file, and a bare name on top of the other variables.
        QTemporaryDir elsewhere;
        QFile services(elsewhere.filePath(u"services.conf"_s));
        QVERIFY(services.open(QIODevice::WriteOnly));
        services.write("[queue]\nhost=" + settings.value(u"host"_s).toUtf8()
                       + "\nport=" + settings.value(u"port"_s).toUtf8()
                       + "\nuser=" + settings.value(u"user"_s).toUtf8()
                       + "\ndbname=" + settings.value(u"dbname"_s).toUtf8() + '\n');
        services.close();
        QProcessEnvironment serviced = YardmasterProcess::cleanEnvironment();
        serviced.insert(u"PGSERVICEFILE"_s, services.fileName());
        YardmasterProcess byService({u"--schema-only"_s, u"-c"_s, u"service=queue"_s}, serviced);
        QCOMPARE(byService.waitForExit(), 0);
        environment.insert(u"PGDATABASE"_s, u"wrong"_s);
        YardmasterProcess byName({u"--schema-only"_s, u"-c"_s, m_database->name()}, environment);
        QCOMPARE(byName.waitForExit(), 0);
    }

    void theOptionWinsOverDatabaseUrl()
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"DATABASE_URL"_s, u"postgres://127.0.0.1:1/wrong"_s);
        YardmasterProcess process({u"--schema-only"_s, u"-c"_s, m_database->url()}, environment);
        QCOMPARE(process.waitForExit(), 0);
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("words");
        const QString tasks = m_folder.path();
        const auto with = [&](const QString &url) {
            return QStringList{u"--no-gui"_s, u"--tasks"_s, tasks, u"-c"_s, url};
        };
        QTest::newRow("no connection") << QStringList{u"--no-gui"_s} << 2 << u"--sandbox"_s;
        QTest::newRow("wrong scheme") << with(u"mysql://u:s3cret@h/d"_s) << 2 << u"mysql://"_s;
        QTest::newRow("server down") << with(u"postgres://u:s3cret@127.0.0.1:1/d"_s) << 1
                                     << u"no connection to u@127.0.0.1:1/d"_s;
        QTest::newRow("no such host")
            << with(u"postgres://u:s3cret@nowhere.invalid/d"_s) << 1 << u"nowhere.invalid"_s;
        QTest::newRow("no such database") << with(urlOfNoDatabase()) << 1 << u"nowhere"_s;
        QTest::newRow("unknown option")
            << QStringList{u"--no-gui"_s, u"--job=3"_s} << 2 << u"did you mean --jobs?"_s;
        QTest::newRow("missing folder")
            << QStringList{u"--no-gui"_s, u"-c"_s, u"x"_s, u"--tasks"_s, u"/no/such"_s} << 2
            << u"/no/such"_s;
        QTest::newRow("long schema")
            << QStringList{u"--no-gui"_s, u"-c"_s, u"x"_s, u"-s"_s, QString(64, u'x')} << 2
            << u"63"_s;
    }
    void badInputIsOneSentence()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, words);
        YardmasterProcess process(arguments);
        QTEST(process.waitForExit(), "exitCode");
        const QString &log = process.standardError();
        QVERIFY2(log.contains(words), qPrintable(log));
        QVERIFY2(!log.contains("s3cret"_L1), qPrintable(log));
        QVERIFY2(log.trimmed().count(u'\n') <= 1, qPrintable(log)); // the sentence, a hint at most
        QVERIFY(log.startsWith("yardmaster: "_L1));
    }

    void aRefusedLoginIsOneSentence()
    {
        m_database->script("create role nologin_role nologin password 's3cret'");
        ConnectionSettings settings = m_database->settings();
        YardmasterProcess process(
            {u"--schema-only"_s, u"-c"_s,
             u"host=%1 port=%2 dbname=%3 user=nologin_role password=s3cret"_s.arg(
                 settings.value(u"host"_s), settings.value(u"port"_s), m_database->name())});
        QCOMPARE(process.waitForExit(), 1);
        QVERIFY2(process.standardError().contains("refused the login"_L1),
                 qPrintable(process.standardError()));
        QVERIFY(!process.standardError().contains("s3cret"_L1));
        m_database->script("drop role nologin_role");
    }

    void withoutRightsOnTheDatabaseTheRemedyIsNamed()
    {
        m_database->script("create role poor_role login");
        const TestDatabase empty = TestDatabase::createEmpty();
        YardmasterProcess process({u"--schema-only"_s, u"-c"_s,
                                   u"host=%1 port=%2 dbname=%3 user=poor_role"_s.arg(
                                       empty.settings().value(u"host"_s),
                                       empty.settings().value(u"port"_s), empty.name())});
        QCOMPARE(process.waitForExit(), 1);
        QVERIFY2(process.standardError().contains("poor_role"_L1),
                 qPrintable(process.standardError()));
        m_database->script("drop role poor_role");
    }

    void refusedTlsIsOneSentence()
    {
        // Answers 'N' to the request for TLS, as a server without it does.
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, &server, [&server] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->readAll();
                socket->write("N");
            });
        });
        YardmasterProcess process(
            {u"--schema-only"_s, u"-c"_s,
             u"postgres://u:s3cret@127.0.0.1:%1/d?ssl=true"_s.arg(server.serverPort())});
        QTRY_VERIFY_WITH_TIMEOUT(process.waitForExit(100ms) != -1, 60000);
        QCOMPARE(process.waitForExit(), 1);
        QVERIFY2(process.standardError().contains("SSL"_L1), qPrintable(process.standardError()));
        QVERIFY(!process.standardError().contains("s3cret"_L1));
    }

    void aNewerBreakingSchemaExitsWith57()
    {
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (99, true)");
        YardmasterProcess process(worker({u"--once"_s}));
        QCOMPARE(process.waitForExit(), 57);
        QVERIFY2(process.standardError().contains("99"_L1), qPrintable(process.standardError()));
    }

    void aNewerHarmlessSchemaIsAWarning()
    {
        m_database->script(
            "insert into graphile_worker.migrations (id, breaking) values (99, false)");
        YardmasterProcess process(worker({u"--once"_s}));
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY2(process.standardError().contains("warn"_L1), qPrintable(process.standardError()));
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
            QCOMPARE(process.standardOutput(),
                     u"Nothing left to run now: %1 jobs succeeded, 1 failed and will be tried "
                     "again, 1 failed for good\n"_s.arg(4 + int(hasNode) + int(hasPython)));
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

private:
    [[nodiscard]] static QString urlOfNoDatabase()
    {
        const TestDatabase database = TestDatabase::createEmpty();
        return database.url().replace(database.name(), u"nowhere"_s);
    }
};

YARDMASTER_TEST(TestHeadless)
#include "tst_headless.moc"

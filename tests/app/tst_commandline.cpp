#include "app/commandline.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QThread>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

auto parse(const QStringList &arguments, const QMap<QString, QString> &variables = {})
{
    QProcessEnvironment environment;
    for (auto it = variables.begin(); it != variables.end(); ++it)
        environment.insert(it.key(), it.value());
    return CommandLine::parse(arguments, environment);
}

} // namespace

class TestCommandLine : public QObject
{
    Q_OBJECT

private slots:
    void defaultsAreTheDocumentedOnes()
    {
        const auto line = parse({u"--no-gui"_s});
        QVERIFY(line);
        QCOMPARE(line->worker.concurrency, 1);
        QCOMPARE(line->worker.maxPoolSize, 10);
        QCOMPARE(line->worker.pollInterval, 2000ms);
        QCOMPARE(line->worker.gracePeriod, 10000ms);
        QCOMPARE(line->worker.localQueueSize, 500);
        QCOMPARE(line->worker.prefetchHorizon, 200ms);
        QCOMPARE(line->worker.localQueueTtl, 300000ms);
        QCOMPARE(line->worker.schema, u"graphile_worker"_s);
        QVERIFY(line->logSuccesses);
    }

    void theWindowUsesAllCores()
    {
        QCOMPARE(parse({})->worker.concurrency, QThread::idealThreadCount());
        QVERIFY(parse({})->gui);
    }

    void shortAndLongSpellingsAreTheSame()
    {
        const auto shortOnes = parse(
            {u"--no-gui"_s, u"-j"_s, u"7"_s, u"-s"_s, u"q"_s, u"-m"_s, u"5"_s, u"-c"_s, u"shop"_s});
        const auto longOnes = parse({u"--no-gui"_s, u"--jobs=7"_s, u"--schema=q"_s,
                                     u"--max-pool-size=5"_s, u"--connection=shop"_s});
        QVERIFY(shortOnes && longOnes);
        for (const auto *line : {&*shortOnes, &*longOnes}) {
            QCOMPARE(line->worker.concurrency, 7);
            QCOMPARE(line->worker.schema, u"q"_s);
            QCOMPARE(line->worker.maxPoolSize, 5);
            QCOMPARE(*line->connection, u"shop"_s);
        }
    }

    void onceAndSchemaOnlyNeedNoWindow()
    {
        QVERIFY(!parse({u"--once"_s})->gui);
        QVERIFY(!parse({u"--schema-only"_s})->gui);
    }

    void variablesFillInAndOptionsWin()
    {
        const QMap<QString, QString> variables{{u"YARDMASTER_POLL_INTERVAL"_s, u"5s"_s},
                                               {u"YARDMASTER_JOBS"_s, u"3"_s},
                                               {u"GRAPHILE_WORKER_SCHEMA"_s, u"node"_s},
                                               {u"NO_LOG_SUCCESS"_s, u"1"_s},
                                               {u"GRAPHILE_LOGGER_DEBUG"_s, u"1"_s}};
        const auto line = parse({u"--no-gui"_s, u"-j"_s, u"4"_s}, variables);
        QVERIFY(line);
        QCOMPARE(line->worker.pollInterval, 5000ms);
        QCOMPARE(line->worker.concurrency, 4);
        QCOMPARE(line->worker.schema, u"node"_s);
        QVERIFY(!line->logSuccesses);
        QCOMPARE(line->logLevel, CommandLine::LogLevel::Debug);
    }

    void taskHostsAreSetUp()
    {
        const auto plain = parse({});
        QCOMPARE(plain->hosts, TaskHostOptions());
        const auto line = parse({u"--node"_s, u"node --import tsx"_s, u"--hosts"_s, u"4"_s,
                                 u"--host-jobs"_s, u"1000"_s, u"--watch"_s},
                                {{u"YARDMASTER_PYTHON"_s, u"/srv/venv/bin/python -X dev"_s},
                                 {u"YARDMASTER_HOSTS"_s, u"2"_s},
                                 {u"YARDMASTER_HOST_MEMORY"_s, u"0"_s}});
        QVERIFY(line);
        QCOMPARE(line->hosts.node, (QStringList{u"node"_s, u"--import"_s, u"tsx"_s}));
        QCOMPARE(line->hosts.python, (QStringList{u"/srv/venv/bin/python"_s, u"-X"_s, u"dev"_s}));
        QCOMPARE(line->hosts.processes, 4);
        QCOMPARE(line->hosts.jobs, 1000);
        QCOMPARE(line->hosts.memory, 0);
        QVERIFY(line->hosts.isWatching);
    }

    void anEditorIsNamed()
    {
        QCOMPARE(parse({})->editor, QString());
        QCOMPARE(parse({}, {{u"YARDMASTER_EDITOR"_s, u"gvim +%l %f"_s}})->editor, u"gvim +%l %f"_s);
        QCOMPARE(parse({u"--editor"_s, u"code --goto %f:%l"_s})->editor, u"code --goto %f:%l"_s);
    }

    void eventsNeedAWorkerWithoutWindow()
    {
        QCOMPARE(parse({u"--no-gui"_s, u"--events"_s, u"-"_s})->events, u"-"_s);
        QCOMPARE(parse({u"--once"_s}, {{u"YARDMASTER_EVENTS"_s, u"file"_s}})->events, u"file"_s);
        QVERIFY(!parse({u"--no-gui"_s})->events);
        // An error only where it was given.
        QVERIFY(!parse({u"--events"_s, u"-"_s}));
        QVERIFY(!parse({u"--schema-only"_s, u"--events"_s, u"-"_s}));
        QVERIFY(parse({}, {{u"YARDMASTER_EVENTS"_s, u"file"_s}}));
    }

    void tasksHaveTimeouts()
    {
        const auto line = parse({u"--task-timeout"_s, u"30s"_s, u"--task-timeout"_s, u"mail=5m"_s,
                                 u"--task-timeout"_s, u"report=0"_s});
        QVERIFY(line);
        QCOMPARE(line->worker.taskTimeout, 30000ms);
        QCOMPARE(line->worker.taskTimeouts.value(u"mail"_s), 300000ms);
        QVERIFY(line->worker.taskTimeouts.contains(u"report"_s));
        const auto fromVariable = parse({}, {{u"YARDMASTER_TASK_TIMEOUT"_s, u"1m,mail=2m"_s}});
        QCOMPARE(fromVariable->worker.taskTimeout, 60000ms);
        QCOMPARE(fromVariable->worker.taskTimeouts.value(u"mail"_s), 120000ms);
    }

    void tasksAndFlagsHaveLimitsAndRates()
    {
        const auto line
            = parse({u"--limit"_s, u"a:b=2"_s, u"--rate"_s, u"a:b=5/s"_s, u"--flag-limit"_s,
                     u"heavy=3"_s, u"--flag-limit"_s, u"x=1"_s, u"--flag-rate"_s, u"api=10/30s"_s});
        QVERIFY(line);
        QCOMPARE(line->worker.taskLimits, (QMap<QString, int>{{u"a:b"_s, 2}}));
        QCOMPARE(line->worker.taskRates.value(u"a:b"_s).period, 1000ms);
        QCOMPARE(line->worker.flagLimits, (QMap<QString, int>{{u"heavy"_s, 3}, {u"x"_s, 1}}));
        QCOMPARE(line->worker.flagRates.value(u"api"_s).count, 10);
        QCOMPARE(line->worker.flagRates.value(u"api"_s).period, 30000ms);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("unknown") << QStringList{u"--pol-interval"_s, u"3"_s}
                                 << u"did you mean --poll-interval?"_s;
        QTest::newRow("far off") << QStringList{u"--xyz"_s} << u"unknown option --xyz"_s;
        QTest::newRow("no hosts") << QStringList{u"--hosts"_s, u"0"_s} << u"between 1 and 256"_s;
        QTest::newRow("hosts") << QStringList{u"--hosts"_s, u"db.example"_s}
                               << u"--hosts takes a whole"_s;
        QTest::newRow("memory") << QStringList{u"--host-memory"_s, u"-1"_s}
                                << u"must not be negative"_s;
        QTest::newRow("no number") << QStringList{u"-j"_s, u"many"_s} << u"--jobs takes a whole"_s;
        QTest::newRow("no time") << QStringList{u"--poll-interval"_s, u"soon"_s}
                                 << u"takes a time such as"_s;
        QTest::newRow("no timeout")
            << QStringList{u"--task-timeout"_s, u"mail=soon"_s} << u"not 'mail=soon'"_s;
        QTest::newRow("timeout without a task")
            << QStringList{u"--task-timeout"_s, u"=3s"_s} << u"TASK=30s"_s;
        QTest::newRow("zero jobs") << QStringList{u"-j"_s, u"0"_s} << u"between 1 and 1000"_s;
        QTest::newRow("flag limit")
            << QStringList{u"--flag-limit"_s, u"heavy"_s} << u"--flag-limit takes FLAG=N"_s;
        QTest::newRow("no flag limit") << QStringList{u"--flag-limit"_s, u"heavy=0"_s}
                                       << u"the limit of flag 'heavy' must be at least 1"_s;
        QTest::newRow("flag rate")
            << QStringList{u"--flag-rate"_s, u"heavy=3"_s} << u"--flag-rate takes FLAG=N/s"_s;
        QTest::newRow("limit given twice")
            << QStringList{u"--limit"_s, u"a=1"_s, u"--limit"_s, u"a=2"_s}
            << u"--limit has two values for 'a'"_s;
        QTest::newRow("rate given twice")
            << QStringList{u"--flag-rate"_s, u"a=1/s"_s, u"--flag-rate"_s, u"a=1/m"_s}
            << u"--flag-rate has two values for 'a'"_s;
        QTest::newRow("timeout given twice")
            << QStringList{u"--task-timeout"_s, u"1s"_s, u"--task-timeout"_s, u"2s"_s}
            << u"two times for all tasks"_s;
        QTest::newRow("argument") << QStringList{u"drain"_s} << u"unexpected argument 'drain'"_s;
        QTest::newRow("no value") << QStringList{u"-c"_s} << u"-c"_s;
        QTest::newRow("both") << QStringList{u"--once"_s, u"--schema-only"_s} << u"exclude"_s;
        QTest::newRow("level") << QStringList{u"--log-level"_s, u"loud"_s} << u"not 'loud'"_s;
        QTest::newRow("sandbox and url")
            << QStringList{u"--sandbox"_s, u"-c"_s, u"x"_s} << u"exclude"_s;
        QTest::newRow("long schema") << QStringList{u"-s"_s, QString(64, u'a')} << u"63"_s;
        QTest::newRow("empty schema") << QStringList{u"-s"_s, QString()} << u"schema"_s;
    }
    void mistakesAreNamed()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QString, complaint);
        const auto line = parse(arguments);
        QVERIFY(!line);
        QVERIFY2(line.error().contains(complaint), qPrintable(line.error()));
    }

    void variablesAreCheckedToo()
    {
        const auto separated = parse({}, {{u"YARDMASTER_LIMIT"_s, u"a=1;b=2"_s}});
        QVERIFY(!separated);
        QVERIFY2(separated.error().contains("separate several with commas"_L1),
                 qPrintable(separated.error()));
        for (const QString &variable : {u"YARDMASTER_LIMIT"_s, u"YARDMASTER_JOBS"_s,
                                        u"YARDMASTER_TASKS"_s, u"YARDMASTER_CONNECTION"_s}) {
            const auto empty = parse({}, {{variable, QString()}});
            QVERIFY2(!empty && empty.error().contains(variable + " has no value"_L1),
                     qPrintable(variable));
        }
        QVERIFY(parse({u"-j"_s, u"2"_s}, {{u"YARDMASTER_JOBS"_s, QString()}})); // not looked at

        const auto misspelt = parse({},
                                    {{u"YARDMASTER_POL_INTERVAL"_s, u"5s"_s},
                                     {u"YARDMASTER_HELP"_s, u"1"_s},
                                     {u"YARDMASTER_JOBS"_s, u"3"_s},
                                     {u"YARDMASTER_TEST_SERVER"_s, u"x"_s}});
        QVERIFY(misspelt);
        QCOMPARE(misspelt->warnings.size(), 2);
        QVERIFY2(misspelt->warnings[0].contains("YARDMASTER_HELP is unknown"_L1),
                 qPrintable(misspelt->warnings[0]));
        QVERIFY2(misspelt->warnings[1].contains("did you mean YARDMASTER_POLL_INTERVAL?"_L1),
                 qPrintable(misspelt->warnings[1]));
    }

    void unknownTasksAreMistakesWhereTheyWereTyped()
    {
        const auto typed = parse({u"--limit"_s, u"maill=2"_s, u"--rate"_s, u"mail=1/s"_s});
        QVERIFY(typed);
        const auto check = typed->namedTasks.check({u"mail"_s, u"report"_s});
        QCOMPARE(
            check.problems,
            QStringList{u"--limit names the task 'maill', which this worker does not have; did "
                        "you mean 'mail'?"_s});
        QVERIFY(check.warnings.isEmpty());
        const auto variable = parse({}, {{u"YARDMASTER_LIMIT"_s, u"maill=2"_s}});
        QCOMPARE(variable->namedTasks.check({u"mail"_s}).warnings.size(), 1);
        QVERIFY(variable->namedTasks.check({u"mail"_s}).problems.isEmpty());
    }

    void helpNamesEveryOptionAndExitCode()
    {
        const QString help = CommandLine::helpText();
        for (const char *word :
             {"--no-gui", "--connection", "--schema", "--jobs", "--max-pool-size", "--tasks",
              "--once", "--schema-only", "--poll-interval", "--sandbox", "--pg-bindir", "--version",
              "--log-level", "  57 "})
            QVERIFY2(help.contains(QLatin1StringView(word)), word);
        for (const QString &line : help.split(u'\n'))
            QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY(parse({u"--help"_s, u"--bogus"_s}));
    }
};

YARDMASTER_TEST(TestCommandLine)
#include "tst_commandline.moc"

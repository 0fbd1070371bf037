#include "app/commandline.h"
#include "app/readoptions.h"
#include "tests/peers/peers.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "worker/tasks/graphileconfig.h"

#include <QDir>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// graphile-worker's `graphile.config.*`, and --config.
class TestConfigOption final : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString in(const QString &name) const { return m_folder->filePath(name); }
    QString put(const QString &name, const QByteArray &text) const
    {
        QDir().mkpath(QFileInfo(in(name)).path());
        QFile file(in(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qUtf8Printable(name));
        return in(name);
    }
    [[nodiscard]] ConfigFile read(const QByteArray &text) const
    {
        const auto config = readGraphileConfig(put(u"graphile.config.mjs"_s, text));
        if (!config)
            qFatal("%s", qUtf8Printable(config.error()));
        return *config;
    }
    static auto parse(const ConfigFile &config, const QStringList &arguments = {},
                      const QMap<QString, QString> &variables = {})
    {
        QProcessEnvironment environment;
        for (auto it = variables.begin(); it != variables.end(); ++it)
            environment.insert(it.key(), it.value());
        return CommandLine::parse(QStringList{u"--no-gui"_s} + arguments, environment, &config);
    }
    [[nodiscard]] std::unique_ptr<YardmasterProcess> run(const QStringList &arguments) const
    {
        return std::make_unique<YardmasterProcess>(arguments, YardmasterProcess::cleanEnvironment(),
                                                   QString(), m_folder->path());
    }

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
            QSKIP("there is no Node.js");
    }
    /// As in graphile-worker, where many a configuration loads a file `.env`.
    void theEnvironmentItMakesIsThatOfTheTasks()
    {
        qputenv("YARDMASTER_TEST_GONE", "there");
        const QString file = put(u"graphile.config.mjs"_s,
                                 "process.env.YARDMASTER_TEST_SET = '\xc3\xb6';\n"
                                 "delete process.env.YARDMASTER_TEST_GONE;\n"
                                 "process.env.GRAPHILE_WORKER_SCHEMA = 'of_env';\n"
                                 "export default {};");
        const auto read = readOptions({u"--no-gui"_s, u"--config"_s, file},
                                      QProcessEnvironment::systemEnvironment());
        const auto restored = qScopeGuard([] {
            for (const auto *name : {"YARDMASTER_TEST_SET", "GRAPHILE_WORKER_SCHEMA"})
                qunsetenv(name);
        });
        QVERIFY2(read, read ? "" : qPrintable(read.error()));
        QCOMPARE(qgetenv("YARDMASTER_TEST_SET"), QByteArray("\xc3\xb6"));
        QVERIFY(!qEnvironmentVariableIsSet("YARDMASTER_TEST_GONE"));
        QCOMPARE(read->line.worker.schema, u"of_env"_s);
    }

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void allThatHasAnOptionIsUsed()
    {
        const auto line = parse(read(R"js(export default { worker: {
            connectionString: 'postgres:' + '///shop', schema: "jobs", taskDirectory: "/srv/tasks",
            crontabFile: "/srv/crontab", fileExtensions: [".task.js", ".js"], concurrentJobs: 7,
            maxPoolSize: 12, pollInterval: 1500, preparedStatements: false, useNodeTime: true,
            gracefulShutdownAbortTimeout: 3000, completeJobBatchDelay: 4, failJobBatchDelay: -1,
            localQueue: { size: 50, ttl: 60000,
                refetchDelay: { durationMs: 100, threshold: 3, maxAbortThreshold: 9 } },
        } })js"));
        QVERIFY2(line, line ? "" : qPrintable(line.error()));
        QCOMPARE(line->connection, u"postgres:///shop"_s);
        QCOMPARE(line->worker.schema, u"jobs"_s);
        QCOMPARE(line->tasks, u"/srv/tasks"_s);
        QCOMPARE(line->crontab, u"/srv/crontab"_s);
        QCOMPARE(line->extensions, (QStringList{u".task.js"_s, u".js"_s}));
        QCOMPARE(line->worker.concurrency, 7);
        QCOMPARE(line->worker.maxPoolSize, 12);
        QCOMPARE(line->worker.pollInterval, 1500ms);
        QVERIFY(!line->worker.preparesStatements);
        QVERIFY(line->worker.clock);
        QCOMPARE(line->worker.gracePeriod, 6000ms); // running jobs are asked to end at half of it
        QCOMPARE(line->worker.completeJobBatchDelay.value(), 4ms);
        QVERIFY(!line->worker.failJobBatchDelay);
        QCOMPARE(line->worker.localQueueSize, 50);
        QCOMPARE(line->worker.localQueueTtl, 60000ms);
        QCOMPARE(line->worker.refetchDelay, 100ms);
        QCOMPARE(line->worker.refetchDelayThreshold, 3);
        QCOMPARE(line->worker.refetchDelayMaxAbortThreshold, 9);
        QCOMPARE(line->warnings, QStringList());
    }

    void whatIsNotSetIsAsWithoutIt()
    {
        const auto line = parse(read("export default { worker: { preparedStatements: true, "
                                     "useNodeTime: false, schema: undefined } }"));
        QVERIFY(line);
        QVERIFY(!line->connection && !line->tasks && !line->crontab);
        QCOMPARE(line->worker.schema, u"graphile_worker"_s);
        QVERIFY(line->worker.preparesStatements && !line->worker.clock);
        QCOMPARE(read("export default {}").options.size(), 0);
        QCOMPARE(read("export default { worker: { localQueue: { size: -1 } } }")
                     .options[u"local-queue-size"_s]
                     .text,
                 u"0"_s);
    }

    void theCommandLineComesFirstThenTheEnvironment()
    {
        const ConfigFile config = read("export default { worker: { schema: 'of the file', "
                                       "concurrentJobs: 3, pollInterval: 4000 } }");
        const auto line = parse(config, {u"--schema"_s, u"given"_s},
                                {{u"YARDMASTER_JOBS"_s, u"5"_s},
                                 {u"GRAPHILE_WORKER_SCHEMA"_s, u"of graphile-worker"_s}});
        QVERIFY(line);
        QCOMPARE(line->worker.schema, u"given"_s);
        QCOMPARE(line->worker.concurrency, 5);
        QCOMPARE(line->worker.pollInterval, 4000ms);
        // As in graphile-worker.
        QCOMPARE(parse(config, {}, {{u"GRAPHILE_WORKER_SCHEMA"_s, u"x"_s}})->worker.schema,
                 u"of the file"_s);
    }

    void presetsAreMerged()
    {
        put(u"base.cjs"_s,
            "module.exports = { extends: [{ worker: { schema: 'first', "
            "concurrentJobs: 2, maxPoolSize: 20 } }], worker: { schema: 'second' } }");
        const ConfigFile config
            = read("import base from './base.cjs'; export default { extends: [base], "
                   "worker: { concurrentJobs: 4, maxPoolSize: undefined } }");
        QCOMPARE(config.options[u"schema"_s].text, u"second"_s);
        QCOMPARE(config.options[u"jobs"_s].text, u"4"_s);
        QCOMPARE(config.options[u"max-pool-size"_s].text, u"20"_s);
    }

    void graphileWorkersOwnPresetSaysNothing()
    {
        REQUIRE_PEERS();
        const QString modules = QFileInfo(Peer(u"gw-0.18"_s).folder()).path();
        QVERIFY(QFile::link(modules, in(u"node_modules"_s)));
        const ConfigFile config = read("import { WorkerPreset } from 'gw-0.18'; export default { "
                                       "extends: [WorkerPreset], worker: { concurrentJobs: 4 } }");
        QCOMPARE(config.options.keys(), QStringList{u"jobs"_s});
        QCOMPARE(config.warnings, QStringList());
    }

    void whatIsNotSupportedIsNamed()
    {
        const ConfigFile config = read(
            "export default { plugins: [{ name: 'MyPlugin' }], grafserv: { port: 1 }, worker: { "
            "logger: {}, minResetLockedInterval: 1, unheardOf: 2, concurrentJobs: 1 } }");
        QCOMPARE(config.warnings,
                 (QStringList{u"graphile.config.mjs: worker.logger is not supported: set "
                              "--log-level, or read --events"_s,
                              u"graphile.config.mjs: worker.minResetLockedInterval is not "
                              "supported: it is fixed"_s,
                              u"graphile.config.mjs: worker.unheardOf is not supported"_s,
                              u"graphile.config.mjs: its plugin MyPlugin is ignored"_s}));
        QCOMPARE(parse(config)->warnings, config.warnings);
    }

    void everyKindOfFileIsFound_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        const QByteArray common = "module.exports = { worker: { schema: 's' } }";
        const QByteArray module = "export default { worker: { schema: 's' } }";
        QTest::newRow("js") << u"graphile.config.js"_s << common;
        QTest::newRow("js, as a module") << u"graphile.config.js"_s << module;
        QTest::newRow("cjs") << u"graphile.config.cjs"_s << common;
        QTest::newRow("cjs, compiled")
            << u"graphile.config.cjs"_s
            << "Object.defineProperty(exports, '__esModule', { value: true });\n"
               "exports.default = { worker: { schema: 's' } };"_ba;
        QTest::newRow("mjs") << u"graphile.config.mjs"_s << module;
        QTest::newRow("with top-level await")
            << u"graphile.config.mjs"_s
            << "console.log('loading'); export default await Promise.resolve({ worker: "
               "{ schema: 's' } }); setInterval(() => {}, 1000);"_ba;
    }

    void everyKindOfFileIsFound()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, text);
        put(name, text);
        const QString found = graphileConfigIn(m_folder->path());
        QCOMPARE(found, in(name));
        const auto config = readGraphileConfig(found);
        QVERIFY2(config, config ? "" : qPrintable(config.error()));
        QCOMPARE(config->options[u"schema"_s].text, u"s"_s);
    }

    void theFirstFileIsUsed()
    {
        QCOMPARE(graphileConfigIn(m_folder->path()), QString());
        for (const QString &extension : {u"ts"_s, u"mjs"_s, u"cjs"_s, u"js"_s}) {
            put(u"graphile.config."_s + extension, "");
            QCOMPARE(graphileConfigIn(m_folder->path()), in(u"graphile.config."_s + extension));
        }
    }

    void errorsSayWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        QTest::newRow("throws") << "throw new Error('no secret')"_ba << u"no secret"_s;
        QTest::newRow("throws a text") << "throw 'no secret'"_ba << u"no secret"_s;
        QTest::newRow("syntax") << "export default {"_ba << u"Unexpected"_s;
        QTest::newRow("module") << "import 'no-such-package'"_ba
                                << u"Cannot find package 'no-such-package'"_s;
        QTest::newRow("nothing") << "export const preset = {}"_ba << u"it has no default export"_s;
        QTest::newRow("no object") << "export default 5"_ba << u"a preset is no object"_s;
        QTest::newRow("extends") << "export default { extends: [null] }"_ba
                                 << u"a preset is no object, but null"_s;
        QTest::newRow("worker") << "export default { worker: [] }"_ba
                                << u"its member worker is no object"_s;
        QTest::newRow("function") << "export default { worker: { schema: () => 's' } }"_ba
                                  << u"worker.schema is no text or number, but function"_s;
        QTest::newRow("list") << "export default { worker: { schema: ['s'] } }"_ba
                              << u"worker.schema is no text or number, but a list"_s;
        QTest::newRow("extensions") << "export default { worker: { fileExtensions: ['js'] } }"_ba
                                    << u"worker.fileExtensions is not a list of texts like '.js'"_s;
        QTest::newRow("exit") << "process.exit(3)"_ba << u"node ended with exit code 3"_s;
        QTest::newRow("crash")
            << "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})"_ba
            << u"node was killed by signal 9"_s;
        QTest::newRow("endless") << "for (;;);"_ba << u"it was not evaluated within 2 s"_s;
    }

    void errorsSayWhatIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, error);
        const auto config = readGraphileConfig(put(u"graphile.config.mjs"_s, text), {}, 2s);
        QVERIFY(!config);
        QVERIFY2(config.error().startsWith("graphile.config.mjs cannot be used: "_L1),
                 qPrintable(config.error()));
        QVERIFY2(config.error().contains(error), qPrintable(config.error()));
    }

    void aMissingFileOrNodeIsAnError()
    {
        QVERIFY(readGraphileConfig(in(u"nope.js"_s)).error().contains("there is no"_L1));
        const auto config = readGraphileConfig(put(u"graphile.config.mjs"_s, "export default {}"),
                                               {u"/no/such/node"_s});
        QVERIFY2(config.error().contains("/no/such/node"_L1), qPrintable(config.error()));
    }

    void wrongValuesNameTheirPlace()
    {
        const auto wrong = parse(read("export default { worker: { concurrentJobs: 'four', "
                                      "pollInterval: true } }"));
        QCOMPARE(wrong.error(),
                 u"worker.concurrentJobs in graphile.config.mjs takes a whole number, not 'four'\n"
                 "worker.pollInterval in graphile.config.mjs takes a time such as 500, "
                 "30s, 5m or 1h, "
                 "not 'true'"_s);
    }

    void aWorkerRunsAsItSays()
    {
        const TestDatabase database = TestDatabase::createEmpty();
        put(u"jobs/greet.task.js"_s,
            "module.exports = (payload, { query }) => "
            "query('create table greeted ()');");
        put(u"jobs/other.js"_s, "module.exports = () => {};");
        put(u"graphile.config.mjs"_s,
            "export default { worker: { connectionString: '" + database.url().toUtf8()
                + "', schema: 'my jobs', taskDirectory: 'jobs', fileExtensions: ['.task.js'], "
                  "logger: {} } }");
        const QString modules = QFileInfo(Peer(u"gw-0.18"_s).folder()).path();
        QVERIFY(QFile::link(modules, in(u"node_modules"_s)));
        const auto schema = run({u"--schema-only"_s});
        QVERIFY2(schema->waitForExit() == 0, qPrintable(schema->standardError()));
        database.script("select \"my jobs\".add_job('greet')");
        const auto worker = run({u"--once"_s});
        QVERIFY2(worker->waitForExit() == 0, qPrintable(worker->standardError()));
        const QString &log = worker->standardError();
        QVERIFY2(log.contains("serves 1 task: greet"_L1), qPrintable(log));
        QVERIFY2(log.contains("worker.logger is not supported"_L1), qPrintable(log));
        QCOMPARE(database.scalar("select count(*) from \"my jobs\"._private_jobs"), u"0"_s);

        const auto without = run({u"--once"_s, u"--no-config"_s});
        QCOMPARE(without->waitForExit(), 2);
        QVERIFY(without->standardError().contains("no database is given"_L1));
        put(u"other.mjs"_s, "export default { worker: { schema: 5, taskDirectory: 'nope' } }");
        const auto named = run({u"--once"_s, u"-C"_s, u"other.mjs"_s, u"-c"_s, database.url()});
        QCOMPARE(named->waitForExit(), 2);
        QVERIFY(named->standardError().contains("there is no tasks folder 'nope'"_L1));
        const auto both = run({u"--once"_s, u"-C"_s, u"other.mjs"_s, u"--no-config"_s});
        QCOMPARE(both->waitForExit(), 2);
    }
};

YARDMASTER_TEST(TestConfigOption)
#include "tst_configoption.moc"

#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestAddCommand : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun add(const QStringList &arguments, const QByteArray &input = {}) const
    {
        return runWith(QStringList{u"add"_s, u"-c"_s, m_database->url()} + arguments, input);
    }
    [[nodiscard]] QString value(const QByteArray &columns) const
    {
        return m_database->scalar("select " + columns
                                  + " from graphile_worker._private_jobs as jobs join "
                                    "graphile_worker._private_tasks as tasks on tasks.id = task_id "
                                    "order by jobs.id desc limit 1");
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    void payloadsComeFromArgumentFileAndInput()
    {
        const CommandRun plain = add({u"mail"_s});
        QCOMPARE(plain.err, QString());
        QCOMPARE(plain.exitCode, 0);
        QCOMPARE(plain.out, u"added job 1\n"_s);
        QCOMPARE(value("payload"), u"{}"_s);
        QCOMPARE(add({u"mail"_s, u"{\"n\": 12345678901234567890}"_s}).exitCode, 0);
        QCOMPARE(value("payload"), u"{\"n\": 12345678901234567890}"_s);
        QCOMPARE(add({u"mail"_s, u"-"_s}, "[1,  2]").exitCode, 0);
        QCOMPARE(value("payload"), u"[1,  2]"_s);
        QTemporaryDir folder;
        QFile file(folder.filePath(u"p.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("\"x\"") == 3);
        file.close();
        QCOMPARE(add({u"mail"_s, u"@"_s + file.fileName()}).exitCode, 0);
        QCOMPARE(value("payload"), u"\"x\""_s);
    }

    void optionsAreKept()
    {
        const CommandRun run = add({u"mail"_s, u"--queue"_s, u"q"_s, u"--at"_s, u"2040-01-01"_s,
                                    u"--priority"_s, u"-3"_s, u"--max-attempts"_s, u"4"_s,
                                    u"--key"_s, u"k"_s, u"--flags"_s, u"a, b,"_s, u"--json"_s});
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json()["queue_name"_L1].toString(), u"q"_s);
        QCOMPARE(run.json()["key"_L1].toString(), u"k"_s);
        QCOMPARE(value("priority || ' ' || max_attempts || ' ' || flags || ' ' || run_at::date"),
                 u"-3 4 {\"a\": true, \"b\": true} 2040-01-01"_s);
        const CommandRun again = add(
            {u"mail"_s, u"--key"_s, u"k"_s, u"--key-mode"_s, u"preserve_run_at"_s, u"--json"_s});
        QCOMPARE(again.json()["id"_L1], run.json()["id"_L1]);
        QCOMPARE(value("run_at::date"), u"2040-01-01"_s);
    }

    void linesAddManyJobs()
    {
        const CommandRun run
            = add({u"--ndjson"_s, u"-"_s, u"--json"_s},
                  R"({"task_identifier":"mail","payload":{"n":12345678901234567890}}

{"task_identifier":"mail","queue_name":"q","key":"k","priority":-3,"max_attempts":2,"flags":["a"]}
{"task_identifier":"mail","key":"k","payload":[1],"run_at":"2040-01-01T00:00:00Z"}
{"task_identifier":"mail","key":"k","payload":[2],"job_key_mode":"preserve_run_at"})");
        QCOMPARE(run.err, QString());
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json()["added"_L1].toInteger(), 4);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"2"_s);
        QCOMPARE(m_database->scalar("select payload from graphile_worker._private_jobs where key "
                                    "is null"),
                 u"{\"n\":12345678901234567890}"_s);
        QCOMPARE(value("run_at::date"), u"2040-01-01"_s);
    }

    void manyLinesAreAddedInOrder()
    {
        QByteArray lines;
        for (int i = 0; i < 2500; ++i)
            lines += R"({"task_identifier":"t","payload":)" + QByteArray::number(i) + "}\n";
        QCOMPARE(add({u"--ndjson"_s, u"-"_s}, lines).out, u"added 2,500 jobs\n"_s);
        QCOMPARE(m_database->scalar("select bool_and(payload::text::int = id - 1) from "
                                    "graphile_worker._private_jobs"),
                 u"t"_s);
    }

    /// None is added, and each mistake has its line.
    void wrongLinesAreNamed()
    {
        const CommandRun run = add({u"--ndjson"_s, u"-"_s}, R"({"task_identifier":"mail"}
{"task_identifier":"mail"
[1]
{"task":"mail"}
{"task_identifier":"mail","priority":"high","flags":"a"}
{"task_identifier":"mail","run_at":"soon"}
{"payload":1}
{"task_identifier":"mail","max_attempts":0}
{"task_identifier":"mail","key":"a","key":"b"})");
        QCOMPARE(run.exitCode, 2);
        for (const QString &part :
             {u"line 2: "_s, u"line 3: it must be an object"_s, u"line 4: there is no 'task'"_s,
              u"line 5: priority must be a whole number"_s, u"line 5: flags must be an array"_s,
              u"line 6: run_at must be a time"_s, u"line 7: task_identifier is missing"_s,
              u"line 8: "_s, u"line 9: key occurs twice"_s})
            QVERIFY2(run.err.contains(part), qPrintable(part + u'\n' + run.err));
        QVERIFY(!run.err.contains(u"line 1:"_s));
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("task") << QStringList{} << u"name a task"_s;
        QTest::newRow("payload") << QStringList{u"mail"_s, u"{to: 1}"_s}
                                 << u"the payload: It is not JSON"_s;
        QTest::newRow("file") << QStringList{u"mail"_s, u"@/nonexistent"_s} << u"cannot read"_s;
        QTest::newRow("words") << QStringList{u"mail"_s, u"1"_s, u"2"_s}
                               << u"unexpected argument"_s;
        QTest::newRow("time") << QStringList{u"mail"_s, u"--at"_s, u"soon"_s}
                              << u"--at takes a time"_s;
        QTest::newRow("mode") << QStringList{u"mail"_s, u"--key"_s, u"k"_s, u"--key-mode"_s, u"x"_s}
                              << u"x"_s;
        QTest::newRow("no key") << QStringList{u"mail"_s, u"--key-mode"_s, u"replace"_s}
                                << u"--key-mode needs --key"_s;
        QTest::newRow("attempts") << QStringList{u"mail"_s, u"--max-attempts"_s, u"0"_s}
                                  << u"--max-attempts takes a number from 1"_s;
        QTest::newRow("mixed") << QStringList{u"mail"_s, u"--ndjson"_s, u"-"_s}
                               << u"with --ndjson"_s;
        QTest::newRow("option") << QStringList{u"--queue"_s, u"q"_s, u"--ndjson"_s, u"-"_s}
                                << u"--queue is for a single job"_s;
        QTest::newRow("empty") << QStringList{u"--ndjson"_s, u"-"_s} << u"no job to add"_s;
        QTest::newRow("no file") << QStringList{u"--ndjson"_s, u"/nonexistent"_s}
                                 << u"cannot read"_s;
    }

    void mistakesAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, sentence);
        const CommandRun run = add(arguments);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains(sentence), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }

    void failuresAreToldApart()
    {
        const TestDatabase empty = TestDatabase::createEmpty();
        QCOMPARE(runWith({u"add"_s, u"mail"_s, u"-c"_s, empty.url()}).exitCode, 6);
        QCOMPARE(runWith({u"add"_s, u"mail"_s, u"-c"_s, u"host=/nonexistent"_s}).exitCode, 5);
        m_database->script("alter database \"" + m_database->name().toUtf8()
                           + "\" set default_transaction_read_only = on");
        QCOMPARE(add({u"mail"_s}).exitCode, 4);
    }
};

YARDMASTER_TEST(TestAddCommand)
#include "tst_addcommand.moc"

#include "tests/support/outputservices.h"

#include "tests/support/testprogram.h"
#include "worker/tasks/outputlines.h"
#include <yardmaster/executabletask.h>
#include <yardmaster/json.h>
#include <yardmaster/timestamp.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <thread>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Real child processes, written as shell scripts.
class TestExecutableTask : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::stop_source m_stop;
    std::stop_source m_kill;
    QStringList m_lines; // "out: …" and "err: …"
    std::function<void(const QString &)> m_onLine;
    Job m_job;

    [[nodiscard]] QString script(const QByteArray &body) const
    {
        const QString path = m_folder->filePath(u"task"_s);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write the script");
        file.write("#!/bin/sh\n" + body);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
        return path;
    }

    void file(const QByteArray &content) const
    {
        QFile file(script({}));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(content);
    }

    TaskOutcome run(const QByteArray &body)
    {
        (void)script(body);
        return runFile();
    }

    TaskOutcome runFile(bool isReplaceable = false)
    {
        OutputServices services([this](const QString &line, bool isError) {
            m_lines << (isError ? u"err: "_s : u"out: "_s) + line;
            if (m_onLine)
                m_onLine(line);
        });
        return ExecutableTask(m_folder->filePath(u"task"_s), isReplaceable)
            .run({m_job, m_stop.get_token(), m_kill.get_token(), services});
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_stop = {};
        m_kill = {};
        m_lines.clear();
        m_onLine = {};
        m_job = {};
        m_job.info = {4711, u"a/b"_s, {}, u"k"_s, 2, 25, -3, Timestamp(1'700'000'000'123ms)};
        m_job.payload = "{\"n\": 12345678901234567890, \"s\": \"a b\"}";
    }

    void theProtocolIsGraphileWorkers()
    {
        const TaskOutcome outcome = run("env | grep ^GRAPHILE_WORKER_ | sort\n"
                                        "cat; echo; echo $#\n");
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Success);
        QCOMPARE(
            m_lines,
            (QStringList{
                u"out: GRAPHILE_WORKER_JOB_ATTEMPTS=2"_s, u"out: GRAPHILE_WORKER_JOB_ID=4711"_s,
                u"out: GRAPHILE_WORKER_JOB_KEY=k"_s, u"out: GRAPHILE_WORKER_JOB_MAX_ATTEMPTS=25"_s,
                u"out: GRAPHILE_WORKER_JOB_PRIORITY=-3"_s,
                u"out: GRAPHILE_WORKER_JOB_RUN_AT=2023-11-14T22:13:20.123Z"_s,
                u"out: GRAPHILE_WORKER_PAYLOAD_FORMAT=json"_s,
                u"out: GRAPHILE_WORKER_TASK_IDENTIFIER=a/b"_s,
                u"out: {\"payload\":{\"n\":12345678901234567890,\"s\":\"a b\"}}"_s, u"out: 0"_s}));
    }

    void withoutAKeyThereIsNoKeyVariable()
    {
        qputenv("GRAPHILE_WORKER_JOB_KEY", "of the parent");
        m_job.info.key.clear();
        run("echo ${GRAPHILE_WORKER_JOB_KEY-unset}\n");
        qunsetenv("GRAPHILE_WORKER_JOB_KEY");
        QCOMPARE(m_lines, QStringList{u"out: unset"_s});
    }

    void timesWithoutBeginningHaveTheirName()
    {
        m_job.info.runAt = Timestamp::min();
        run("echo $GRAPHILE_WORKER_JOB_RUN_AT\n");
        QCOMPARE(m_lines, QStringList{u"out: -infinity"_s});
    }

    void exitCodesAndTheLastLinesOfStderrAreKept()
    {
        const TaskOutcome outcome = run("echo fine; echo bad >&2; echo worse >&2; exit 3\n");
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Failure);
        QCOMPARE(outcome.error, u"Process exited with code 3\nbad\nworse"_s);
    }

    void signalsAreNamed()
    {
        const TaskOutcome outcome = run("kill -9 $$\n");
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Failure);
        QVERIFY2(outcome.error.startsWith("Process exited on signal 9"_L1),
                 qPrintable(outcome.error));
    }

    void aChildThatNeverReadsABigPayloadCostsNothing()
    {
        m_job.payload = '"' + QByteArray(5'000'000, 'x') + '"';
        QCOMPARE(run("exit 0\n").kind, TaskOutcome::Kind::Success);
        QCOMPARE(run("exit 1\n").kind, TaskOutcome::Kind::Failure);
    }

    void aFloodOfOutputIsReadButNotLogged()
    {
        QCOMPARE(run("yes 0123456789 | head -c 100000000; echo end >&2; exit 1\n").error,
                 u"Process exited with code 1\nend"_s);
        QVERIFY(m_lines.size() < 110'000);
        QCOMPARE(m_lines.filter(u"further output is left out"_s).size(), 1);
        QVERIFY2(m_lines.last().contains("bytes of output were dropped"_L1),
                 qPrintable(m_lines.last()));
    }

    void filesThatAreNoProgramsFail()
    {
        JobServices services;
        const TaskOutcome outcome
            = ExecutableTask(m_folder->filePath(u"nope"_s)).run({m_job, {}, {}, services});
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Failure);
        QVERIFY(outcome.error.contains("cannot be started"_L1));
    }

    void aScriptWithoutAnInterpreterLineIsRunByTheShell()
    {
        file("payload=$(cat)\necho \"$GRAPHILE_WORKER_JOB_ID $# $payload\"\n");
        QCOMPARE(runFile().kind, TaskOutcome::Kind::Success);
        QCOMPARE(
            m_lines,
            QStringList{u"out: 4711 0 {\"payload\":{\"n\":12345678901234567890,\"s\":\"a b\"}}"_s});
    }

    void aFileThatIsNoProgramFailsWithTheReason_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("words");
        QTest::newRow("windows line ends")
            << QByteArray("#!/bin/sh\r\nexit 0\r\n") << u"ends in CR LF"_s;
        QTest::newRow("missing interpreter") << QByteArray("#! /no/such/shell -x\nexit 0\n")
                                             << u"its interpreter '/no/such/shell' does not"_s;
        QTest::newRow("interpreter is no program")
            << QByteArray("#!/etc/passwd\nexit 0\n") << u"'/etc/passwd' is not executable"_s;
        QTest::newRow("interpreter before a tab")
            << QByteArray("#!\t/no/such/shell\t-x\n") << u"interpreter '/no/such/shell' does"_s;
        QTest::newRow("no interpreter")
            << QByteArray("#! \nexit 0\n") << u": its #! line names no interpreter"_s;
        QTest::newRow("empty") << QByteArray() << u": it is empty"_s;
        QTest::newRow("binary") << QByteArray(
            "\x01\x02\0\x03garbage",
            11) << u": it is neither a program for this system nor a script with a #! line"_s;
    }
    void aFileThatIsNoProgramFailsWithTheReason()
    {
        QFETCH(const QByteArray, content);
        QFETCH(const QString, words);
        file(content);
        const TaskOutcome outcome = runFile();
        QCOMPARE(outcome.kind, TaskOutcome::Kind::Failure);
        QVERIFY2(outcome.error.contains(words), qPrintable(outcome.error));
    }

    void aFileThatIsBeingWrittenIsWaitedFor()
    {
        for (const QByteArray content : {"#!/bin/sh\nexit 0\n", "exit 0\n"}) {
            file(content);
            QFile writer(m_folder->filePath(u"task"_s));
            QVERIFY(writer.open(QIODevice::ReadWrite));
            const TaskOutcome busy = runFile();
            QVERIFY2(busy.kind == TaskOutcome::Kind::Snoozed, qPrintable(busy.error));
            writer.close();
            QCOMPARE(runFile().kind, TaskOutcome::Kind::Success);
        }
    }

    /// Its permission is given after it has been written.
    void aFileThatIsNotExecutableYetIsWaitedFor()
    {
        file("#!/bin/sh\nexit 0\n");
        const QString path = m_folder->filePath(u"task"_s);
        const auto permissions = QFile::permissions(path);
        QVERIFY(QFile::setPermissions(path, QFileDevice::ReadOwner | QFileDevice::WriteOwner));
        const TaskOutcome early = runFile(true);
        QCOMPARE(early.kind, TaskOutcome::Kind::Snoozed);
        QCOMPARE(early.error, path + u" has no execute permission"_s);
        QCOMPARE(runFile(false).kind, TaskOutcome::Kind::Failure);
        QVERIFY(QFile::setPermissions(path, permissions));
        QCOMPARE(runFile(true).kind, TaskOutcome::Kind::Success);
        QVERIFY(QFile::remove(path));
        QCOMPARE(runFile(true).error, path + u" is missing"_s);
    }

    void exitsByStopSignalsAreMarked_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("isMarked");
        QTest::newRow("SIGTERM") << QByteArray("kill -TERM $$\n") << true;
        QTest::newRow("SIGINT") << QByteArray("kill -INT $$\n") << true;
        QTest::newRow("passed on") << QByteArray("exit 143\n") << true;
        QTest::newRow("SIGKILL") << QByteArray("kill -KILL $$\n") << false;
        QTest::newRow("exit code") << QByteArray("exit 15\n") << false;
        QTest::newRow("success") << QByteArray("exit 0\n") << false;
    }
    void exitsByStopSignalsAreMarked()
    {
        QFETCH(const QByteArray, body);
        QTEST(run(body).isBySignal, "isMarked");
    }

    void aStopEndsTheWholeGroupAndInterrupts()
    {
        qint64 grandchild = 0;
        m_onLine = [&](const QString &line) {
            grandchild = line.toLongLong();
            std::thread([this] { m_stop.request_stop(); }).detach();
        };
        QCOMPARE(run("sleep 300 & echo $!; wait\n").kind, TaskOutcome::Kind::Interrupted);
        QVERIFY(grandchild > 0);
        // Reaped by init some time after the signal.
        QTRY_VERIFY(::kill(pid_t(grandchild), 0) != 0 || isZombie(grandchild));
    }

    void aChildThatFinishesAfterAStopHasSucceeded()
    {
        m_onLine = [this](const QString &line) {
            if (line == "ready"_L1)
                m_stop.request_stop();
        };
        QCOMPARE(
            run("trap 'echo tidy; exit 0' TERM; echo ready; while :; do sleep 0.01; done\n").kind,
            TaskOutcome::Kind::Success);
        QVERIFY(m_lines.contains(u"out: tidy"_s));
    }

    void aStubbornChildIsKilled()
    {
        m_onLine = [this](const QString &line) {
            if (line == "ready"_L1) {
                m_stop.request_stop();
                m_kill.request_stop();
            }
        };
        QCOMPARE(run("trap '' TERM; echo ready; while :; do sleep 0.01; done\n").kind,
                 TaskOutcome::Kind::Interrupted);
    }

    void payloadsAreOneLine_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("compact");
        QTest::newRow("pretty") << QByteArray("{\n  \"a\": [1, 2],\r\n\t\"b\" : null\n}")
                                << QByteArray("{\"a\":[1,2],\"b\":null}");
        QTest::newRow("strings") << QByteArray("{\"a b\":\"c \\\" : d\\\\\"  }")
                                 << QByteArray("{\"a b\":\"c \\\" : d\\\\\"}");
        QTest::newRow("duplicates")
            << QByteArray("{\"a\":1, \"a\":1.0}") << QByteArray("{\"a\":1,\"a\":1.0}");
        QTest::newRow("scalar") << QByteArray(" 1 ") << QByteArray("1");
    }
    void payloadsAreOneLine()
    {
        QFETCH(const QByteArray, json);
        QTEST(compactJson(json), "compact");
    }

    void linesAreCompleteHoweverTheyArrive()
    {
        QStringList lines;
        OutputLines output([&](const QString &line) { lines << line; });
        for (const char *piece : {"on", "e\ntw", "o\r\n\nth\xc3", "\xa9"})
            output.add(piece);
        output.finish();
        QCOMPARE(lines, (QStringList{u"one"_s, u"two"_s, QString(), u"thé"_s}));
    }

    void endlessLinesAreBroken()
    {
        QList<qsizetype> sizes;
        OutputLines output([&](const QString &line) { sizes << line.size(); });
        output.add(QByteArray(OutputLines::kLine + 10, 'x') + "\nz\n");
        output.finish();
        QCOMPARE(sizes, (QList<qsizetype>{OutputLines::kLine, 10, 1}));
    }

private:
    static bool isZombie(qint64 pid)
    {
        QFile stat(u"/proc/%1/stat"_s.arg(pid));
        return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z");
    }
};

YARDMASTER_TEST(TestExecutableTask)
#include "tst_executabletask.moc"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "tests/worker/events/eventlog.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/stat.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// `--events` of the program as a process; the events themselves are in worker/events/tst_events.
class TestEventsOption : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    QTemporaryDir m_folder;
    EventLog m_log;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString path() const { return m_folder.filePath(u"events.jsonl"_s); }
    void task(const QString &name, const QByteArray &body) const
    {
        QFile file(m_folder.filePath(u"tasks/"_s + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n" + body);
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
    }
    [[nodiscard]] QStringList arguments(const QString &events) const
    {
        return {
            u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, m_folder.filePath(u"tasks"_s),
            u"--events"_s, events};
    }

private slots:
    void initTestCase() { QDir(m_folder.path()).mkdir(u"tasks"_s); }
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }

    void theProgramWritesEventsAndNothingElseToStandardOutput()
    {
        task(u"hello"_s, "echo hi; echo oops >&2\n");
        sql("select graphile_worker.add_job('hello')");
        YardmasterProcess process(arguments(u"-"_s) + QStringList{u"--once"_s});
        QCOMPARE(process.waitForExit(), 0);
        const Lines all = m_log.read(process.standardOutput().toUtf8());
        QVERIFY(areInOrder(namesOf(all),
                           {u"pool:create"_s, u"job:start"_s, u"job:output"_s, u"job:success"_s,
                            u"job:complete"_s, u"pool:release"_s}));
        QStringList output;
        for (const QJsonObject &line : all) {
            if (line["event"_L1] == "job:output"_L1)
                output << line["stream"_L1].toString() + u' ' + line["line"_L1].toString();
        }
        output.sort();
        QCOMPARE(output, (QStringList{u"stderr oops"_s, u"stdout hi"_s}));
        QVERIFY2(process.standardError().contains("Nothing left to run now: 1 job succeeded"_L1),
                 qPrintable(process.standardError()));
    }

    void signalsAreEvents()
    {
        task(u"slow"_s, "echo started; sleep 300\n");
        sql("select graphile_worker.add_job('slow')");
        YardmasterProcess process(arguments(path()) + QStringList{u"--grace-period"_s, u"1h"_s});
        QVERIFY(process.waitForOutput(u"started"_s));
        // Lines are written at once, not only at the end.
        QTRY_VERIFY(namesOf(m_log.readFile(path())).contains("job:output"_L1));
        process.sendSignal(SIGTERM);
        QVERIFY(process.waitForOutput(u"SIGTERM: stopping"_s));
        QElapsedTimer watch;
        watch.start();
        do {
            process.sendSignal(SIGINT); // effective half a second after the first
        } while (!process.waitForOutput(u"SIGINT again"_s, 100ms) && !watch.hasExpired(60000));
        QCOMPARE(process.waitForExit(), 128 + SIGINT);
        const Lines all = m_log.readFile(path());
        QVERIFY(areInOrder(namesOf(all),
                           {u"gracefulShutdown"_s, u"stop"_s, u"pool:gracefulShutdown"_s,
                            u"forcefulShutdown"_s, u"pool:forcefulShutdown"_s, u"job:interrupted"_s,
                            u"pool:forcefulShutdown:complete"_s}));
        QCOMPARE(first(all, u"gracefulShutdown"_s)["signal"_L1].toString(), u"SIGTERM"_s);
        QCOMPARE(first(all, u"forcefulShutdown"_s)["signal"_L1].toString(), u"SIGINT"_s);
    }

    void aFullDiskIsOneWarningAndTheWorkerContinues()
    {
        if (!QFile::exists(u"/dev/full"_s))
            QSKIP("no /dev/full here");
        task(u"hello"_s, "echo hi\n");
        sql("select graphile_worker.add_job('hello') from generate_series(1, 20)");
        YardmasterProcess process(arguments(u"/dev/full"_s) + QStringList{u"--once"_s});
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(process.standardError().count(u"events are dropped"_s), 1);
        QVERIFY(process.standardOutput().contains("20 jobs succeeded"_L1));
    }

    void aClosedPipeIsOneWarningAndTheWorkerContinues()
    {
        const QByteArray fifo = m_folder.filePath(u"fifo"_s).toLocal8Bit();
        QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
        task(u"wait"_s, "read line < '" + fifo + "'\n");
        sql("select graphile_worker.add_job('wait')");
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::cleanEnvironment());
        QStringList command{QCoreApplication::applicationDirPath() + u"/yardmaster"_s};
        command << arguments(u"-"_s) << u"--once"_s;
        // The reader closes the pipe after the first line, and only then may the job end.
        const QString script
            = u"\"$@\" | (head -n 1; exec <&-; echo > '%1')"_s.arg(QString::fromLocal8Bit(fifo));
        shell.start(u"sh"_s, QStringList{u"-c"_s, script, u"sh"_s} + command);
        QVERIFY(shell.waitForFinished(60000));
        const QString log = QString::fromUtf8(shell.readAllStandardError());
        QVERIFY2(log.count("standard output no longer has a reader"_L1) == 1, qPrintable(log));
        QVERIFY2(log.contains("1 job succeeded"_L1), qPrintable(log));
    }

    void eventsNeverGoToAnotherFileIfStandardOutputIsClosed()
    {
        task(u"hello"_s, "echo hi\n");
        sql("select graphile_worker.add_job('hello')");
        QProcess shell;
        shell.setProcessEnvironment(YardmasterProcess::cleanEnvironment());
        QStringList command{QCoreApplication::applicationDirPath() + u"/yardmaster"_s};
        command << arguments(u"-"_s) << u"--once"_s;
        // A database connection must not get the closed file's descriptor.
        shell.start(u"sh"_s, QStringList{u"-c"_s, u"exec \"$@\" >&- <&-"_s, u"sh"_s} + command);
        QVERIFY(shell.waitForFinished(60000));
        const QString log = QString::fromUtf8(shell.readAllStandardError());
        QVERIFY2(log.contains("1 job succeeded"_L1), qPrintable(log));
        QCOMPARE(shell.exitCode(), 0);
    }

    void anUnwritableFileIsAUsageError()
    {
        YardmasterProcess process(arguments(m_folder.filePath(u"no/such/file"_s)));
        QCOMPARE(process.waitForExit(), 2);
        QVERIFY2(process.standardError().contains("--events: "_L1),
                 qPrintable(process.standardError()));
    }

    void theProcessHasEventsOfItsOwn()
    {
        for (const auto &name : {u"job:output"_s, u"gracefulShutdown"_s, u"forcefulShutdown"_s})
            QVERIFY2(m_log.seen().contains(name), qPrintable(name));
    }
};

YARDMASTER_TEST(TestEventsOption)
#include "tst_eventsoption.moc"

#include "tests/support/terminalprocess.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// --crontab and its relatives, and SIGHUP, with the program as a process.
class TestCrontabOption : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner
                            | QFileDevice::ExeOwner);
    }
    [[nodiscard]] QStringList worker(const QStringList &more = {}) const
    {
        return QStringList{u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s,
                           path(u"tasks"_s)}
        + more;
    }
    /// The program refuses to start. @returns its message.
    [[nodiscard]] QString refusal(const QStringList &arguments) const
    {
        YardmasterProcess process(arguments);
        const int code = process.waitForExit();
        return code == 2 ? process.standardError() : u"exit code %1"_s.arg(code);
    }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath(u"tasks"_s));
        write(u"tasks/hello"_s, "#!/bin/sh\necho hi\n");
    }

    void aNamedCrontabMustBeThere()
    {
        const QString said = refusal(worker({u"--crontab"_s, path(u"none"_s)}));
        QVERIFY2(said.contains(u"there is no crontab '%1'"_s.arg(path(u"none"_s))),
                 qPrintable(said));
    }

    void allErrorsOfACrontabArePrinted_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("named") << u"mine"_s << QStringList{u"--crontab"_s, u"mine"_s};
        QTest::newRow("beside the tasks") << u"crontab"_s << QStringList{};
    }
    void allErrorsOfACrontabArePrinted()
    {
        QFETCH(const QString, file);
        QFETCH(QStringList, options);
        if (!options.isEmpty())
            options.last() = path(file);
        write(file, "* * * * * hello\n61 * * * * hello ?id=a\n* * * * * hello ?id=b&nope=1\n");
        const QString said = refusal(worker(options));
        QVERIFY2(said.contains(u"yardmaster: %1:2:1: "_s.arg(path(file))), qPrintable(said));
        QVERIFY2(said.contains(u"yardmaster: %1:3:"_s.arg(path(file))), qPrintable(said));
    }

    void strictRefusesExtensions()
    {
        write(u"crontab"_s, "0 4 * * mon hello\n");
        QVERIFY(
            refusal(worker({u"--strict-crontab"_s})).contains(path(u"crontab"_s) + u":1:9: "_s));
    }

    void crontabAndNoCrontabExcludeEachOther()
    {
        QVERIFY(refusal(worker({u"--crontab"_s, u"x"_s, u"--no-crontab"_s}))
                    .contains("exclude each other"_L1));
    }

    void missedRunsAreBackfilledAtTheStart()
    {
        m_database->script("insert into graphile_worker._private_known_crontabs values "
                           "('hello', now() - interval '3 minutes', null)");
        write(u"crontab"_s, "* * * * * hello ?fill=1h\n");
        YardmasterProcess process(worker({u"--events"_s, u"-"_s}));
        QVERIFY(process.waitForOutput(u"\"job:complete\""_s));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY(process.standardOutput().contains("\"cron:backfill\""_L1));
    }

    void onceAndNoCrontabAddNothing_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("once") << QStringList{u"--once"_s};
        QTest::newRow("off") << QStringList{u"--no-crontab"_s};
    }
    void onceAndNoCrontabAddNothing()
    {
        QFETCH(const QStringList, options);
        write(u"crontab"_s, "not even a crontab\n");
        YardmasterProcess process(worker(options));
        QVERIFY(process.waitForOutput(u"serves 1 task:"_s));
        if (!options.contains("--once"_L1)) // which ends by itself, maybe before the signal
            process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_known_crontabs"),
                 u"0"_s);
    }

    void sighupReloadsTheCrontab()
    {
        YardmasterProcess process(worker());
        QVERIFY(process.waitForOutput(u"no crontab at %1"_s.arg(path(u"crontab"_s))));
        QVERIFY(process.waitForOutput(u"serves 1 task:"_s));
        process.sendSignal(SIGHUP);
        QVERIFY(process.waitForOutput(u"SIGHUP: reading the crontab again"_s));
        QVERIFY(process.waitForOutput(u"the crontab has not changed"_s));
        write(u"crontab"_s, "* * * * * hello\n"); // read without a signal
        QVERIFY(
            process.waitForOutput(u"the crontab was read again; entries: 1, new: 1, removed: 0"_s));
        write(u"crontab"_s, "* * * * *\n");
        QVERIFY(process.waitForOutput(path(u"crontab"_s) + u":1:"_s));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(), 0);
    }

    void sighupWithoutACrontabStops()
    {
        YardmasterProcess process(worker({u"--no-crontab"_s}));
        QVERIFY(process.waitForOutput(u"serves 1 task:"_s));
        process.sendSignal(SIGHUP);
        QVERIFY(process.waitForOutput(u"SIGHUP: stopping"_s));
        QCOMPARE(process.waitForExit(), 0);
    }

    void aClosedTerminalStops()
    {
        TerminalProcess process(QCoreApplication::applicationDirPath() + u"/yardmaster"_s,
                                worker());
        QVERIFY2(process.waitForOutput("serves 1 task:"), process.output());
        process.close();
        QVERIFY2(process.waitForOutput("SIGHUP: stopping"), process.output());
        QCOMPARE(process.waitForExit(), 0);
    }
};

YARDMASTER_TEST(TestCrontabOption)
#include "tst_crontaboption.moc"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The program and its window are two files: who loads which, and what if they do not fit.
class TestWindowModule : public QObject
{
    Q_OBJECT

private:
    static constexpr auto kPatience = 120s;
    static constexpr int kPatienceMs = 120'000;

    QTemporaryDir m_folder;
    QString m_copy; ///< the program alone in a folder

    [[nodiscard]] static QString program()
    {
        return QCoreApplication::applicationDirPath() + "/yardmaster"_L1;
    }
    /// Without a display and without the settings of whoever runs this.
    [[nodiscard]] QProcessEnvironment environment() const
    {
        QProcessEnvironment environment = YardmasterProcess::cleanEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        environment.insert(u"XDG_CONFIG_HOME"_s, m_folder.filePath(u"settings"_s));
        environment.insert(u"XDG_DATA_HOME"_s, m_folder.filePath(u"data"_s));
        return environment;
    }
    /// The files a process has mapped, one a line.
    [[nodiscard]] static QString filesOf(const YardmasterProcess &process)
    {
        QFile maps(u"/proc/%1/maps"_s.arg(process.pid()));
        return maps.open(QIODevice::ReadOnly) ? QString::fromUtf8(maps.readAll()) : QString();
    }
    /// The program has a window if it reads the database it was sent to.
    void checkThatTheWindowOpens(const QString &program) const
    {
        const TestDatabase database = TestDatabase::createMigrated();
        const QString plugin = u"" YARDMASTER_TEST_PLUGIN_DIR "/greeting.so"_s;
        YardmasterProcess process({u"-c"_s, database.url(), u"--plugin"_s, plugin}, environment(),
                                  program);
        QTRY_VERIFY2_WITH_TIMEOUT(
            database.scalar("select count(*) from pg_stat_activity "
                            "where datname = current_database() and pid <> pg_backend_pid()")
                != "0"_L1,
            "no window reads the database", kPatienceMs);
        const QString files = filesOf(process);
        QVERIFY(files.contains("/yardmaster-window.so"_L1));
        QVERIFY(files.contains("libQt6Widgets"_L1));
        QVERIFY(files.contains("/greeting.so"_L1));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(kPatience), 0);
        QVERIFY2(!process.standardError().contains("plugin"_L1),
                 qPrintable(process.standardError()));
    }
    /// Starts the copy, whose window cannot be had. @returns what it says.
    [[nodiscard]] QString refusalOfTheCopy() const
    {
        YardmasterProcess process({u"-c"_s, u"postgres:///nowhere"_s}, environment(), m_copy);
        const int code = process.waitForExit(kPatience);
        return u"%1: %2"_s.arg(code).arg(process.standardError());
    }
    [[nodiscard]] QString besideTheCopy() const
    {
        return QFileInfo(m_copy).path() + "/yardmaster-window.so"_L1;
    }

private slots:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(u"alone/bin"_s));
        m_copy = m_folder.filePath(u"alone/bin/yardmaster"_s);
        QVERIFY(QFile::copy(program(), m_copy));
    }
    void cleanup() { QFile::remove(besideTheCopy()); }

    void aWorkerLoadsNothingOfTheWindow()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        YardmasterProcess process({u"--no-gui"_s, u"-c"_s, database.url(), u"--plugin"_s,
                                   u"" YARDMASTER_TEST_PLUGIN_DIR "/greeting.so"_s});
        QVERIFY2(process.waitForOutput(u"serves 2 task(s)"_s, kPatience),
                 qPrintable(process.standardError()));
        const QString files = filesOf(process);
        QVERIFY(files.contains("libQt6Core"_L1));
        for (const auto unwanted :
             {"Qt6Gui"_L1, "Qt6Widgets"_L1, "qt6keychain"_L1, "yardmaster-window"_L1})
            QVERIFY2(!files.contains(unwanted), qPrintable(unwanted));
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(kPatience), 0);
    }

    void theWindowOpensFromTheBuildFolder() { checkThatTheWindowOpens(program()); }

    void theWindowOpensWhereTheInstallationWasMovedTo()
    {
        QProcess install;
        install.start(u"" YARDMASTER_CMAKE ""_s,
                      {u"--install"_s, u"" YARDMASTER_BUILD ""_s, u"--component"_s, u"Runtime"_s,
                       u"--prefix"_s, m_folder.filePath(u"first"_s)});
        QVERIFY(install.waitForFinished(600'000));
        QVERIFY2(install.exitCode() == 0, install.readAllStandardError().constData());
        const QString moved = m_folder.filePath(u"moved"_s);
        QVERIFY(QDir().rename(m_folder.filePath(u"first"_s), moved));
        checkThatTheWindowOpens(moved + "/bin/yardmaster"_L1);
        if (QTest::currentTestFailed())
            return;
        // Also by a link from another folder.
        const QString link = m_folder.filePath(u"link"_s);
        QVERIFY(QFile::link(moved + "/bin/yardmaster"_L1, link));
        checkThatTheWindowOpens(link);
    }

    void withoutTheModuleItSaysSo()
    {
        const QString refusal = refusalOfTheCopy();
        QVERIFY2(refusal.startsWith("2: yardmaster: this installation has no window"_L1)
                     && refusal.contains("use --no-gui"_L1)
                     && refusal.contains("yardmaster-window.so"_L1),
                 qPrintable(refusal));
        YardmasterProcess worker({u"--once"_s, u"-c"_s, u"postgres://nobody@127.0.0.1:1/x"_s,
                                  u"--plugin"_s, u"" YARDMASTER_TEST_PLUGIN_DIR "/greeting.so"_s},
                                 environment(), m_copy);
        QCOMPARE(worker.waitForExit(kPatience), 1); // comes as far as the database
    }

    void anotherBuildsModuleIsRefused()
    {
        QVERIFY(QFile::copy(u"" YARDMASTER_OTHER_WINDOW ""_s, besideTheCopy()));
        const QString refusal = refusalOfTheCopy();
        QVERIFY2(
            refusal.startsWith("2: "_L1)
                && refusal.contains("belongs to another build of Yardmaster (9.9.9-tomorrow"_L1),
            qPrintable(refusal));
    }

    void whatIsNoModuleIsRefused()
    {
        QFile file(besideTheCopy());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("hello");
        file.close();
        const QString refusal = refusalOfTheCopy();
        QVERIFY2(refusal.startsWith("2: yardmaster: the window cannot be loaded"_L1),
                 qPrintable(refusal));
    }
};

YARDMASTER_TEST(TestWindowModule)
#include "tst_windowmodule.moc"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

#include <sys/resource.h>

using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The program and its window are two files: what each loads, and what happens if the second is
/// missing or of another version.
class TestTwoPrograms : public QObject
{
    Q_OBJECT

private:
    static constexpr auto kPatience = 120s;
    static constexpr int kPatienceMs = 120'000;

    QTemporaryDir m_folder;
    QString m_copy; ///< the program alone in a folder

    /// @param name  of a file in the build folder.
    [[nodiscard]] static QString program(const QString &name = u"yardmaster"_s)
    {
        return QCoreApplication::applicationDirPath() + u'/' + name;
    }
    /// Without a display and without the settings of the current user.
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
    /// The program has a window if it reads the database it was sent to. It ends by `signal`, sent
    /// to the process that was started.
    void checkThatTheWindowOpens(const QString &program, int signal = SIGTERM) const
    {
        const TestDatabase database = TestDatabase::createMigrated();
        const QString plugin = u"" YARDMASTER_TEST_PLUGIN_DIR "/greeting.so"_s;
        YardmasterProcess process({u"-c"_s, database.url(), u"--plugin"_s, plugin}, environment(),
                                  program);
        // Once is enough: the macro asks again. Autovacuum does not count.
        auto isRead = [&, wasRead = false]() mutable {
            wasRead = wasRead
                || database.scalar("select count(*) from pg_stat_activity where datname = "
                                   "current_database() and application_name = 'yardmaster console'")
                    != "0"_L1;
            return wasRead;
        };
        QTRY_VERIFY2_WITH_TIMEOUT(isRead() || !process.isRunning(), "no window reads the database",
                                  kPatienceMs);
        if (!process.isRunning())
            (void)process.waitForExit(); // collects its output
        QVERIFY2(process.isRunning(), qPrintable(process.standardError()));
        const QString files = filesOf(process);
        QVERIFY(files.contains("/yardmaster-window\n"_L1));
        QVERIFY(files.contains("libQt6Widgets"_L1));
        QVERIFY(files.contains("/greeting.so"_L1));
        process.sendSignal(signal);
        QCOMPARE(process.waitForExit(kPatience), 0);
        for (const auto unwanted : {"plugin"_L1, "YARDMASTER_"_L1})
            QVERIFY2(!process.standardError().contains(unwanted),
                     qPrintable(process.standardError()));
    }
    /// @returns exit code and standard error.
    [[nodiscard]] QString outcomeOf(const QStringList &arguments,
                                    const QProcessEnvironment &environment,
                                    const QString &program) const
    {
        YardmasterProcess process(arguments, environment, program);
        const int code = process.waitForExit(kPatience);
        return u"%1: %2"_s.arg(code).arg(process.standardError());
    }
    /// Starts the copy, which has no window. @returns its error message.
    [[nodiscard]] QString refusalOfTheCopy() const
    {
        return outcomeOf({u"-c"_s, u"postgres:///nowhere"_s}, environment(), m_copy);
    }
    [[nodiscard]] QString besideTheCopy() const
    {
        return QFileInfo(m_copy).path() + "/yardmaster-window"_L1;
    }
    static void put(const QString &path, const QByteArray &content, QFile::Permissions permissions)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
        QVERIFY(file.setPermissions(permissions));
    }

private slots:
    void initTestCase()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(u"alone/bin"_s));
        m_copy = m_folder.filePath(u"alone/bin/yardmaster"_s);
        QVERIFY(QFile::copy(program(), m_copy));
        QVERIFY(QDir(m_folder.path()).mkpath(u"tasks"_s));
        put(m_folder.filePath(u"tasks/hello"_s), "#!/bin/sh\n", QFile::ReadOwner | QFile::ExeOwner);
    }
    void cleanup() { QFile::remove(besideTheCopy()); }

    /// It asks where; until then there is neither a connection nor a sandbox.
    void aLinkOpensNothingByItself()
    {
        YardmasterProcess process({u"yardmaster:view?filter=state%3Afailed"_s}, environment());
        const auto hearsSigterm = [&process] {
            QFile status(u"/proc/%1/status"_s.arg(process.pid()));
            if (!status.open(QFile::ReadOnly))
                return false;
            static const QRegularExpression caught(u"SigCgt:\\s*([0-9a-f]+)"_s);
            const QString text = QString::fromUtf8(status.readAll());
            const auto match = caught.match(text);
            return text.startsWith("Name:\tyardmaster-win"_L1) // no longer the first program
                && (match.captured(1).toULongLong(nullptr, 16) & (1ULL << (SIGTERM - 1))) != 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(hearsSigterm(), kPatienceMs);
        process.sendSignal(SIGTERM);
        const int exitCode = process.waitForExit(kPatience);
        QVERIFY2(exitCode == 0, qPrintable(process.standardError()));
        // What Qt says of where it runs.
        QStringList said = process.standardError().split(u'\n', Qt::SkipEmptyParts);
        said.removeIf([](const QString &line) {
            return line.contains("XDG_RUNTIME_DIR"_L1) || line.contains("propagateSizeHints"_L1);
        });
        QVERIFY2(said.isEmpty(), qPrintable(said.join(u'\n')));
        QVERIFY(!QFile::exists(m_folder.filePath(u"data/yardmaster/sandbox"_s)));
        const QString wrong
            = outcomeOf({u"yardmaster:view?filter=nonsense%3A"_s}, environment(), program());
        QVERIFY2(wrong.startsWith("2: yardmaster: the filter is not valid"_L1), qPrintable(wrong));
        QVERIFY(outcomeOf({u"--no-gui"_s, u"yardmaster:view?filter="_s}, environment(), program())
                    .contains("a link is for the window"_L1));
    }

    void aWorkerLoadsNoWindowLibraries_data()
    {
        QTest::addColumn<QStringList>("tasks");
        QTest::addColumn<QString>("serves");
        QTest::newRow("folder") << QStringList{u"--tasks"_s, m_folder.filePath(u"tasks"_s)}
                                << u"serves 1 task:"_s;
        QTest::newRow("plugin") << QStringList{u"--plugin"_s,
                                               u"" YARDMASTER_TEST_PLUGIN_DIR "/greeting.so"_s}
                                << u"serves 2 tasks:"_s;
    }

    void aWorkerLoadsNoWindowLibraries()
    {
        QFETCH(QStringList, tasks);
        QFETCH(QString, serves);
        const TestDatabase database = TestDatabase::createMigrated();
        YardmasterProcess process(QStringList{u"--no-gui"_s, u"-c"_s, database.url()} + tasks);
        QVERIFY2(process.waitForOutput(serves, kPatience), qPrintable(process.standardError()));
        const QString files = filesOf(process);
        QVERIFY(files.contains("libQt6Core"_L1));
        for (const char *name : {"Qt6Gui", "Qt6Widgets", "qt6keychain", "yardmaster-window"})
            QVERIFY2(!files.contains(QLatin1StringView(name)), name);
        process.sendSignal(SIGTERM);
        QCOMPARE(process.waitForExit(kPatience), 0);
    }

    void theWindowOpensFromTheBuildFolder()
    {
        checkThatTheWindowOpens(program());
        if (!QTest::currentTestFailed())
            checkThatTheWindowOpens(program(), SIGINT);
    }

    void yardmasterWindowOpensTheWindowToo()
    {
        checkThatTheWindowOpens(program(u"yardmaster-window"_s));
        const QString refusal
            = outcomeOf({u"--colour"_s}, environment(), program(u"yardmaster-window"_s));
        QVERIFY2(refusal.startsWith("2: yardmaster: unknown option --colour"_L1),
                 qPrintable(refusal));
    }

    void aMovedInstallationOpensTheWindow()
    {
        for (const auto &component : {u"Worker"_s, u"Console"_s}) {
            QProcess install;
            install.start(u"" YARDMASTER_CMAKE ""_s,
                          {u"--install"_s, u"" YARDMASTER_BUILD ""_s, u"--component"_s, component,
                           u"--prefix"_s, m_folder.filePath(u"first"_s)});
            QVERIFY(install.waitForFinished(600'000));
            QVERIFY2(install.exitCode() == 0, install.readAllStandardError().constData());
        }
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

    void aMissingWindowIsReported()
    {
        const QString refusal = refusalOfTheCopy();
        QVERIFY2(refusal.startsWith("2: yardmaster: this installation has no window"_L1)
                     && refusal.contains("use --no-gui"_L1) && refusal.contains(besideTheCopy())
                     && refusal.count(u'\n') == 1,
                 qPrintable(refusal));
        YardmasterProcess worker({u"--once"_s, u"-c"_s, u"postgres://nobody@127.0.0.1:1/x"_s,
                                  u"--plugin"_s, u"" YARDMASTER_TEST_PLUGIN_DIR "/greeting.so"_s},
                                 environment(), m_copy);
        QCOMPARE(worker.waitForExit(kPatience), 1); // gets as far as the database
    }

    void optionsAreAnsweredWithoutTheWindow()
    {
        const QString refusal = outcomeOf({u"--colour"_s}, environment(), m_copy);
        QVERIFY2(refusal.startsWith("2: yardmaster: unknown option --colour"_L1),
                 qPrintable(refusal));
        QCOMPARE(outcomeOf({u"--help"_s}, environment(), m_copy), u"0: "_s);
        QCOMPARE(outcomeOf({u"--version"_s}, environment(), m_copy), u"0: "_s);
    }

    /// `--help` takes 15 ms of processor time, nine tenths of it in the loader. What that has to do
    /// is the same on a busy machine; here it is 46 libraries, and 14,600 symbols to look up.
    void helpLoadsLittle()
    {
        QProcessEnvironment counting = environment();
        counting.insert(u"LD_DEBUG"_s, u"statistics"_s);
        const QString report = outcomeOf({u"--help"_s}, counting, program());
        static const QRegularExpression line(u"number of ([a-z ]*relocations[a-z ]*): ([0-9]+)"_s);
        QHash<QString, int> counts; // at the end, where there are two
        for (auto found = line.globalMatch(report); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            counts.insert(match.captured(1), match.captured(2).toInt());
        }
        if (counts.isEmpty())
            QSKIP("the loader of this system does not count");
        QProcessEnvironment listing = environment();
        listing.insert(u"LD_TRACE_LOADED_OBJECTS"_s, u"1"_s);
        YardmasterProcess process({u"--help"_s}, listing, program());
        QCOMPARE(process.waitForExit(kPatience), 0);
        const qsizetype libraries = process.standardOutput().count(u".so"_s + u'.');
        qInfo("%d symbols, %d other relocations, %d names of libraries",
              counts.value(u"relocations"_s), counts.value(u"relative relocations"_s),
              int(libraries));
        QVERIFY(libraries > 5);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(NDEBUG)
        QVERIFY(counts.value(u"relocations"_s) < 22'000);
        QVERIFY(counts.value(u"relative relocations"_s) < 92'000);
        QVERIFY(libraries <= 2 * 70); // each has a line with its name and its file
#endif
    }

    /// In processor time, so that other tests at the same time hardly count; with a reserve for
    /// slow machines.
    void helpTakesLittleTime()
    {
        const auto cpuMs = [] {
            rusage usage{};
            ::getrusage(RUSAGE_CHILDREN, &usage);
            const auto ms
                = [](const timeval &time) { return time.tv_sec * 1e3 + time.tv_usec / 1e3; };
            return ms(usage.ru_utime) + ms(usage.ru_stime);
        };
        double best = 1e9;
        for (int i = 0; i < 10; ++i) {
            const double before = cpuMs();
            QCOMPARE(outcomeOf({u"--help"_s}, environment(), program()), u"0: "_s);
            best = std::min(best, cpuMs() - before);
        }
        qInfo("%.1f ms", best);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(NDEBUG)
        QVERIFY2(best <= 90, qPrintable(QString::number(best)));
#endif
    }

    /// A script in place of the window prints what it gets.
    void theWindowReplacesTheProcess()
    {
        put(besideTheCopy(),
            "#!/bin/sh\n"
            "echo \"$$ $YARDMASTER_LANGUAGE $YARDMASTER_STARTED_BY\"\n"
            "for word; do echo \"<$word>\"; done\n"
            "exit 77\n",
            QFile::ReadOwner | QFile::ExeOwner);
        YardmasterProcess version({u"--version"_s}, environment(), m_copy);
        QCOMPARE(version.waitForExit(kPatience), 0);
        QProcessEnvironment german = environment();
        german.insert(u"YARDMASTER_LANGUAGE"_s, u"de"_s);
        YardmasterProcess process({u"--filter"_s, u"task:a b"_s, u"--sandbox"_s}, german, m_copy);
        const qint64 pid = process.pid();
        QCOMPARE(process.waitForExit(kPatience), 77);
        QCOMPARE(process.standardOutput(),
                 u"%1 de %2\n<--filter>\n<task:a b>\n<--sandbox>\n"_s.arg(pid).arg(
                     version.standardOutput().trimmed().section(u' ', 1)));
        QCOMPARE(process.standardError(), QString());
    }

    void anotherVersionsWindowIsRefused()
    {
        QProcessEnvironment environment = this->environment();
        environment.insert(u"YARDMASTER_STARTED_BY"_s, u"9.9.9-tomorrow"_s);
        // The other version may well have other options.
        const QString refusal
            = outcomeOf({u"--option-of-tomorrow"_s}, environment, program(u"yardmaster-window"_s));
        QVERIFY2(refusal.startsWith("2: yardmaster: "_L1)
                     && refusal.contains("is from another version of Yardmaster ("_L1)
                     && refusal.contains("the program is 9.9.9-tomorrow)"_L1)
                     && refusal.count(u'\n') == 1,
                 qPrintable(refusal));
    }

    void anUnexecutableWindowIsReported()
    {
        const QString start = u"2: yardmaster: the window cannot be started: "_s + besideTheCopy();
        put(besideTheCopy(),
            "\x7f"
            "ELF",
            QFile::ReadOwner | QFile::ExeOwner);
        QString refusal = refusalOfTheCopy();
        QVERIFY2(refusal.startsWith(start) && refusal.contains("use --no-gui"_L1)
                     && refusal.count(u'\n') == 1,
                 qPrintable(refusal));
        QVERIFY(QFile::remove(besideTheCopy()));
        put(besideTheCopy(), "#!/bin/sh\n", QFile::ReadOwner);
        refusal = refusalOfTheCopy();
        QVERIFY2(refusal.startsWith(start) && refusal.count(u'\n') == 1, qPrintable(refusal));
    }
};

YARDMASTER_TEST(TestTwoPrograms)
#include "tst_twoprograms.moc"

#include "tests/support/testprogram.h"
#include <yardmaster/taskfolder.h>
#include <yardmaster/taskregistry.h>

#include <QDir>
#include <QLocalServer>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

#include <sys/stat.h>
#include <unistd.h>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestTaskFolder : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    void put(const QString &name, bool executable = true) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n");
        auto permissions = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        if (executable)
            permissions |= QFileDevice::ExeOwner;
        file.setPermissions(permissions);
    }
    [[nodiscard]] TaskFolder scan() const { return TaskFolder::scan(m_folder->path()); }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void foldersBecomePartOfTheIdentifier()
    {
        put(u"hello"_s);
        put(u"mail/send.sh"_s);
        put(u"mail/bulk/weekly_digest.py"_s);
        const TaskFolder folder = scan();
        QVERIFY2(folder.error.isEmpty(), qPrintable(folder.error));
        QCOMPARE(folder.executables.keys(),
                 (QStringList{u"hello"_s, u"mail/bulk/weekly_digest"_s, u"mail/send"_s}));
        QVERIFY(folder.warnings.isEmpty());
    }

    void otherExtensionsReplaceTheUsualOnes()
    {
        for (const auto &name : {u"a.task.js"_s, u"a.tsx"_s, u"b.js"_s, u"c.tsx"_s, u"d.x.tsx"_s})
            put(name, false);
        const TaskFolder folder
            = TaskFolder::scan(m_folder->path(), {u".tsx"_s, u".task.js"_s, u".mjs"_s});
        QCOMPARE(folder.modules.keys(), (QStringList{u"a"_s, u"c"_s}));
        QCOMPARE(folder.modules[u"a"_s], m_folder->filePath(u"a.tsx"_s));
        const QString warnings = folder.warnings.join(u'\n');
        QVERIFY2(warnings.contains("b.js is not a task: .js files are not loaded, only .tsx, "
                                   ".task.js, .mjs"_L1),
                 qPrintable(warnings));
        QVERIFY2(warnings.contains("d.x.tsx is not a task: "_L1), qPrintable(warnings));
    }

    void linksAreFollowedButNotInCircles()
    {
        put(u"real/task"_s);
        QVERIFY(QFile::link(m_folder->filePath(u"real"_s), m_folder->filePath(u"linked"_s)));
        QVERIFY(QFile::link(m_folder->path(), m_folder->filePath(u"real/loop"_s)));
        QCOMPARE(scan().executables.keys(), (QStringList{u"linked/task"_s, u"real/task"_s}));
    }

    void writableFilesAreWarningsAndDoNotRunForRoot()
    {
        const bool isRoot = ::geteuid() == 0;
        put(u"mine"_s);
        put(u"open"_s);
        put(u"shared/task"_s);
        const auto chmod = [this](const QString &name, mode_t mode) {
            QCOMPARE(::chmod(QFile::encodeName(m_folder->filePath(name)).constData(), mode), 0);
        };
        chmod(u"open"_s, 0777);
        chmod(u"shared"_s, 0777);
        const TaskFolder folder = scan();
        QCOMPARE(folder.executables.keys(),
                 isRoot ? QStringList{u"mine"_s}
                        : (QStringList{u"mine"_s, u"open"_s, u"shared/task"_s}));
        QCOMPARE(folder.warnings.size(), 2);
        for (const QString &warning : folder.warnings)
            QVERIFY2(warning.contains("everyone may write to"_L1), qPrintable(warning));
        // All users may add files to it, but not change those of others.
        chmod(u"shared"_s, 01777);
        QVERIFY(scan().executables.contains(u"shared/task"_s));
        if (!isRoot)
            return;
        QCOMPARE(::chown(QFile::encodeName(m_folder->filePath(u"mine"_s)).constData(), 65534, 0),
                 0);
        const QStringList warnings = scan().warnings;
        QVERIFY2(warnings.join(u'\n').contains("mine belongs to nobody"_L1),
                 qPrintable(warnings.join(u'\n')));
        // A link to it is refused, too; links in folders of other users can be redirected.
        QVERIFY(QFile::link(m_folder->filePath(u"mine"_s), m_folder->filePath(u"linked"_s)));
        QVERIFY(!scan().executables.contains(u"linked"_s));
    }

    void filesThatCannotRunAreWarnings_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("executable");
        QTest::addColumn<QString>("reason");
        QTest::newRow("no x bit") << u"notes.txt"_s << false << u"no execute permission"_s;
        QTest::newRow("other module") << u"job.cts"_s << true << u".cts files are not loaded"_s;
        QTest::newRow("declarations") << u"job.d.ts"_s << false << u".d.ts files are not loaded"_s;
        QTest::newRow("bad name") << u"a b.sh"_s << true << u"other characters"_s;
        QTest::newRow("bad folder") << u"a.d/x"_s << true << u"other characters"_s;
        QTest::newRow("two dots") << u"a.min.sh"_s << true << u"other characters"_s;
        QTest::newRow("long") << QString(130, u'a') << true << u"128"_s;
    }
    void filesThatCannotRunAreWarnings()
    {
        QFETCH(const QString, name);
        QFETCH(const bool, executable);
        QFETCH(const QString, reason);
        put(u"good"_s);
        put(name, executable);
        const TaskFolder folder = scan();
        QVERIFY(folder.error.isEmpty());
        QCOMPARE(folder.executables.keys(), QStringList{u"good"_s});
        QCOMPARE(folder.warnings.size(), 1);
        QVERIFY2(folder.warnings.first().contains(reason), qPrintable(folder.warnings.first()));
    }

    void modulesComeByGraphileWorkersRules()
    {
        const auto expect = [this](const QStringList &files) {
            QStringList found;
            const TaskFolder folder = scan();
            for (auto it = folder.modules.begin(); it != folder.modules.end(); ++it)
                found << it.key() + u" "_s + QFileInfo(it.value()).fileName();
            QCOMPARE(found, files);
        };
        put(u"mail/send.mjs"_s, false);
        put(u"mail/index.ts"_s, false);
        put(u"many.mts"_s);
        put(u"many.ts"_s);
        put(u"many.mjs"_s);
        put(u"many.cjs"_s);
        expect({u"mail/index index.ts"_s, u"mail/send send.mjs"_s, u"many many.cjs"_s});
        put(u"many.js"_s, false);
        expect({u"mail/index index.ts"_s, u"mail/send send.mjs"_s, u"many many.js"_s});
        QVERIFY(scan().warnings.isEmpty());
        // A file beside it that is none is no matter, and a module comes before an executable.
        put(u"many.test.js"_s);
        put(u"many.js.map"_s, false);
        put(u"many.d.ts.map"_s, false);
        QVERIFY(scan().warnings.isEmpty());
        put(u"many.sh"_s);
        QCOMPARE(scan().executables.size(), 0);
        QCOMPARE(scan().warnings,
                 QStringList{u"%1 is ignored: %2 comes first for the task 'many'"_s.arg(
                     m_folder->filePath(u"many.sh"_s), m_folder->filePath(u"many.js"_s))});
        QVERIFY(scan().serves(u"many"_s));
    }

    void pythonFilesAreHostedUnlessTheyAreExecutable()
    {
        put(u"hosted.py"_s, false);
        put(u"mail/send-all.py"_s, false);
        put(u"program.py"_s);
        put(u"_shared.py"_s, false);
        put(u"mail/__init__.py"_s, false);
        put(u"__pycache__/hosted.cpython-311.pyc"_s, false);
        TaskFolder folder = scan();
        QCOMPARE(folder.python.keys(), (QStringList{u"hosted"_s, u"mail/send-all"_s}));
        QCOMPARE(folder.executables.keys(), QStringList{u"program"_s});
        QCOMPARE(folder.warnings, QStringList());
        QVERIFY(folder.serves(u"hosted"_s));

        // What ran before they were looked at still runs.
        put(u"hosted.sh"_s);
        put(u"mail/send-all.mjs"_s, false);
        folder = scan();
        QVERIFY2(folder.error.isEmpty(), qPrintable(folder.error));
        QVERIFY(folder.python.isEmpty());
        QCOMPARE(folder.executables.keys(), (QStringList{u"hosted"_s, u"program"_s}));
        QCOMPARE(folder.warnings.size(), 2);
        QVERIFY(folder.warnings.first().contains("hosted.py is ignored"_L1));
    }

    void aFolderOfPythonFilesCanRun()
    {
        put(u"t.py"_s, false);
        QCOMPARE(scan().error, QString());
    }

    void linksToModulesAreTakenByTheirTarget()
    {
        put(u"real/task.mjs"_s, false);
        QVERIFY(
            QFile::link(m_folder->filePath(u"real/task.mjs"_s), m_folder->filePath(u"other.js"_s)));
        QVERIFY(QFile::link(m_folder->filePath(u"real"_s), m_folder->filePath(u"linked"_s)));
        const TaskFolder folder = scan();
        QCOMPARE(folder.modules.keys(), (QStringList{u"other"_s, u"real/task"_s}));
        QCOMPARE(QFileInfo(folder.modules[u"other"_s]).fileName(), u"task.mjs"_s);
        QCOMPARE(folder.warnings.size(), 1); // linked/task
    }

    void whatIsNoFileIsNamed_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("target"); // empty: a pipe
        QTest::addColumn<QString>("reason"); // empty: nothing is said
        QTest::addColumn<QString>("kind");   // empty: it need not have been a task
        const auto row
            = [](const char *name, const char *target, const char *reason, const char *kind) {
                  QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(target)
                                      << QString::fromLatin1(reason) << QString::fromLatin1(kind);
              };
        const char *nowhere = "it is a link that leads nowhere";
        const char *pipe = "it is a pipe (FIFO)";
        row("gone.mjs", "/no/such/file", nowhere, "JavaScript");
        row("gone.py", "nothing", nowhere, "Python");
        row("gone", "nothing", nowhere, "");
        row("notes.txt", "nothing", nowhere, "");
        row("through.http", "good/x", nowhere, "HTTP");
        row("circle.http", "circle.http", "its links lead in a circle", "HTTP");
        row("null.js", "/dev/null", "it is a device", "JavaScript");
        row("to-pipe.http", "/proc/self/fd/PIPE", pipe, "HTTP");
        row("pipe.mjs", "", pipe, "JavaScript");
        row("pipe.py", "", pipe, "Python");
        row("pipe.http", "", pipe, "HTTP");
        row("pipe.sh", "", pipe, "executable");
        row("gone.d.ts", "nothing", nowhere, "");
        row("bad name.js", "nothing", nowhere, "");
        row("_gone.py", "nothing", "", "");
        row(".hidden", "nothing", "", "");
    }
    void whatIsNoFileIsNamed()
    {
        QFETCH(const QString, name);
        QFETCH(QString, target);
        QFETCH(const QString, reason);
        QFETCH(const QString, kind);
        put(u"good"_s);
        int pipe[2];
        QCOMPARE(::pipe(pipe), 0);
        const auto close = qScopeGuard([&pipe] {
            ::close(pipe[0]);
            ::close(pipe[1]);
        });
        target.replace(u"PIPE"_s, QString::number(pipe[0]));
        const QByteArray path = QFile::encodeName(m_folder->filePath(name));
        QCOMPARE(target.isEmpty()
                     ? ::mkfifo(path.constData(), name.endsWith(".sh"_L1) ? 0700 : 0600)
                     : ::symlink(qPrintable(target), path.constData()),
                 0);
        const TaskFolder folder = scan();
        QCOMPARE(folder.error, QString());
        QCOMPARE(folder.executables.keys(), QStringList{u"good"_s});
        QVERIFY(folder.modules.isEmpty() && folder.python.isEmpty() && folder.http.isEmpty());
        if (reason.isEmpty()) {
            QCOMPARE(folder.warnings, QStringList());
            return;
        }
        QCOMPARE(folder.warnings,
                 QStringList{m_folder->filePath(name) + u" is not a task: "_s + reason});
        const UnusedFile &unused = folder.unused.front();
        QCOMPARE(unused.kind, kind);
        QCOMPARE(unused.identifier, kind.isEmpty() ? QString() : name.section(u'.', 0, 0));
    }

    void socketsAreNamed()
    {
        put(u"good"_s);
        QLocalServer server;
        QVERIFY(server.listen(m_folder->filePath(u"run.sh"_s)));
        QCOMPARE(
            scan().warnings,
            QStringList{m_folder->filePath(u"run.sh"_s) + u" is not a task: it is a socket"_s});
    }

    void namesThatAreNotUtf8AreNamed()
    {
        put(u"good"_s);
        const QByteArray folder = QFile::encodeName(m_folder->path()) + "/m\xfcll";
        QCOMPARE(::mkdir(folder.constData(), 0700), 0);
        FILE *file = std::fopen((folder + ".js").constData(), "w");
        QVERIFY(file);
        std::fclose(file);
        const auto remove = qScopeGuard([&folder] { // or the temporary folder would stay
            ::unlink((folder + ".js").constData());
            ::rmdir(folder.constData());
        });
        const TaskFolder found = scan();
        QCOMPARE(found.executables.keys(), QStringList{u"good"_s});
        QVERIFY(found.modules.isEmpty());
        const QString path = m_folder->filePath(u"m\ufffdll"_s);
        const QString why = u" is not a task: its name is not UTF-8"_s;
        QCOMPARE(found.warnings, (QStringList{path + why, path + u".js"_s + why}));
    }

    void aFolderWithNothingToRunIsAnError()
    {
        put(u"job.cts"_s);
        const TaskFolder folder = scan();
        QVERIFY(folder.error.contains("nothing"_L1));
        QCOMPARE(folder.warnings.size(), 1);
    }

    void missingFoldersAndFilesAreErrors()
    {
        QVERIFY(
            TaskFolder::scan(m_folder->filePath(u"nope"_s)).error.contains("no tasks folder"_L1));
        put(u"file"_s);
        QVERIFY(TaskFolder::scan(m_folder->filePath(u"file"_s)).error.contains("not a folder"_L1));
    }

    void twoFilesOfOneIdentifierAreRefused()
    {
        put(u"hello.sh"_s);
        put(u"hello.py"_s);
        QVERIFY(scan().error.contains("both serve the task 'hello'"_L1));
    }

    void httpFilesAreTasks()
    {
        const auto write = [this](const QString &name, const QByteArray &text) {
            put(name, false); // no execute permission
            QFile file(m_folder->filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write(u"mail/send.http"_s, "url: https://example.com/\ntimeout: 9s\n");
        write(u"wrong.http"_s, "url:\nport: 1\n");
        write(u"both.http"_s, "url: https://example.com/\n");
        put(u"both.mjs"_s, false);
        const TaskFolder folder = scan();
        QCOMPARE(folder.http.keys(), (QStringList{u"mail/send"_s, u"wrong"_s}));
        QVERIFY(folder.serves(u"mail/send"_s));
        QCOMPARE(folder.warnings.size(), 1);
        QVERIFY(folder.warnings.first().contains("both.http is ignored"_L1));
        TaskRegistry registry;
        QStringList warnings;
        std::vector<UnusedFile> unused;
        folder.addTo(&registry, &warnings, {}, ModuleCheck::Skip, &unused);
        QCOMPARE(registry.identifiers(), (QStringList{u"both"_s, u"mail/send"_s}));
        const TaskRegistry::Entry *entry = registry.entry(u"mail/send"_s);
        QVERIFY(entry->options.timeout == std::chrono::seconds(9));
        QCOMPARE(entry->executor->facts().kind, u"HTTP"_s);
        QCOMPARE(entry->executor->facts().file, m_folder->filePath(u"mail/send.http"_s));
        QCOMPARE(registry.asynchronous().size(), 2);
        QCOMPARE(warnings.size(), 2); // what is wrong with it, each with its line
        QVERIFY2(warnings.first().startsWith(m_folder->filePath(u"wrong.http:1: "_s)),
                 qPrintable(warnings.first()));
        QCOMPARE(unused.size(), size_t(1));
        QCOMPARE(unused.front().identifier, u"wrong"_s);
        QCOMPARE(unused.front().warnings, warnings);
        put(u"mail/send.sh"_s);
        QVERIFY(scan().error.contains("both serve the task 'mail/send'"_L1));
    }

    void cppHandlersComeBeforeFiles()
    {
        put(u"hello"_s);
        TaskRegistry registry;
        registry.add(u"hello"_s, [](const TaskContext &) { return TaskOutcome::success(); });
        QStringList warnings;
        scan().addTo(&registry, &warnings);
        QCOMPARE(warnings.size(), 1);
        QCOMPARE(registry.find(u"hello"_s)->describe(), u"C++ handler"_s);
    }
};

YARDMASTER_TEST(TestTaskFolder)
#include "tst_taskfolder.moc"

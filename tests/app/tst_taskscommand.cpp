#include "app/commands/commandcall.h"

#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

class TestTasksCommand : public QObject
{
    Q_OBJECT

    struct Run
    {
        int exitCode = -1;
        QString out;
        QString err;
    };

    std::unique_ptr<QTemporaryDir> m_folder;

    static Run run(const QStringList &arguments, const QProcessEnvironment &environment = {})
    {
        QBuffer in;
        QBuffer out;
        QBuffer err;
        in.open(QBuffer::ReadOnly);
        out.open(QBuffer::WriteOnly);
        err.open(QBuffer::WriteOnly);
        const int exitCode
            = runCommand(QStringList{u"tasks"_s} + arguments, environment, {&in, &out, &err});
        return {exitCode, QString::fromUtf8(out.data()), QString::fromUtf8(err.data())};
    }
    [[nodiscard]] Run list(const QStringList &more = {}) const
    {
        return run(QStringList{u"list"_s, u"--tasks"_s, m_folder->path()} + more);
    }

    void put(const QString &name, const QByteArray &content, bool isExecutable = false) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        auto mode = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        if (isExecutable)
            mode |= QFileDevice::ExeOwner;
        file.setPermissions(mode);
    }
    /// The task of this name, as JSON.
    static QJsonObject task(const Run &result, const QString &name)
    {
        const QJsonObject all = QJsonDocument::fromJson(result.out.toUtf8()).object();
        for (const QJsonValue task : all["tasks"_L1].toArray()) {
            if (task["task"_L1].toString() == name)
                return task.toObject();
        }
        return {};
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void tasksOfAllKindsAreListed()
    {
        put(u"a/b.sh"_s, "#!/bin/sh\n", true);
        put(u"hook.http"_s, "url: https://user:pass@example.com/x?token=1\n");
        put(u"README.md"_s, "text");
        const Run table = list({u"--http"_s, u"named=http://localhost:8080/"_s});
        QVERIFY2(table.exitCode == 0, qPrintable(table.err));
        QStringList lines = table.out.split(u'\n');
        for (QString &line : lines)
            line = line.simplified().replace(m_folder->path(), u"DIR"_s);
        QCOMPARE(lines,
                 (QStringList{u"TASK KIND HOST FILE"_s,
                              u"a/b executable DIR/a/b.sh"_s,
                              u"hook HTTP https://example.com DIR/hook.http"_s,
                              u"named HTTP http://localhost:8080"_s,
                              {},
                              u"Files that are not tasks"_s,
                              u"DIR/README.md: it has no execute permission (chmod +x)"_s,
                              {}}));
        const Run json = list({u"--json"_s});
        QCOMPARE(json.exitCode, 0);
        QCOMPARE(task(json, u"hook"_s),
                 (QJsonObject{{u"task"_s, u"hook"_s},
                              {u"kind"_s, u"HTTP"_s},
                              {u"file"_s, m_folder->filePath(u"hook.http"_s)},
                              {u"host"_s, u"https://example.com"_s},
                              {u"problem"_s, QJsonValue()}}));
        QVERIFY(!json.out.contains("pass"_L1) && !json.out.contains("token"_L1));
    }

    void whatCannotRunIsNamed()
    {
        put(u"good"_s, "#!/bin/sh\n", true);
        put(u"hook.http"_s, "# comment\nurl: nowhere\nport: 7\n");
        const Run result = list();
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.out.contains(
                     u"  %1: line 2: the URL does not begin with https:// or http://; line 3: "
                     "'port' is not a key"_s.arg(m_folder->filePath(u"hook.http"_s))),
                 qPrintable(result.out));
        QVERIFY2(result.err.isEmpty(), qPrintable(result.err)); // said once
        QVERIFY(
            task(list({u"--json"_s}), u"hook"_s)["problem"_L1].toString().startsWith("line 2"_L1));
    }

    void modulesAreLoaded()
    {
        if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
            QSKIP("there is no node");
        put(u"fine.mjs"_s, "export default () => {};");
        put(u"broken.mjs"_s, "throw new Error('not today');");
        const Run result = list({u"--json"_s});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(task(result, u"fine"_s)["host"_L1].toString(), u"node"_s);
        QCOMPARE(task(result, u"fine"_s)["kind"_L1].toString(), u"JavaScript"_s);
        QVERIFY(task(result, u"fine"_s)["problem"_L1].isNull());
        QVERIFY(task(result, u"broken"_s)["problem"_L1].toString().contains("not today"_L1));
        const QJsonObject all = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QVERIFY(all["warnings"_L1].toArray().isEmpty());
        QCOMPARE(task(list({u"--json"_s, u"--node"_s, u"/no/such/node"_s}), u"fine"_s)["kind"_L1],
                 QJsonValue(u"JavaScript"_s));
    }

    void twoFilesForOneTaskAreAnError()
    {
        put(u"same.sh"_s, "#!/bin/sh\n", true);
        put(u"same.http"_s, "url: http://h\n");
        put(u"other"_s, "#!/bin/sh\n", true);
        const Run result = list();
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.err.contains("both serve the task 'same'"_L1), qPrintable(result.err));
        QVERIFY(result.out.contains("other"_L1)); // the rest is listed
        QFile::remove(m_folder->filePath(u"same.http"_s));
        const Run named = list({u"--http"_s, u"other=http://h"_s});
        QCOMPARE(named.exitCode, 1);
        QVERIFY2(named.err.contains("the task 'other' is served twice"_L1), qPrintable(named.err));
    }

    void namesBreakNoLines()
    {
        put(u"good"_s, "#!/bin/sh\n", true);
        put(u"two\nlines.txt"_s, "");
        put(u"red\x1b[31m.txt"_s, "");
        put(u"wrong.http"_s, "url: http://h\n\x1b[7m\rk: x\n");
        put(u"new\nline/same.sh"_s, "#!/bin/sh\n", true);
        const Run result = list();
        QStringList lines = result.out.split(u'\n');
        for (QString &line : lines)
            line = line.simplified().replace(m_folder->path(), u"DIR"_s);
        QCOMPARE(
            lines,
            (QStringList{
                u"TASK KIND HOST FILE"_s,
                u"good executable DIR/good"_s,
                u"wrong HTTP (cannot run) DIR/wrong.http"_s,
                {},
                u"Tasks that cannot run"_s,
                u"DIR/wrong.http: line 2: '\\u001b[7m\\u000dk' is not a key; there are url, "
                "timeout, secret-file, secret-variable, ca-file, header"_s,
                {},
                u"Files that are not tasks"_s,
                u"DIR/new\\nline: its name has other characters than letters, digits, _ and -"_s,
                u"DIR/red\\u001b[31m.txt: its name has other characters than letters, digits, "
                "_ and -"_s,
                u"DIR/two\\nlines.txt: its name has other characters than letters, digits, _ "
                "and -"_s,
                {}}));
        const QJsonObject json = QJsonDocument::fromJson(list({u"--json"_s}).out.toUtf8()).object();
        QCOMPARE(json["notTasks"_L1][2]["file"_L1].toString(),
                 m_folder->filePath(u"two\nlines.txt"_s)); // as it is

        QDir top(m_folder->path());
        QVERIFY(top.mkdir(u"a\nb"_s));
        const Run empty = run({u"list"_s, u"--tasks"_s, m_folder->filePath(u"a\nb"_s)});
        QCOMPARE(empty.err.count(u'\n'), 1);
        QVERIFY2(empty.err.contains("/a\\nb'"_L1), qPrintable(empty.err));
    }

    void wrongOptionsAndFoldersAreUsage()
    {
        const Run none = run({u"list"_s, u"--tasks"_s, u""_s});
        QCOMPARE(none.exitCode, 2);
        QCOMPARE(none.err,
                 u"yardmaster: --tasks names no folder\n"
                 "yardmaster: see yardmaster tasks list --help\n"_s);
        QCOMPARE(run({}).exitCode, 2);
        QCOMPARE(run({u"check"_s}).exitCode, 2);
        QCOMPARE(run({u"list"_s, u"--nonsense"_s}).exitCode, 2);
        const Run missing = run({u"list"_s, u"--tasks"_s, u"/no/such"_s});
        QCOMPARE(missing.exitCode, 2);
        QVERIFY(missing.err.contains("there is no tasks folder"_L1));
        const Run named = run({u"list"_s, u"--http"_s, u"x=http://user:pass word@h"_s});
        QCOMPARE(named.exitCode, 2);
        QCOMPARE(named.err,
                 u"yardmaster: --http for 'x': the URL cannot be parsed\n"
                 "yardmaster: see yardmaster tasks list --help\n"_s);
        const Run help = run({u"list"_s, u"--help"_s});
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.out.contains("Examples"_L1) && help.out.contains("Exit codes"_L1));
    }

    void variablesAreReadToo()
    {
        QProcessEnvironment environment;
        environment.insert(u"YARDMASTER_TASKS"_s, m_folder->path());
        environment.insert(u"YARDMASTER_HTTP"_s, u"one=http://h,two=http://i/?a=b"_s);
        put(u"good"_s, "#!/bin/sh\n", true);
        const Run result = run({u"list"_s, u"--json"_s}, environment);
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        for (const QString &name : {u"good"_s, u"one"_s, u"two"_s})
            QVERIFY2(!task(result, name).isEmpty(), qPrintable(name));
    }

    void theProgramHasTheCommand()
    {
        put(u"good"_s, "#!/bin/sh\n", true);
        YardmasterProcess process({u"tasks"_s, u"list"_s, u"--tasks"_s, m_folder->path()});
        QCOMPARE(process.waitForExit(), 0);
        QVERIFY(process.standardOutput().contains("good"_L1));
    }
};

YARDMASTER_TEST(TestTasksCommand)
#include "tst_taskscommand.moc"

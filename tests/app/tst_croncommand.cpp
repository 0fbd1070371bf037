#include "app/commands/commandcall.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

namespace {

struct Run
{
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

Run run(const QStringList &arguments, const QByteArray &input = {})
{
    QBuffer in;
    in.setData(input);
    QBuffer out;
    QBuffer err;
    in.open(QBuffer::ReadOnly);
    out.open(QBuffer::WriteOnly);
    err.open(QBuffer::WriteOnly);
    const int exitCode = runCommand(QStringList{u"cron"_s} + arguments, {}, {&in, &out, &err});
    return {exitCode, out.data(), err.data()};
}

} // namespace

class TestCronCommand : public QObject
{
    Q_OBJECT

private slots:
    void nextAsJsonHasTheDocumentedForm()
    {
        const Run result = run({u"next"_s, u"-"_s, u"--json"_s, u"--from"_s,
                                u"2026-01-01T00:00:00Z"_s, u"--count"_s, u"2"_s},
                               "# x\n0 */4 * * * b\n0 2 * * * a ?id=z&tz=Europe/Paris\n"
                               "0 0 30 2 * c\n");
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out,
                 QByteArray("[{\"line\":2,\"task\":\"b\",\"identifier\":\"b\",\"description\":"
                            "\"every 4 hours, on the hour (UTC)\",\"next\":"
                            "[\"2026-01-01T00:00:00Z\",\"2026-01-01T04:00:00Z\"]},"
                            "{\"line\":3,\"task\":\"a\",\"identifier\":\"z\",\"description\":"
                            "\"every day at 02:00 (Europe/Paris)\",\"next\":"
                            "[\"2026-01-01T01:00:00Z\",\"2026-01-02T01:00:00Z\"]},"
                            "{\"line\":4,\"task\":\"c\",\"identifier\":\"c\",\"description\":"
                            "\"never (UTC)\",\"next\":[]}]\n"));
    }

    void errorsAsJsonHaveTheDocumentedForm()
    {
        for (const QString &verb : {u"next"_s, u"check"_s}) {
            const Run result = run({verb, u"-"_s, u"--json"_s}, "* * * * * a\n* * * * 9 b ?x=1\n");
            QCOMPARE(result.exitCode, 1);
            const QJsonObject object = QJsonDocument::fromJson(result.out).object();
            QCOMPARE(object.keys(), QStringList{u"errors"_s});
            const QJsonArray errors = object["errors"_L1].toArray();
            QCOMPARE(errors.size(), 2);
            QCOMPARE(errors[0]["line"_L1].toInt(), 2);
            QCOMPARE(errors[0]["column"_L1].toInt(), 9);
            QCOMPARE(errors[1]["column"_L1].toInt(), 14);
            QVERIFY(errors[1]["message"_L1].toString().contains("'x'"_L1));
        }
    }

    void checkPrintsTheEntriesInWords()
    {
        const Run wrong = run({u"check"_s, u"-"_s}, "* * * * 9 b\n");
        QCOMPARE(wrong.exitCode, 1);
        QVERIFY2(wrong.err.startsWith("standard input:1:9: 9 is too large"), wrong.err);
        const Run right = run({u"check"_s, u"-"_s}, "0 4 * * * b\n");
        QCOMPARE(right.exitCode, 0);
        QVERIFY2(right.out.contains("every day at 04:00 (UTC)"), right.out);
        QVERIFY(right.err.isEmpty());
    }

    void quotedTextCannotControlTheTerminal()
    {
        const Run result = run({u"check"_s, u"-"_s}, "* * * * * \x1b[2Jb\n");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(!result.err.contains('\x1b'), result.err);
    }

    void strictIsPassedOn()
    {
        const QByteArray text = "0 4 * * mon b\n";
        QCOMPARE(run({u"check"_s, u"-"_s}, text).exitCode, 0);
        QCOMPARE(run({u"check"_s, u"--strict"_s, u"-"_s}, text).exitCode, 1);
        QCOMPARE(run({u"next"_s, u"--strict"_s, u"-"_s}, text).exitCode, 1);
    }

    void tasksWithoutAFileAreWarnings()
    {
        QTemporaryDir folder;
        QFile task(folder.filePath(u"known"_s));
        QVERIFY(task.open(QFile::WriteOnly));
        task.write("#!/bin/sh\n");
        task.close();
        task.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        const QByteArray text = "* * * * * known\n* * * * * unknown\n";
        const Run result = run({u"check"_s, u"-"_s, u"--tasks"_s, folder.path()}, text);
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.err.count('\n'), 1);
        QVERIFY2(result.err.contains(":2:11: warning: there is no task 'unknown'"), result.err);
        const Run json = run({u"check"_s, u"-"_s, u"--json"_s, u"--tasks"_s, folder.path()}, text);
        const QJsonObject object = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(object["entries"_L1].toArray().size(), 2);
        QCOMPARE(object["warnings"_L1].toArray().size(), 1);
        QCOMPARE(run({u"check"_s, u"-"_s, u"--tasks"_s, folder.filePath(u"nowhere"_s)}).exitCode,
                 2);
    }

    void filesAreRead()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"crontab"_s);
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("* * * * * a\n");
        file.close();
        QCOMPARE(run({u"check"_s, path}).exitCode, 0);
        const Run missing = run({u"check"_s, folder.filePath(u"nothing"_s)});
        QCOMPARE(missing.exitCode, 2);
        QVERIFY2(missing.err.contains("No such file"), missing.err);
        QCOMPARE(run({u"check"_s, folder.path()}).exitCode, 2); // a folder
    }

    void timesWithoutAZoneAreUtc_data()
    {
        QTest::addColumn<QString>("from");
        for (const QString &from :
             {u"2026-01-01"_s, u"2026-01-01T00:00"_s, u"2026-01-01T00:00:00"_s,
              u"2026-01-01T02:00:00+02:00"_s, u"2025-12-31T23:59:30.500Z"_s})
            QTest::newRow(qPrintable(from)) << from;
    }
    void timesWithoutAZoneAreUtc()
    {
        QFETCH(QString, from);
        const Run result
            = run({u"next"_s, u"-"_s, u"--json"_s, u"--from"_s, from}, "* * * * * a\n");
        QCOMPARE(QJsonDocument::fromJson(result.out)[0]["next"_L1][0].toString(),
                 u"2026-01-01T00:00:00Z"_s);
    }

    void mistakesAreNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("nothing") << QStringList{} << QByteArray("use check, next");
        QTest::newRow("verb") << QStringList{u"prev"_s} << QByteArray("cron has no 'prev'");
        QTest::newRow("no file") << QStringList{u"check"_s} << QByteArray("specify a crontab file");
        QTest::newRow("two") << QStringList{u"check"_s, u"a"_s, u"b"_s} << QByteArray("not 'b'");
        QTest::newRow("option") << QStringList{u"check"_s, u"-"_s, u"--foo"_s} << QByteArray("foo");
        QTest::newRow("from") << QStringList{u"next"_s, u"-"_s, u"--from"_s, u"noon"_s}
                              << QByteArray("not 'noon'");
        QTest::newRow("count") << QStringList{u"next"_s, u"-"_s, u"--count"_s, u"0"_s}
                               << QByteArray("not '0'");
        QTest::newRow("not for check") << QStringList{u"check"_s, u"-"_s, u"--count"_s, u"3"_s}
                                       << QByteArray("--count is for cron next");
    }
    void mistakesAreNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, message);
        const Run result = run(arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(message), result.err);
        QVERIFY(result.out.isEmpty());
    }

    void theProgramNeedsNoDatabaseForIt()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"crontab"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("0 4 * * * a\n");
        file.close();
        test::YardmasterProcess program({u"cron"_s, u"next"_s, file.fileName(), u"--json"_s,
                                         u"--from"_s, u"2026-01-01"_s, u"--count"_s, u"1"_s});
        QCOMPARE(program.waitForExit(), 0);
        QVERIFY2(program.standardOutput().endsWith("\"next\":[\"2026-01-01T04:00:00Z\"]}]\n"_L1),
                 qPrintable(program.standardOutput() + program.standardError()));
        test::YardmasterProcess empty({u"cron"_s, u"check"_s, u"-"_s});
        QCOMPARE(empty.waitForExit(), 0);
        QCOMPARE(empty.standardOutput(), u"standard input: 0 entries, no errors\n"_s);
    }

    void helpNamesEveryOption()
    {
        const Run check = run({u"check"_s, u"--help"_s});
        QCOMPARE(check.exitCode, 0);
        for (const char *option : {"--strict", "--json", "--tasks"})
            QVERIFY(check.out.contains(option));
        const Run next = run({u"next"_s, u"--help"_s});
        for (const char *option : {"--strict", "--json", "--from", "--count"})
            QVERIFY(next.out.contains(option));
    }
};

YARDMASTER_TEST(TestCronCommand)
#include "tst_croncommand.moc"

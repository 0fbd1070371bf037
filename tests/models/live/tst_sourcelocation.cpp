#include "models/live/sourcelocation.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

/// Places in source files that lines of output name.
class TestSourceLocation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void placesAreFound_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("place"); // file|line|the text that names it; empty: none
        const auto row = [](const char *name, const QString &line, const QString &place) {
            QTest::newRow(name) << line << place;
        };
        row("node", u"    at run (/srv/tasks/a.js:3:7)"_s,
            u"/srv/tasks/a.js|3|/srv/tasks/a.js:3:7"_s);
        row("node, anonymous", u"    at /srv/tasks/a.js:30:17"_s,
            u"/srv/tasks/a.js|30|/srv/tasks/a.js:30:17"_s);
        row("node, async", u"    at async /srv/tasks/a.js:3:7"_s,
            u"/srv/tasks/a.js|3|/srv/tasks/a.js:3:7"_s);
        row("node, async function", u"at async Object.run (/srv/a b/c (1).ts:3:7)"_s,
            u"/srv/a b/c (1).ts|3|/srv/a b/c (1).ts:3:7"_s);
        row("node, module", u"    at default (file:///srv/my%20tasks/a.mjs:3:7)"_s,
            u"/srv/my tasks/a.mjs|3|file:///srv/my%20tasks/a.mjs:3:7"_s);
        row("node, head", u"/srv/tasks/a.js:3"_s, u"/srv/tasks/a.js|3|/srv/tasks/a.js:3"_s);
        row("python", u"  File \"/srv/tasks/a.py\", line 12, in run"_s,
            u"/srv/tasks/a.py|12|/srv/tasks/a.py\", line 12"_s);
        row("python, no function", u"  File \"/srv/tasks/a.py\", line 12"_s,
            u"/srv/tasks/a.py|12|/srv/tasks/a.py\", line 12"_s);
        row("node's own", u"    at node:internal/timers:573:11"_s, {});
        row("node's own in brackets", u"    at listOnTimeout (node:internal/timers:573:11)"_s, {});
        row("python's own", u"  File \"<frozen runpy>\", line 198, in run"_s, {});
        row("another computer", u"    at run (file://evil.example/srv/a.js:3:7)"_s, {});
        row("another computer's share", u"    at run (//evil.example/srv/a.js:3:7)"_s, {});
        row("another computer's share in a URL", u"    at run (file:////evil.example/a.js:3:7)"_s,
            {});
        row("a web page", u"    at run (https://evil.example/a.js:3:7)"_s, {});
        row("a script", u"    at run (javascript:alert:3:7)"_s, {});
        row("relative", u"    at run (tasks/a.js:3:7)"_s, {});
        row("no line", u"    at run (/srv/tasks/a.js)"_s, {});
        row("line 0", u"    at run (/srv/tasks/a.js:0:7)"_s, {});
        row("huge number", u"    at run (/srv/tasks/a.js:99999999999:7)"_s, {});
        row("prose", u"copied /srv/tasks/a.js:3 lines"_s, {});
        row("empty", {}, {});
        row("NUL", u"at /srv/a\0.js:3:7"_s, {});
    }
    void placesAreFound()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, place);
        const auto found = sourceLocationIn(line);
        QCOMPARE(found ? u"%1|%2|%3"_s.arg(found->file)
                             .arg(found->line)
                             .arg(line.mid(found->begin, found->length))
                       : QString(),
                 place);
    }

    void hostileLinesCostLittle()
    {
        QElapsedTimer timer;
        timer.start();
        for (const QString &part : {u"(/"_s, u" /"_s, u":1"_s, u"File \""_s, u"\", line "_s,
                                    u"(file:///"_s, u")"_s, u"1"_s})
            (void)sourceLocationIn(u"    at "_s + part.repeated(1'000'000) + u":1:1)"_s);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }

    void onlySourceFilesAreOpened()
    {
        const QTemporaryDir folder;
        const QString base = QDir(folder.path()).canonicalPath();
        const auto make = [&base](const QString &name, bool isExecutable = false) {
            QFile file(base + u'/' + name);
            if (!file.open(QIODevice::WriteOnly))
                qFatal("%s cannot be written", qPrintable(name));
            file.setPermissions(
                QFileDevice::ReadOwner | QFileDevice::WriteOwner
                | (isExecutable ? QFileDevice::ExeOwner : QFileDevice::Permission()));
            return file.fileName();
        };
        const QString source = make(u"a.js"_s);
        QCOMPARE(openableSource(source), source);
        QCOMPARE(openableSource(make(u"b.py"_s)), base + "/b.py"_L1);
        QCOMPARE(openableSource(base + "/x/../a.js"_L1), QString());
        QVERIFY(QDir(base).mkdir(u"folder.js"_s));
        QCOMPARE(openableSource(base + "/folder.js"_L1), QString());
        QCOMPARE(openableSource(base + "/gone.js"_L1), QString());
        QCOMPARE(openableSource(make(u"c.desktop"_s)), QString());
        QCOMPARE(openableSource(make(u"d.py"_s, true)), QString());
        QCOMPARE(openableSource(u"/"_s + source), QString());
        QCOMPARE(openableSource(u"a.js"_s), QString());
        QVERIFY(QFile::link(make(u"program"_s), base + "/e.js"_L1));
        QCOMPARE(openableSource(base + "/e.js"_L1), QString()); // the link's name says nothing
        QVERIFY(QFile::link(source, base + "/f.js"_L1));
        QCOMPARE(openableSource(base + "/f.js"_L1), source);
    }
};

YARDMASTER_TEST(TestSourceLocation)
#include "tst_sourcelocation.moc"

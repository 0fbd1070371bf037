#include "tests/support/testprogram.h"
#include "worker/events/errorsummary.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestErrorSummary final : public QObject
{
    Q_OBJECT

private slots:
    void theTellingLinesAreKept_data()
    {
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("summary");
        QTest::newRow("nothing") << QString() << QString();
        QTest::newRow("one line") << u"boom"_s << u"boom"_s;
        QTest::newRow("program") << u"Process exited with code 1\nfirst\nno such table\n"_s
                                 << u"Process exited with code 1: no such table"_s;
        const QString frames = u"Traceback (most recent call last):\n"
                               "  File \"/srv/t.py\", line 2, in run\n    send(x)\n"_s;
        QTest::newRow("traceback") << frames + u"ValueError: no"_s << u"ValueError: no"_s;
        QTest::newRow("message of two lines")
            << frames + u"ValueError: one\ntwo"_s << u"ValueError: one"_s;
        QTest::newRow("chain") << frames + u"KeyError: 'a'\n\nDuring handling:\n\n"_s + frames
                + u"OSError: b"_s
                               << u"OSError: b"_s;
        QTest::newRow("indented message")
            << frames + u"ValueError: one\n  two"_s << u"ValueError: one"_s;
        QTest::newRow("cut off") << u"Traceback (most recent call last):\n  File \"/srv"_s
                                 << u"Traceback (most recent call last): File \"/srv"_s;
        QTest::newRow("batch") << u"Batch failures:\nitem 2\nitem 3"_s
                               << u"Batch failures: item 3"_s;
        QTest::newRow("group of exceptions")
            << u"ExceptionGroup: many\n  | ValueError: one\n  +-----"_s
            << u"ExceptionGroup: many: | ValueError: one"_s;
        QTest::newRow("no words") << u"--\n++"_s << u"--: ++"_s;
    }
    void theTellingLinesAreKept()
    {
        QFETCH(const QString, error);
        QTEST(errorSummary(error), "summary");
    }
};

YARDMASTER_TEST(TestErrorSummary)
#include "tst_errorsummary.moc"

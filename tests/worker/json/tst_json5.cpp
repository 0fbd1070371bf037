#include "tests/support/testprogram.h"
#include "worker/json/json5.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestJson5 : public QObject
{
    Q_OBJECT

private slots:
    /// The right-hand sides are what JSON.stringify(JSON5.parse(…)) prints.
    void becomesJson_data()
    {
        QTest::addColumn<QString>("json5");
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const QString &json5, const QByteArray &json) {
            QTest::newRow(qPrintable(json5)) << json5 << json;
        };
        row(u"{}"_s, "{}");
        row(u" [ ] "_s, "[]");
        row(u"{a:1,}"_s, "{\"a\":1}");
        row(u"[1,2,]"_s, "[1,2]");
        row(u"{$_é日:null,'x y':true,\"z\":false}"_s, "{\"$_é日\":null,\"x y\":true,\"z\":false}");
        row(u"{\\u0061b\\u0063:1}"_s, "{\"abc\":1}");
        row(u"// one\n[1/* two */, /***/2]// three"_s, "[1,2]");
        row(u"'it\\'s \"q\"'"_s, "\"it's \\\"q\\\"\"");
        row(u"'\\b\\f\\n\\r\\t\\v\\0\\x41\\u00e9\\q\\/'"_s,
            "\"\\b\\f\\n\\r\\t\\u000b\\u0000Aéq/\"");
        row(u"'a\\\nb\\\r\nc\\\u2028d'"_s, "\"abcd\"");
        row(u"'\u2028\t\x7f'"_s, "\"\u2028\\t\x7f\"");
        row(u"'\\ud83d\\ude00 \\ud83d \\ude00'"_s, "\"😀 \\ud83d \\ude00\"");
        row(u"[+1,-1,-0,+.5,5.,0x1F,-0XfF,1e3,1E-3,5.e2]"_s,
            "[1,-1,0,0.5,5,31,-255,1000,0.001,500]");
        row(u"[1e20,1e21,123456789012345678901,1e-6,1e-7,1.5e-7]"_s,
            "[100000000000000000000,1e+21,123456789012345680000,0.000001,1e-7,1.5e-7]");
        row(u"[9007199254740993,0x20000000000001,5e-324,2e-324,1e-400,0.1]"_s,
            "[9007199254740992,9007199254740992,5e-324,0,0,0.1]");
        row(u"1.7976931348623157e308"_s, "1.7976931348623157e+308");
        row(u"0e99999999999999999999"_s, "0");
        row(u"{a:1,b:2,a:3}"_s, "{\"a\":3,\"b\":2}");
        row(u"{b:1,'10':2,'9':3,'01':4,'4294967294':5,'4294967295':6}"_s,
            "{\"9\":3,\"10\":2,\"4294967294\":5,\"b\":1,\"01\":4,\"4294967295\":6}");
        row(u"{__proto__:{x:1},constructor:2}"_s, "{\"__proto__\":{\"x\":1},\"constructor\":2}");
        row(u"{null:1,Infinity:2,true:3}"_s, "{\"null\":1,\"Infinity\":2,\"true\":3}");
    }
    void becomesJson()
    {
        QFETCH(QString, json5);
        QFETCH(QByteArray, json);
        const auto result = json5ToJson(json5);
        QVERIFY2(result, result ? "" : qPrintable(result.error().message));
        QCOMPARE(*result, json);
    }

    void errorsHaveTheirPosition_data()
    {
        QTest::addColumn<QString>("json5");
        QTest::addColumn<int>("offset");
        const auto row = [](const QString &json5, int offset) {
            QTest::newRow(qPrintable(json5)) << json5 << offset;
        };
        row(u""_s, 0);
        row(u"{"_s, 1);
        row(u"{a}"_s, 2);
        row(u"{a:}"_s, 3);
        row(u"{,}"_s, 1);
        row(u"[,]"_s, 1);
        row(u"[1,,2]"_s, 3);
        row(u"{a:1 b:2}"_s, 5);
        row(u"{1:2}"_s, 1);
        row(u"{a-b:2}"_s, 2);
        row(u"{\\u0031:2}"_s, 1);
        row(u"{\\x61:2}"_s, 2);
        row(u"[1] 2"_s, 4);
        row(u"01"_s, 1);
        row(u"0x"_s, 2);
        row(u"1e"_s, 2);
        row(u"."_s, 1);
        row(u"- 1"_s, 1);
        row(u"'open"_s, 0);
        row(u"'a\nb'"_s, 0);
        row(u"'\\1'"_s, 2);
        row(u"'\\01'"_s, 3);
        row(u"'\\x4'"_s, 4);
        row(u"/* open"_s, 0);
        row(u"/ 1"_s, 1);
        row(u"yes"_s, 0);
        row(u"nul"_s, 3);
        row(u"[nullx]"_s, 5);
    }
    void errorsHaveTheirPosition()
    {
        QFETCH(QString, json5);
        QFETCH(int, offset);
        const auto result = json5ToJson(json5);
        QVERIFY2(!result, result ? result->constData() : "");
        QCOMPARE(int(result.error().offset), offset);
        QVERIFY(!result.error().message.isEmpty());
    }

    void valuesJsonCannotHoldAreRefusedWithAReason_data()
    {
        QTest::addColumn<QString>("number");
        for (const QString &number :
             {u"Infinity"_s, u"-Infinity"_s, u"+NaN"_s, u"NaN"_s, u"1e400"_s,
              u"-1e99999999999999999999"_s, u"0x1"_s + QString(256, u'0')})
            QTest::newRow(qPrintable(number.left(20))) << number;
    }
    void valuesJsonCannotHoldAreRefusedWithAReason()
    {
        QFETCH(QString, number);
        const auto result = json5ToJson(u"{a: [%1]}"_s.arg(number));
        QVERIFY(!result);
        QCOMPARE(result.error().offset, 5);
        QCOMPARE(result.error().length, number.size());
        QVERIFY2(result.error().message.startsWith("JSON has no "_L1),
                 qPrintable(result.error().message));
        QVERIFY(result.error().hint.contains("null"_L1));
    }

    void depthHasALimit()
    {
        const auto nested = [](int depth) { return QString(depth, u'[') + QString(depth, u']'); };
        QVERIFY(json5ToJson(nested(1000)));
        const auto deeper = json5ToJson(nested(1001));
        QVERIFY(!deeper);
        QVERIFY(deeper.error().message.contains("1000"_L1));
        QVERIFY(!json5ToJson(QString(1'000'000, u'{')));
    }
};

YARDMASTER_TEST(TestJson5)
#include "tst_json5.moc"

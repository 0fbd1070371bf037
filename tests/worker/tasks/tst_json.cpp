#include "tests/support/testprogram.h"
#include <yardmaster/json.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void whatPostgresTakesIsJson_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isFine");
        const auto row = [](const char *text, bool isFine) {
            QTest::newRow(text) << QByteArray(text) << isFine;
        };
        for (const char *text :
             {"{}", "[]", " [ ] ", "0", "-0.5e+10", "1E5", "\"\"", "\"a\\u00e9\\n\"", "null",
              "true", "{\"a\": [1, {\"b\": null}], \"a\": 2}", "123456789012345678901234567890",
              "1e999", "\"é\""})
            row(text, true);
        for (const char *text : {"",        " ",           "{",      "[1,]",  "[,1]",    "{\"a\":}",
                                 "{a:1}",   "{\"a\":1,}",  "01",     "1.",    ".5",      "-",
                                 "1e",      "+1",          "nul",    "truee", "[1] x",   "'a'",
                                 "\"\\x\"", "\"\\u12g4\"", "\"open", "NaN",   "\"\xff\""})
            row(text, false);
        QTest::newRow("newline in a string") << QByteArray("\"a\nb\"") << false;
        QTest::newRow("nul in a string") << QByteArray("\"a\0b\"", 5) << false;
        QTest::newRow("deep") << QByteArray(1000, '[') + QByteArray(1000, ']') << true;
        QTest::newRow("too deep") << QByteArray(100000, '[') + QByteArray(100000, ']') << false;
    }
    void whatPostgresTakesIsJson()
    {
        QFETCH(const QByteArray, text);
        QTEST(isJson(text), "isFine");
    }

    void elementsKeepTheirBytes_data()
    {
        QTest::addColumn<QByteArray>("array");
        QTest::addColumn<QByteArrayList>("elements");
        QTest::newRow("empty") << QByteArray(" [ ] ") << QByteArrayList{};
        QTest::newRow("numbers") << QByteArray("[12345678901234567890, 1.10 ,-0]")
                                 << QByteArrayList{"12345678901234567890", "1.10", "-0"};
        QTest::newRow("nested") << QByteArray("[ {\"b\": 1,\n \"a\": [1, 2]} , [],\"],[\"]")
                                << QByteArrayList{"{\"b\": 1,\n \"a\": [1, 2]}", "[]", "\"],[\""};
        QTest::newRow("escapes") << QByteArray("[\"\\\\\\\"]\", \"\\u00e9\"]")
                                 << QByteArrayList{"\"\\\\\\\"]\"", "\"\\u00e9\""};
    }
    void elementsKeepTheirBytes()
    {
        QFETCH(const QByteArray, array);
        const auto views = splitJsonArray(array);
        QVERIFY(views);
        QByteArrayList elements;
        for (const QByteArrayView view : *views)
            elements << view.toByteArray();
        QTEST(elements, "elements");
        QCOMPARE(joinJsonArray(*views), '[' + elements.join(',') + ']');
    }

    void whatIsNoArrayIsNotSplit()
    {
        for (const char *text : {"{}", "1", "\"[1]\"", "null", ""})
            QVERIFY2(!splitJsonArray(text), text);
    }

    void scalarsAreValuesToo()
    {
        QCOMPARE(parseJson("3")->toInt(), 3);
        QCOMPARE(parseJson("\"a\"")->toString(), u"a"_s);
        QVERIFY(parseJson("null")->isNull());
        QVERIFY(!parseJson("1, 2"));
        QVERIFY(!parseJson("{"));
    }
};

YARDMASTER_TEST(TestJson)
#include "tst_json.moc"

#include "tests/support/testprogram.h"
#include "worker/json/jsonstring.h"
#include <yardmaster/json.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <functional>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestJson : public QObject
{
    Q_OBJECT

private slots:
    void textsPostgresAcceptsAreJson_data()
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
    void textsPostgresAcceptsAreJson()
    {
        QFETCH(const QByteArray, text);
        QTEST(isJson(text), "isFine");
    }

    void jsonIsAlsoJsonToQt()
    {
        // Every text of up to four of these pieces; those that are JSON must be accepted by Qt.
        const QList<QByteArray> pieces{"{",  "}",  "[",     "]",        ":",    ",", "\"a\"", "0",
                                       "1",  "-",  ".",     "e",        "+",    " ", "true",  "nul",
                                       "\"", "\\", "u00eF", "\xc3\xa4", "\xff", "\t"};
        int sure = 0;
        const auto look = [&sure](const QByteArray &text) {
            if (!isJson(text))
                return true;
            ++sure;
            QJsonParseError error;
            const QJsonDocument document = QJsonDocument::fromJson('[' + text + ']', &error);
            return error.error == QJsonParseError::NoError && document.array().size() == 1;
        };
        const std::function<bool(const QByteArray &, int)> lookFrom
            = [&](const QByteArray &text, int left) {
                  if (!look(text)) {
                      qWarning("not JSON: %s", text.constData());
                      return false;
                  }
                  return left == 0 || std::ranges::all_of(pieces, [&](const QByteArray &piece) {
                             return lookFrom(text + piece, left - 1);
                         });
              };
        QVERIFY(lookFrom({}, 4));
        QVERIFY(sure > 100);
        for (const QByteArray text :
             {"{\"a\": [1, -0.5e+3, {\"b\": null}], \"\\u00eF\\n\": \"\xc3\xa4\"}", "[]", " true ",
              "\"\"", "1e400"})
            QVERIFY2(isJson(text), text.constData());
        for (const QByteArray text :
             {"",     " ",   "{",        "[1,]",    "{\"a\"}",   "{\"a\":1,}", "01",
              "1.",   ".5",  "+1",       "\"\\x\"", "\"\\u12\"", "\"\t\"",     "1 2",
              "[1]]", "'a'", "\"\xff\"", "nul",     "\"a",       "-"})
            QVERIFY2(!isJson(text), text.constData());
        QVERIFY(!isJson(QByteArray("1\0", 2)));
        const QByteArray cut = QByteArray::fromRawData("[12345]", 3);
        QVERIFY(!isJson(cut));
        QVERIFY(!isJson(QByteArray(100000, '[')));
    }

    void stringsAreEscapedAndReadBack()
    {
        const QByteArray text("a\b\f\n\r\t\"\\/\x01\x1f\x7f\xc3\xa4");
        const QByteArray json = jsonString(text);
        QCOMPARE(json,
                 R"("a\b\f\n\r\t\"\\/\u0001\u001f)"
                 "\x7f\xc3\xa4\"");
        QCOMPARE(plainJsonString(json), QString::fromUtf8(text));
        QCOMPARE(plainJsonString(R"("\/\ud83d\ude00")"), u"/\U0001f600"_s);
        for (qsizetype limit = 0; limit < 15; ++limit) // nor is an escape or a character cut
            QCOMPARE(plainJsonString(json, limit), QString::fromUtf8(text).left(limit));
        QCOMPARE(
            plainJsonString("\"\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\"", 3),
            u"€€€"_s);
        QCOMPARE(jsonStringEnd("[\"a\\\"b\",1]", 1), 7);
        QCOMPARE(jsonStringEnd("\"open\\", 0), 6);
    }

    void onlySpaceBetweenTokensIsRemoved()
    {
        QCOMPARE(compactJson("{ \"a b\\\" \" :\n[ 1 , \"\\\\\" ] }"),
                 "{\"a b\\\" \":[1,\"\\\\\"]}");
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

    void onlyArraysAreSplit()
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

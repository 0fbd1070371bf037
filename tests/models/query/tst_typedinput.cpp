#include "models/operations/jsontext.h"
#include "models/operations/skipreason.h"
#include "models/query/typedtime.h"
#include "tests/support/testprogram.h"

#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace yardmaster::test {

/// Puts everything between brackets.
class Brackets : public QTranslator
{
public:
    [[nodiscard]] QString translate(const char *, const char *text, const char *,
                                    int) const override
    {
        return u'[' + QString::fromLatin1(text) + u']';
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

/// What people type into dialogs: times, spans, JSON.
class TestTypedInput : public QObject
{
    Q_OBJECT

private slots:
    void timesAreUnderstood_data();
    void timesAreUnderstood();
    void jsonProblemsAreLocated_data();
    void jsonProblemsAreLocated();
    void formattingKeepsEveryCharacter();
    void reasonsAreTranslated();
};

void TestTypedInput::timesAreUnderstood_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("time"); // empty: not understood
    const auto add = [](const char *text, const char *time) {
        QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(time);
    };
    // Now is 2026-11-20T12:00:00Z, which is 13:00 there.
    add("now", "2026-11-20T12:00:00Z");
    add("in 10 min", "2026-11-20T12:10:00Z");
    add("in 1 hour 30 minutes", "2026-11-20T13:30:00Z");
    add("+2d", "2026-11-22T12:00:00Z");
    add("-1h", "2026-11-20T11:00:00Z");
    add("now+90s", "2026-11-20T12:01:30Z");
    add("14:30", "2026-11-20T13:30:00Z");
    add("9:15", "2026-11-21T08:15:00Z");
    add("tomorrow", "2026-11-20T23:00:00Z");
    add("Tomorrow 09:00", "2026-11-21T08:00:00Z");
    add("today 23:59:59", "2026-11-20T22:59:59Z");
    add("2026-12-24 18:00", "2026-12-24T17:00:00Z");
    add("2026-12-24T18:00:00Z", "2026-12-24T18:00:00Z");
    add("2026-12-24T18:00:00-05:00", "2026-12-24T23:00:00Z");
    add("25:00", "");
    add("in a while", "");
    add("in", "");
    add("10 min", "");
    add("tomorrow at noon", "");
    add("2026-13-01", "");
    add("", "");
}

void TestTypedInput::timesAreUnderstood()
{
    QFETCH(const QString, text);
    QFETCH(const QString, time);
    const Timestamp now = timestamp(QDateTime::fromString(u"2026-11-20T12:00:00Z"_s, Qt::ISODate));
    const QTimeZone zone(3600);
    const auto parsed = parseTypedTime(text, now, zone);
    QCOMPARE(parsed ? dateTime(*parsed).toString(Qt::ISODate) : QString(), time);
    QCOMPARE(parseTypedTime(u"never"_s, now, zone), std::optional(Timestamp::max()));
}

void TestTypedInput::jsonProblemsAreLocated_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place"); // empty: it is JSON
    const auto add = [](const char *text, const char *place) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(place);
    };
    for (const char *fine : {"{}", "[]", "null", " true ", "\"\"", "-0.5e+10",
                             "{\"a\":[1,{\"b\":\"\\u00e4\\n\"}]}", "[ 1 , 2 ]", "0", "{ }"})
        add(fine, "");
    add("", "1:1");
    add("{", "1:2");
    add("{\"a\" 1}", "1:6");
    add("{\"a\":1,}", "1:8");
    add("{a:1}", "1:2");
    add("{'a':1}", "1:2");
    add("[1 2]", "1:4");
    add("[1,\n 2,\n x]", "3:2");
    add("01", "1:2");
    add("1.", "1:3");
    add("-", "1:2");
    add("+1", "1:1");
    add("NaN", "1:1");
    add("nul", "1:1");
    add("\"a\nb\"", "1:3");
    add("\"\\x\"", "1:3");
    add("\"\\u12g4\"", "1:6");
    add("{} {}", "1:4");
    add("\"\xC3\xA4\" x", "1:5"); // columns are characters
}

void TestTypedInput::jsonProblemsAreLocated()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, place);
    const auto problem = jsonProblem(text);
    QCOMPARE(problem ? u"%1:%2"_s.arg(problem->line).arg(problem->column) : QString(), place);
    QVERIFY(!problem || !problem->message.isEmpty());
}

void TestTypedInput::formattingKeepsEveryCharacter()
{
    const QByteArray odd
        = "{\"a\":{},\"b\":[ ],\"a\":[1.10,{\"x\" : \"}{ , \\\" \\\\\"}],\"n\":1e400}";
    const QByteArray formatted = formattedJson(odd);
    QCOMPARE(formatted,
             QByteArray("{\n  \"a\": {},\n  \"b\": [],\n  \"a\": [\n    1.10,\n    {\n"
                        "      \"x\": \"}{ , \\\" \\\\\"\n    }\n  ],\n  \"n\": 1e400\n"
                        "}"));
    QVERIFY(!jsonProblem(formatted));
    QCOMPARE(formattedJson(formatted), formatted);
}

void TestTypedInput::reasonsAreTranslated()
{
    QCOMPARE(skipReasonText(u"locked by web-1"_s), u"locked by web-1"_s);
    Brackets brackets;
    QVERIFY(QCoreApplication::installTranslator(&brackets));
    QCOMPARE(skipReasonText(u"locked by web-1"_s), u"[locked by web-1]"_s);
    QCOMPARE(skipReasonText(u"changed since"_s), u"[changed since]"_s);
    QCOMPARE(skipReasonText(u"its key now belongs to job 7"_s),
             u"[its key now belongs to job 7]"_s);
    QCOMPARE(skipReasonText(u"of another version"_s), u"of another version"_s);
    QCoreApplication::removeTranslator(&brackets);
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestTypedInput)
#include "tst_typedinput.moc"

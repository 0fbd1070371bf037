#include "tests/support/testprogram.h"
#include "worker/tasks/hostmessages.h"
#include <yardmaster/json.h>

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestHostMessages : public QObject
{
    Q_OBJECT

private slots:
    void aMessageIsOneArrayThatBeginsWithAString_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isMessage");
        for (const char *text : {R"(["bye"])", R"( [ "done" , [1, [2, "no"]] ] )",
                                 R"(["a", {"b": [null]}, "\u00e9", -1.5e3])", "[\"\xc3\xa9\"]"})
            QTest::newRow(text) << QByteArray(text) << true;
        for (const char *text : {"", " ", "[", "[]", "[\"a\"", "[\"a\",]", "[,\"a\"]", "[\"a\" 1]",
                                 "[\"a\"]]", "[\"a\"] x", "[1]", "[[\"a\"]]", "{\"a\": 1}", "\"a\"",
                                 "[\"a\", 01]", "[\"\xff\"]", "[\"a\", [1}]", "[\"open]"})
            QTest::newRow(text) << QByteArray(text) << false;
    }
    void aMessageIsOneArrayThatBeginsWithAString()
    {
        QFETCH(const QByteArray, text);
        const auto items = messageItems(text);
        QTEST(items.has_value(), "isMessage");
        if (items)
            QCOMPARE(*items, splitJsonArray(text).value());
    }

    /// PostgreSQL accepts some thousands.
    void payloadsAreNestedAsDeeplyAsTheyAre()
    {
        constexpr qsizetype depth = 1'000'000;
        const QByteArray payload = "[" + QByteArray("{\"a]\":[").repeated(depth) + "7"
            + QByteArray("]}").repeated(depth) + ", \"[\\\"{\"]";
        const QByteArray specs = "[[\"t\", " + payload + "], [\"u\", {}]]";
        const QByteArray text = "[\"addJobs\", 1, 2, " + specs + ", null]";
        const auto items = messageItems(text);
        QVERIFY(items.has_value());
        QCOMPARE(items->size(), size_t{5});
        QCOMPARE(items->at(3), specs);
        const auto spec = messageSpec("[\"t\", " + payload + "]", {});
        QVERIFY(spec.has_value());
        QCOMPARE(spec->payload, payload);

        QByteArray wrong = text;
        wrong[wrong.indexOf("7]")] = ']';
        QVERIFY(!messageItems(wrong));
        QVERIFY(!messageItems(QByteArray(text).chopped(1)));
    }

    void onlyWholeNumbersAreRuns()
    {
        QCOMPARE(messageRun("7"), quint64{7});
        QCOMPARE(messageRun("18446744073709551615"), quint64(-1));
        for (const char *other :
             {"", "0", "-1", "7.0", "7x", "\"7\"", "[7]", "null", "18446744073709551616"})
            QCOMPARE(messageRun(other), quint64{0});
    }

    void numbersOfJobsAreWhole()
    {
        const auto spec = messageSpec(R"(["t", {}, {"priority": -3, "maxAttempts": 5.0}])", {});
        QCOMPARE(spec->priority, std::optional(-3));
        QCOMPARE(spec->maxAttempts, std::optional(5));
        const auto errorOf = [](const QByteArray &options) {
            return messageSpec(R"(["t", {}, )" + options + ']', {}).error().message;
        };
        const QString rule = u"; it must be a whole number of at most 32767"_s;
        QCOMPARE(errorOf(R"({"priority": 1e12})"), u"priority is 1e+12"_s + rule);
        QCOMPARE(errorOf(R"({"maxAttempts": 1.5})"), u"maxAttempts is 1.5"_s + rule);
        QCOMPARE(errorOf(R"({"maxAttempts": "5"})"), u"maxAttempts is \"5\""_s + rule);
        QCOMPARE(errorOf(R"({"priority": true})"), u"priority is true"_s + rule);
    }

    void timesOfJobsAreMilliseconds_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<std::optional<Timestamp>>("time");
        const auto row = [](const char *text, std::optional<Timestamp> time) {
            QTest::newRow(text) << QByteArray(text) << time;
        };
        const auto micros = [](qint64 count) {
            return std::optional(Timestamp(std::chrono::microseconds(count)));
        };
        row("1893553445678", micros(1893553445678000));
        row("1893553445678.901", micros(1893553445678901));
        row("-315521754321.1", micros(-315521754321100));
        row("8640000000000000", micros(8640000000000000000));
        row("\"Infinity\"", Timestamp::max());
        row("null", std::nullopt);
    }
    void timesOfJobsAreMilliseconds()
    {
        QFETCH(const QByteArray, text);
        const auto spec = messageSpec(R"(["t", {}, {"runAt": )" + text + "}]", {});
        QVERIFY(spec.has_value());
        QTEST(spec->runAt, "time");
    }

    void specsOfAnotherTypeAreRefused_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<QString>("error");
        QTest::newRow("no identifier")
            << QByteArray("[null, {}]") << u"the task identifier is null; it must be a string"_s;
        QTest::newRow("time") << QByteArray(R"(["t", {}, {"runAt": "soon"}])")
                              << u"runAt is \"soon\"; it must be a time in milliseconds"_s;
        QTest::newRow("far time") << QByteArray(R"(["t", {}, {"runAt": 1e17}])")
                                  << u"runAt is 1e+17; it must be a time in milliseconds"_s;
        QTest::newRow("flag") << QByteArray(R"(["t", {}, {"flags": ["x", null]}])")
                              << u"a flag is null; it must be a string"_s;
    }
    void specsOfAnotherTypeAreRefused()
    {
        QFETCH(const QByteArray, spec);
        const auto found = messageSpec(spec, {});
        QVERIFY(!found);
        QCOMPARE(found.error().kind, DbError::Kind::InvalidInput);
        QTEST(found.error().message, "error");
    }
};

YARDMASTER_TEST(TestHostMessages)
#include "tst_hostmessages.moc"

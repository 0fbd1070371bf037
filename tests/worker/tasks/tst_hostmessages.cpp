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
        const QByteArray payload
            = "[" + QByteArray("{\"a]\":[").repeated(depth) + "7" + QByteArray("]}").repeated(depth)
            + ", \"[\\\"{\"]";
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
    }
};

YARDMASTER_TEST(TestHostMessages)
#include "tst_hostmessages.moc"

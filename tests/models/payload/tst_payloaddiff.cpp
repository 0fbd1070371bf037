#include "models/payload/payloaddiff.h"
#include "tests/models/payload/payloadtexts.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace yardmaster::test;

/// Differences between two payloads.
class TestPayloadDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void differencesAreFound_data();
    void differencesAreFound();
    void diffOfAPayloadWithItselfIsEmpty();
    void diffHidesValues();
    void largeDiffsEnd();
};

void TestPayloadDiff::differencesAreFound_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("changes"); // sign, path, values
    const auto row
        = [](const char *name, const char *before, const char *after, const QStringList &changes) {
              QTest::newRow(name) << QByteArray(before) << QByteArray(after) << changes;
          };
    row("white space and order", R"({"a":1,"b":[1, 2]})", R"({ "b":[1,2],"a" : 1 })", {});
    row("changed", R"({"a":{"b":1}})", R"({"a":{"b":2}})", {u"~ a.b 1 2"_s});
    row("added and removed", R"({"a":1,"b":2})", R"({"b":2,"c":[3]})",
        {u"- a 1 "_s, u"+ c  [3]"_s});
    row("another kind", R"({"a":{"b":1}})", R"({"a":[1]})", {u"~ a {\"b\":1} [1]"_s});
    row("as written", R"([1.0])", R"([1.00])", {u"~ 0 1.0 1.00"_s});
    row("escapes", R"(["\u0061"])", R"(["a"])", {});
    row("inserted", R"([1,2,3,4])", R"([1,9,2,3,4])", {u"+ 1  9"_s});
    row("taken out", R"([1,2,3,4])", R"([1,2,4])", {u"- 2 3 "_s});
    row("in an item", R"([{"a":1},{"a":2},{"a":3}])", R"([{"a":1},{"a":5},{"a":3}])",
        {u"~ 1.a 2 5"_s});
    row("keys twice", R"({"a":1,"a":2})", R"({"a":1,"a":3})", {u"~ a 2 3"_s});
    row("keys once less", R"({"a":1,"a":2})", R"({"a":1})", {u"- a 2 "_s});
    row("everything", "1", "\"x\"", {u"~  1 \"x\""_s});
}

void TestPayloadDiff::differencesAreFound()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QStringList, changes);
    QStringList found;
    for (const PayloadChange &change :
         diffPayloads(*payloadOf(before), *payloadOf(after), false).changes) {
        const QChar sign = change.kind == PayloadChange::Kind::Added ? u'+'
            : change.kind == PayloadChange::Kind::Removed            ? u'-'
                                                                     : u'~';
        found << u"%1 %2 %3 %4"_s.arg(sign).arg(change.path.join(u'.'),
                                                QString::fromUtf8(change.before),
                                                QString::fromUtf8(change.after));
    }
    QCOMPARE(found, changes);
}

void TestPayloadDiff::diffOfAPayloadWithItselfIsEmpty()
{
    for (quint32 seed = 1; seed <= 100; ++seed) {
        const auto one = payloadOf(JsonGenerator(seed).value(0));
        QVERIFY(diffPayloads(*one, *one, false).changes.isEmpty());
        const auto other = payloadOf(JsonGenerator(seed + 1000).value(0));
        const auto there = diffPayloads(*one, *other, false).changes;
        const auto back = diffPayloads(*other, *one, false).changes;
        QCOMPARE(there.isEmpty(), back.isEmpty());
    }
}

void TestPayloadDiff::diffHidesValues()
{
    const auto before = payloadOf(R"({"token":"one","a":1})", {u"token"_s});
    const auto after = payloadOf(R"({"token":"two","a":{"token":"three"}})", {u"*.token"_s});
    const auto changes = diffPayloads(*before, *after, false).changes;
    QCOMPARE(changes.size(), 2);
    for (const PayloadChange &change : changes) {
        QVERIFY(change.isHidden);
        QVERIFY(!change.before.contains("one") && !change.after.contains("three"));
    }
    QCOMPARE(diffPayloads(*before, *after, true).changes.at(0).after, "\"two\"");
}

void TestPayloadDiff::largeDiffsEnd()
{
    const auto numbers = [](int offset) {
        QByteArray text = "[";
        for (int i = 0; i < 300000; ++i)
            text += QByteArray::number(i + offset) + ',';
        return payloadOf(text + "0]");
    };
    const PayloadDiff diff = diffPayloads(*numbers(0), *numbers(5), false);
    QVERIFY(diff.isCut);
    QCOMPARE(diff.changes.size(), kMostChanges);
    const auto deep = [](const char *core) {
        return payloadOf(QByteArray("[").repeated(2000) + core + QByteArray("]").repeated(2000));
    };
    QCOMPARE(diffPayloads(*deep("1"), *deep("2"), false).changes.size(), 1);
}

YARDMASTER_TEST(TestPayloadDiff)
#include "tst_payloaddiff.moc"

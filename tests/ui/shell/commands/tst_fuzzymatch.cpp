#include "tests/support/testprogram.h"
#include "ui/shell/commands/fuzzymatch.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;

class TestFuzzyMatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lettersInOrder_data();
    void lettersInOrder();
    void betterFirst_data();
    void betterFirst();
    void positionsAreTheBestOnes();
    void longTextsAreFast();
};

void TestFuzzyMatch::lettersInOrder_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<bool>("matches");
    QTest::newRow("nothing") << QString() << true;
    QTest::newRow("whole") << u"Reset layout"_s << true;
    QTest::newRow("any case") << u"RESET"_s << true;
    QTest::newRow("first letters") << u"rl"_s << true;
    QTest::newRow("gaps") << u"rtlyt"_s << true;
    QTest::newRow("words in any order") << u"layout reset"_s << true;
    QTest::newRow("wrong order") << u"tuoyal"_s << false;
    QTest::newRow("one letter too many")
        << u"resett layout"_s << true; // t of "reset", t of "layout"
    QTest::newRow("foreign letter") << u"resetz"_s << false;
    QTest::newRow("longer than the text") << u"reset layout of all windows"_s << false;
}

void TestFuzzyMatch::lettersInOrder()
{
    QFETCH(const QString, typed);
    QFETCH(const bool, matches);
    QCOMPARE(fuzzyMatch(typed, u"Reset layout"_s).has_value(), matches);
}

void TestFuzzyMatch::betterFirst_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("word start") << u"re"_s << u"Retry"_s << u"Unlock there"_s;
    QTest::newRow("in a row") << u"job"_s << u"Add job…"_s << u"Major orb"_s;
    QTest::newRow("start of the text") << u"w"_s << u"Worker"_s << u"Start worker"_s;
    QTest::newRow("initials") << u"sw"_s << u"Start worker"_s << u"Answer"_s;
    QTest::newRow("shorter") << u"filter"_s << u"Filter"_s
                             << u"Filter by all of the values in this column"_s;
}

void TestFuzzyMatch::betterFirst()
{
    QFETCH(const QString, typed);
    QFETCH(const QString, better);
    QFETCH(const QString, worse);
    const auto good = fuzzyMatch(typed, better);
    const auto bad = fuzzyMatch(typed, worse);
    QVERIFY(good);
    QVERIFY(!bad || good->score > bad->score);
}

void TestFuzzyMatch::positionsAreTheBestOnes()
{
    QCOMPARE(fuzzyMatch(u"sw"_s, u"Answer, start worker"_s)->positions, (QList<qsizetype>{8, 14}));
    QCOMPARE(fuzzyMatch(u"try"_s, u"Retry"_s)->positions, (QList<qsizetype>{2, 3, 4}));
}

void TestFuzzyMatch::longTextsAreFast()
{
    const QString text = u"aab"_s.repeated(2000);
    QVERIFY(fuzzyMatch(u"a"_s.repeated(50), text));
    QVERIFY(!fuzzyMatch(u"a"_s.repeated(50) + u"x"_s, text));
}

YARDMASTER_TEST(TestFuzzyMatch)
#include "tst_fuzzymatch.moc"

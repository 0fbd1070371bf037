#include "models/query/filtertrail.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using Visit = FilterTrail::Visit;

/// Going back and forth among filters.
class TestFilterTrail : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesBackAndForth();
    void whatWasTypedOnTheWayIsNoStep();
    void anotherWayForgetsTheOldOne();
    void isBounded();
};

void TestFilterTrail::goesBackAndForth()
{
    FilterTrail trail;
    QVERIFY(!trail.hasBefore() && !trail.hasAfter());
    trail.visit(u"a"_s, Visit::Deliberate);
    trail.visit(u"a"_s, Visit::Deliberate);
    trail.visit(u"b"_s, Visit::Deliberate);
    QCOMPARE(trail.move(-1), u"a"_s);
    QVERIFY(trail.hasBefore() && trail.hasAfter());
    trail.visit(u"a"_s, Visit::Deliberate); // shown, as after every step
    QCOMPARE(trail.move(-1), QString());
    QCOMPARE(trail.move(-1), std::nullopt);
    QCOMPARE(trail.move(2), u"b"_s);
    QCOMPARE(trail.move(1), std::nullopt);
}

void TestFilterTrail::whatWasTypedOnTheWayIsNoStep()
{
    FilterTrail trail;
    trail.visit(u"first"_s, Visit::Deliberate);
    for (const QString &typed : {u"t"_s, u"ta"_s, u"task:a"_s})
        trail.visit(typed, Visit::Passing);
    QVERIFY(trail.settle());
    QVERIFY(!trail.settle());
    trail.visit(u"task:b"_s, Visit::Passing); // another one, begun later
    QCOMPARE(trail.move(-1), u"task:a"_s);
    QCOMPARE(trail.move(-1), u"first"_s);
}

void TestFilterTrail::anotherWayForgetsTheOldOne()
{
    FilterTrail trail;
    for (const QString &filter : {u"a"_s, u"b"_s, u"c"_s})
        trail.visit(filter, Visit::Deliberate);
    QCOMPARE(trail.move(-2), u"a"_s);
    trail.visit(u"d"_s, Visit::Deliberate);
    QVERIFY(!trail.hasAfter());
    QCOMPARE(trail.move(-1), u"a"_s);
}

void TestFilterTrail::isBounded()
{
    FilterTrail trail;
    for (int i = 0; i < 3 * FilterTrail::kLongest; ++i)
        trail.visit(QString::number(i), Visit::Deliberate);
    int steps = 0;
    while (trail.move(-1))
        ++steps;
    QCOMPARE(steps, FilterTrail::kLongest - 1);
}

YARDMASTER_TEST(TestFilterTrail)
#include "tst_filtertrail.moc"

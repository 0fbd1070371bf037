#include "models/session/standbyaddress.h"
#include "models/session/standbygate.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What a gate remembers; see tst_standby for what real servers make of it.
class TestStandbyGate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void refusalsCloseIt();
    void refusalsInARowLastLonger();
    void theServerThatAnsweredComesFirst();
    void whatIsWaitedForIsSaid();
};

void TestStandbyGate::refusalsCloseIt()
{
    StandbyGate gate;
    gate.open();
    QVERIFY(gate.isOpen() && !gate.wasRefused());
    gate.refuse();
    QVERIFY(!gate.isOpen());
    QVERIFY(gate.wasRefused());
    gate.refuse(); // of a read that was on its way: the same trouble
    QCOMPARE(gate.pause(), StandbyGate::pauseAfter(1));
    gate.open();
    gate.refuse();
    QCOMPARE(gate.pause(), StandbyGate::pauseAfter(2));
}

void TestStandbyGate::refusalsInARowLastLonger()
{
    QCOMPARE(StandbyGate::pauseAfter(1), 10s);
    QCOMPARE(StandbyGate::pauseAfter(2), 20s);
    QCOMPARE(StandbyGate::pauseAfter(3), 40s);
    QCOMPARE(StandbyGate::pauseAfter(1000), 300s);
}

void TestStandbyGate::theServerThatAnsweredComesFirst()
{
    ConnectionSettings primary;
    primary.set(u"host"_s, u"main"_s);
    primary.setStandby(u"one,two:6000,three"_s);
    const ConnectionSettings listed = standbySettings(primary);
    StandbyGate gate;
    QCOMPARE(gate.preferring(listed), listed);
    gate.noteServer(u"two"_s, u"5432"_s); // it is on another port
    QCOMPARE(gate.preferring(listed), listed);
    gate.noteServer(u"two"_s, u"6000"_s);
    const ConnectionSettings preferred = gate.preferring(listed);
    QCOMPARE(preferred.value(u"host"_s), u"two,one,three"_s);
    QCOMPARE(preferred.value(u"port"_s), u"6000,5432,5432"_s);
    // One alone has no order.
    primary.setStandby(u"two:6000"_s);
    QCOMPARE(gate.preferring(standbySettings(primary)), standbySettings(primary));
}

void TestStandbyGate::whatIsWaitedForIsSaid()
{
    StandbyGate gate;
    gate.open();
    gate.require(1000);
    QVERIFY(!gate.isAheadOf(0)); // nobody was turned away
    gate.noteTurnedAway();
    QVERIFY(gate.isAheadOf(999));
    QVERIFY(!gate.isAheadOf(1000));
    gate.noteChange(); // where it is in the log is not known yet
    QVERIFY(gate.isAheadOf(1000000));
}

YARDMASTER_TEST(TestStandbyGate)

#include "tst_standbygate.moc"

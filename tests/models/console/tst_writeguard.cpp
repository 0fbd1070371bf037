#include "models/console/writeguard.h"
#include "tests/support/testprogram.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace yardmaster::test {

/// Who may change jobs, and until when.
class TestWriteGuard : public QObject
{
    Q_OBJECT

private slots:
    void productionAndUnknownAreGuarded_data();
    void productionAndUnknownAreGuarded();
    void armingEnds();
    void armingIsNeverLong();
    void suspendedMachinesWakeUpLocked();
    void forbiddenCannotBeArmed();
    void itIsSaidOnceThatNothingIsForbidden();
};

void TestWriteGuard::productionAndUnknownAreGuarded_data()
{
    QTest::addColumn<int>("environment");
    QTest::addColumn<bool>("mayWrite");
    QTest::newRow("production") << int(Environment::Production) << false;
    QTest::newRow("staging") << int(Environment::Staging) << true;
    QTest::newRow("development") << int(Environment::Development) << true;
    QTest::newRow("unknown") << int(Environment::Unknown) << false;
    QTest::newRow("sandbox") << int(Environment::Sandbox) << true;
}

void TestWriteGuard::productionAndUnknownAreGuarded()
{
    QFETCH(const int, environment);
    QFETCH(const bool, mayWrite);
    const WriteGuard guard{Environment(environment)};
    QCOMPARE(guard.mayWrite(), mayWrite);
    QCOMPARE(guard.reason().isEmpty(), mayWrite);
    QCOMPARE(guard.wantsTypedCount(), !mayWrite);
}

void TestWriteGuard::armingEnds()
{
    WriteGuard guard(Environment::Production);
    const QSignalSpy changes(&guard, &WriteGuard::changed);
    guard.arm(5min);
    QVERIFY(guard.mayWrite());
    QCOMPARE(changes.count(), 1);
    const auto left = QDateTime::currentDateTimeUtc().secsTo(guard.armedUntil());
    QVERIFY(left > 0 && left <= 300);
    guard.lock();
    QCOMPARE(guard.state(), WriteGuard::State::Locked);
    QCOMPARE(changes.count(), 2);
    guard.lock(); // once more is nothing
    QCOMPARE(changes.count(), 2);
}

void TestWriteGuard::armingIsNeverLong()
{
    WriteGuard guard(Environment::Production);
    guard.arm(24h);
    QVERIFY(QDateTime::currentDateTimeUtc().secsTo(guard.armedUntil()) <= 15 * 60);
}

void TestWriteGuard::suspendedMachinesWakeUpLocked()
{
    auto suspended = 7min + 0ms;
    WriteGuard guard(Environment::Production, nullptr, [&suspended] { return suspended; });
    guard.arm(15min);
    QVERIFY(guard.mayWrite());
    suspended += 20ms; // reading two clocks takes time
    QVERIFY(guard.mayWrite());
    suspended += 5s;
    QCOMPARE(guard.state(), WriteGuard::State::Locked);
    guard.arm(15min);
    QVERIFY(guard.mayWrite());
}

void TestWriteGuard::forbiddenCannotBeArmed()
{
    WriteGuard guard(Environment::Production);
    guard.setForbidden(u"This is a standby."_s);
    guard.arm(5min);
    QCOMPARE(guard.state(), WriteGuard::State::Forbidden);
    QCOMPARE(guard.reason(), u"This is a standby."_s);
    guard.setForbidden({});
    QCOMPARE(guard.state(), WriteGuard::State::Locked);

    WriteGuard open(Environment::Development);
    open.setForbidden(u"This is a standby."_s);
    QVERIFY(!open.mayWrite());
}

void TestWriteGuard::itIsSaidOnceThatNothingIsForbidden()
{
    WriteGuard guard(Environment::Development);
    const QSignalSpy changes(&guard, &WriteGuard::changed);
    QVERIFY(!guard.isKnown());
    guard.setForbidden({});
    QVERIFY(guard.isKnown() && guard.mayWrite());
    QCOMPARE(changes.count(), 1);
    guard.setForbidden({});
    QCOMPARE(changes.count(), 1);
}

} // namespace yardmaster::test

YARDMASTER_TEST(yardmaster::test::TestWriteGuard)
#include "tst_writeguard.moc"

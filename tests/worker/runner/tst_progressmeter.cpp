#include "tests/support/testprogram.h"
#include "worker/runner/progressmeter.h"

#include <QTest>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Ten a second per job, and the last one.
class TestProgressMeter : public QObject
{
    Q_OBJECT

private slots:
    void eachJobHasItsOwnInterval()
    {
        ProgressMeter meter;
        const auto start = ProgressMeter::Clock::time_point(1h);
        QVERIFY(meter.note(1, {0.1, {}}, start));
        QVERIFY(!meter.note(1, {0.2, {}}, start + 99ms));
        QVERIFY(meter.note(2, {0.5, {}}, start + 99ms));
        QVERIFY(meter.note(1, {0.3, {}}, start + 100ms));
        QVERIFY(!meter.note(1, {0.4, {}}, start + 199ms));
        QVERIFY(meter.note(1, {0.5, {}}, start + 200ms));
    }

    void whatWasKeptComesAtTheEnd()
    {
        ProgressMeter meter;
        const auto start = ProgressMeter::Clock::time_point(1h);
        QVERIFY(!meter.end(1));
        QVERIFY(meter.note(1, {0.1, {}}, start));
        QVERIFY(!meter.note(1, {0.2, u"a"_s}, start));
        QVERIFY(!meter.note(1, {0.3, u"b"_s}, start));
        const auto last = meter.end(1);
        QVERIFY(last);
        QCOMPARE(last->fraction, 0.3);
        QCOMPARE(last->text, u"b"_s);
        QVERIFY(!meter.end(1));
        QVERIFY(meter.note(1, {0.1, {}}, start)); // another run of it
        QVERIFY(!meter.end(1));                   // all of it is known
    }
};

YARDMASTER_TEST(TestProgressMeter)
#include "tst_progressmeter.moc"

#include "tests/support/stallwatch.h"

#include <QMenu>
#include <QRegularExpression>
#include <QThread>
#include <QTimer>
#include <QWidget>

using namespace yardmaster;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using yardmaster::test::StallWatch;

namespace {

/// Keeps the processor busy for that much processor time, however busy the machine is.
void compute(std::chrono::milliseconds time)
{
    timespec now{};
    const auto spent = [&now] {
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    const auto end = spent() + time;
    while (spent() < end) { }
}

} // namespace

class TestStallWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void computingIsAStall();
    void blockingIsAStall();
    void whatTheTestDoesItselfIsNone();
    void nestedLoopsAreNone();
    void eventsInNestedLoopsAre();
    void endedInTheMiddle();
    void stallsAreLogged();
    void hangsAreLoggedBeforeTheyEnd();
};

void TestStallWatch::computingIsAStall()
{
    StallWatch watch(50ms);
    QTimer timer;
    timer.setObjectName(u"culprit"_s);
    timer.setSingleShot(true);
    connect(&timer, &QTimer::timeout, this, [] { compute(200ms * StallWatch::scale()); });
    timer.start(0);
    UiStall stall; // not the only one where the machine is busy
    const auto isSeen = [&] {
        for (const UiStall &each : watch.all()) {
            if (each.receiver == "QTimer culprit"_L1)
                stall = each;
        }
        return !stall.receiver.isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSeen(), 60000);
    QCOMPARE(stall.event, u"Timer"_s);
    QVERIFY(stall.time >= 200ms);
    QVERIFY(stall.busy >= 200ms);
    QCOMPARE(watch.takeComplaints().size(), 1);
}

void TestStallWatch::blockingIsAStall()
{
    StallWatch watch(50ms);
    bool isDone = false;
    QTimer::singleShot(0, this, [&isDone] {
        QThread::sleep((300ms * StallWatch::scale()) / 1s + 1);
        isDone = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(isDone, 60000);
    QCOMPARE(watch.takeComplaints().size(), 1);
}

void TestStallWatch::whatTheTestDoesItselfIsNone()
{
    StallWatch watch(50ms);
    QThread::msleep(200);
    QCoreApplication::processEvents();
    QThread::msleep(200);
    QCOMPARE(watch.takeComplaints(), QStringList());
}

void TestStallWatch::nestedLoopsAreNone()
{
    StallWatch watch(50ms);
    bool wasOpen = false;
    QTimer::singleShot(0, this, [&wasOpen] {
        QEventLoop loop;
        QTimer::singleShot(400, &loop, &QEventLoop::quit);
        loop.exec();
        wasOpen = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(wasOpen, 60000);
    QCOMPARE(watch.takeComplaints(), QStringList());
}

void TestStallWatch::eventsInNestedLoopsAre()
{
    StallWatch watch(50ms);
    bool wasOpen = false;
    QTimer::singleShot(0, this, [&wasOpen] {
        QEventLoop loop;
        QTimer::singleShot(0, &loop, [&loop] {
            compute(200ms * StallWatch::scale());
            loop.quit();
        });
        loop.exec();
        wasOpen = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(wasOpen, 60000);
    QCOMPARE(watch.takeComplaints().size(), 1);
}

void TestStallWatch::endedInTheMiddle()
{
    auto *application = qobject_cast<WatchedApplication *>(qApp);
    application->watch(500ms, [](const UiStall &) { QFAIL("told after the end"); });
    bool isDone = false;
    QTimer::singleShot(0, this, [&] {
        compute(600ms);
        application->endWatch();
        isDone = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(isDone, 60000);
    QVERIFY(!application->isWatching());
}

void TestStallWatch::stallsAreLogged()
{
    auto *application = qobject_cast<WatchedApplication *>(qApp);
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(u"^the window did not respond for \\d+ ms: QTimer culprit, Timer"_s));
    logUiStalls(application);
    QTimer timer;
    timer.setObjectName(u"culprit"_s);
    timer.setSingleShot(true);
    bool isDone = false;
    connect(&timer, &QTimer::timeout, this, [&isDone] {
        compute(100ms);
        isDone = true;
    });
    timer.start(0);
    QTRY_VERIFY_WITH_TIMEOUT(isDone, 60000);
    application->endWatch(); // an ignored message that did not come fails the test
}

namespace {

std::atomic<bool> wasToldOfHang = false;
QtMessageHandler before = nullptr;

void listen(QtMsgType type, const QMessageLogContext &context, const QString &text)
{
    if (text.startsWith("the window has not responded for a second"_L1))
        wasToldOfHang = true;
    else if (!text.startsWith("the window did not respond for"_L1))
        before(type, context, text);
}

} // namespace

void TestStallWatch::hangsAreLoggedBeforeTheyEnd()
{
    auto *application = qobject_cast<WatchedApplication *>(qApp);
    before = qInstallMessageHandler(listen);
    logUiStalls(application);
    bool wasToldInTime = false;
    QTimer::singleShot(0, this, [&wasToldInTime] {
        for (int i = 0; i < 2000 && !wasToldOfHang; ++i)
            QThread::msleep(10); // the hang
        wasToldInTime = wasToldOfHang;
    });
    QTRY_VERIFY_WITH_TIMEOUT(wasToldInTime, 60000);
    application->endWatch();
    qInstallMessageHandler(before);
}

YARDMASTER_WATCHED_TEST(TestStallWatch)
#include "tst_stallwatch.moc"

#include "tests/support/await.h"
#include "tests/support/testprogram.h"

#include <QCoroTimer>

#include <QTest>

using namespace yardmaster::test;
using namespace std::chrono_literals;

namespace {

QCoro::Task<int> answerAfter(std::chrono::milliseconds delay)
{
    QTimer timer;
    timer.start(delay);
    co_await timer;
    co_return 42;
}

QCoro::Task<int> answerAt(QTimer *timer, bool *hasResumed)
{
    co_await *timer;
    *hasResumed = true;
    co_return 42;
}

QCoro::Task<std::unique_ptr<int>> moveOnly()
{
    auto answer = std::make_unique<int>(42);
    co_return answer;
}

QCoro::Task<> nothing()
{
    co_return;
}

QCoro::Task<> thrower()
{
    throw std::logic_error("oh");
    co_return;
}

} // namespace

class tst_await final : public QObject
{
    Q_OBJECT

private slots:
    void resultIsReturned()
    {
        QCOMPARE(await(answerAfter(10ms)), 42);
        QCOMPARE(*await(moveOnly()), 42);
        await(nothing());
    }

    void exceptionIsPassedOn() { QVERIFY_EXCEPTION_THROWN(await(thrower()), std::logic_error); }

    void lostResumeFailsAndALateOneIsHarmless()
    {
        QTimer timer;
        timer.setSingleShot(true);
        timer.start(1h);
        bool hasResumed = false;
        QVERIFY_EXCEPTION_THROWN(await(answerAt(&timer, &hasResumed), 20ms), std::runtime_error);
        QVERIFY(!hasResumed);
        timer.start(0);
        QTRY_VERIFY_WITH_TIMEOUT(hasResumed, 60000); // else the coroutine would leak
    }
};

YARDMASTER_TEST(tst_await)
#include "tst_await.moc"

#include "models/session/sessionpool.h"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include <yardmaster/session.h>

#include <QSemaphore>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Use = SessionPool::Use;

/// Which work gets which session, how many there are, and for how long.
class TestSessionPool : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_database.emplace(TestDatabase::createEmpty()); }
    void cleanupTestCase() { m_database.reset(); }

    void sessionsAreShared();
    void foregroundIsNotKeptWaiting();
    void workOfOneQueueIsInOrder();
    void workThatWaitsEndsWithItsQueue();
    void sessionsOpenedEarlyAreUsed();
    void idleSessionsAreClosed();
    void longWorkHasASessionOfItsOwn();
    void maintenanceHasNoTimeLimits();
    void transactionsAreNotLeftOpen();
    void sessionsThatTheServerEndedAreReplaced();
    void renewedSessionsAreNotUsedAgain();
    void exceptionsAreErrors();
    void unreachableServerIsAnError();

private:
    /// Of this test's pools; the server notices the end of a session a little later.
    [[nodiscard]] int sessions() const
    {
        return m_database
            ->scalar("select count(*) from pg_stat_activity where datname = current_database() "
                     "and application_name = 'yardmaster console'")
            .toInt();
    }
    static Result<int> pidOf(Session &session) { return session.backendPid(); }

    std::optional<TestDatabase> m_database;
};

namespace {

/// Work that tells when it has begun, and ends when it may.
struct Gate
{
    QSemaphore begun;
    QSemaphore mayEnd;

    [[nodiscard]] auto work()
    {
        return [this](Session &session) -> Result<int> {
            begun.release();
            mayEnd.acquire();
            return session.backendPid();
        };
    }
};

} // namespace

void TestSessionPool::sessionsAreShared()
{
    const SessionPool pool(m_database->settings());
    Gate gate;
    std::vector<std::unique_ptr<WorkQueue>> queues;
    QList<QFuture<Result<int>>> answers;
    for (int i = 0; i < 10; ++i) {
        queues.push_back(std::make_unique<WorkQueue>(pool, Use::Foreground));
        answers << queues.back()->run(gate.work());
    }
    QVERIFY(gate.begun.tryAcquire(SessionPool::kMost, kPatience));
    QCOMPARE(sessions(), SessionPool::kMost);
    QVERIFY(!gate.begun.tryAcquire()); // the others wait
    gate.mayEnd.release(10);
    QSet<int> pids;
    for (const auto &answer : answers) {
        QVERIFY(answer.result());
        pids << *answer.result();
    }
    QCOMPARE(pids.size(), SessionPool::kMost);
}

void TestSessionPool::foregroundIsNotKeptWaiting()
{
    const SessionPool pool(m_database->settings());
    Gate gate;
    std::vector<std::unique_ptr<WorkQueue>> polls;
    QList<QFuture<Result<int>>> answers;
    for (int i = 0; i < 5; ++i) {
        polls.push_back(std::make_unique<WorkQueue>(pool, Use::Background));
        answers << polls.back()->run(gate.work());
    }
    QVERIFY(gate.begun.tryAcquire(SessionPool::kMost - 1, kPatience));
    WorkQueue page(pool, Use::Foreground);
    QVERIFY(page.run(pidOf).result());
    QVERIFY(!gate.begun.tryAcquire());
    gate.mayEnd.release(5); // and then come those that waited
    for (const auto &answer : answers)
        QVERIFY(answer.result());
}

void TestSessionPool::workOfOneQueueIsInOrder()
{
    const SessionPool pool(m_database->settings());
    WorkQueue queue(pool, Use::Foreground);
    std::vector<int> order; // no two at once: nobody guards it
    QFuture<Result<int>> last;
    for (int i = 0; i < 200; ++i) {
        last = queue.run([&order, i](Session &) -> Result<int> {
            order.push_back(i);
            return i;
        });
    }
    QCOMPARE(*last.result(), 199);
    QCOMPARE(order.size(), 200u);
    QVERIFY(std::ranges::is_sorted(order));
}

void TestSessionPool::workThatWaitsEndsWithItsQueue()
{
    const SessionPool pool(m_database->settings());
    Gate gate;
    QFuture<Result<int>> underWay;
    QFuture<Result<int>> waiting;
    {
        WorkQueue queue(pool, Use::Foreground);
        underWay = queue.run(gate.work());
        waiting = queue.run(pidOf);
        QVERIFY(gate.begun.tryAcquire(1, kPatience));
    }
    waiting.waitForFinished();
    QCOMPARE(waiting.resultCount(), 0);
    gate.mayEnd.release();
    QVERIFY(underWay.result());
}

void TestSessionPool::sessionsOpenedEarlyAreUsed()
{
    QTRY_COMPARE(sessions(), 0); // those of the tests before
    const SessionPool pool(m_database->settings());
    pool.openEarly();
    QTRY_COMPARE(sessions(), 1);
    const int pid = m_database
                        ->scalar("select pid from pg_stat_activity where datname = "
                                 "current_database() and application_name = 'yardmaster console'")
                        .toInt();
    WorkQueue page(pool, Use::Foreground);
    // Its thread may not be free yet when the server knows of it: then there is a second one.
    const auto isUsed = [&] { return page.run(pidOf).result().value_or(0) == pid; };
    QVERIFY(QTest::qWaitFor(isUsed, kPatience));
    QVERIFY(sessions() <= 2);
}

void TestSessionPool::idleSessionsAreClosed()
{
    const SessionPool pool(m_database->settings());
    pool.setIdleLimit(100ms);
    WorkQueue queue(pool, Use::Background);
    QVERIFY(queue.run(pidOf).result());
    QTRY_COMPARE_WITH_TIMEOUT(sessions(), 0, kPatience);
    QVERIFY(queue.run(pidOf).result());
}

void TestSessionPool::longWorkHasASessionOfItsOwn()
{
    const SessionPool pool(m_database->settings());
    Gate gate;
    std::vector<std::unique_ptr<WorkQueue>> queues;
    QList<QFuture<Result<int>>> answers;
    for (int i = 0; i < SessionPool::kMost + 2; ++i) {
        queues.push_back(std::make_unique<WorkQueue>(pool, Use::Long));
        answers << queues.back()->run(gate.work());
    }
    QVERIFY(gate.begun.tryAcquire(SessionPool::kMost + 2, kPatience));
    WorkQueue page(pool, Use::Foreground);
    QVERIFY(page.run(pidOf).result());
    gate.mayEnd.release(SessionPool::kMost + 2);
    for (const auto &answer : answers)
        QVERIFY(answer.result());
    QTRY_COMPARE_WITH_TIMEOUT(sessions(), 1, kPatience); // that of the page
}

void TestSessionPool::maintenanceHasNoTimeLimits()
{
    ConnectionSettings settings = m_database->settings();
    settings.set(u"options"_s, u"-c statement_timeout=1234 -c lock_timeout=1234"_s);
    const SessionPool pool(settings);
    const auto limits = [](Session &session) {
        return session
            .query("select current_setting('statement_timeout') || ' ' "
                   "|| current_setting('lock_timeout')")
            .map([](const Rows &rows) { return rows.text(0, 0); });
    };
    WorkQueue page(pool, Use::Foreground);
    QCOMPARE(*page.run(limits).result(), u"1234ms 1234ms"_s);
    WorkQueue maintenance(pool, Use::Maintenance);
    QCOMPARE(*maintenance.run(limits).result(), u"0 0"_s);
    QCOMPARE(*page.run(limits).result(), u"1234ms 1234ms"_s);
}

void TestSessionPool::transactionsAreNotLeftOpen()
{
    const SessionPool pool(m_database->settings());
    WorkQueue queue(pool, Use::Foreground);
    const auto begin = [](Session &session) { return session.script("begin"); };
    const auto isOpen = [](Session &session) -> Result<bool> { return session.isInTransaction(); };
    QVERIFY(queue.run(begin).result());
    QCOMPARE(*queue.run(isOpen).result(), false);
}

void TestSessionPool::sessionsThatTheServerEndedAreReplaced()
{
    const SessionPool pool(m_database->settings());
    WorkQueue queue(pool, Use::Foreground);
    const int pid = *queue.run(pidOf).result();
    m_database->endSessions("pid = " + QByteArray::number(pid));
    const auto query = [](Session &session) {
        return session.query("select 1").map([&](const Rows &) { return session.backendPid(); });
    };
    const Result<int> other = queue.run(query).result();
    QVERIFY2(other, other ? "" : qUtf8Printable(other.error().message));
    QVERIFY(*other != pid);
}

void TestSessionPool::renewedSessionsAreNotUsedAgain()
{
    const SessionPool pool(m_database->settings());
    WorkQueue queue(pool, Use::Foreground);
    const auto pid = [&queue] { return queue.run(pidOf).result().value_or(0); };
    const int first = pid();
    QVERIFY(first > 0);
    QCOMPARE(pid(), first);
    pool.renew();
    const int second = pid();
    QVERIFY(second > 0 && second != first);
    QCOMPARE(pid(), second);
}

void TestSessionPool::exceptionsAreErrors()
{
    const SessionPool pool(m_database->settings());
    WorkQueue queue(pool, Use::Foreground);
    const auto answer
        = queue.run([](Session &) -> Result<int> { throw std::runtime_error("out of paper"); })
              .result();
    QVERIFY(!answer);
    QCOMPARE(answer.error().message, u"out of paper"_s);
    QVERIFY(queue.run(pidOf).result());
}

void TestSessionPool::unreachableServerIsAnError()
{
    ConnectionSettings nowhere;
    nowhere.set(u"host"_s, u"/nonexistent"_s);
    for (const Use use : {Use::Foreground, Use::Background, Use::Long, Use::Maintenance}) {
        WorkQueue queue(SessionPool(nowhere), use);
        const auto answer = queue.run(pidOf).result();
        QVERIFY(!answer);
        QCOMPARE(answer.error().kind, DbError::Kind::CannotConnect);
    }
}

YARDMASTER_TEST(TestSessionPool)
#include "tst_sessionpool.moc"

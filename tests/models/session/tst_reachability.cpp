#include "models/session/reachability.h"

#include "models/session/poller.h"
#include "models/session/retry.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include <yardmaster/session.h>

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// All that is read through one pool is known to be old as soon as one reading finds that out, and
/// is read again as soon as one succeeds.
class TestReachability : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_database.emplace(TestDatabase::createEmpty()); }
    void cleanup() { m_database.reset(); }

    void allPollersLearnOfAnOutageAtOnce();
    void pausedOnesLearnOfItToo();
    void anEndedSessionIsNoOutage();
    void whatWasRefusedIsReadAgain();
    void slowReadingsAreOverdue();
    void whatALateServerSaidIsOldEverywhere();
    void whatIsOldIsReadWithoutARest();
    void whatIsRefusedIsOldEverywhere();
    void aRefusalExplainsWhatIsMissing();
    void refusalsFromBeforeDoNotCount();
    void retryIsDueWhenTheServerIsBack();

private:
    static Result<int> one(Session &session)
    {
        return session.query("select 1").map([](const Rows &rows) {
            return int(rows.int64(0, 0));
        });
    }
    /// Asks once, so that the pool finds out.
    static bool ask(const SessionPool &pool)
    {
        WorkQueue queue(pool, SessionPool::Use::Background);
        return queue.run(one).result().has_value();
    }

    std::optional<TestDatabase> m_database;
};

void TestReachability::allPollersLearnOfAnOutageAtOnce()
{
    const SessionPool pool(m_database->settings());
    Poller<int> rare(pool, one, 1h);
    rare.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(rare.hasRead(), kPatience);
    QVERIFY(!rare.freshness().error && !rare.freshness().isOverdue);
    const QSignalSpy failed(&rare, &PollerBase::failed);
    const QSignalSpy changed(&rare, &PollerBase::freshnessChanged);
    m_database->refuse("yardmaster console");
    QVERIFY(!ask(pool));
    QTRY_VERIFY_WITH_TIMEOUT(pool.reachability()->error(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(rare.error(), kPatience);
    QCOMPARE(rare.error()->kind, DbError::Kind::CannotConnect);
    QCOMPARE(failed.count(), 1);
    QVERIFY(!changed.isEmpty());
    QVERIFY(rare.latest()); // and what was read stays

    const QDateTime before = rare.readAt();
    m_database->admit();
    QVERIFY(ask(pool));
    QVERIFY(!pool.reachability()->error());
    QTRY_VERIFY_WITH_TIMEOUT(rare.readAt() > before, kPatience);
    QVERIFY(!rare.error() && !rare.freshness().isOverdue);
}

void TestReachability::pausedOnesLearnOfItToo()
{
    const SessionPool pool(m_database->settings());
    Poller<int> hidden(pool, one, 1h);
    hidden.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(hidden.hasRead(), kPatience);
    hidden.setPaused(true);
    m_database->refuse("yardmaster console");
    QVERIFY(!ask(pool));
    QTRY_VERIFY_WITH_TIMEOUT(hidden.error(), kPatience);
    m_database->admit();
    QVERIFY(ask(pool));
    // It does not claim that the server is away, and not that it has read again.
    QTRY_VERIFY_WITH_TIMEOUT(!hidden.error(), kPatience);
    QVERIFY(hidden.freshness().isOverdue);
    hidden.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!hidden.freshness().isOverdue, kPatience);
}

void TestReachability::anEndedSessionIsNoOutage()
{
    const SessionPool pool(m_database->settings());
    const QSignalSpy lost(pool.reachability(), &Reachability::lost);
    const QSignalSpy recovered(pool.reachability(), &Reachability::recovered);
    WorkQueue queue(pool, SessionPool::Use::Background);
    const auto ended
        = queue
              .run([](Session &session) {
                  return session.script("select pg_terminate_backend(pg_backend_pid())");
              })
              .result();
    QVERIFY(!ended);
    QTRY_COMPARE_WITH_TIMEOUT(recovered.count(), 1, kPatience); // for whoever was cut off
    QVERIFY(lost.isEmpty());
    QVERIFY(!pool.reachability()->error());
}

void TestReachability::whatWasRefusedIsReadAgain()
{
    const SessionPool pool(m_database->settings());
    Poller<int> refused(
        pool,
        [](Session &session) {
            return session.query("select count(*) from absent").map([](const Rows &rows) {
                return int(rows.int64(0, 0));
            });
        },
        1h);
    refused.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(refused.error(), kPatience);
    QCOMPARE(refused.error()->kind, DbError::Kind::SchemaMissing);
    QVERIFY(!pool.reachability()->error());
    // It tries by itself, however long its interval, and at once when another one is served again.
    QVERIFY(refused.nextAt() <= QDateTime::currentDateTimeUtc().addSecs(4));
    m_database->script("create table absent ()");
    pool.reachability()->announceRecovery();
    QVERIFY(!refused.error());
    QTRY_VERIFY_WITH_TIMEOUT(refused.hasRead(), kPatience);
}

void TestReachability::slowReadingsAreOverdue()
{
    const SessionPool pool(m_database->settings());
    QSemaphore mayEnd;
    mayEnd.release();
    Poller<int> slow(
        pool,
        [&mayEnd](Session &session) {
            mayEnd.acquire();
            return one(session);
        },
        0ms);
    slow.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(slow.hasRead(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(slow.freshness().isOverdue, kPatience); // the second one
    QVERIFY(!slow.error());
    const QSignalSpy changed(&slow, &PollerBase::freshnessChanged);
    slow.setPaused(true);
    mayEnd.release();
    QTRY_VERIFY_WITH_TIMEOUT(!slow.freshness().isOverdue, kPatience);
    QCOMPARE(changed.count(), 1);
}

void TestReachability::whatALateServerSaidIsOldEverywhere()
{
    const SessionPool pool(m_database->settings());
    Poller<int> rare(pool, one, 1h);
    rare.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(rare.hasRead(), kPatience);
    const Retry onDemand(pool);
    const QSignalSpy judged(&onDemand, &Retry::judgedAnew);
    QVERIFY(!onDemand.judged({}).isOverdue);
    pool.reachability()->setLate(true);
    QVERIFY(rare.freshness().isOverdue && !rare.error());
    QVERIFY(onDemand.judged({}).isOverdue && !onDemand.judged({}).error);
    QCOMPARE(judged.count(), 1);

    pool.reachability()->setLate(false);
    QVERIFY(!onDemand.judged({}).isOverdue);
    QVERIFY(judged.count() > 1);
    QVERIFY(rare.freshness().isOverdue); // it has not read since
    pool.reachability()->announceRecovery();
    QTRY_VERIFY_WITH_TIMEOUT(!rare.freshness().isOverdue, kPatience);
}

/// An expensive reading rests, but not while its page says that it is being read.
void TestReachability::whatIsOldIsReadWithoutARest()
{
    const SessionPool pool(m_database->settings());
    Poller<int> costly(
        pool,
        [](Session &session) {
            QThread::msleep(20);
            return one(session);
        },
        0ms);
    costly.setRest(100000);
    costly.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(costly.hasRead(), kPatience);
    const QDateTime before = costly.readAt();
    costly.setPaused(true);
    costly.setPaused(false);
    QVERIFY(costly.nextAt() > QDateTime::currentDateTimeUtc().addSecs(1000)); // it rests
    costly.setPaused(true);
    pool.reachability()->setLate(true);
    pool.reachability()->setLate(false);
    pool.reachability()->announceRecovery();
    QVERIFY(costly.freshness().isOverdue);
    costly.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!costly.freshness().isOverdue, kPatience);
    QVERIFY(costly.readAt() > before);
}

void TestReachability::whatIsRefusedIsOldEverywhere()
{
    const SessionPool pool(m_database->settings());
    Poller<int> rare(pool, one, 1h);
    rare.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(rare.hasRead(), kPatience);
    const Retry onDemand(pool);
    const QSignalSpy lost(&onDemand, &Retry::lost);
    const DbError error{DbError::Kind::PermissionDenied, {}, u"no"_s};
    pool.reachability()->setRefusal(error);
    pool.reachability()->setRefusal(error);
    QCOMPARE(lost.count(), 1);
    QCOMPARE(rare.error()->message, error.message);
    QCOMPARE(onDemand.judged({}).error->message, error.message);
    QVERIFY(!pool.reachability()->error());
    pool.reachability()->setRefusal({});
    pool.reachability()->announceRecovery();
    QVERIFY(!onDemand.judged({}).error);
    QTRY_VERIFY_WITH_TIMEOUT(!rare.error() && !rare.freshness().isOverdue, kPatience);
}

/// Each page finds out that a relation does not exist, and the monitor why.
void TestReachability::aRefusalExplainsWhatIsMissing()
{
    const SessionPool pool(m_database->settings());
    Poller<int> failing(
        pool,
        [](Session &session) {
            return session.query("table gone").map([](const Rows &) { return 0; });
        },
        10ms);
    failing.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(failing.error(), kPatience);
    QCOMPARE(failing.error()->kind, DbError::Kind::SchemaMissing);
    const Retry onDemand(pool);
    const DbError missing = *failing.error();
    QCOMPARE(onDemand.judged({{}, missing, false}).error->message, missing.message);

    const DbError why{DbError::Kind::Statement, u"42P01"_s, u"the jobs are missing"_s};
    pool.reachability()->setRefusal(why);
    const QSignalSpy failed(&failing, &PollerBase::failed);
    QTRY_VERIFY_WITH_TIMEOUT(failed.count() >= 2, kPatience);
    QCOMPARE(failing.error()->message, why.message);
    QCOMPARE(onDemand.judged({{}, missing, false}).error->message, why.message);
    // What has nothing to do with it is said as it is.
    const DbError other{DbError::Kind::Cancelled, {}, u"too slow"_s};
    QCOMPARE(onDemand.judged({{}, other, false}).error->message, other.message);
}

void TestReachability::refusalsFromBeforeDoNotCount()
{
    Reachability server;
    const QSignalSpy lost(&server, &Reachability::lost);
    const QSignalSpy recovered(&server, &Reachability::recovered);
    const DbError error{DbError::Kind::CannotConnect, {}, u"no"_s};
    const auto before = std::chrono::steady_clock::now();
    server.onReached();
    server.onRefused(before, error); // began before another one worked
    QVERIFY(lost.isEmpty() && !server.error());
    server.onRefused(std::chrono::steady_clock::now(), error);
    server.onRefused(std::chrono::steady_clock::now(), error);
    QCOMPARE(lost.count(), 1);
    server.announceRecovery(); // of something else: it cannot be reached all the same
    QVERIFY(recovered.isEmpty());
    server.onReached();
    server.onReached();
    QCOMPARE(recovered.count(), 1);
}

void TestReachability::retryIsDueWhenTheServerIsBack()
{
    const SessionPool pool(m_database->settings());
    Retry retry(pool);
    const QSignalSpy lost(&retry, &Retry::lost);
    const QSignalSpy due(&retry, &Retry::due);
    QVERIFY(ask(pool));
    m_database->refuse("yardmaster console");
    QVERIFY(!ask(pool));
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 1, kPatience);
    retry.setFailing(true); // hidden: it waits
    m_database->admit();
    QVERIFY(ask(pool));
    QCoreApplication::processEvents();
    QVERIFY(due.isEmpty());
    retry.setPaused(false);
    QCOMPARE(due.count(), 1);
    retry.setFailing(true);
    QTRY_COMPARE_WITH_TIMEOUT(due.count(), 2, kPatience); // by itself
    retry.setFailing(false);
}

YARDMASTER_TEST(TestReachability)
#include "tst_reachability.moc"

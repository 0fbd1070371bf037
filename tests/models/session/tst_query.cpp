#include "models/session/poller.h"
#include "models/session/query.h"

#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include <yardmaster/session.h>

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

using Use = SessionPool::Use;

/// Single requests of the window (Query), and repeated ones (Poller).
class TestQuery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_database.emplace(TestDatabase::createEmpty()); }
    void cleanupTestCase() { m_database.reset(); }

    void answersArriveOnTheCallersThread();
    void statementsAreCancelled();
    void failureAfterCancellingCountsAsCancelled();
    void onlyTheLastRequestIsAnswered();
    void deletedReceiversAreNotCalled();
    void progressIsReported();
    void changesOnlyAreAnnounced();
    void pollerRestsAfterSlowReadings();
    void changesDuringAReadingAreReadAgain();
    void pollerContinuesAfterAnError();

private:
    static Result<int> one(Session &session)
    {
        return session.query("select 1").map([](const Rows &rows) {
            return int(rows.int64(0, 0));
        });
    }
    static Result<int> sleep(Session &session)
    {
        return session.query("select pg_sleep(600)").map([](const Rows &) { return 0; });
    }
    [[nodiscard]] QString sleeping() const
    {
        return m_database->scalar("select count(*) from pg_stat_activity where datname = "
                                  "current_database() and query = 'select pg_sleep(600)' and "
                                  "state = 'active'");
    }

    std::optional<TestDatabase> m_database;
};

void TestQuery::answersArriveOnTheCallersThread()
{
    Query query(SessionPool(m_database->settings()), Use::Foreground);
    const QSignalSpy changes(&query, &Query::changed);
    std::optional<Result<int>> answer;
    query.ask(&one, [&](const Result<int> &result) {
        QVERIFY(!query.isAsking()); // it could ask the next thing
        QCOMPARE(QThread::currentThread(), thread());
        answer = result;
    });
    QVERIFY(query.isAsking());
    QTRY_VERIFY_WITH_TIMEOUT(answer, kPatience);
    QCOMPARE(**answer, 1);
    QCOMPARE(changes.count(), 2);
}

void TestQuery::statementsAreCancelled()
{
    Query query(SessionPool(m_database->settings()), Use::Foreground);
    std::optional<Result<int>> answer;
    query.ask(&sleep, [&](const Result<int> &result) { answer = result; });
    QTRY_COMPARE_WITH_TIMEOUT(sleeping(), u"1"_s, kPatience);
    QVERIFY(query.backendPid() > 0);
    query.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(answer, kPatience);
    QVERIFY(!*answer);
    QCOMPARE(answer->error().kind, DbError::Kind::Cancelled);
    QCOMPARE(query.backendPid(), 0);

    // The one that has not even begun, too.
    QSemaphore hasBegun;
    QSemaphore mayEnd;
    query.ask(
        [&](Session &session) {
            hasBegun.release();
            mayEnd.acquire();
            return one(session);
        },
        [](const Result<int> &) { QFAIL("dropped"); });
    QVERIFY(hasBegun.tryAcquire(1, kPatience)); // or it would not hold up the next one
    answer.reset();
    query.ask(&one, [&](const Result<int> &result) { answer = result; });
    query.cancel();
    mayEnd.release();
    QTRY_VERIFY_WITH_TIMEOUT(answer, kPatience);
    QVERIFY(!*answer);
    QCOMPARE(answer->error().kind, DbError::Kind::Cancelled);
}

void TestQuery::failureAfterCancellingCountsAsCancelled()
{
    ConnectionSettings nowhere = m_database->settings();
    nowhere.set(u"port"_s, u"1"_s);
    Query query(SessionPool(nowhere, u"test"_s), Use::Foreground);
    std::optional<Result<int>> answer;
    const auto ask = [&] {
        answer.reset();
        query.ask(&one, [&](const Result<int> &result) { answer = result; });
    };
    ask();
    QTRY_VERIFY_WITH_TIMEOUT(answer, kPatience);
    QCOMPARE(answer->error().kind, DbError::Kind::CannotConnect);
    ask();
    query.cancel();
    QTRY_VERIFY_WITH_TIMEOUT(answer, kPatience);
    QCOMPARE(answer->error().kind, DbError::Kind::Cancelled);
}

void TestQuery::onlyTheLastRequestIsAnswered()
{
    Query query(SessionPool(m_database->settings()), Use::Foreground);
    query.ask(&sleep, [](const Result<int> &) { QFAIL("dropped"); });
    QTRY_COMPARE_WITH_TIMEOUT(sleeping(), u"1"_s, kPatience);
    std::optional<Result<int>> answer;
    query.ask(&one, [&](const Result<int> &result) { answer = result; });
    QTRY_VERIFY_WITH_TIMEOUT(answer, kPatience);
    QCOMPARE(**answer, 1);
    QCOMPARE(sleeping(), u"0"_s);
}

void TestQuery::deletedReceiversAreNotCalled()
{
    const SessionPool pool(m_database->settings());
    {
        Query query(pool, Use::Foreground);
        query.ask(&sleep, [](const Result<int> &) { QFAIL("it is gone"); });
        QTRY_COMPARE_WITH_TIMEOUT(sleeping(), u"1"_s, kPatience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(sleeping(), u"0"_s, kPatience);
}

void TestQuery::progressIsReported()
{
    Query query(SessionPool(m_database->settings()), Use::Long);
    const QSignalSpy progress(&query, &Query::progressed);
    bool hasEnded = false;
    query.ask(
        [](Session &, ReadControl &control) -> Result<void> {
            Q_EMIT control.progressed(5, 10, 2);
            return {};
        },
        [&](const Result<void> &) { hasEnded = true; });
    QTRY_VERIFY_WITH_TIMEOUT(hasEnded, kPatience);
    QCOMPARE(progress.count(), 1);
    QCOMPARE(progress.first().at(1).toLongLong(), 10);
}

void TestQuery::changesOnlyAreAnnounced()
{
    std::atomic<int> value = 1;
    std::atomic<int> reads = 0;
    Poller<int> poller(
        SessionPool(m_database->settings()),
        [&](Session &) -> Result<int> {
            ++reads;
            return value.load();
        },
        1ms);
    const QSignalSpy changes(&poller, &PollerBase::changed);
    QVERIFY(!poller.hasRead());
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(reads > 5, kPatience);
    QCOMPARE(changes.count(), 1);
    value = 2;
    QTRY_COMPARE_WITH_TIMEOUT(changes.count(), 2, kPatience);
    QCOMPARE(*poller.latest(), 2);
}

void TestQuery::pollerRestsAfterSlowReadings()
{
    std::atomic<int> reads = 0;
    Poller<int> poller(
        SessionPool(m_database->settings()),
        [&](Session &session) {
            ++reads;
            return session.query("select pg_sleep(0.5)").map([](const Rows &) { return 0; });
        },
        1ms);
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(poller.hasRead(), kPatience);
    const auto isResting
        = [&] { return poller.nextAt() > QDateTime::currentDateTimeUtc().addSecs(5); };
    QVERIFY(isResting());
    poller.refreshSoon(); // as after a change
    QVERIFY(isResting());
    poller.setPaused(true);
    poller.setPaused(false); // as when the page is left, and opened again
    QVERIFY(isResting());
    QCOMPARE(reads, 1);
    poller.refresh(); // a person wants it
    QTRY_COMPARE_WITH_TIMEOUT(reads, 2, kPatience);
}

void TestQuery::changesDuringAReadingAreReadAgain()
{
    QSemaphore begun;
    QSemaphore mayEnd;
    Poller<int> poller(
        SessionPool(m_database->settings()),
        [&](Session &) -> Result<int> {
            begun.release();
            mayEnd.acquire();
            return 0;
        },
        1h);
    poller.setPaused(false);
    QVERIFY(begun.tryAcquire(1, kPatience));
    poller.refreshSoon();
    mayEnd.release(2);
    QTRY_VERIFY_WITH_TIMEOUT(begun.available() > 0, kPatience);
}

void TestQuery::pollerContinuesAfterAnError()
{
    std::atomic<bool> isBroken = true;
    Poller<int> poller(
        SessionPool(m_database->settings()),
        [&](Session &) -> Result<int> {
            if (isBroken)
                return fail(DbError::Kind::Statement, u"broken"_s);
            return 7;
        },
        1ms);
    const QSignalSpy failures(&poller, &PollerBase::failed);
    poller.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(failures.count() > 2, kPatience);
    QCOMPARE(poller.error()->message, u"broken"_s);
    QVERIFY(!poller.latest());
    isBroken = false;
    QTRY_VERIFY_WITH_TIMEOUT(poller.latest(), kPatience);
    QVERIFY(!poller.error());
    isBroken = true;
    QTRY_VERIFY_WITH_TIMEOUT(poller.error(), kPatience);
    QCOMPARE(*poller.latest(), 7); // what was read last stays
}

YARDMASTER_TEST(TestQuery)
#include "tst_query.moc"

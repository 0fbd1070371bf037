#include "tests/support/testprogram.h"
#include "tests/worker/runner/jobsendertest.h"

#include <QRegularExpression>

#include <vector>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The thread that adds jobs for handlers and Runner::addJob().
class TestJobSender : public JobSenderTest
{
    Q_OBJECT

private slots:
    void anUnusedConnectionIsClosed()
    {
        JobSender adds = sender(10ms);
        for (int i = 1; i <= 2; ++i) {
            QVERIFY(resultOf(adds.add({.identifier = u"t"_s})));
            QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity "
                                             "where application_name = 'yardmaster add' "
                                             "and datname = current_database()"),
                                      u"0"_s, 60000);
            QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), QString::number(i));
        }
    }

    void gatheredAddsShareATransaction()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        std::vector<QFuture<AddedJob>> futures;
        futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(isBlocked());
        for (int i = 0; i < 50; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s, .priority = i}));
        QVERIFY(lock->commit());
        int priority = 0;
        for (size_t i = 1; i < futures.size(); ++i)
            QCOMPARE((*resultOf(futures[i]))->priority, priority++);
        QCOMPARE(scalar("select count(*) || ' ' || count(distinct xmin::text) "
                        "from graphile_worker._private_jobs"),
                 u"51 2"_s);
    }

    void aRefusedAddDoesNotAffectOthers()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        std::vector<QFuture<AddedJob>> futures;
        futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(isBlocked());
        futures.push_back(adds.add({.identifier = u"t"_s}));
        futures.push_back(adds.add({.identifier = u"t"_s, .payload = "{"}));
        futures.push_back(adds.add({.identifier = u"t"_s, .jobKey = u"k"_s}));
        futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(lock->commit());
        for (size_t i = 0; i < futures.size(); ++i)
            QCOMPARE(resultOf(futures[i]).has_value(), i != 2);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"4"_s);
    }

    /// Those before it need not be written again for each that is refused.
    void theOthersOfItsTransactionAreWrittenTogether()
    {
        sql("create function public.refuse() returns trigger language plpgsql as $$ begin if "
            "new.priority % 20 = 7 then raise exception 'not this one'; end if; return new; end "
            "$$");
        sql("create trigger refuse before insert on graphile_worker._private_jobs for each row "
            "execute function public.refuse()");
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        std::vector<QFuture<AddedJob>> futures;
        futures.push_back(adds.add({.identifier = u"t"_s, .priority = 0}));
        QVERIFY(isBlocked());
        for (int i = 1; i <= 40; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s, .priority = i}));
        QVERIFY(lock->commit());
        for (int i = 0; i <= 40; ++i)
            QCOMPARE(resultOf(futures[size_t(i)]).has_value(), i != 7 && i != 27);
        // 0; 1 to 6; 8 to 26; 28 to 40
        QCOMPARE(scalar("select count(*) || ' ' || count(distinct xmin::text) "
                        "from graphile_worker._private_jobs"),
                 u"39 4"_s);
        QCOMPARE(scalar("select string_agg(priority::text, ' ' order by id) = "
                        "string_agg(priority::text, ' ' order by priority) "
                        "from graphile_worker._private_jobs"),
                 u"t"_s);
    }

    void aConnectionThatIsEndedLosesNothing()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        std::vector<QFuture<AddedJob>> futures;
        futures.push_back(adds.add({.identifier = u"t"_s})); // alone
        QVERIFY(isBlocked());
        for (int i = 0; i < 20; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s}));
        futures.push_back(adds.add({.identifier = u"t"_s, .jobKey = u"k"_s}));
        QVERIFY(isBlocked(2));
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(m_database->endSessions("application_name = 'yardmaster add'"), 2);
            QVERIFY(isBlocked(2)); // all but the last in one transaction
        }
        QVERIFY(lock->commit());
        for (const auto &future : futures)
            QVERIFY(resultOf(future).has_value());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"22"_s);
    }

    void oneThatWaitsForLongIsReported()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        const QFuture<AddedJob> blocked = adds.add({.identifier = u"t"_s});
        QVERIFY(isBlocked());
        adds.noticeWaiting(1h);
        QTest::ignoreMessage(QtWarningMsg,
                             QRegularExpression(u"^jobs are still being added after 0 s"_s));
        adds.noticeWaiting(0s);
        QTest::failOnWarning(QRegularExpression(u"."_s)); // once
        adds.noticeWaiting(0s);
        QVERIFY(lock->commit());
        QVERIFY(resultOf(blocked).has_value());
    }

    void someWaitUntilThereIsAConnection()
    {
        JobSender adds = sender();
        QVERIFY(resultOf(adds.add({.identifier = u"t"_s})));
        m_database->refuse("yardmaster add");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^cannot connect to add jobs: "_s));
        std::vector<QFuture<AddedJob>> futures;
        for (int i = 0; i < 3; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s}, JobSender::WhenAway::Wait));
        QFuture<AddedJobs> several = adds.addAll({{.identifier = u"t"_s}, {.identifier = u"t"_s}},
                                                 JobSender::WhenAway::Wait);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_database->serverLog().filter(u"is not currently accepting connections"_s).isEmpty(),
            kPatience);
        QCOMPARE(adds.pending(), 4);
        m_database->admit();
        for (const auto &future : futures)
            QVERIFY(resultOf(future).has_value());
        several.waitForFinished();
        QVERIFY(several.result().has_value());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"6"_s);
    }

    void othersFailWhereThereIsNone()
    {
        JobSender adds = sender();
        m_database->refuse("yardmaster add");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^cannot connect to add jobs: "_s));
        // Not shared with those behind it.
        const auto patient = adds.addAll({{.identifier = u"t"_s}}, JobSender::WhenAway::Wait);
        const AddedJob one = resultOf(adds.add({.identifier = u"t"_s}));
        QCOMPARE(one.error().kind, DbError::Kind::CannotConnect);
        auto several = adds.addAll({{.identifier = u"t"_s}});
        several.waitForFinished();
        QCOMPARE(several.result().error().kind, DbError::Kind::CannotConnect);
        QVERIFY(!patient.isFinished());
        m_database->admit();
    }

    void whatIsGivenUpIsNotAddedLater()
    {
        JobSender adds = sender();
        m_database->refuse("yardmaster add");
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^cannot connect to add jobs: "_s));
        const QFuture<AddedJob> waiting
            = adds.add({.identifier = u"t"_s}, JobSender::WhenAway::Wait);
        QTRY_VERIFY_WITH_TIMEOUT(
            !m_database->serverLog().filter(u"is not currently accepting connections"_s).isEmpty(),
            kPatience);
        adds.giveUp();
        QCOMPARE(resultOf(waiting).error().kind, DbError::Kind::Cancelled);
        m_database->admit();
        QVERIFY(resultOf(adds.add({.identifier = u"u"_s})));
        QCOMPARE(scalar("select string_agg(task_identifier, ' ') from graphile_worker.jobs"),
                 u"u"_s);
    }

    void aStopWaitsForWhatIsToBeAdded()
    {
        JobSender adds = sender();
        std::vector<QFuture<AddedJob>> futures;
        for (int i = 0; i < 100; ++i)
            futures.push_back(adds.add({.identifier = u"t"_s}));
        QVERIFY(adds.pending() > 0);
        adds.stop();
        QCOMPARE(adds.pending(), 0);
        for (const auto &future : futures)
            QVERIFY(resultOf(future).has_value());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"100"_s);
    }

    void aStopCancelsAllAdds()
    {
        JobSender adds = sender();
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("lock table graphile_worker._private_jobs"));
        const QFuture<AddedJob> blocked = adds.add({.identifier = u"t"_s});
        QVERIFY(isBlocked());
        const QFuture<AddedJob> waiting = adds.add({.identifier = u"t"_s});
        adds.stop();
        const QFuture<AddedJob> late = adds.add({.identifier = u"t"_s});
        for (const auto &future : {blocked, waiting, late})
            QCOMPARE(resultOf(future).error().kind, DbError::Kind::Cancelled);
        QVERIFY(lock->commit());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }
};

YARDMASTER_TEST(TestJobSender)
#include "tst_jobsender.moc"

#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include "worker/runner/jobsender.h"

#include <QRegularExpression>
#include <QTest>

#include <thread>
#include <vector>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The thread that adds jobs for handlers and Runner::addJob().
class TestJobSender : public WorkerTest
{
    Q_OBJECT

private:
    [[nodiscard]] JobSender sender(std::chrono::milliseconds idle = 1h,
                                   std::chrono::milliseconds patience = 1h) const
    {
        return JobSender(m_database->settings(), u"graphile_worker"_s, {}, idle, patience);
    }
    [[nodiscard]] static AddedJob resultOf(QFuture<AddedJob> future)
    {
        future.waitForFinished();
        return future.result();
    }
    [[nodiscard]] bool isBlocked(int sessions = 1) const
    {
        return QTest::qWaitFor(
            [this, sessions] {
                return scalar("select count(*) from pg_stat_activity where datname = "
                              "current_database() and application_name = 'yardmaster add' "
                              "and wait_event_type = 'Lock'")
                    == QString::number(sessions);
            },
            20000);
    }

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

    /// The lock's owner may wait for an add of its own.
    void oneThatWaitsForALockHoldsUpNoOthers()
    {
        JobSender adds = sender(1h, 50ms);
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        QVERIFY(session->query("select graphile_worker.add_job('t', job_key := 'a'), "
                               "graphile_worker.add_job('t', queue_name := 'a')"));
        const std::vector<QFuture<AddedJob>> blocked{
            adds.add({.identifier = u"blocked"_s, .jobKey = u"a"_s, .priority = 1}),
            adds.add({.identifier = u"blocked"_s, .queueName = u"a"_s, .priority = 1}),
            adds.add({.identifier = u"blocked"_s, .jobKey = u"a"_s, .priority = 2}),
            adds.add({.identifier = u"blocked"_s, .queueName = u"a"_s, .priority = 2})};
        std::vector<QFuture<AddedJob>> others;
        for (int i = 0; i < 20; ++i) {
            others.push_back(adds.add({.identifier = u"other"_s}));
            others.push_back(adds.add({.identifier = u"other"_s, .jobKey = u"b"_s, .priority = i}));
        }
        auto several = adds.addAll({{.identifier = u"other"_s}, {.identifier = u"other"_s}});
        for (const auto &future : others)
            QVERIFY(resultOf(future).has_value());
        several.waitForFinished();
        QVERIFY(several.result().has_value());
        QVERIFY(isBlocked(2));
        for (const auto &future : blocked)
            QVERIFY(!future.isFinished());
        QCOMPARE(scalar("select priority from graphile_worker.jobs where key = 'b'"), u"19"_s);

        QVERIFY(lock->commit());
        for (const auto &future : blocked)
            QVERIFY(resultOf(future).has_value());
        QCOMPARE(scalar("select priority from graphile_worker.jobs where key = 'a'"), u"2"_s);
        QCOMPARE(scalar("select string_agg(priority::text, ' ' order by id) "
                        "from graphile_worker.jobs where queue_name = 'a'"),
                 u"0 1 2"_s);
    }

    void anyNumberThatWaitForLocksHoldUpNoOthers_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {8, 9, 20})
            QTest::addRow("%d", count) << count;
    }
    void anyNumberThatWaitForLocksHoldUpNoOthers()
    {
        QFETCH(const int, count);
        JobSender adds = sender(1h, 50ms);
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        std::vector<QFuture<AddedJob>> blocked;
        std::vector<QFuture<AddedJobs>> several;
        for (int i = 0; i < count; ++i) {
            const QString name = u"locked %1"_s.arg(i);
            QVERIFY(session->query(i % 4 == 3
                                       ? "select graphile_worker.add_job('lock', queue_name := $1)"
                                       : "select graphile_worker.add_job('lock', job_key := $1)",
                                   {param(name)}));
            for (int priority = 1; priority <= 3; ++priority) {
                JobSpec spec{.identifier = u"blocked"_s, .priority = priority};
                (i % 4 == 3 ? spec.queueName : spec.jobKey) = name;
                if (i % 4 == 2 && priority == 2)
                    several.push_back(adds.addAll({spec}));
                else
                    blocked.push_back(adds.add(spec));
            }
        }
        QVERIFY(isBlocked(7));
        for (int i = 0; i < 5; ++i) {
            const std::vector<QFuture<AddedJob>> others{
                adds.add({.identifier = u"other"_s}),
                adds.add({.identifier = u"other"_s, .jobKey = u"free"_s, .priority = i}),
                adds.add({.identifier = u"other"_s, .queueName = u"free"_s, .priority = i})};
            auto two = adds.addAll({{.identifier = u"other"_s}, {.identifier = u"other"_s}});
            for (const auto &future : others) {
                QVERIFY(QTest::qWaitFor([&future] { return future.isFinished(); }, 8000));
                QVERIFY(future.result().has_value());
            }
            QVERIFY(QTest::qWaitFor([&two] { return two.isFinished(); }, 8000));
            QVERIFY(two.result().has_value());
            QVERIFY(session->query("select 1")); // else it is idle for too long
        }
        for (const auto &future : blocked)
            QVERIFY(!future.isFinished());
        QCOMPARE(scalar("select priority from graphile_worker.jobs where key = 'free'"), u"4"_s);

        QVERIFY(lock->commit());
        for (const auto &future : blocked)
            QVERIFY(resultOf(future).has_value());
        for (auto &future : several) {
            future.waitForFinished();
            QVERIFY(future.result().has_value());
        }
        QCOMPARE(scalar("select string_agg(distinct priority::text, ' ') "
                        "from graphile_worker.jobs where key like 'locked %'"),
                 u"3"_s);
        QCOMPARE(scalar("select string_agg(distinct priorities, ',') from (select "
                        "string_agg(priority::text, ' ' order by id) as priorities from "
                        "graphile_worker.jobs where queue_name like 'locked %' "
                        "group by queue_name) as queues"),
                 u"0 1 2 3"_s);
    }

    void whatIsHeldForALockIsGivenUp()
    {
        JobSender adds = sender(1h, 10ms);
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        std::vector<QFuture<AddedJob>> blocked;
        for (int i = 0; i < 12; ++i) {
            const QString key = QString::number(i);
            QVERIFY(
                session->query("select graphile_worker.add_job('t', job_key := $1)", {param(key)}));
            blocked.push_back(adds.add({.identifier = u"blocked"_s, .jobKey = key}));
        }
        QVERIFY(isBlocked(7));
        adds.giveUp();
        for (const auto &future : blocked)
            QVERIFY(!resultOf(future).has_value());
        QCOMPARE(adds.pending(), 0);
        QVERIFY(lock->commit());
        QVERIFY(resultOf(adds.add({.identifier = u"last"_s})));
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where task_identifier = "
                        "'blocked'"),
                 u"0"_s);
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

    /// All other connections wait for locks: none of them would look for it.
    void oneThatComesWhileTheLastFreeConnectionIsClosedIsAdded()
    {
        JobSender adds = sender(1ms, 1ms);
        const auto session = m_database->session();
        auto lock = Transaction::begin(*session);
        std::vector<QFuture<AddedJob>> blocked;
        for (int i = 1; i <= 7; ++i) {
            const QString key = QString::number(i);
            QVERIFY(
                session->query("select graphile_worker.add_job('t', job_key := $1)", {param(key)}));
            blocked.push_back(adds.add({.identifier = u"blocked"_s, .jobKey = key}));
        }
        QVERIFY(isBlocked(7));
        for (int i = 0; i < 200; ++i) {
            const QFuture<AddedJob> free = adds.add({.identifier = u"free"_s});
            QVERIFY(QTest::qWaitFor([&free] { return free.isFinished(); }, kPatience));
            QVERIFY(free.result().has_value());
            QVERIFY(session->query("select 1")); // else it is idle for too long
            std::this_thread::sleep_for(std::chrono::microseconds(900 + 5 * (i % 100)));
        }
        QVERIFY(lock->commit());
        for (const auto &future : blocked)
            QVERIFY(resultOf(future).has_value());
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

#include "tests/support/testprogram.h"
#include "tests/worker/runner/jobsendertest.h"

#include <thread>
#include <vector>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Adds that wait for the locks of other sessions, and others meanwhile.
class TestAddLanes : public JobSenderTest
{
    Q_OBJECT

private slots:
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
};

YARDMASTER_TEST(TestAddLanes)
#include "tst_addlanes.moc"

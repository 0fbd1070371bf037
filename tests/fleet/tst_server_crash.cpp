#include "tests/fleet/ownserver.h"
#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include <yardmaster/migrator.h>

#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A server of our own that is stopped the hard way ("immediate") while jobs run, and comes back.
class TestServerCrash : public QObject
{
    Q_OBJECT

private slots:
    /// Its server sends a notice before it dies, and the next statement cannot be written.
    void anIdleSessionIsFoundToBeLost()
    {
        OwnServer server(u"idle"_s);
        server.start();
        const auto session = Session::open(server.settings(), u"test"_s);
        QVERIFY(session && (*session)->queryPrepared("one", "select 1"));
        server.stop(SIGQUIT);
        server.start();
        const auto rows = (*session)->queryPrepared("one", "select 1");
        QVERIFY(!rows);
        QCOMPARE(rows.error().kind, DbError::Kind::ConnectionLost);
        QVERIFY((*session)->isLost());
    }

    void nothingIsLostWhenTheServerCrashes()
    {
        constexpr int kJobs = 6000;
        OwnServer server(u"crash"_s);
        server.start();
        {
            auto session = Session::open(server.settings(), u"test"_s);
            QVERIFY(session && migrate(**session, u"graphile_worker"_s));
            QVERIFY((*session)->script("select count(*) from graphile_worker.add_jobs(array(select "
                                       "row('t', '{}', case when n % 2 = 0 then 'q' || n % 10 end, "
                                       "null, null, null, null, null)::graphile_worker.job_spec "
                                       "from generate_series(1, 6000) n))"));
        }
        EventBus events;
        WorkerOptions options;
        options.connection = server.settings();
        options.concurrency = 4;
        options.pollInterval = 200ms;
        auto registry = std::make_shared<TaskRegistry>();
        std::array<std::atomic<int>, kJobs + 1> runs{};
        std::atomic<int> total = 0;
        registry->add(u"t"_s, [&](const TaskContext &context) {
            ++runs.at(size_t(context.job.info.id));
            ++total;
            return TaskOutcome::success();
        });
        Runner runner(options, registry, &events);
        std::optional<RunOutcome> outcome;
        QObject::connect(&runner, &Runner::finished, &runner,
                         [&](const RunOutcome &o) { outcome = o; });
        EventSpy trouble(&events, &EventBus::databaseTrouble);
        EventSpy lost(&events, &EventBus::jobLostLease);
        runner.start();
        for (const int milestone : {500, 2000, 4000}) {
            QTRY_VERIFY_WITH_TIMEOUT(total > milestone, 60000);
            server.stop(SIGQUIT);
            server.start();
        }
        const auto left = [&] {
            auto session = Session::open(server.settings(), u"test"_s);
            const auto rows = session
                ? (*session)->query("select count(*) from graphile_worker.jobs")
                : tl::make_unexpected(session.error());
            return rows ? rows->int64(0, 0) : -1;
        };
        QTRY_COMPARE_WITH_TIMEOUT(left(), qint64{0}, 60000);
        QCOMPARE(runner.state(), Runner::State::Running);
        QVERIFY(trouble.count() > 0);
        runner.stop();
        QTRY_VERIFY_WITH_TIMEOUT(outcome.has_value(), 60000);
        QCOMPARE(outcome->reason, RunOutcome::Reason::Stopped);
        int again = 0;
        for (size_t id = 1; id < runs.size(); ++id) {
            QVERIFY2(runs.at(id) >= 1, qPrintable(u"job %1 never ran"_s.arg(id)));
            again += runs.at(id) - 1;
        }
        // Results wait for the database, so a finished job need not run again.
        QCOMPARE(again, 0);
        QCOMPARE(lost.count(), 0);
    }
};

YARDMASTER_TEST(TestServerCrash)
#include "tst_server_crash.moc"

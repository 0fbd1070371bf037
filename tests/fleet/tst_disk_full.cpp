#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QScopeGuard>
#include <QSet>

#include <array>
#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A server whose disk is full for a while: it answers, but refuses to write, with the error that
/// a full disk gives (53100). A trigger stands for the disk.
class TestDiskFull : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsLostWhenTheDiskIsFullForAWhile()
    {
        constexpr int kJobs = 3000;
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("create table disk as select false as is_full");
        database.script("create function write_to_disk() returns trigger language plpgsql as $$ "
                        "begin if (select is_full from disk) then raise exception 'could not "
                        "extend file: No space left on device' using errcode = 'disk_full'; "
                        "end if; return null; end $$");
        database.script("create trigger disk before insert or update or delete on "
                        "graphile_worker._private_jobs for each statement "
                        "execute function write_to_disk()");
        database.script("select count(*) from graphile_worker.add_jobs(array(select "
                        "row('t', '{}', case when n % 2 = 0 then 'q' || n % 10 end, "
                        "null, null, null, null, null)::graphile_worker.job_spec "
                        "from generate_series(1, 3000) n))");

        std::array<std::atomic<int>, kJobs + 1> runs{};
        std::atomic<int> total = 0;
        std::atomic<int> mayRun = 500; ///< a drain would be over before the disk is full
        TestWorker worker(database);
        const auto letRun = [&](int count) {
            mayRun = count;
            mayRun.notify_all();
        };
        const auto openGate = qScopeGuard([&] { letRun(std::numeric_limits<int>::max()); });
        worker.options.concurrency = 4;
        worker.options.localQueueSize = 100;
        worker.options.pollInterval = 200ms;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            ++runs.at(size_t(context.job.info.id));
            const int number = ++total;
            for (int limit = mayRun; number > limit; limit = mayRun)
                mayRun.wait(limit);
            // Every third fails, so failures wait for the disk as well.
            if (number % 3 == 0)
                return TaskOutcome::failForGood(u"one in three"_s);
            return TaskOutcome::success();
        });
        // Queued: two threads of the engine tell at the same time.
        QSet<QString> troubles;
        QSet<QString> states;
        QSet<QString> recoveries;
        int lost = 0;
        const QObject here; // takes what is still on its way along
        QObject::connect(
            &worker.events, &EventBus::databaseTrouble, &here,
            [&](const QString &during, const DbError &error) {
                troubles << during;
                states << error.sqlState;
            },
            Qt::QueuedConnection);
        QObject::connect(
            &worker.events, &EventBus::databaseRecovered, &here,
            [&](const QString &during) { recoveries << during; }, Qt::QueuedConnection);
        QObject::connect(
            &worker.events, &EventBus::jobLostLease, &here, [&] { ++lost; }, Qt::QueuedConnection);
        worker.start();
        for (const int milestone : {500, 1500}) {
            QTRY_VERIFY_WITH_TIMEOUT(total > milestone, 60000);
            const QSet<QString> both{u"fetching jobs"_s, u"writing results"_s};
            troubles.clear();
            recoveries.clear();
            database.script("update disk set is_full = true");
            letRun(milestone == 500 ? 1500 : kJobs);
            QTRY_VERIFY_WITH_TIMEOUT(troubles.contains(both), 60000);
            QCOMPARE(states, QSet<QString>{u"53100"_s});
            database.script("update disk set is_full = false");
            QTRY_VERIFY_WITH_TIMEOUT(recoveries.contains(both), 60000);
        }
        QTRY_COMPARE_WITH_TIMEOUT(
            database.scalar("select count(*) from graphile_worker.jobs where attempts < "
                            "max_attempts or locked_at is not null"),
            u"0"_s, 60000);
        QCOMPARE(worker.runner->state(), Runner::State::Running);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded + worker.outcome->failedForGood, qint64{kJobs});
        QCOMPARE(database.scalar("select count(*) from graphile_worker.jobs "
                                 "where last_error = 'one in three'"),
                 QString::number(worker.outcome->failedForGood));
        for (size_t id = 1; id < runs.size(); ++id)
            QVERIFY2(runs.at(id) == 1,
                     qPrintable(u"job %1 ran %2 times"_s.arg(id).arg(runs.at(id))));
        QCOMPARE(lost, 0);
    }
};

YARDMASTER_TEST(TestDiskFull)
#include "tst_disk_full.moc"

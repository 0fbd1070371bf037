#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/queue/jobqueue.h"
#include "worker/queue/workerregistry.h"

#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;

/// graphile_worker_rs's markers of jobs that must not run again, on a schema that has them.
class TestRetirements : public QueueTest
{
    Q_OBJECT

private:
    /// Two jobs that `holder` runs for the second time; the first one is marked.
    void makeJobs(const QByteArray &holder)
    {
        m_schema->file("replay_rust_22.sql");
        m_schema->script(
            "select @.add_job('t') from generate_series(1, 2);"
            "update @._private_jobs set attempts = 2, locked_at = '1970-01-01 00:00:01Z', "
            "locked_by = '"
            + holder + "'");
        m_schema->script("insert into @._private_job_retirements (id) values (1)");
    }
    [[nodiscard]] QString jobs() const
    {
        return m_schema->value("select string_agg(concat_ws(' ', id, attempts, locked_by), ', ' "
                               "order by id) from @._private_jobs");
    }
    [[nodiscard]] static std::vector<Return> returns()
    {
        return {{{1, 2, false, true, 1'000'000}, std::chrono::milliseconds(0)},
                {{2, 2, false, true, 1'000'000}, std::chrono::milliseconds(0)}};
    }

private slots:
    void cleanup()
    {
        m_schema->script("drop table @._private_job_retirements; "
                         "drop function @._private_return_jobs");
    }

    void attemptsOfMarkedSweptJobsAreNotRestored_data()
    {
        QTest::addColumn<bool>("decides");
        QTest::newRow("as usual") << false;
        QTest::newRow("decided about") << true;
    }
    void attemptsOfMarkedSweptJobsAreNotRestored()
    {
        makeJobs("dead");
        m_schema->script("insert into @._private_workers (id, last_heartbeat_at) "
                         "values ('dead', now() - interval '10 min')");
        SweepOptions options;
        QFETCH(const bool, decides);
        if (decides) {
            options.decide = [](const JobInfo &, const QString &) {
                return RecoveryAnswer{RecoveryAnswer::Kind::Reschedule, {}, 0};
            };
        }
        VALUE_OF(report, WorkerRegistry(schema()).sweepStaleWorkers(session(), options));
        QCOMPARE(report.jobsRecovered(), 2);
        QCOMPARE(jobs(), decides ? u"1 2, 2 0"_s : u"1 2, 2 1"_s);
    }

    void attemptsOfMarkedReturnedJobsAreNotRestored()
    {
        makeJobs("w");
        VALUE_OF(returned, JobQueue(schema(), u"w"_s).returnJobs(session(), returns()));
        QCOMPARE(returned, (QSet<qint64>{1, 2}));
        QCOMPARE(jobs(), u"1 2, 2 1"_s);
    }

    void attemptsOfMarkedUnknownJobsAreNotRestored()
    {
        makeJobs("w");
        VALUE_OF(returned, JobQueue(schema(), u"w"_s).returnUnknown(session(), {}));
        QCOMPARE(returned, (QSet<qint64>{1, 2}));
        QCOMPARE(jobs(), u"1 2, 2 1"_s);
    }

    void anUncommittedMarkIsAwaited()
    {
        makeJobs("w");
        SchemaFixture other(*m_database, schema());
        other.script("begin; update @._private_jobs set last_error = 'gone' where id = 2;"
                     "insert into @._private_job_retirements (id) values (2)");
        std::optional<Result<QSet<qint64>>> returned;
        std::thread thread([&] {
            // A session belongs to the thread that opened it.
            const auto own = m_database->session();
            returned = JobQueue(schema(), u"w"_s).returnJobs(*own, returns());
        });
        QTRY_VERIFY_WITH_TIMEOUT(
            m_schema->value("select count(*) from pg_stat_activity where wait_event_type = 'Lock' "
                            "and datname = current_database()")
                == "1"_L1,
            60000);
        other.script("commit");
        thread.join();
        QVERIFY(returned && *returned);
        QCOMPARE(**returned, (QSet<qint64>{1, 2}));
        QCOMPARE(jobs(), u"1 2, 2 2"_s);
    }
};

YARDMASTER_TEST(TestRetirements)
#include "tst_retirements.moc"

#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/queue/jobqueue.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace yardmaster;
using namespace yardmaster::test;

/// A result is written only for the fetch it belongs to.
class TestLeases : public QueueTest
{
    Q_OBJECT

private:
    JobQueue m_queue{schemaName(), u"w"_s};

    static QString schemaName() { return u"we\"ird sch'ema $$ \\ äß日"_s; }
    void add(int count, const QByteArray &more = {}) const
    {
        m_schema->script("select @.add_job('t'" + more + ") from generate_series(1, "
                         + QByteArray::number(count) + ")");
    }
    /// In the order to run them.
    [[nodiscard]] std::vector<Job> fetch(int limit = 100, const JobQueue *queue = nullptr) const
    {
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = limit;
        request.lane = limit;
        const auto fetched = (queue ? queue : &m_queue)->fetch(session(), request);
        return fetched ? fetched->jobs : std::vector<Job>();
    }
    [[nodiscard]] QString state() const
    {
        return m_schema->value("select string_agg(concat_ws(' ', id, attempts, locked_by), ', ' "
                               "order by id) from @._private_jobs");
    }

private slots:
    void theSameAttemptsOfAnotherFetchAreAnotherLease_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::newRow("plain") << QByteArray();
        QTest::newRow("named queue") << QByteArray(", queue_name => 'q'");
        QTest::newRow("key") << QByteArray(", job_key => 'k'");
    }
    void theSameAttemptsOfAnotherFetchAreAnotherLease()
    {
        QFETCH(const QByteArray, more);
        add(1, more);
        const std::vector<Job> first = fetch();
        QCOMPARE(first.size(), size_t(1));
        const Lease lost = leaseOf(first[0], true);
        QVERIFY(m_queue.returnJobs(session(), std::array{Return{.lease = lost}}));
        const std::vector<Job> second = fetch();
        QCOMPARE(second.size(), size_t(1));
        QCOMPARE(second[0].info.attempts, first[0].info.attempts);

        VALUE_OF(completed, m_queue.complete(session(), {&lost, 1}));
        QVERIFY(completed.isEmpty());
        VALUE_OF(later, m_queue.complete(session(), {&lost, 1}, Durability::NextFlush));
        QVERIFY(later.isEmpty());
        VALUE_OF(failed, m_queue.fail(session(), std::array{Failure{lost, u"no"_s, {}}}));
        QVERIFY(failed.isEmpty());
        VALUE_OF(returned, m_queue.returnJobs(session(), std::array{Return{.lease = lost}}));
        QVERIFY(returned.isEmpty());
        QCOMPARE(state(), u"1 1 w"_s);

        const Lease own = leaseOf(second[0], true);
        VALUE_OF(done, m_queue.complete(session(), {&own, 1}));
        QCOMPARE(done, QSet<qint64>{1});
    }

    void aBatchOfSeveralFetchesIsComparedJobByJob()
    {
        add(4);
        std::vector<Job> jobs = fetch(2);
        for (const Job &job : fetch(2))
            jobs.push_back(job);
        QCOMPARE(jobs.size(), size_t(4));
        QVERIFY(jobs[0].lockedAt == jobs[1].lockedAt && jobs[1].lockedAt != jobs[2].lockedAt);
        std::vector<Lease> leases;
        for (const Job &job : jobs)
            leases.push_back(leaseOf(job, false));
        leases[1].lockedAt = leases[2].lockedAt; // of a job that was fetched again
        VALUE_OF(done, m_queue.complete(session(), leases));
        QCOMPARE(done, (QSet<qint64>{1, 3, 4}));
        QCOMPARE(state(), u"2 1 w"_s);
    }

    void anUncertainRenewalAdmitsBothTimes()
    {
        add(6);
        std::vector<Job> jobs = fetch();
        const qint64 fetchedAt = jobs[0].lockedAt;
        const qint64 renewedAt = fetchedAt + 5'000'000;
        m_schema->script("update @._private_jobs set locked_at = locked_at + interval '5 s' "
                         "where id % 2 = 0");
        std::vector<Lease> leases;
        for (Job &job : jobs) {
            job.renewedAt = renewedAt;
            leases.push_back(leaseOf(job, false));
        }
        VALUE_OF(done, m_queue.complete(session(), std::span(leases).first(2)));
        QCOMPARE(done, (QSet<qint64>{1, 2}));
        VALUE_OF(failed,
                 m_queue.fail(
                     session(),
                     std::array{Failure{leases[2], u"no"_s, {}}, Failure{leases[3], u"no"_s, {}}}));
        QCOMPARE(failed.size(), 2);
        VALUE_OF(
            returned,
            m_queue.returnJobs(session(),
                               std::array{Return{.lease = leases[4]}, Return{.lease = leases[5]}}));
        QCOMPARE(returned, (QSet<qint64>{5, 6}));
        QCOMPARE(state(), u"3 1, 4 1, 5 0, 6 0"_s);
    }

    /// The answer of the fetch was lost, and the job is known from an earlier fetch.
    void aJobThatIsKnownOfAnEarlierFetchIsUnknown()
    {
        add(2, ", queue_name => 'q'");
        const std::vector<Job> jobs = fetch();
        QCOMPARE(jobs.size(), size_t(2));
        std::array known{leaseOf(jobs[0], false), leaseOf(jobs[1], false)};
        VALUE_OF(none, m_queue.returnUnknown(session(), known));
        QVERIFY(none.isEmpty());
        known[1].lockedAt -= 1;
        VALUE_OF(one, m_queue.returnUnknown(session(), known));
        QCOMPARE(one, QSet<qint64>{2});
        QCOMPARE(state(), u"1 1 w, 2 0"_s);
        known[0].lockedAt -= 1;
        VALUE_OF(rest, m_queue.returnUnknown(session(), known));
        QCOMPARE(rest, QSet<qint64>{1});
        QCOMPARE(m_schema->value("select count(*) from @._private_job_queues "
                                 "where locked_by is not null"),
                 u"0"_s);
    }

    void unregisteredWorkersFetchNothing()
    {
        add(2);
        add(2, ", queue_name => 'q'");
        const JobQueue queue(schema(), u"checked"_s);
        queue.names().setRegistered();
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = 4;
        request.lane = 4;
        VALUE_OF(refused, queue.fetchAnswer(session(), request));
        QVERIFY(refused.isRefused());
        QCOMPARE(refused.jobs(), 0);
        request.kind = FetchKind::Single;
        VALUE_OF(declined, queue.fetchAnswer(session(), request));
        QVERIFY(declined.isDeclined());
        m_schema->script("select @.worker_heartbeat('checked')");
        request.kind = FetchKind::Full;
        VALUE_OF(taken, queue.fetchAnswer(session(), request));
        QVERIFY(!taken.isRefused());
        QCOMPARE(taken.jobs(), 4);
    }

    void suspectsCanBeExcludedAndEndTheirLane()
    {
        add(2);
        add(3, ", queue_name => 'q'");
        m_schema->script("update @._private_jobs set last_error = 'The worker x fell silent while "
                         "it ran this job, which was taken back from it' where id in (1, 4)");
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = 10;
        request.lane = 10;
        request.leavesSuspects = true;
        VALUE_OF(fetched, m_queue.fetch(session(), request));
        QCOMPARE(fetched.jobs.size(), size_t(2));
        QCOMPARE(fetched.jobs[0].info.id, qint64{2});
        QCOMPARE(fetched.jobs[1].info.id, qint64{3});
        QVERIFY(!fetched.jobs[0].isSuspect);
        request.leavesSuspects = false;
        VALUE_OF(suspect, m_queue.fetch(session(), request));
        QCOMPARE(suspect.jobs.size(), size_t(1));
        QVERIFY(suspect.jobs[0].isSuspect);
    }

    void anotherNameIsAnotherOwner()
    {
        add(1);
        std::vector<Job> jobs = fetch();
        m_queue.names().add(u"w2"_s);
        Lease lease = leaseOf(jobs[0], true);
        lease.name = 1;
        VALUE_OF(nothing, m_queue.complete(session(), {&lease, 1}));
        QVERIFY(nothing.isEmpty());
        lease.name = 0;
        VALUE_OF(done, m_queue.complete(session(), {&lease, 1}));
        QCOMPARE(done, QSet<qint64>{1});
    }
};

YARDMASTER_TEST(TestLeases)
#include "tst_leases.moc"

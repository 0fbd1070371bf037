#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "worker/queue/queuerelease.h"

using namespace Qt::StringLiterals;
using namespace yardmaster;
using Outcome = QueueRelease::Outcome;

/// Releasing a queue manually: only the lock that was read, and only if no job runs.
class QueueReleaseTest final : public test::QueueTest
{
    Q_OBJECT

private slots:
    void orphanIsReleasedAndWorkersWake();
    void namelessOwnerIsReleased();
    void newerLockIsNotReleased();
    void lockOfAnotherOwnerIsNotReleased();
    void runningJobKeepsTheLock();
    void jobsOfOthersDoNotKeepTheLock();
    void freeAndMissingQueuesAreReported();
    void statementDoesTheSame();

private:
    void lock(const QByteArray &owner, const QByteArray &at = "now()") const
    {
        m_schema->script("select @.add_job('a', queue_name => 'q''1');"
                         "update @._private_job_queues set locked_by = "
                         + owner + ", locked_at = " + at);
    }
    [[nodiscard]] QueueLock seen() const
    {
        QueueLock found;
        found.queue = u"q'1"_s;
        found.owner = m_schema->value("select coalesce(locked_by, '') from @._private_job_queues");
        const qint64 micros
            = m_schema
                  ->value("select (extract(epoch from locked_at) * 1000000)::bigint from "
                          "@._private_job_queues")
                  .toLongLong();
        found.since = Timestamp(std::chrono::microseconds(micros));
        return found;
    }
    [[nodiscard]] QString state() const
    {
        return m_schema->value("select coalesce(locked_by, '-') || ' ' || is_available::text from "
                               "@._private_job_queues");
    }
};

void QueueReleaseTest::orphanIsReleasedAndWorkersWake()
{
    lock("'w'", "now() - interval '1 microsecond' * 123457");
    m_schema->script("listen \"jobs:insert\"");
    (void)m_schema->notices();
    VALUE_OF(release, releaseQueue(session(), schema(), seen()));
    QCOMPARE(release.outcome, Outcome::Released);
    QVERIFY(!release.lock);
    QCOMPARE(state(), u"- true"_s);
    QCOMPARE(m_schema->notices(), QStringList{u"jobs:insert {\"r\":0,\"count\":1}"_s});
}

void QueueReleaseTest::namelessOwnerIsReleased()
{
    lock("null");
    VALUE_OF(release, releaseQueue(session(), schema(), seen()));
    QCOMPARE(release.outcome, Outcome::Released);
    QCOMPARE(state(), u"- true"_s);
}

void QueueReleaseTest::newerLockIsNotReleased()
{
    lock("'w'");
    const QueueLock before = seen();
    // The same worker, a microsecond later: another lease.
    m_schema->script(
        "update @._private_job_queues set locked_at = locked_at + interval '1 microsecond'");
    VALUE_OF(release, releaseQueue(session(), schema(), before));
    QCOMPARE(release.outcome, Outcome::TakenAnew);
    QCOMPARE(release.lock->since, before.since + std::chrono::microseconds(1));
    QCOMPARE(state(), u"w false"_s);
}

void QueueReleaseTest::lockOfAnotherOwnerIsNotReleased()
{
    lock("'w'");
    const QueueLock before = seen();
    m_schema->script("update @._private_job_queues set locked_by = 'x'");
    VALUE_OF(release, releaseQueue(session(), schema(), before));
    QCOMPARE(release.outcome, Outcome::TakenAnew);
    QCOMPARE(release.lock->owner, u"x"_s);
    QCOMPARE(state(), u"x false"_s);
}

void QueueReleaseTest::runningJobKeepsTheLock()
{
    lock("'w'");
    m_schema->script("update @._private_jobs set locked_by = 'w', locked_at = now()");
    VALUE_OF(release, releaseQueue(session(), schema(), seen()));
    QCOMPARE(release.outcome, Outcome::StillRuns);
    QCOMPARE(release.jobs, 1);
    QCOMPARE(state(), u"w false"_s);
}

void QueueReleaseTest::jobsOfOthersDoNotKeepTheLock()
{
    lock("'w'");
    m_schema->script("update @._private_jobs set locked_by = 'x', locked_at = now();"
                     "select @.add_job('a');"
                     "update @._private_jobs set locked_by = 'w', locked_at = now() "
                     "where job_queue_id is null");
    VALUE_OF(release, releaseQueue(session(), schema(), seen()));
    QCOMPARE(release.outcome, Outcome::Released);
}

void QueueReleaseTest::freeAndMissingQueuesAreReported()
{
    lock("'w'");
    const QueueLock before = seen();
    m_schema->script("update @._private_job_queues set locked_by = null, locked_at = null");
    VALUE_OF(free, releaseQueue(session(), schema(), before));
    QCOMPARE(free.outcome, Outcome::Free);
    m_schema->script("delete from @._private_job_queues");
    VALUE_OF(gone, releaseQueue(session(), schema(), before));
    QCOMPARE(gone.outcome, Outcome::QueueGone);
}

void QueueReleaseTest::statementDoesTheSame()
{
    lock("'w'");
    const QueueLock before = seen();
    m_schema->script("update @._private_jobs set locked_by = 'w', locked_at = now()");
    QVERIFY(session().script(releaseQueueStatement(schema(), before)));
    QCOMPARE(state(), u"w false"_s);
    m_schema->script("update @._private_jobs set locked_by = null, locked_at = null");
    QVERIFY(session().script(releaseQueueStatement(schema(), before)));
    QCOMPARE(state(), u"- true"_s);
}

YARDMASTER_TEST(QueueReleaseTest)
#include "tst_queuerelease.moc"

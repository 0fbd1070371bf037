#include "models/queues/queuereleaser.h"

#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTemporaryDir>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace { } // namespace

/// The evidence about the lock of a queue, and its release by hand.
class TestQueueEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void evidenceLooksThroughAllJobs();
    void releaseIsLoggedBeforeAndAfter();

private:
    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<Session> m_session;
};

void TestQueueEvidence::init()
{
    m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_session = m_database->session();
}

void TestQueueEvidence::cleanup()
{
    m_session.reset();
    m_database.reset();
}

void TestQueueEvidence::evidenceLooksThroughAllJobs()
{
    m_database->script(
        "select graphile_worker.add_job('a', queue_name := 'q') from generate_series(1, 30);"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();"
        "update graphile_worker._private_jobs set locked_by = case when id = 30 then 'w' else 'x' "
        "end,"
        " locked_at = now() where id > 5;");
    auto evidence = valueOf(readQueueEvidence(*m_session, kSchema, u"q"_s));
    QVERIFY(evidence.isQueueThere && evidence.isRunning());
    QCOMPARE(evidence.jobs.first().id, 30);
    QCOMPARE(evidence.jobs.size(), 20);
    QCOMPARE(evidence.jobCount, 25);
    const QString text = evidence.sentences().join(u'\n');
    QVERIFY(text.contains(u"Job 30 (a) is locked by w"_s));
    QVERIFY(text.contains(u"5 more locked jobs"_s));

    m_database->script(
        "update graphile_worker._private_jobs set locked_by = null, locked_at = null;"
        "insert into graphile_worker._private_workers (id, last_heartbeat_at) values"
        " ('w', now() - interval '1 day');");
    evidence = valueOf(readQueueEvidence(*m_session, kSchema, u"q"_s));
    QVERIFY(evidence.canRelease() && evidence.isOwnerSurelyGone() && !evidence.isOwnerAlive());
    QVERIFY(!valueOf(readQueueEvidence(*m_session, kSchema, u"none"_s)).isQueueThere);
}

void TestQueueEvidence::releaseIsLoggedBeforeAndAfter()
{
    const QTemporaryDir folder;
    m_database->script(
        "select graphile_worker.add_job('a', queue_name := 'q');"
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();");
    const auto evidence = valueOf(readQueueEvidence(*m_session, kSchema, u"q"_s));
    const auto log = [&folder] {
        QFile file(folder.filePath(u"operators.ndjson"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QueueLock wrong = *evidence.lock;
    wrong.owner = u"x"_s;
    auto release = valueOf(releaseByHand(*m_session, kSchema, wrong, folder.path(), u"here"_s));
    QCOMPARE(release.outcome, QueueRelease::Outcome::TakenAnew);
    QCOMPARE(log().count('\n'), 2);
    QVERIFY(log().contains("rolled back"));
    release = valueOf(releaseByHand(*m_session, kSchema, *evidence.lock, folder.path(), u"here"_s));
    QCOMPARE(release.outcome, QueueRelease::Outcome::Released);
    QCOMPARE(log().count('\n'), 4);
    QVERIFY(log().contains("\"locked_by\":\"w\"") && log().contains("release-queue"));
    // Where nothing can be written down, nothing is done.
    m_database->script(
        "update graphile_worker._private_job_queues set locked_by = 'w', locked_at = now();");
    const auto again = valueOf(readQueueEvidence(*m_session, kSchema, u"q"_s));
    QVERIFY(!releaseByHand(*m_session, kSchema, *again.lock, u"/proc/none"_s, u"here"_s));
    QCOMPARE(m_database->scalar("select locked_by from graphile_worker._private_job_queues"),
             u"w"_s);
}

YARDMASTER_TEST(TestQueueEvidence)
#include "tst_queueevidence.moc"

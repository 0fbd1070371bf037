#include "models/jobs/whynot.h"
#include "tests/models/jobs/jobsfixture.h"
#include "tests/support/testprogram.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

using Reason = WhyNot::Reason;
using Action = WhyNot::Action;

Q_DECLARE_METATYPE(Reason)
Q_DECLARE_METATYPE(Action)

class TestJobDetails : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void payloadIsTextToTheByte();
    void aJobThatLeftIsNoError();
    void everyReasonIsFound_data();
    void everyReasonIsFound();
    void schemasWithoutRegistryAreFine();
};

void TestJobDetails::payloadIsTextToTheByte()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const QByteArray payload
        = R"({ "n":12345678901234567890.10,"b":1,"a":1e400 , "b":"\u00e9\ud800" })";
    const QByteArray error(50000, 'e');
    const auto session = database.session();
    valueOf(session->query("select graphile_worker.add_job('t', $1::json, 'q', flags := array['f'],"
                           " job_key := 'k')",
                           {payload}));
    valueOf(session->query("update graphile_worker._private_jobs set last_error = $1, attempts = 1",
                           {error}));
    const auto details = valueOf(readJobDetails(*session, mixContext(), 1));
    QVERIFY(details);
    QCOMPARE(details->job.payload, payload);
    QCOMPARE(details->job.lastError.toUtf8(), error);
    QCOMPARE(details->job.identifier, u"t"_s);
    QCOMPARE(details->job.queueName, u"q"_s);
    QCOMPARE(details->job.key, u"k"_s);
    QCOMPARE(details->job.flags, QByteArray("{\"f\": true}"));
    QVERIFY(details->queue && !details->queue->lockedAt && !details->queue->isMissing);
    QVERIFY(!session->isInTransaction());
}

void TestJobDetails::aJobThatLeftIsNoError()
{
    const TestDatabase database = TestDatabase::createMigrated();
    QVERIFY(!valueOf(readJobDetails(*database.session(), mixContext(), 4711)));
}

void TestJobDetails::everyReasonIsFound_data()
{
    QTest::addColumn<QByteArray>("setUp"); // the job is number 1, task "t"
    QTest::addColumn<Reason>("reason");
    QTest::addColumn<Action>("action");
    QTest::addColumn<QString>("mentioned"); // in the sentence, the evidence or the advice
    const auto row = [](const char *name, const QByteArray &setUp, Reason reason, Action action,
                        const QString &mentioned) {
        QTest::newRow(name) << setUp << reason << action << mentioned;
    };
    const QByteArray add = "select graphile_worker.add_job('t');";
    const QByteArray lock = "update graphile_worker._private_jobs set attempts = 1,"
                            " locked_by = 'w-1', locked_at = now() - interval ";
    const QByteArray worker = "insert into graphile_worker._private_workers (id, last_heartbeat_at)"
                              " values ('w-1', now() - interval ";
    row("running", add + lock + "'1 minute';" + worker + "'1 second');", Reason::Running,
        Action::Wait, u"w-1"_s);
    row("running in Node", add + lock + "'1 minute';", Reason::Running, Action::Wait,
        u"graphile-worker"_s);
    row("worker died", add + lock + "'1 minute';" + worker + "'6 minutes');", Reason::WorkerStale,
        Action::SweepWorker, u"stale"_s);
    row("stuck", add + lock + "'5 hours';", Reason::Stuck, Action::UnlockWorker, u"Unlock"_s);
    row("long", add + lock + "'5 hours';" + worker + "'1 second');", Reason::Stuck, Action::Wait,
        u"is alive"_s);
    row("exhausted",
        add + "select graphile_worker.permanently_fail_jobs(array[1], 'no such host');",
        Reason::Exhausted, Action::Retry, u"no such host"_s);
    row("never", "select graphile_worker.add_job('t', run_at := 'infinity');", Reason::Never,
        Action::RunNow, u"infinity"_s);
    row("not due", "select graphile_worker.add_job('t', run_at := now() + interval '90 minutes');",
        Reason::NotDue, Action::RunNow, u"in 1 h"_s);
    row("retrying",
        "select graphile_worker.add_job('t', run_at := now() + interval '1 day');"
        "update graphile_worker._private_jobs set attempts = 2, last_error = 'broken pipe';",
        Reason::Retrying, Action::RunNow, u"broken pipe"_s);
    row("queue deleted",
        "select graphile_worker.add_job('t', queue_name := 'q');"
        "delete from graphile_worker._private_job_queues;",
        Reason::QueueMissing, Action::Inspect, u"deleted"_s);
    const QByteArray inLine = "select graphile_worker.add_job('t', queue_name := 'mail');"
                              "select graphile_worker.add_job('t', queue_name := 'mail');"
                              "update graphile_worker._private_jobs set locked_at = now(),"
                              " locked_by = 'w-1' where id = 2;"
                              "update graphile_worker._private_job_queues set locked_by = 'w-1',"
                              " locked_at = now()";
    row("queue held", inLine + ';', Reason::QueueHeld, Action::Wait, u"Job 2"_s);
    row("queue of the dead", inLine + ';' + worker + "'6 minutes');", Reason::QueueStale,
        Action::SweepWorker, u"mail"_s);
    row("queue orphaned", inLine + " - interval '5 hours';", Reason::QueueHeld,
        Action::UnlockWorker, u"Unlock"_s);
    row("forbidden", "select graphile_worker.add_job('t', flags := array['x', 'held']);",
        Reason::FlagForbidden, Action::Inspect, u"held"_s);
    row("nobody there", add, Reason::NobodyThere, Action::StartWorker, u"graphile-worker"_s);
    row("always due", "select graphile_worker.add_job('t', run_at := '-infinity');",
        Reason::NobodyThere, Action::StartWorker, u"Always due (-infinity)"_s);
    row("in line",
        "select graphile_worker.add_job('t', priority := 5);"
        "select graphile_worker.add_job('t') from generate_series(1, 3);"
            + worker + "'1 second');",
        Reason::InLine, Action::Wait, u"ahead of it: 3"_s);
    row("first", add + worker + "'1 second');", Reason::AnyMoment, Action::StartWorker,
        u"the task t"_s);
}

void TestJobDetails::everyReasonIsFound()
{
    QFETCH(QByteArray, setUp);
    QFETCH(Reason, reason);
    QFETCH(Action, action);
    QFETCH(QString, mentioned);
    const TestDatabase database = TestDatabase::createMigrated();
    database.script(setUp);
    const auto details = valueOf(readJobDetails(*database.session(), mixContext(), 1));
    QVERIFY(details);
    const WhyNot why = explainWhyNot(*details);
    const QString all = why.sentence + u'\n' + why.evidence.join(u'\n') + u'\n' + why.advice;
    QVERIFY2(why.reason == reason, qUtf8Printable(all));
    QVERIFY2(why.action == action, qUtf8Printable(all));
    QVERIFY2(all.contains(mentioned), qUtf8Printable(all));
    QVERIFY(!why.evidence.isEmpty());
    QVERIFY2(!all.contains(u'%'), qUtf8Printable(all));
}

void TestJobDetails::schemasWithoutRegistryAreFine()
{
    const TestDatabase database = TestDatabase::createMigrated();
    database.script("drop table graphile_worker._private_workers;"
                    "select graphile_worker.add_job('t');");
    const auto details = valueOf(readJobDetails(*database.session(), mixContext(), 1));
    QVERIFY(details && !details->hasRegistry);
    QCOMPARE(explainWhyNot(*details).reason, Reason::NobodyThere);
}

YARDMASTER_TEST(TestJobDetails)
#include "tst_jobdetails.moc"

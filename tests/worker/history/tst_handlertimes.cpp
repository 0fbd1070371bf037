#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "tests/worker/runner/workertest.h"
#include "worker/history/history.h"
#include "worker/runner/releaser.h"
#include <yardmaster/eventbus.h>

#include <QSignalSpy>

#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// How long handlers took, from the worker that knows to the history.
class HandlerTimesTest final : public WorkerTest
{
    Q_OBJECT

private slots:
    void handlerTimesAreThoseOfTheWorker_data();
    void handlerTimesAreThoseOfTheWorker();
    void timesAreToldWhileThereIsAHistory_data();
    void timesAreToldWhileThereIsAHistory();
    void foreignSettingsAreNoTimes();

private:
    [[nodiscard]] std::unique_ptr<Session> installed() const
    {
        auto session = m_database->session();
        const auto done = installHistory(*session, kSchema, {});
        if (!done)
            qFatal("%s", qUtf8Printable(done.error().message));
        return session;
    }
};

void HandlerTimesTest::handlerTimesAreThoseOfTheWorker_data()
{
    QTest::addColumn<bool>("prepares");
    QTest::addColumn<int>("jobs");
    QTest::newRow("a batch") << true << 100;
    QTest::newRow("one by one") << true << 1;
    QTest::newRow("behind a transaction pooler") << false << 100;
}

void HandlerTimesTest::handlerTimesAreThoseOfTheWorker()
{
    QFETCH(const bool, prepares);
    QFETCH(const int, jobs);
    const auto session = installed();
    // Plain ones, keyed ones, and some of a named queue: each is completed by another statement.
    const QByteArray from = " from generate_series(1, " + QByteArray::number(jobs) + ") as n;";
    sql("select graphile_worker.add_job('t')" + from
        + "select graphile_worker.add_job('t', job_key := 'k' || n)" + from
        + "select graphile_worker.add_job('t', queue_name := 'q')" + from);
    TestWorker worker(*m_database);
    worker.options.preparesStatements = prepares;
    worker.options.concurrency = 4;
    worker.options.localQueueSize = 500;
    worker.options.completeJobBatchDelay = 50ms;
    worker.handle(u"t"_s, &succeed);
    std::mutex mutex;
    QHash<qint64, qint64> measured;
    QObject::connect(
        &worker.events, &EventBus::jobCompleted, &worker.events,
        [&](const JobEvent &event) {
            const std::scoped_lock lock(mutex);
            measured.insert(event.job.id, qint64(event.duration.count()));
        },
        Qt::DirectConnection);
    QVERIFY(worker.drain());
    QCOMPARE(scalar("select sum(n) from graphile_worker._yardmaster_history where outcome = 's'"),
             QString::number(3 * jobs));
    VALUE_OF(rows,
             session->query("select run.id, run.us from graphile_worker._yardmaster_history as "
                            "ended cross join lateral unnest(ended.ids, ended.handler_us) as run "
                            "(id, us)"));
    QHash<qint64, qint64> recorded;
    for (int row = 0; row < rows.count(); ++row)
        recorded.insert(rows.int64(row, 0), rows.isNull(row, 1) ? -1 : rows.int64(row, 1));
    const std::scoped_lock lock(mutex);
    QCOMPARE(recorded, measured);
    if (jobs > 16)
        QVERIFY(scalar("select max(n) from graphile_worker._yardmaster_history").toInt() > 16);
}

void HandlerTimesTest::timesAreToldWhileThereIsAHistory_data()
{
    QTest::addColumn<bool>("prepares");
    QTest::newRow("prepared") << true;
    QTest::newRow("not prepared") << false;
}

/// Installed and removed while a worker runs.
void HandlerTimesTest::timesAreToldWhileThereIsAHistory()
{
    QFETCH(const bool, prepares);
    const auto session = m_database->session();
    sql("select graphile_worker.add_job('t') from generate_series(1, 6);"
        "update graphile_worker._private_jobs set locked_by = 'w', attempts = 1, locked_at = "
        "now() - interval '1 second'");
    EventBus events;
    Releaser::Config config;
    config.connection = m_database->settings();
    config.preparesStatements = prepares;
    config.historyCheckInterval = 0ms;
    Releaser releaser(config, JobQueue(kSchema, u"w"_s, prepares), std::make_shared<LastActivity>(),
                      &events);
    const qint64 lockedAt = scalar("select (extract(epoch from min(locked_at)) * "
                                   "1000000)::bigint from graphile_worker._private_jobs")
                                .toLongLong();
    QSignalSpy released(&releaser, &Releaser::released);
    const auto end = [&](qint64 id) {
        Job job;
        job.info.id = id;
        job.info.attempts = 1;
        job.lockedAt = lockedAt;
        const auto before = released.count();
        releaser.post({std::move(job), false}, TaskOutcome::success(),
                      std::chrono::microseconds(1000 + id));
        return QTest::qWaitFor([&] { return released.count() > before; }, 60000);
    };
    // What was looked up with the first result is used from the next one on.
    QVERIFY(end(1));
    QVERIFY(installHistory(*session, kSchema, {}));
    QVERIFY(end(2));
    QVERIFY(end(3));
    QCOMPARE(scalar("select string_agg(coalesce(handler_us[1]::text, '-'), ' ' order by ids) from "
                    "graphile_worker._yardmaster_history"),
             u"- 1003"_s);
    QVERIFY(removeHistory(*session, kSchema, 20000ms));
    QVERIFY(end(4));
    QVERIFY(end(5));
    QCOMPARE(scalar("select string_agg(id::text, ' ') from graphile_worker._private_jobs"), u"6"_s);
    QCOMPARE(releaser.totals().succeeded, 5);
    sql("delete from graphile_worker._private_jobs");
}

void HandlerTimesTest::foreignSettingsAreNoTimes()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('t') from generate_series(1, 40);"
        "update graphile_worker._private_jobs set locked_by = 'w', locked_at = now()");
    for (const QByteArray told : {"{1,2}|{3}", "nonsense", "{1|{2}", "{}|{}", "|", "{7}|{-}"}) {
        QVERIFY(session->script("set yardmaster.handler_us = '" + told
                                + "'; delete from graphile_worker._private_jobs where id = (select "
                                  "min(id) from graphile_worker._private_jobs)"));
    }
    // Ids of others tell nothing about these.
    QVERIFY(session->script("set yardmaster.handler_us = '{7,4711}|{70,80}';"
                            "delete from graphile_worker._private_jobs"));
    QCOMPARE(scalar("select sum(n) from graphile_worker._yardmaster_history"), u"40"_s);
    QCOMPARE(scalar("select string_agg(run.id || ':' || run.us, ' ' order by run.id) from "
                    "graphile_worker._yardmaster_history as ended cross join lateral "
                    "unnest(ended.ids, ended.handler_us) as run (id, us)"),
             u"1:3 7:70"_s);
    QCOMPARE(scalar("select last_trouble from graphile_worker._yardmaster_history_state"),
             QString());
}

YARDMASTER_TEST(HandlerTimesTest)
#include "tst_handlertimes.moc"

#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"

#include "worker/tasks/hostcheck.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Python jobs that are stopped, exit, loop or leave tasks behind, and what becomes of their host;
/// see tst_hostends.
class TestPythonHostEnds final : public HostTest
{
    Q_OBJECT

private slots:
    void anExitOfWhatATaskHasStartedFailsThatTask()
    {
        put(u"t.py"_s,
            "import asyncio, sys\nasync def child(): sys.exit(3)\n"
            "async def run(payload, helpers):\n    await asyncio.gather(child())");
        put(u"waits.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n    await "
            "asyncio.sleep(0.5)");
        const QString id = add("'t'");
        (void)add("'waits'");
        QVERIFY(worker(2)->drain());
        QCOMPARE(jobs(), u"1"_s);
        QVERIFY2(column("last_error", id).endsWith("SystemExit: 3"_L1),
                 qPrintable(column("last_error", id)));
    }

    void aStopCancelsAndReturnsTheJob()
    {
        put(u"sync.py"_s,
            "def run(payload, helpers):\n    print('waiting sync')\n"
            "    helpers.cancelled.wait()\n    raise ValueError('asked to end')");
        put(u"later.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n"
            "    print('waiting later')\n    try:\n        await asyncio.sleep(1000)\n"
            "    finally:\n        print('cleaned up', helpers.cancelled.is_set())");
        const QStringList ids{add("'sync'"), add("'later'")};
        const auto worker = this->worker(2);
        worker->options.gracePeriod = 4s;
        worker->start();
        QTRY_VERIFY(m_log->has(u"waiting sync") && m_log->has(u"waiting later"));
        QVERIFY(worker->stop());
        QVERIFY(m_log->has(u"cleaned up True"));
        for (const QString &id : ids) {
            QCOMPARE(column("attempts", id), u"0"_s);
            QCOMPARE(column("(locked_at is null)", id), u"true"_s);
        }
    }

    void runningOutOfMemoryFailsAlone()
    {
        put(u"eats.py"_s, "def run(payload, helpers):\n    bytearray(1 << 60)");
        const QString eats = add("'eats'");
        QVERIFY(worker()->drain());
        QVERIFY(column("last_error", eats).endsWith("MemoryError"_L1));
    }

    void aBlockedEventLoopIsFoundAndEnded()
    {
        put(u"spins.py"_s,
            "import asyncio\ndef turning():\n    while True: pass\n"
            "async def inner():\n    turning()\n"
            "async def run(payload, helpers):\n    await asyncio.gather(inner())");
        put(u"waits.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n    await asyncio.sleep(0.2)");
        put(u"sync.py"_s, "def run(payload, helpers):\n    print('sync jobs go on')");
        (void)add("'waits'");
        const QString spins = add("'spins', max_attempts := 1");
        HostTimes times;
        times.blocked = 1500ms;
        times.silent = 3000ms;
        const auto worker = this->worker(3, times);
        worker->start();
        QTRY_VERIFY(m_log->has(u"The event loop has been blocked"));
        (void)add("'sync'");
        QTRY_VERIFY(m_log->has(u"sync jobs go on"));
        QTRY_COMPARE(jobs(), u"1"_s);
        QTRY_VERIFY(!column("last_error", spins).isEmpty());
        const QString error = column("last_error", spins);
        QVERIFY2(error.startsWith("The event loop has been blocked for"_L1), qPrintable(error));
        QVERIFY2(error.contains("line 3, in turning"_L1), qPrintable(error));
        QCOMPARE(column("attempts", spins), u"1"_s);
        QVERIFY(worker->stop());
    }

    /// The first one has the others begin only after a result sent at once would have been read.
    void aResultWaitsForWhatCreatedTasksAdd_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QByteArray>("returned");
        QTest::newRow("returns nothing") << QByteArray("{}") << QByteArray("None");
        QTest::newRow("part of a batch fails")
            << QByteArray("[1, 2]") << QByteArray("[None, ValueError('no')]");
        QTest::newRow("asked to end")
            << QByteArray("{}") << QByteArray("asyncio.current_task().cancel()");
    }
    void aResultWaitsForWhatCreatedTasksAdd()
    {
        QFETCH(const QByteArray, payload);
        QFETCH(const QByteArray, returned);
        put(u"t.py"_s, R"py(import asyncio, os, time
async def delay():
    time.sleep(0.3)
async def run(payload, helpers):
    print("begins")
    while not os.path.exists(os.path.join(os.path.dirname(__file__), "go")):
        await asyncio.sleep(0.02)
    created = [asyncio.ensure_future(delay())]
    created += [asyncio.ensure_future(helpers.add_job("child", {"n": n})) for n in range(3)]
    return )py" + returned);
        (void)add("'t', '" + payload + "'");
        const auto worker = this->worker();
        EventSpy succeeded(&worker->events, &EventBus::jobSucceeded);
        EventSpy failed(&worker->events, &EventBus::jobErrored);
        worker->start();
        QTRY_VERIFY(m_log->has(u"begins"));
        const auto session = m_database->session();
        QVERIFY(session->script("begin; lock table graphile_worker._private_tasks in exclusive "
                                "mode"));
        put(u"go"_s, "");
        QTRY_COMPARE(scalar("select count(*) from pg_stat_activity where datname = "
                            "current_database() and application_name = 'yardmaster add' and "
                            "wait_event_type = 'Lock'"),
                     u"1"_s);
        QCOMPARE(succeeded.count() + failed.count(), 0);
        QVERIFY(session->script("commit"));
        QTRY_COMPARE(succeeded.count() + failed.count(), 1);
        QCOMPARE(failed.count(), payload.startsWith('[') ? 1 : 0);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where task_identifier = "
                        "'child'"),
                 u"3"_s);
        QVERIFY(worker->stop());
    }

    /// None of these may end the host, or the time of another add.
    void answersThatPythonCannotHoldFailNothingElse()
    {
        put(u"t.py"_s, R"py(import asyncio, datetime
MAX = datetime.datetime.max
UTC = datetime.timezone.utc
async def run(payload, helpers):
    seen = []
    for time in (MAX, MAX.replace(tzinfo=UTC), MAX.replace(microsecond=999000, tzinfo=UTC),
                 datetime.datetime.min, datetime.datetime.min.replace(tzinfo=UTC)):
        job = await helpers.add_job("other", run_at=time)
        seen.append(job.run_at.isoformat())
    job = await helpers.add_job("other", job_key="far", job_key_mode="preserve_run_at")
    seen.append(job.run_at.isoformat())
    job = await helpers.add_job("other", job_key="long ago", job_key_mode="preserve_run_at")
    seen.append(job.run_at.isoformat())
    try:
        await helpers.add_job("other", [1], job_key="deep")
    except helpers.AddJobError as error:
        seen.append(str(error))
    loop = asyncio.new_event_loop()
    def of_another_loop():
        loop.create_task(helpers.add_job("other", {"other": "loop"}))
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
    await asyncio.to_thread(of_another_loop)
    at = datetime.datetime(2030, 1, 2, 3, 4, 5, 678901, UTC)
    await helpers.add_job("other", {"last": True}, run_at=at)
    raise helpers.Failure("\n".join(seen))
)py");
        sql("select graphile_worker.add_job('other', run_at := '20000-01-01', job_key := 'far'), "
            "graphile_worker.add_job('other', run_at := '100-01-01 BC', job_key := 'long ago'), "
            "graphile_worker.add_job('other', (repeat('[', 2000) || repeat(']', 2000))::json, "
            "job_key := 'deep')");
        const QString id = add("'t', max_attempts := 1");
        QVERIFY(worker()->drain());
        QCOMPARE(
            column("last_error", id).split(u'\n'),
            (QStringList{
                u"9999-12-31T23:59:59.999999+00:00"_s, u"9999-12-31T23:59:59.999999+00:00"_s,
                u"9999-12-31T23:59:59.999000+00:00"_s, u"0001-01-01T00:00:00+00:00"_s,
                u"0001-01-01T00:00:00+00:00"_s, u"9999-12-31T23:59:59.999999+00:00"_s,
                u"0001-01-01T00:00:00+00:00"_s,
                u"the jobs were added, but a payload is nested too deeply for Python's json module"_s}));
        QCOMPARE(scalar("select string_agg(run_at::text, ' ' order by id) from "
                        "graphile_worker._private_jobs where run_at = 'infinity'"),
                 u"infinity infinity"_s);
        QCOMPARE(scalar("select extract(microseconds from run_at)::int from "
                        "graphile_worker._private_jobs where payload->>'last' = 'true'"),
                 u"5678901"_s);
    }

    void errorsOfFloatingTasksAreLogged()
    {
        put(u"t.py"_s,
            "import asyncio, gc\nasync def lost():\n    raise ValueError('floating')\n"
            "async def run(payload, helpers):\n    asyncio.ensure_future(lost())\n"
            "    await asyncio.sleep(0.05)\n    gc.collect()");
        (void)add("'t'");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QTRY_VERIFY(m_log->has(u"ValueError: floating"));
    }
};

YARDMASTER_TEST(TestPythonHostEnds)
#include "tst_pythonhostends.moc"

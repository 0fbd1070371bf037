#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"

#include "worker/tasks/hostcheck.h"

#include <unistd.h>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Python jobs that are stopped, time out, exit, crash or loop, and what becomes of their host.
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

    void outputThatNobodyReadsDoesNotStopAJob()
    {
        put(u"floods.py"_s, R"py(import os
def run(payload, helpers):
    for i in range(20000): print("x" * 1023)
    for i in range(20000): os.write(1, b"y" * 1023 + b"\n")
    for i in range(20000): helpers.logger.info("z" * 1000)
)py");
        put(u"after.py"_s, "def run(payload, helpers):\n    print('after all')");
        (void)add("'floods'");
        (void)add("'after', priority := 1");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"has written more than 1 MiB"));
        QVERIFY(m_log->has(u"after all"));
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

    void aStopEndsJobsThatIgnoreIt()
    {
        put(u"spins.py"_s,
            "import os\ndef run(payload, helpers):\n"
            "    print(f'pid {os.getpid()}', flush=True)\n    while True: pass");
        put(u"blocks.py"_s,
            "import os\nasync def run(payload, helpers):\n"
            "    print(f'pid {os.getpid()}', flush=True)\n    while True: pass");
        for (const QByteArray task : {"'spins'", "'blocks'"}) {
            m_log = std::make_unique<LogLines>();
            const QString id = add(task);
            const auto worker = this->worker();
            worker->options.gracePeriod = 3s;
            worker->start();
            QTRY_VERIFY(m_log->has(u"pid "));
            const qint64 process = m_log->with(u"pid ").message.section(u' ', 1).toLongLong();
            QVERIFY(isAlive(process));
            QVERIFY(worker->stop());
            worker->runner.reset();
            QTRY_VERIFY(!isAlive(process));
            QCOMPARE(column("attempts", id), u"0"_s);
            sql("delete from graphile_worker._private_jobs");
        }
    }

    /// A thread cannot be ended: its host is replaced, and killed when the others have ended.
    void aTimeoutFailsItsJobOnly()
    {
        put(u"hangs.py"_s, "import time\ndef run(payload, helpers):\n    time.sleep(1000)");
        put(u"slow.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n    await asyncio.sleep(8)");
        put(u"polite.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n    await asyncio.sleep(1000)");
        const QString hangs = add("'hangs', max_attempts := 1");
        const QString polite = add("'polite', max_attempts := 1");
        (void)add("'slow'");
        const auto worker = this->worker(3);
        worker->options.taskTimeouts = {{u"hangs"_s, 500ms}, {u"polite"_s, 500ms}};
        QVERIFY(worker->drain());
        for (const QString &id : {hangs, polite})
            QVERIFY2(column("last_error", id).startsWith("It ran for more than"_L1),
                     qPrintable(column("last_error", id)));
        QCOMPARE(jobs(), u"2"_s); // slow has succeeded
    }

    void aJobThatExitsFailsAlone()
    {
        put(u"exits.py"_s, "import os\ndef run(payload, helpers):\n    os._exit(7)");
        put(u"waits.py"_s,
            "import asyncio\nasync def run(payload, helpers):\n"
            "    print(f'attempt {helpers.job.attempts}')\n    await asyncio.sleep(0.5)");
        for (int i = 0; i < 5; ++i)
            (void)add("'waits'");
        const QString exits = add("'exits'");
        const auto worker = this->worker(6);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QCOMPARE(column("last_error", exits), u"The task called os._exit(7)"_s);
        QCOMPARE(column("attempts", exits), u"1"_s);
        QVERIFY(!m_log->has(u"attempt 2"));
        QVERIFY(worker->stop());
    }

    void aCrashIsTracedToItsJob()
    {
        put(u"crashes.py"_s, "import ctypes\ndef run(payload, helpers):\n    ctypes.string_at(0)");
        put(u"waits.py"_s, "import time\ndef run(payload, helpers):\n    time.sleep(0.3)");
        for (int i = 0; i < 4; ++i)
            (void)add("'waits'");
        const QString crashes = add("'crashes'");
        const auto worker = this->worker(5);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QTRY_VERIFY(!column("last_error", crashes).isEmpty());
        QVERIFY2(column("last_error", crashes).contains("was ended by signal 11"_L1),
                 qPrintable(column("last_error", crashes)));
        QCOMPARE(column("attempts", crashes), u"1"_s);
        QVERIFY(m_log->has(u"crashes.py\", line 3 in run")); // of the dump
        QVERIFY(worker->stop());
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
        const QString spins = add("'spins'");
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

    void noHostOutlivesItsWorker()
    {
        put(u"t.py"_s, "import os\ndef run(payload, helpers):\n    print(f'pid {os.getpid()}')");
        (void)add("'t'");
        const auto worker = this->worker();
        worker->start();
        QTRY_COMPARE(jobs(), u"0"_s);
        QTRY_VERIFY(m_log->has(u"pid "));
        const qint64 process = m_log->with(u"pid ").message.section(u' ', 1).toLongLong();
        QVERIFY(isAlive(process));
        QVERIFY(worker->stop());
        worker->runner.reset();
        QTRY_VERIFY(!isAlive(process));
    }
};

YARDMASTER_TEST(TestPythonHostEnds)
#include "tst_pythonhostends.moc"

#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"

#include "worker/tasks/hostcheck.h"

#include <algorithm>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Name and text of each.
using TaskFiles = QList<std::pair<QString, QByteArray>>;

void addLanguages(const TaskFiles &node, const TaskFiles &python)
{
    QTest::addColumn<TaskFiles>("files");
    QTest::newRow("Node") << node;
    QTest::newRow("Python") << python;
}

} // namespace

/// Jobs that time out, exit, crash or loop, and what becomes of their host: the same in every
/// language. What only one of them does is in tst_nodehostends and tst_pythonhostends.
class TestHostEnds final : public HostTest
{
    Q_OBJECT

    void putFiles() const
    {
        QFETCH(TaskFiles, files);
        for (const auto &[name, text] : std::as_const(files))
            put(name, text);
    }
    [[nodiscard]] static bool isNode() { return QByteArray(QTest::currentDataTag()) == "Node"; }
    /// That a task has written to the log; 0: none has.
    [[nodiscard]] qint64 loggedProcess() const
    {
        return QTest::qWaitFor([this] { return m_log->has(u"pid "); })
            ? m_log->with(u"pid ").message.section(u' ', 1).toLongLong()
            : 0;
    }

private slots:
    void unreadOutputDoesNotBlockAJob_data()
    {
        addLanguages({{u"floods.cjs"_s, R"(const fs = require("fs");
        module.exports = () => {
            const line = "x".repeat(1023) + "\n";
            for (let i = 0; i < 20000; ++i) console.log(line);
            for (let i = 0; i < 20000; ++i) try { fs.writeSync(1, line); } catch (e) {
                if (e.code !== "EAGAIN") throw e;
            }
        })"},
                      {u"after.mjs"_s, "export default () => { console.log('after all'); }"}},
                     {{u"floods.py"_s, R"py(import os
def run(payload, helpers):
    for i in range(20000): print("x" * 1023)
    for i in range(20000): os.write(1, b"y" * 1023 + b"\n")
    for i in range(20000): helpers.logger.info("z" * 1000)
)py"},
                      {u"after.py"_s, "def run(payload, helpers):\n    print('after all')"}});
    }
    void unreadOutputDoesNotBlockAJob()
    {
        putFiles();
        (void)add("'floods'");
        (void)add("'after', priority := 1");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"has written more than 1 MiB"));
        QVERIFY(m_log->has(u"after all"));
        QVERIFY(!isNode() || m_log->all().size() < 4000);
    }

    void messagesOfAJobAreLimited_data()
    {
        addLanguages({{u"floods.cjs"_s, R"(module.exports = (payload, { logger }) => {
            for (let i = 0; i < 200000; ++i) logger.info("z".repeat(1000));
            globalThis.held = process.memoryUsage().arrayBuffers >> 20;
        })"},
                      {u"after.mjs"_s,
                       "export default () => { console.log(`held ${globalThis.held < 64}`); }"}},
                     {{u"floods.py"_s, R"py(def run(payload, helpers):
    for i in range(20000): helpers.logger.info("z" * 1000)
)py"},
                      {u"after.py"_s, "def run(payload, helpers):\n    print('held true')"}});
    }
    void messagesOfAJobAreLimited()
    {
        putFiles();
        (void)add("'floods'");
        (void)add("'after', priority := 1");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        QVERIFY(m_log->has(u"this job has logged more than 1 MiB"));
        QVERIFY(m_log->has(u"messages left out: "));
        const auto all = m_log->all();
        const auto kept = std::ranges::count_if(
            all, [](const LogEntry &entry) { return entry.message.startsWith(u"zzz"); });
        QVERIFY2(kept > 900 && kept < 1050, qPrintable(QString::number(kept)));
        QVERIFY(m_log->has(u"held true")); // not what the worker could not read
        QVERIFY(!isNode() || m_log->has(u"were left out because they came faster"));
    }

    void aStopEndsAJobThatIgnoresIt_data()
    {
        addLanguages({{u"waits.mjs"_s,
                       "export default () => { console.log(`pid ${process.pid}`); "
                       "return new Promise(() => {}); }"},
                      {u"blocks.mjs"_s,
                       "import fs from 'node:fs'; export default () => { "
                       "fs.writeSync(1, `pid ${process.pid}\\n`); for (;;); }"}},
                     {{u"waits.py"_s,
                       "import os\ndef run(payload, helpers):\n"
                       "    print(f'pid {os.getpid()}', flush=True)\n    while True: pass"},
                      {u"blocks.py"_s,
                       "import os\nasync def run(payload, helpers):\n"
                       "    print(f'pid {os.getpid()}', flush=True)\n    while True: pass"}});
    }
    void aStopEndsAJobThatIgnoresIt()
    {
        putFiles();
        for (const QByteArray task : {"'waits'", "'blocks'"}) {
            m_log = std::make_unique<LogLines>();
            const QString id = add(task);
            const auto worker = this->worker();
            worker->options.gracePeriod = 3s;
            worker->start();
            const qint64 process = loggedProcess();
            QVERIFY(process > 0);
            QVERIFY(isAlive(process));
            QVERIFY(worker->stop());
            worker->runner.reset();
            QTRY_VERIFY(!isAlive(process));
            QCOMPARE(column("attempts", id), u"0"_s);
            sql("delete from graphile_worker._private_jobs");
        }
    }

    void aTimeoutFailsItsJobOnly_data()
    {
        addLanguages(
            {{u"hangs.mjs"_s, "export default () => new Promise(() => {})"},
             {u"slow.mjs"_s,
              "import { setTimeout } from 'node:timers/promises'; "
              "export default () => setTimeout(8000)"},
             {u"polite.mjs"_s, "export default (payload, { abortPromise }) => abortPromise"}},
            // A thread cannot be ended: its host is replaced, and killed when the others have
            // ended.
            {{u"hangs.py"_s, "import time\ndef run(payload, helpers):\n    time.sleep(1000)"},
             {u"slow.py"_s,
              "import asyncio\nasync def run(payload, helpers):\n    await asyncio.sleep(8)"},
             {u"polite.py"_s,
              "import asyncio\nasync def run(payload, helpers):\n    await asyncio.sleep(1000)"}});
    }
    void aTimeoutFailsItsJobOnly()
    {
        putFiles();
        const QString hangs = add("'hangs', max_attempts := 1");
        const QString polite = add("'polite', max_attempts := 1");
        (void)add("'slow'");
        const auto worker = this->worker(3);
        worker->options.taskTimeouts = {{u"hangs"_s, 500ms}, {u"polite"_s, 500ms}};
        QVERIFY(worker->drain());
        QVERIFY2(column("last_error", hangs).startsWith("It ran for more than"_L1),
                 qPrintable(column("last_error", hangs)));
        QVERIFY2(
            column("last_error", polite)
                .contains(isNode() ? "This operation was aborted"_L1 : "It ran for more than"_L1),
            qPrintable(column("last_error", polite)));
        QCOMPARE(column("attempts", hangs), u"1"_s);
        QCOMPARE(jobs(), u"2"_s); // slow has succeeded
    }

    void aJobThatExitsFailsAlone_data()
    {
        addLanguages(
            {{u"exits.mjs"_s, "export default async () => { await null; process.exit(7); }"},
             {u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default async (payload, { job }) => {
                console.log(`attempt ${job.attempts}`);
                await setTimeout(500);
            })"}},
            {{u"exits.py"_s, "import os\ndef run(payload, helpers):\n    os._exit(7)"},
             {u"waits.py"_s,
              "import asyncio\nasync def run(payload, helpers):\n"
              "    print(f'attempt {helpers.job.attempts}')\n    await asyncio.sleep(0.5)"}});
    }
    void aJobThatExitsFailsAlone()
    {
        putFiles();
        for (int i = 0; i < 5; ++i)
            (void)add("'waits'");
        const QString exits = add("'exits', max_attempts := 1");
        const auto worker = this->worker(6);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QCOMPARE(column("last_error", exits),
                 isNode() ? u"The task called process.exit(7)"_s
                          : u"The task called os._exit(7)"_s);
        QCOMPARE(column("attempts", exits), u"1"_s);
        QVERIFY(!m_log->has(u"attempt 2"));
        QVERIFY(worker->stop());
    }

    void aCrashIsTracedToItsJob_data()
    {
        addLanguages(
            {{u"crashes.mjs"_s, "export default async () => { await null; process.abort(); }"},
             {u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default () => setTimeout(300);)"}},
            {{u"crashes.py"_s,
              "import ctypes\ndef run(payload, helpers):\n    ctypes.string_at(0)"},
             {u"waits.py"_s, "import time\ndef run(payload, helpers):\n    time.sleep(0.3)"}});
    }
    void aCrashIsTracedToItsJob()
    {
        putFiles();
        for (int i = 0; i < 4; ++i)
            (void)add("'waits'");
        const QString crashes = add("'crashes', max_attempts := 1");
        const auto worker = this->worker(5);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QTRY_VERIFY(!column("last_error", crashes).isEmpty());
        QVERIFY2(
            column("last_error", crashes)
                .contains(isNode() ? "was killed by signal 6"_L1 : "was killed by signal 11"_L1),
            qPrintable(column("last_error", crashes)));
        QCOMPARE(column("attempts", crashes), u"1"_s);
        QVERIFY(isNode() || m_log->has(u"crashes.py\", line 3 in run")); // of the dump
        QVERIFY(worker->stop());
    }

    void whatIsNoMessageIsTracedToItsJob_data()
    {
        addLanguages(
            {{u"writes.mjs"_s, R"(import fs from "node:fs";
            export default () => { fs.writeSync(3, "\0\0\0\x01x"); return new Promise(() => {}); })"},
             {u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default () => setTimeout(300);)"}},
            {{u"writes.py"_s, R"py(import os, time
def run(payload, helpers):
    os.write(3, b"\0\0\0\x01x")
    time.sleep(60)
)py"},
             {u"waits.py"_s, "import time\ndef run(payload, helpers):\n    time.sleep(0.3)"}});
    }
    void whatIsNoMessageIsTracedToItsJob()
    {
        putFiles();
        for (int i = 0; i < 4; ++i)
            (void)add("'waits'");
        const QString writes = add("'writes', max_attempts := 1");
        const auto worker = this->worker(5);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QTRY_VERIFY(!column("last_error", writes).isEmpty());
        QVERIFY2(column("last_error", writes).endsWith(u"it sent something that is not a message"),
                 qPrintable(column("last_error", writes)));
        QCOMPARE(column("attempts", writes), u"1"_s);
        QVERIFY(worker->stop());
    }

    void noHostOutlivesItsWorker_data()
    {
        addLanguages({{u"t.mjs"_s, "export default () => { console.log(`pid ${process.pid}`); }"}},
                     {{u"t.py"_s,
                       "import os\ndef run(payload, helpers):\n    print(f'pid {os.getpid()}')"}});
    }
    void noHostOutlivesItsWorker()
    {
        putFiles();
        (void)add("'t'");
        const auto worker = this->worker();
        worker->start();
        QTRY_COMPARE(jobs(), u"0"_s);
        const qint64 process = loggedProcess();
        QVERIFY(process > 0);
        QVERIFY(isAlive(process));
        QVERIFY(worker->stop());
        worker->runner.reset();
        QTRY_VERIFY(!isAlive(process));
    }
};

YARDMASTER_TEST(TestHostEnds)
#include "tst_hostends.moc"

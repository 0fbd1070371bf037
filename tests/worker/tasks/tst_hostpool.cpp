#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/yardmasterprocess.h"
#include "tests/worker/tasks/hosttest.h"
#include "worker/tasks/foldertasks.h"
#include "worker/tasks/folderwatcher.h"

#include <algorithm>
#include <numeric>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Several task hosts, and their replacement.
class TestHostPool final : public HostTest
{
    Q_OBJECT

    /// Of the lines "pid PID …": how many each process has written.
    [[nodiscard]] QMap<QString, int> lines() const
    {
        QMap<QString, int> lines;
        for (const LogEntry &entry : m_log->all()) {
            if (entry.message.startsWith("pid "_L1))
                ++lines[entry.message.section(u' ', 1, 1)];
        }
        return lines;
    }
    [[nodiscard]] int count() const
    {
        const QMap<QString, int> all = lines();
        return std::accumulate(all.begin(), all.end(), 0);
    }

    /// Not alive, or waiting for init to notice its end.
    static bool isRunning(pid_t process)
    {
        QFile stat(u"/proc/%1/stat"_s.arg(process));
        if (!stat.open(QIODevice::ReadOnly))
            return false;
        const QByteArray line = stat.readAll(); // pid (name) state …
        return line.mid(line.lastIndexOf(')') + 2, 1) != "Z";
    }

private slots:
    void jobsAreDealtOut_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("node") << u"t.mjs"_s << QByteArray(R"(import { existsSync } from "node:fs";
            import { setTimeout } from "node:timers/promises";
            export default async ({ file }) => {
                console.log(`pid ${process.pid}`);
                while (!existsSync(file)) await setTimeout(20);
            })");
        QTest::newRow("python") << u"t.py"_s << QByteArray(R"(import asyncio, os
async def run(payload, helpers):
    print(f"pid {os.getpid()}")
    while not os.path.exists(payload["file"]): await asyncio.sleep(0.02)
)");
    }
    void jobsAreDealtOut()
    {
        QFETCH(const QString, name);
        QFETCH(const QByteArray, text);
        put(name, text);
        const QByteArray add = "select graphile_worker.add_job('t', json_build_object('file', '"
            + (m_folder->path() + u"/go"_s).toUtf8() + "')) from generate_series(1, 9)";
        const auto worker = this->worker(18, {}, {.processes = 3});
        sql(add);
        worker->start();
        QTRY_COMPARE(count(), 9);
        QCOMPARE(lines().values(), (QList{3, 3, 3})); // although they load one after the other
        sql(add);
        QTRY_COMPARE(count(), 18);
        QCOMPARE(lines().values(), (QList{6, 6, 6}));
        put(u"go"_s, "");
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(worker->stop());
    }

    void resultsThatComeTogetherEndEachJobOnce()
    {
        put(u"t.mjs"_s, R"(import { existsSync } from "node:fs";
            import { setTimeout } from "node:timers/promises";
            let going;
            const go = async (file) => { while (!existsSync(file)) await setTimeout(20); };
            export default async ({ file, i }) => {
                console.log(`pid ${process.pid}`);
                await (going ??= go(file));
                if (i % 3 === 0) throw new Error(`no ${i}`);
            })");
        const auto worker = this->worker(300);
        EventSpy succeeded(&worker->events, &EventBus::jobSucceeded);
        EventSpy errored(&worker->events, &EventBus::jobErrored);
        EventSpy completed(&worker->events, &EventBus::jobCompleted);
        sql("select graphile_worker.add_job('t', json_build_object('i', i, 'file', '"
            + (m_folder->path() + u"/go"_s).toUtf8()
            + "'), max_attempts := 1) from generate_series(1, 300) as i");
        worker->start();
        QTRY_COMPARE(count(), 300);
        put(u"go"_s, "");
        QTRY_COMPARE(completed.count(), 300);
        QVERIFY(worker->stop());
        QCOMPARE(succeeded.count(), 200);
        QCOMPARE(errored.count(), 100);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 1 and "
                        "last_error like 'no ' || (payload->>'i') || '%'"),
                 u"100"_s);
        QCOMPARE(jobs(), u"100"_s);
        QVERIFY(m_log->with(u"that it is not running").message.isNull());
    }

    void oneJobAtATimeNeedsOneHost()
    {
        put(u"t.mjs"_s, "export default () => console.log(`pid ${process.pid}`)");
        for (int i = 0; i < 20; ++i)
            (void)add("'t'");
        QVERIFY(worker(1, {}, {.processes = 3})->drain());
        QCOMPARE(lines().values(), QList{20});
    }

    void theTimeoutOfAJobCountsFromWhenItsHostIsReady()
    {
        put(u"slow.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            await setTimeout(1500);
            export default async ({ ms }) => { await setTimeout(ms); })");
        const auto worker = this->worker(2, {}, {.processes = 1});
        worker->options.taskTimeout = 1s;
        (void)add("'slow', '{\"ms\": 0}', max_attempts := 1");
        const QString late = add("'slow', '{\"ms\": 60000}', max_attempts := 1");
        QVERIFY(worker->drain());
        QCOMPARE(jobs(), u"1"_s);
        const QString error = column("last_error", late);
        QVERIFY2(error.startsWith("It ran for more than 1.0 s and was stopped"_L1),
                 qPrintable(error));
    }

    void aCrashCostsOnlyTheJobsOfItsHost()
    {
        put(u"waits.mjs"_s, R"(import { existsSync } from "node:fs";
            import { setTimeout } from "node:timers/promises";
            export default async ({ file }, { job }) => {
                console.log(`pid ${process.pid} job ${job.id}`);
                while (!existsSync(file)) await setTimeout(20);
            })");
        put(u"exits.mjs"_s, "export default () => process.exit(7)");
        const QString go = m_folder->path() + u"/go"_s;
        sql("select graphile_worker.add_job('waits', json_build_object('file', '" + go.toUtf8()
            + "')) from generate_series(1, 8)");
        const auto worker = this->worker(9, {}, {.processes = 2});
        worker->start();
        QTRY_COMPARE(count(), 8);
        QCOMPARE(lines().values(), (QList{4, 4}));
        const QString exits = add("'exits', max_attempts := 1");
        QTRY_COMPARE(count(), 12); // four of them for the second time
        QCOMPARE(column("last_error", exits), u"The task called process.exit(7)"_s);
        put(u"go"_s, "");
        QTRY_COMPARE(jobs(), u"1"_s);
        QCOMPARE(count(), 12);
        QVERIFY(worker->stop());
    }

    void aHostIsReplacedAfterItsJobs()
    {
        put(u"t.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            await setTimeout(400);
            export default async () => { console.log(`pid ${process.pid}`); await setTimeout(10); })");
        sql("select graphile_worker.add_job('t') from generate_series(1, 300)");
        const auto worker = this->worker(2, {}, {.jobs = 20});
        worker->start();
        QTRY_COMPARE(jobs(), u"0"_s);
        const QMap<QString, int> ran = lines();
        QCOMPARE(count(), 300);
        QVERIFY2(ran.size() > 1 && ran.size() < 16, qPrintable(QString::number(ran.size())));
        // The first one did not stop before there was another.
        QVERIFY2(ran.first() > 20 || ran.last() > 20, qPrintable(QString::number(ran.first())));
        QVERIFY(m_log->has(u"it has been given 20 jobs; another one takes over"));
        const auto alive = [&ran] {
            const QStringList processes = ran.keys();
            return int(std::ranges::count_if(
                processes, [](const QString &process) { return isAlive(process.toLongLong()); }));
        };
        QTRY_VERIFY(alive() <= 2);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
        QVERIFY(worker->stop());
        worker->runner.reset();
        QTRY_COMPARE(alive(), 0);
    }

    void aHostIsReplacedWhenItIsLarge()
    {
        put(u"t.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            const kept = [];
            export default async ({ wait }) => {
                console.log(`pid ${process.pid}`);
                if (wait) kept.push(Buffer.alloc(300 * 1024 * 1024, 1));
                await setTimeout(wait);
            })");
        HostTimes times;
        times.silent = 2000ms; // looks every half second
        times.settle = 0ms;
        const auto worker = this->worker(2, times, {.memory = 250 << 20});
        (void)add("'t', '{\"wait\":3000}'");
        worker->start();
        QTRY_VERIFY(m_log->has(u" MiB; another one takes over"));
        QTRY_VERIFY(lines().size() == 1);
        QTRY_COMPARE(jobs(), u"0"_s);
        (void)add("'t', '{\"wait\":0}'");
        QTRY_COMPARE(jobs(), u"0"_s);
        QCOMPARE(lines().values(), (QList{1, 1}));
        QVERIFY(worker->stop());
    }

    void aHostOfShortJobsIsReplacedWhenItIsLarge()
    {
        put(u"t.mjs"_s, R"(const kept = [];
            export default ({ size }) => {
                console.log(`pid ${process.pid}`);
                kept.push(Buffer.alloc(size * 1024 * 1024, 1));
            })");
        HostTimes times;
        times.silent = 2000ms; // looks every half second
        times.settle = 0ms;
        const auto worker = this->worker(2, times, {.memory = 250 << 20});
        (void)add("'t', '{\"size\":300}'");
        worker->start();
        QTRY_COMPARE(jobs(), u"0"_s);
        QTRY_VERIFY(m_log->has(u" MiB; another one takes over"));
        for (int i = 0; i < 1000 && lines().size() < 2; ++i) { // until the other one is ready
            (void)add("'t', '{\"size\":0}'");
            QTRY_COMPARE(jobs(), u"0"_s);
        }
        QCOMPARE(lines().size(), 2);
        QVERIFY(worker->stop());
    }

    void aHostThatIsLargeFromTheBeginningIsNotReplacedForThat()
    {
        put(u"t.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default async () => { console.log(`pid ${process.pid}`); await setTimeout(1500); })");
        HostTimes times;
        times.silent = 2000ms;
        times.settle = 0ms;
        const auto worker = this->worker(1, times, {.memory = 1 << 20});
        (void)add("'t'");
        (void)add("'t'");
        QVERIFY(worker->drain());
        QVERIFY(m_log->has(u"it takes more than 1 MiB before running any job"));
        QCOMPARE(lines().values(), QList{2});
    }

    void aHostIsNotReplacedByOneThatLoadsLess()
    {
        put(u"t.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default async ({ wait }) => {
                console.log(`pid ${process.pid}`);
                await setTimeout(wait);
            })");
        const auto worker = this->worker(2, {}, {.jobs = 1});
        (void)add("'t', '{\"wait\":0}'");
        worker->start();
        QTRY_COMPARE(jobs(), u"0"_s);
        put(u"t.mjs"_s, "export default () => {{");
        (void)add("'t', '{\"wait\":1000}'");
        QTRY_VERIFY(m_log->has(u"not all files can be loaded any more (t)"));
        QTRY_COMPARE(jobs(), u"0"_s);
        QCOMPARE(lines().values(), QList{2});
        QVERIFY(worker->stop());
    }

    void changedFilesAreUsed()
    {
        const auto text = [](const QByteArray &word) -> QByteArray {
            return "import { setTimeout } from 'node:timers/promises';\n"
                   "export default async ({ wait }) => { console.log(`pid ${process.pid} "
                + word + "`); await setTimeout(wait); }";
        };
        const auto ran = [this](const QByteArray &word, int wait = 0) {
            (void)add("'t', '{\"wait\":" + QByteArray::number(wait) + "}'");
            return QTest::qWaitFor([&] { return m_log->has(QString::fromLatin1(' ' + word)); },
                                   30000);
        };
        HostTimes times;
        put(u"t.mjs"_s, text("one"));
        const auto worker = this->worker(4, times);
        FolderWatcher watch(m_folder->path(), 50ms,
                            [files = hostedFilesOf(worker->registry.get())] {
                                files.front()->noteChanged();
                                return true;
                            });
        watch.start(FolderWatcher::fingerprint(m_folder->path()));
        worker->start();
        QVERIFY(ran("one"));
        QTRY_COMPARE(jobs(), u"0"_s);
        const qint64 first = lines().firstKey().toLongLong();

        // The host is idle.
        put(u"t.mjs"_s, text("two"));
        QTRY_VERIFY(!isAlive(first));
        QVERIFY(ran("two", 4000));

        // It is busy with a job that ends there.
        put(u"t.mjs"_s, "export default () => {{");
        QTRY_VERIFY(m_log->has(u"not all files can be loaded any more (t)"));
        QCOMPARE(jobs(), u"1"_s);
        const size_t before = m_log->all().size();
        (void)add("'t', '{\"wait\":0}'");
        QTRY_VERIFY(m_log->all().size() > before && count() == 3);

        // The folder is replaced.
        put(u"../tasks-new/t.mjs"_s, text("three"));
        QVERIFY(QDir().rename(m_folder->path(), m_folder->path() + u"-old"_s));
        QVERIFY(QDir().rename(m_folder->path() + u"-new"_s, m_folder->path()));
        const auto hasRunAgain = [&] {
            (void)add("'t', '{\"wait\":0}'");
            return m_log->has(u" three");
        };
        QTRY_VERIFY(hasRunAgain());
        QTRY_COMPARE(jobs(), u"0"_s);

        // It is idle, and the next one cannot load them.
        m_log->clear();
        put(u"t.mjs"_s, "export default () => {{");
        QTRY_VERIFY(m_log->has(u"not all files can be loaded any more (t)"));
        QVERIFY(ran("three"));
        QTRY_COMPARE(jobs(), u"0"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where attempts > 1"), u"0"_s);
        QVERIFY(worker->stop());
    }

    void aHostEndsWithItsWorker_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("node") << u"t.mjs"_s << QByteArray(R"(import fs from "node:fs";
            export default ({ file }) => { fs.writeFileSync(file, `${process.pid}\n`); for (;;); })");
        QTest::newRow("python") << u"t.py"_s << QByteArray(R"(import os
async def run(payload, helpers):
    with open(payload["file"], "w") as file: file.write(f"{os.getpid()}\n")
    while True: pass
)");
    }
    /// Even one that does not see that its channel is closed, because a job never lets it look.
    void aHostEndsWithItsWorker()
    {
#ifndef Q_OS_LINUX
        QSKIP("only Linux has PR_SET_PDEATHSIG");
#endif
        QFETCH(const QString, name);
        QFETCH(const QByteArray, text);
        put(name, text);
        const QString file = m_folder->project() + u"/pid"_s;
        (void)add("'t', json_build_object('file', '" + file.toUtf8() + "')");
        YardmasterProcess worker(
            {u"--no-gui"_s, u"-c"_s, m_database->url(), u"--tasks"_s, m_folder->path()});
        const auto written = [&file] {
            QFile pid(file);
            return pid.open(QIODevice::ReadOnly) ? pid.readAll() : QByteArray();
        };
        QTRY_VERIFY_WITH_TIMEOUT(written().endsWith('\n'), 60000);
        const pid_t host = written().trimmed().toInt();
        QVERIFY(isAlive(host));
        worker.sendSignal(SIGKILL);
        QCOMPARE(worker.waitForExit(), 128 + SIGKILL);
        const bool hasEnded = QTest::qWaitFor([host] { return !isRunning(host); }, 5000);
        if (!hasEnded)
            ::kill(host, SIGKILL);
        QVERIFY(hasEnded);
        sql("delete from graphile_worker._private_jobs");
    }
};

YARDMASTER_TEST(TestHostPool)
#include "tst_hostpool.moc"

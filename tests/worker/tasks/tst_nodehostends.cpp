#include "tests/support/testprogram.h"
#include "tests/worker/tasks/hosttest.h"

#include "tests/support/eventspy.h"
#include "worker/runner/dryrun.h"
#include "worker/tasks/hostcheck.h"

#include <QScopeGuard>
#include <QSemaphore>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// JavaScript jobs that are stopped, reject or loop, and what becomes of their host; see
/// tst_hostends.
class TestNodeHostEnds final : public HostTest
{
    Q_OBJECT

private slots:
    void aStopAbortsAndReturnsTheJob()
    {
        put(u"waits.mjs"_s, R"(export default async (payload, { abortSignal, abortPromise }) => {
            console.log(`waiting ${abortSignal.aborted}`);
            try {
                await abortPromise;
            } catch (error) {
                console.log(`${error.name}: ${error.message}: ${abortSignal.aborted} `
                    + (abortSignal.reason === error));
                throw error;
            }
        })");
        const QString id = add("'waits'");
        const auto worker = this->worker();
        worker->options.gracePeriod = 4s;
        worker->start();
        QTRY_VERIFY(m_log->has(u"waiting false"));
        QVERIFY(worker->stop());
        QVERIFY(m_log->has(u"AbortError: This operation was aborted: true true"));
        QCOMPARE(column("attempts", id), u"0"_s);
        QCOMPARE(column("(locked_at is null)", id), u"true"_s);
    }

    /// The moment at which a host would be started again comes between half of the grace period,
    /// when the job that waits for it is returned, and its end.
    void aStopWhileAHostIsToBeStartedAgain()
    {
        put(u"dies.mjs"_s, "export default () => process.exit(3)");
        HostTimes times;
        times.backoff = 900ms;
        QSemaphore mayEnd;
        const auto worker = this->worker(2, times);
        const auto end = qScopeGuard([&mayEnd] { mayEnd.release(); });
        worker->options.gracePeriod = 1200ms;
        worker->handle(u"holds"_s, [&](const TaskContext &) {
            mayEnd.acquire();
            return TaskOutcome::success();
        });
        sql("select graphile_worker.add_job('holds', priority := -1)");
        sql("select graphile_worker.add_job('dies', max_attempts := 1) from generate_series(1, 4)");
        worker->start();
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs where last_error like "
                            "'%process.exit(3)'"),
                     u"3"_s);
        QVERIFY(worker->stop());
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where task_identifier = 'dies' "
                        "and attempts = 0 and locked_at is null"),
                 u"1"_s);
    }

    void unhandledRejectionsFailTheirJob()
    {
        put(u"floats.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default async () => {
                (async () => { await null; throw new Error("floating"); })();
                await setTimeout(60000);
            })");
        put(u"late.mjs"_s,
            "export default () => { setTimeout(() => { throw new Error('too late'); }, 50); }");
        put(u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default async () => { console.log(`pid ${process.pid}`); await setTimeout(600); })");
        const QString floats = add("'floats'");
        (void)add("'waits'");
        const auto worker = this->worker(3);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QCOMPARE(column("last_error", floats), u"floating"_s);
        QVERIFY(m_log->has(u"Unhandled rejection: floating; a new process takes over"));
        const QString pid = m_log->with(u"pid ").message;
        QTRY_VERIFY(!isAlive(pid.section(u' ', 1).toLongLong()));
        (void)add("'late'");
        QTRY_VERIFY(m_log->has(u"Uncaught exception of late"));
        QTRY_COMPARE(jobs(), u"1"_s); // it had succeeded
        QVERIFY(worker->stop());
    }

    void aRunThatEndsByItselfRunsWhatAnEndedHostGaveBack()
    {
        put(u"exits.mjs"_s, "export default () => process.exit(3)");
        put(u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default () => setTimeout(300);)");
        (void)add("'waits'");
        (void)add("'waits'");
        const QString exits = add("'exits', max_attempts => 1");
        QVERIFY(worker(3)->drain());
        QCOMPARE(jobs(), u"1"_s);
        QCOMPARE(column("attempts", exits), u"1"_s);
    }

    /// Jobs in the same process are run alone, so that the one at fault is found.
    void anExitOutsideOfAJobCostsOnlyTheJobAtFault()
    {
        put(u"arms.mjs"_s, R"(import { setTimeout as pause } from "node:timers/promises";
            let isArmed = false;
            setInterval(() => { if (isArmed) process.exit(5); }, 20).unref();
            export default async (payload) => { isArmed = true; await pause(200); })");
        put(u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default () => setTimeout(300);)");
        for (int i = 0; i < 3; ++i)
            (void)add("'waits'");
        const QString arms = add("'arms', max_attempts => 1");
        QVERIFY(worker(4)->drain());
        QCOMPARE(jobs(), u"1"_s);
        QCOMPARE(column("attempts", arms), u"1"_s);
        QCOMPARE(column("last_error", arms),
                 u"process.exit(5) was called outside of a job; this was the only job"_s);
    }

    void whatAListenerOfTheStopPrintsIsOfItsJob()
    {
        put(u"t.mjs"_s,
            R"(export default (payload, { abortSignal }) => new Promise((resolve, reject) => {
            console.log("waits");
            abortSignal.addEventListener("abort", () => {
                console.log("heard the stop");
                reject(abortSignal.reason);
            });
        });)");
        const QString id = add("'t'");
        const auto worker = this->worker();
        worker->start();
        QTRY_VERIFY(m_log->has(u"waits"));
        QVERIFY(worker->stop());
        QCOMPARE(QString::number(m_log->with(u"heard the stop").scope.jobId), id);
    }

    /// As with graphile-worker: Node.js does not end then, and neither does the job.
    void aProjectMayListenForWhatIsUnhandled()
    {
        put(u"listens.mjs"_s, R"(import { setTimeout as pause } from "node:timers/promises";
            for (const event of ["unhandledRejection", "uncaughtException"])
                process.on(event, (error) => console.log(`heard ${error.message}`));
            export default async () => {
                Promise.reject(new Error("rejection"));
                setTimeout(() => { throw new Error("exception"); }, 10);
                await pause(200);
            })");
        const QString id = add("'listens'");
        QVERIFY(worker()->drain());
        QCOMPARE(jobs(), u"0"_s);
        for (const auto *text : {u"heard rejection", u"heard exception"})
            QCOMPARE(QString::number(m_log->with(text).scope.jobId), id);
        QVERIFY(!m_log->has(u"takes over"));
    }

    void anEndlessLoopIsFoundAndEnded()
    {
        put(u"spins.mjs"_s, R"(function turning() { for (;;) Math.random(); }
            export default async () => { await null; turning(); })");
        put(u"waits.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default () => setTimeout(200);)");
        (void)add("'waits'");
        (void)add("'waits'");
        const QString spins = add("'spins'");
        HostTimes times;
        times.blocked = 700ms;
        times.silent = 1400ms;
        const auto worker = this->worker(3, times);
        worker->start();
        QTRY_COMPARE(jobs(), u"1"_s);
        QTRY_VERIFY(!column("last_error", spins).isEmpty());
        const QString error = column("last_error", spins);
        QVERIFY2(error.startsWith("The event loop has been blocked for"_L1), qPrintable(error));
        QVERIFY2(error.contains("at turning (file://"_L1), qPrintable(error));
        QCOMPARE(column("attempts", spins), u"1"_s);
        QVERIFY(worker->stop());
    }

    void aTimeoutEndsAnEndlessLoop()
    {
        put(u"spins.mjs"_s, "export default () => { for (;;); }");
        const QString spins = add("'spins'");
        const auto worker = this->worker();
        worker->options.taskTimeout = 300ms;
        QVERIFY(worker->drain());
        QVERIFY(column("last_error", spins).startsWith("It ran for more than"_L1));
    }

    void jobsThatEndTheirHostHoldUpNoOthers_data()
    {
        QTest::addColumn<int>("concurrency");
        QTest::addColumn<QByteArray>("end");
        QTest::newRow("exit") << 4 << QByteArray("process.exit(3)");
        QTest::newRow("signal") << 4 << QByteArray("process.kill(process.pid, 'SIGKILL')");
        // One process each.
        QTest::newRow("rejection") << 1 << QByteArray("void Promise.reject(new Error('floating'))");
    }
    /// With a delay that grows, jobs would be returned to the queue from the fourth end on.
    void jobsThatEndTheirHostHoldUpNoOthers()
    {
        QFETCH(const int, concurrency);
        QFETCH(const QByteArray, end);
        put(u"ends.mjs"_s,
            R"(import { setTimeout } from "node:timers/promises";
            export default async () => { await setTimeout(20); )"
                + end + "; await setTimeout(60000); }");
        put(u"fine.mjs"_s, "export default () => {}");
        // Two at a time, so that it is not known at once which of them it was.
        sql("select graphile_worker.add_job(case when i % 10 in (5, 6) then 'ends' else 'fine' "
            "end, "
            "max_attempts := 1) from generate_series(1, 80) as i");
        HostTimes times;
        times.backoff = 600ms;
        const auto worker = this->worker(concurrency, times);
        const EventSpy postponed(&worker->events, &EventBus::jobSnoozed);
        worker->start();
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from graphile_worker.jobs where last_error is null"), u"0"_s,
            60000);
        QCOMPARE(jobs(), u"16"_s);
        QCOMPARE(postponed.count(), 0);
        QVERIFY(worker->stop());
    }

    void aHostThatCannotStartDoesNotHoldUpOtherTasks()
    {
        put(u"t.mjs"_s, "process.exit(1);");
        HostTimes times;
        times.backoff = 20s;
        const auto worker = this->worker(2, times);
        worker->handle(u"cpp"_s, succeed);
        const EventSpy postponed(&worker->events, &EventBus::jobSnoozed);
        for (int i = 0; i < 4; ++i)
            (void)add("'t'");
        worker->start();
        QTRY_VERIFY(m_log->has(u"process.exit(1) was called while it loaded "));
        // Its jobs are back in the queue, due later, attempts restored.
        QTRY_COMPARE(scalar("select count(*) from graphile_worker._private_jobs where attempts = 0 "
                            "and locked_at is null and run_at > now() + interval '5 s'"),
                     u"4"_s);
        QTRY_COMPARE(postponed.count(), 4);
        QCOMPARE(postponed.first().first().value<JobEvent>().error,
                 u"the node process has ended several times and is not running"_s);
        (void)add("'cpp'");
        QTRY_COMPARE(jobs(), u"4"_s);
        QVERIFY(worker->stop());
    }

    /// However short the pauses between its starts are.
    void noJobWaitsLongForAHostThatCannotStart()
    {
        put(u"t.mjs"_s, "process.exit(1);");
        const QString id = add("'t'");
        HostTimes times;
        times.backoff = 0ms;
        const auto worker = this->worker(1, times);
        const EventSpy postponed(&worker->events, &EventBus::jobSnoozed);
        worker->start();
        QTRY_VERIFY(postponed.count() > 0);
        QVERIFY(worker->stop());
        QCOMPARE(column("attempts", id), u"0"_s);
    }

    void aHostThatIsKilledIsReplaced()
    {
        put(u"t.mjs"_s, R"(import { setTimeout } from "node:timers/promises";
            export default async (payload, { job }) => {
                console.log(`pid ${process.pid} attempt ${job.attempts}`);
                if (payload.wait) await setTimeout(payload.wait);
            })");
        const auto worker = this->worker(3);
        for (int i = 0; i < 3; ++i)
            (void)add("'t', '{\"wait\":700}'");
        worker->start();
        QTRY_COMPARE(m_log->all().size(), size_t(3));
        const QString first = m_log->with(u"pid ").message.section(u' ', 1, 1);
        ::kill(pid_t(first.toLongLong()), SIGKILL);
        QTRY_COMPARE(jobs(), u"0"_s);
        QVERIFY(!m_log->has(u"attempt 2"));
        QVERIFY(worker->stop());
    }
};

YARDMASTER_TEST(TestNodeHostEnds)
#include "tst_nodehostends.moc"

#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include <yardmaster/interceptors.h>

#include <QMutex>
#include <QSemaphore>

#include <stdexcept>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Questions to the recovery interceptor, recorded on any thread.
class Questions
{
public:
    [[nodiscard]] auto answerWith(std::function<RecoveryAnswer(const RecoveryRequest &)> answer)
    {
        auto interceptors = std::make_shared<Interceptors>();
        interceptors->recovery = {[this, answer](const RecoveryRequest &request) {
            {
                const QMutexLocker lock(&m_mutex);
                m_requests << request;
            }
            return answer(request);
        }};
        return interceptors;
    }
    [[nodiscard]] QList<RecoveryRequest> asked() const
    {
        const QMutexLocker lock(&m_mutex);
        return m_requests;
    }

private:
    mutable QMutex m_mutex;
    QList<RecoveryRequest> m_requests;
};

} // namespace

/// Recovery interceptors: decisions about jobs of stale workers.
class TestRecoveryDecisions : public WorkerTest
{
    Q_OBJECT

private:
    /// A job in its second attempt, of a worker that has been silent for a minute.
    void makeStaleWorker() const
    {
        sql("select graphile_worker.add_job('t', '{}', 'q', job_key => 'k', max_attempts => 5, "
            "run_at => now() - interval '1 hour', priority => 3)");
        sql("update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now(), "
            "attempts = 2");
        sql("update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now()");
        addSilentWorker("dead");
    }
    /// Free, attempts, in how many minutes it runs, whether it has an error.
    [[nodiscard]] QString job() const
    {
        return scalar(
            "select concat_ws(' ', case when locked_by is null then 'free' else "
            "'locked' end, attempts, round((extract(epoch from run_at - now()) / 60)::numeric), "
            "case when last_error is not null then 'error' end) "
            "from graphile_worker.jobs");
    }

private slots:
    void interceptorsDecideAboutJobsOfStaleWorkers_data()
    {
        using Kind = RecoveryAnswer::Kind;
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("minutes"); // of Reschedule; 0: now
        QTest::addColumn<int>("attempts");
        QTest::addColumn<QString>("job");
        QTest::newRow("default") << int(Kind::Default) << 0 << -1 << u"free 1 -60 error"_s;
        QTest::newRow("reschedule now") << int(Kind::Reschedule) << 0 << -1 << u"free 1 0 error"_s;
        QTest::newRow("reschedule") << int(Kind::Reschedule) << 90 << 3 << u"free 3 90 error"_s;
        QTest::newRow("too many attempts")
            << int(Kind::Reschedule) << 90 << 9 << u"free 5 90 error"_s;
        QTest::newRow("fail") << int(Kind::FailWithBackoff) << 0 << -1 << u"free 2 0 error"_s;
        QTest::newRow("throw") << -1 << 0 << -1 << u"free 1 -60 error"_s;
    }
    void interceptorsDecideAboutJobsOfStaleWorkers()
    {
        QFETCH(const int, kind);
        QFETCH(const int, minutes);
        QFETCH(const int, attempts);
        makeStaleWorker();
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        Questions questions;
        worker.options.interceptors = questions.answerWith([&](const RecoveryRequest &) {
            if (kind < 0)
                throw std::runtime_error("no idea");
            RecoveryAnswer answer{RecoveryAnswer::Kind(kind)};
            if (minutes > 0)
                answer.runAt = timestamp(QDateTime::currentDateTimeUtc().addSecs(60 * minutes));
            if (attempts >= 0)
                answer.attempts = attempts;
            return answer;
        });
        worker.handle(u"other"_s, succeed);
        EventSpy recovered(&worker.events, &EventBus::workerRecovered);
        worker.start();
        QTRY_VERIFY_WITH_TIMEOUT(recovered.count() > 0, 60000);
        QTEST(job(), "job");
        QCOMPARE(recovered.first().first().value<RecoveryEvent>().jobs, qint64{1});
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers where id = 'dead'"),
                 u"0"_s);
        QVERIFY(worker.stop());

        QCOMPARE(questions.asked().size(), 1);
        const RecoveryRequest request = questions.asked().first();
        QCOMPARE(request.reason, RecoveryRequest::Reason::WorkerCrashed);
        QCOMPARE(request.workerId, worker.runner->workerId());
        QCOMPARE(request.previousWorkerId, u"dead"_s);
        QCOMPARE(request.job.task, u"t"_s);
        QCOMPARE(request.job.queueName, u"q"_s);
        QCOMPARE(request.job.key, u"k"_s);
        QCOMPARE(request.job.priority, 3);
        QCOMPARE(request.job.attempts, 2);
        QCOMPARE(request.job.maxAttempts, 5);
    }

    void skippedJobsAreAskedAboutAgain()
    {
        makeStaleWorker();
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        Questions questions;
        std::atomic<bool> isSkipped = true;
        worker.options.interceptors = questions.answerWith([&](const RecoveryRequest &) {
            return RecoveryAnswer{isSkipped ? RecoveryAnswer::Kind::Skip
                                            : RecoveryAnswer::Kind::Default};
        });
        worker.handle(u"other"_s, succeed);
        EventSpy recovered(&worker.events, &EventBus::workerRecovered);
        worker.start();
        QTRY_VERIFY_WITH_TIMEOUT(questions.asked().size() >= 3, 60000);
        QCOMPARE(scalar("select concat(locked_by, attempts) from graphile_worker.jobs"),
                 u"dead2"_s);
        QCOMPARE(scalar("select locked_by from graphile_worker._private_job_queues"), u"dead"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers where id = 'dead'"),
                 u"1"_s);
        QCOMPARE(recovered.count(), 0);
        isSkipped = false;
        QTRY_VERIFY_WITH_TIMEOUT(recovered.count() > 0, 60000);
        QCOMPARE(job(), u"free 1 -60 error"_s);
        QVERIFY(worker.stop());
    }

    void aWorkerThatComesBackKeepsItsJobs()
    {
        makeStaleWorker();
        TestWorker worker(*m_database);
        sweepSoon(&worker);
        Questions questions;
        worker.options.interceptors = questions.answerWith([&](const RecoveryRequest &) {
            // On the dispatcher's thread: a session of its own.
            (void)m_database->session()->script("select graphile_worker.worker_heartbeat('dead')");
            return RecoveryAnswer{RecoveryAnswer::Kind::FailWithBackoff};
        });
        worker.handle(u"other"_s, succeed);
        EventSpy recovered(&worker.events, &EventBus::workerRecovered);
        worker.start();
        QTRY_COMPARE_WITH_TIMEOUT(questions.asked().size(), 1, 60000);
        // Another one is swept after it.
        addSilentWorker("other");
        QTRY_VERIFY_WITH_TIMEOUT(recovered.count() > 0, 60000);
        QCOMPARE(recovered.first().first().value<RecoveryEvent>().staleWorkers,
                 QStringList{u"other"_s});
        QCOMPARE(scalar("select concat(locked_by, attempts, last_error) "
                        "from graphile_worker.jobs"),
                 u"dead2"_s);
        QVERIFY(worker.stop());
        sql("select graphile_worker.force_unlock_workers(array['dead'])");
    }

    void interceptorsDecideAboutAbortedJobs_data()
    {
        using Kind = RecoveryAnswer::Kind;
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("cooperates");
        QTest::addColumn<QString>("job");
        for (const bool cooperates : {true, false}) {
            const auto row = [cooperates](const char *name) -> QTestData & {
                return QTest::addRow("%s, %s", name, cooperates ? "ended" : "abandoned");
            };
            row("default") << int(Kind::Default) << cooperates << u"free 0 0"_s;
            row("reschedule") << int(Kind::Reschedule) << cooperates << u"free 2 90"_s;
            row("fail") << int(Kind::FailWithBackoff) << cooperates << u"free 1 0 error"_s;
            row("skip") << int(Kind::Skip) << cooperates << u"locked 1 0"_s;
        }
    }
    void interceptorsDecideAboutAbortedJobs()
    {
        QFETCH(const int, kind);
        QFETCH(const bool, cooperates);
        sql("select graphile_worker.add_job('t', max_attempts => 4)");
        const auto mayEnd = std::make_shared<QSemaphore>();
        const auto ended = std::make_shared<QSemaphore>();
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 300ms;
        Questions questions;
        worker.options.interceptors = questions.answerWith([&](const RecoveryRequest &) {
            RecoveryAnswer answer{RecoveryAnswer::Kind(kind)};
            answer.runAt = timestamp(QDateTime::currentDateTimeUtc().addSecs(90 * 60));
            answer.attempts = 2;
            return answer;
        });
        QSemaphore started;
        worker.handle(u"t"_s, [&started, mayEnd, ended, cooperates](const TaskContext &context) {
            started.release();
            std::optional<std::stop_callback<std::function<void()>>> wake;
            if (cooperates)
                wake.emplace(context.stop, [mayEnd] { mayEnd->release(); });
            mayEnd->acquire();
            ended->release();
            return TaskOutcome::interrupted();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QVERIFY(worker.stop());
        QTEST(job(), "job");
        QCOMPARE(questions.asked().size(), 1);
        const RecoveryRequest request = questions.asked().first();
        QCOMPARE(request.reason, RecoveryRequest::Reason::ShutdownAborted);
        QCOMPARE(request.workerId, worker.runner->workerId());
        QCOMPARE(request.previousWorkerId, worker.runner->workerId());
        QCOMPARE(request.job.task, u"t"_s);
        // Skipped jobs are left to the sweeps of others, which find this worker stale.
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"),
                 RecoveryAnswer::Kind(kind) == RecoveryAnswer::Kind::Skip ? u"1"_s : u"0"_s);
        mayEnd->release();
        QVERIFY(ended->tryAcquire(1, 60000));
    }

    void anUnrequestedInterruptionDoesNotSpin()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.pollInterval = 10ms;
        std::atomic<int> runs = 0;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            ++runs;
            return TaskOutcome::interrupted();
        });
        EventSpy interrupted(&worker.events, &EventBus::jobInterrupted);
        const QByteArray before = scalar("select clock_timestamp()").toUtf8();
        worker.start();
        QTRY_VERIFY_WITH_TIMEOUT(interrupted.count() > 0, 60000);
        QCOMPARE(scalar("select run_at >= '" + before
                        + "'::timestamptz + interval '1 s' from graphile_worker.jobs"),
                 u"t"_s);
        QTRY_VERIFY_WITH_TIMEOUT(runs >= 2, 60000); // it does run again
        QVERIFY(worker.stop());
        QCOMPARE(scalar("select attempts from graphile_worker.jobs"), u"0"_s);
    }
};

YARDMASTER_TEST(TestRecoveryDecisions)
#include "tst_recoverydecisions.moc"

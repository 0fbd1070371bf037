#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"
#include "worker/queue/jobqueue.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSemaphore>

#include <atomic>
#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Counts handlers running at the same time, and their maximum.
struct Crowd
{
    std::atomic<int> inside = 0;
    std::atomic<int> most = 0;

    void enter()
    {
        const int now = ++inside;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) { }
    }
    void leave() { --inside; }
};

QStringList flagsOf(const Job &job)
{
    return QJsonDocument::fromJson(job.flags).object().keys();
}

} // namespace

/// Limits and rates by flag.
class TestQuotas : public WorkerTest
{
    Q_OBJECT

private:
    void add(int count, const QByteArray &flags, const QByteArray &more = {}) const
    {
        sql("select count(*) from (select graphile_worker.add_job('t', '{}', flags => " + flags
            + more + ") from generate_series(1, " + QByteArray::number(count) + ")) as added");
    }

private slots:
    void aFlagLimitIsNeverExceeded_data()
    {
        QTest::addColumn<int>("localQueueSize");
        QTest::newRow("fetched ahead") << 500;
        QTest::newRow("no local queue") << 0;
        QTest::newRow("a short one") << 3;
    }
    void aFlagLimitIsNeverExceeded()
    {
        QFETCH(const int, localQueueSize);
        add(60, "'{few}'");
        add(60, "'{one,few}'");
        add(30, "'{one,free}'");
        add(60, "null");
        TestWorker worker(*m_database);
        worker.options.concurrency = 8;
        worker.options.localQueueSize = localQueueSize;
        worker.options.flagLimits = {{u"few"_s, 3}, {u"one"_s, 1}};
        std::map<QString, Crowd> crowds;
        for (const char *flag : {"few", "one", "free"})
            crowds[QString::fromLatin1(flag)];
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            const QStringList flags = flagsOf(context.job);
            for (const QString &flag : flags)
                crowds.at(flag).enter();
            std::this_thread::yield();
            for (const QString &flag : flags)
                crowds.at(flag).leave();
            return TaskOutcome::success();
        });
        EventSpy fetches(&worker.events, &EventBus::fetchStarted);
        worker.options.once = true;
        worker.start();
        QTRY_VERIFY_WITH_TIMEOUT(worker.outcome.has_value(), 60000);
        QCOMPARE(worker.outcome->succeeded, qint64{210}); // --once leaves nothing behind
        QVERIFY2(crowds[u"few"_s].most <= 3, qPrintable(QString::number(crowds[u"few"_s].most)));
        QVERIFY2(crowds[u"one"_s].most <= 1, qPrintable(QString::number(crowds[u"one"_s].most)));
        QVERIFY2(fetches.count() < 2000, qPrintable(QString::number(fetches.count())));
    }

    void aFlagLimitDelaysOnlyItsJobs()
    {
        // More of them in front than one fetch reads.
        add(30, "'{few}'", ", priority => -1");
        add(1, "null");
        TestWorker worker(*m_database);
        worker.options.concurrency = 2;
        worker.options.localQueueSize = 10;
        worker.options.flagLimits = {{u"few"_s, 1}};
        QSemaphore mayEnd;
        QSemaphore freeRan;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            if (flagsOf(context.job).isEmpty())
                freeRan.release();
            else
                mayEnd.acquire();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(freeRan.tryAcquire(1, 60000));
        // The others have not even been taken from other workers.
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from graphile_worker.jobs where locked_at is null"), u"29"_s,
            60000);
        mayEnd.release(30);
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from graphile_worker.jobs"), u"0"_s,
                                  60000);
        QVERIFY(worker.stop());
    }

    void aFlagRateHoldsInEverySpanOfItsPeriod()
    {
        add(15, "'{slow}'");
        add(10, "'{slow,x}'");
        TestWorker worker(*m_database);
        worker.options.concurrency = 4;
        worker.options.flagRates = {{u"slow"_s, {10, 300ms}}};
        std::mutex mutex;
        std::vector<std::chrono::steady_clock::time_point> starts;
        worker.handle(u"t"_s, [&](const TaskContext &) {
            const std::scoped_lock lock(mutex);
            starts.push_back(std::chrono::steady_clock::now());
            return TaskOutcome::success();
        });
        worker.options.once = true;
        worker.start();
        QTRY_VERIFY_WITH_TIMEOUT(worker.outcome.has_value(), 60000);
        QCOMPARE(starts.size(), size_t{25});
        std::ranges::sort(starts);
        // All of them, whatever the span: a handler notes its start later than the worker does, so
        // single spans can look shorter than they were, but 21 starts take two periods.
        QVERIFY(starts[20] - starts[0] > 300ms);
    }

    void quotasOfAFetchAreExact()
    {
        add(5, "'{a}'");
        add(5, "'{a,b}'");
        add(5, "'{c}'");
        sql("select graphile_worker.add_job('t', '{}', 'q', flags => '{b}') "
            "from generate_series(1, 5)");
        sql("insert into graphile_worker._private_tasks (identifier) values ('t') "
            "on conflict do nothing");
        const auto session = m_database->session();
        const JobQueue queue(u"graphile_worker"_s, u"w"_s);
        FetchRequest request;
        request.tasks = QStringList{u"t"_s};
        request.limit = 100;
        request.lane = 50;
        request.flagQuotas = {{u"a"_s, 7}, {u"b"_s, 4}};
        const auto fetched = queue.fetch(*session, request);
        QVERIFY(fetched);
        QCOMPARE(fetched->candidates, 20);
        std::map<QString, int> counts;
        for (const Job &job : fetched->jobs) {
            for (const QString &flag : flagsOf(job))
                ++counts[flag];
        }
        QCOMPARE(counts[u"a"_s], 7);
        QVERIFY(counts[u"b"_s] <= 4);
        QCOMPARE(counts[u"c"_s], 5);
        sql("select graphile_worker.force_unlock_workers(array['w'])");
    }
};

YARDMASTER_TEST(TestQuotas)
#include "tst_quotas.moc"

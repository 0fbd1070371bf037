#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <yardmaster/taskfolder.h>

#include <QFile>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// JSON with everything that quoting could get wrong.
constexpr const char *kAwkward = "{\"b\":\"\\\\\\\" é, {2}\", \"big\":12345678901234567890}";

/// Waits for a stop in a plain handler.
void waitForStop(const TaskContext &context)
{
    QSemaphore stopped;
    const std::stop_callback wake(context.stop, [&] { stopped.release(); });
    stopped.acquire();
}

struct Item
{
    int n = 0;
    static tl::expected<Item, QString> fromJson(const QJsonObject &object)
    {
        return Item{object.value("n"_L1).toInt()};
    }
};

} // namespace

/// Handlers and their outcomes, against a real database.
class TestHandlers : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }
    [[nodiscard]] QString row(const QByteArray &columns) const
    {
        return scalar("select concat_ws('|', " + columns
                      + ") from graphile_worker._private_jobs as jobs");
    }
    /// Seconds until the only job runs.
    [[nodiscard]] double delay() const
    {
        return row("extract(epoch from run_at - now())").toDouble();
    }

private slots:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup()
    {
        QCOMPARE(scalar("select count(*) from graphile_worker._private_job_queues "
                        "where locked_at is not null"),
                 u"0"_s);
        m_database.reset();
    }

    // ---- Outcomes

    void retryStrategiesDecideTheDelay_data()
    {
        QTest::addColumn<int>("attempts");
        QTest::addColumn<double>("seconds");
        QTest::newRow("first") << 0 << 60.0;
        QTest::newRow("second") << 1 << 3600.0;
        QTest::newRow("later") << 7 << 3600.0;
    }
    void retryStrategiesDecideTheDelay()
    {
        QFETCH(const int, attempts);
        QFETCH(const double, seconds);
        sql("select graphile_worker.add_job('t')");
        sql("update graphile_worker._private_jobs set attempts = " + QByteArray::number(attempts));
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); },
                             {.retry = RetryStrategy::list({60s, 1h})});
        QVERIFY(worker.drain());
        QVERIFY(std::abs(delay() - seconds) < 20);
        QCOMPARE(row("last_error, locked_by"), u"no"_s);
    }

    void aTaskMayAllowFewerAttempts()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); },
                             {.maxAttempts = 1});
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->failedForGood, qint64{1});
        QCOMPARE(row("attempts, max_attempts"), u"25|25"_s);
    }

    void aFailureMayReplaceThePayload()
    {
        sql("select graphile_worker.add_job('t', '{\"a\": 1}')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::failure(u"half done"_s).withPayload(kAwkward);
        });
        QVERIFY(worker.drain());
        QCOMPARE(row("payload, attempts, last_error"),
                 QString::fromUtf8(kAwkward) + u"|1|half done"_s);
    }

    void anInvalidPayloadFailsOnlyThatJob()
    {
        sql("select graphile_worker.add_job('t', '{\"a\": 1}', max_attempts => 1)");
        sql("select graphile_worker.add_job('good') from generate_series(1, 5)");
        TestWorker worker(*m_database);
        worker.handle(u"good"_s, succeed);
        worker.handle(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::snooze(1s).withPayload("{\"a\":");
        });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{5});
        QCOMPARE(row("payload, last_error"), u"{\"a\": 1}|The new payload is not valid JSON"_s);
    }

    void aSnoozeCostsNoAttempt()
    {
        sql("select graphile_worker.add_job('t', '{\"cursor\": 1}', 'q', max_attempts => 1)");
        TestWorker worker(*m_database);
        EventSpy snoozed(&worker.events, &EventBus::jobSnoozed);
        worker.handle(u"t"_s, [](const TaskContext &) {
            return TaskOutcome::snooze(1h).withPayload("{\"cursor\":2}");
        });
        QVERIFY(worker.drain());
        QCOMPARE(snoozed.count(), 1);
        QCOMPARE(row("attempts, last_error, payload, locked_by"), u"0|{\"cursor\":2}"_s);
        QVERIFY(std::abs(delay() - 3600) < 20);
    }

    void aSnoozedJobRunsAgainInItsTime()
    {
        sql("select graphile_worker.add_job('t', max_attempts => 1)");
        TestWorker worker(*m_database);
        worker.options.pollInterval = 10ms;
        std::atomic<int> runs = 0;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            return ++runs < 4 && context.job.info.attempts == 1 ? TaskOutcome::snooze(1ms)
                                                                : TaskOutcome::success();
        });
        EventSpy completed(&worker.events, &EventBus::jobCompleted);
        worker.start();
        QVERIFY(completed.count() > 0 || completed.wait(60000));
        QCOMPARE(runs, 4);
        QVERIFY(worker.stop());
    }

    // ---- Timeouts

    void aTimeoutIsAFailureWithThatReason()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &context) {
                                 waitForStop(context);
                                 return TaskOutcome::interrupted();
                             },
                             {.timeout = 30ms, .retry = RetryStrategy::fixed(1h)});
        QVERIFY(worker.drain());
        QCOMPARE(row("attempts, last_error"), u"1|It ran for more than 30 ms and was stopped"_s);
        QVERIFY(delay() > 3000);
    }

    void aHandlerThatSucceedsAfterItsTimeoutHasSucceeded()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.registry->add(u"t"_s,
                             [](const TaskContext &context) {
                                 waitForStop(context);
                                 return TaskOutcome::success();
                             },
                             {.timeout = 30ms});
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
    }

    void aStopReachesAHandlerWithATimeout()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 200ms;
        QSemaphore started;
        worker.registry->add(u"t"_s,
                             [&](const TaskContext &context) {
                                 started.release();
                                 waitForStop(context);
                                 return TaskOutcome::interrupted();
                             },
                             {.timeout = 1h});
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->interrupted, qint64{1});
        QCOMPARE(row("attempts, last_error"), u"0"_s);
    }

    void aChildIsEndedAtItsTimeout()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(u"slow"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\necho on my way >&2\nsleep 300 & wait\n");
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::ExeOwner);
        file.close();
        sql("select graphile_worker.add_job('slow')");
        TestWorker worker(*m_database);
        QStringList warnings;
        TaskFolder::scan(folder.path()).addTo(worker.registry.get(), &warnings);
        QCOMPARE(worker.registry->entry(u"slow"_s)->options.timeout, 4h);
        auto timed = std::make_shared<TaskRegistry>();
        timed->addExecutor(u"slow"_s, worker.registry->entry(u"slow"_s)->executor,
                           {.timeout = 300ms});
        worker.registry = timed;
        QVERIFY(worker.drain());
        const QString error = row("last_error");
        QVERIFY2(error.startsWith("It ran for more than 300 ms and was stopped\n"
                                  "Process exited on signal 15"_L1)
                     && error.endsWith("on my way"_L1),
                 qPrintable(error));
    }

    // ---- Batches

    void batchesRetryOnlyWhatFailed()
    {
        sql("select graphile_worker.add_job('t', '[{\"n\": 1}, {\"n\":2,  \"big\": "
            "12345678901234567890}, {\"n\": 3}]')");
        TestWorker worker(*m_database);
        worker.registry->addBatch<Item>(u"t"_s,
                                        [](const TaskContext &, const std::vector<Item> &items) {
                                            std::vector<ItemResult> results(items.size());
                                            for (size_t i = 0; i < items.size(); ++i) {
                                                if (items[i].n == 2)
                                                    results[i] = tl::make_unexpected(u"two"_s);
                                            }
                                            return results;
                                        });
        QVERIFY(worker.drain());
        QCOMPARE(row("payload, attempts, last_error"),
                 u"[{\"n\":2,  \"big\": 12345678901234567890}]|1|Batch failures:\ntwo"_s);
    }
};

YARDMASTER_TEST(TestHandlers)
#include "tst_handlers.moc"

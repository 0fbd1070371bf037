#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <mutex>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A handler; success if nothing stops it within a minute.
TaskOutcome untilStopped(const TaskContext &context)
{
    QSemaphore stopped;
    const std::stop_callback wake(context.stop, [&] { stopped.release(); });
    return stopped.tryAcquire(1, 60000) ? TaskOutcome::interrupted() : TaskOutcome::success();
}

} // namespace

/// What the context offers handlers: facts about the worker, logging, progress and timeouts.
class TestJobContext : public WorkerTest
{
    Q_OBJECT

private slots:
    void theContextDescribesTheWorker()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('who')");
        QStringList facts;
        TimeMode mode = TimeMode::Application;
        const TaskFunction who = [&](const TaskContext &context) {
            facts = QStringList{context.workerId(), context.schema()} + context.tasks();
            mode = context.timeMode();
            return TaskOutcome::success();
        };
        worker.handle(u"who"_s, who);
        worker.handle(u"another"_s, succeed);
        QVERIFY(worker.drain());
        QCOMPARE(
            facts,
            (QStringList{worker.runner->workerId(), u"graphile_worker"_s, u"another"_s, u"who"_s}));
        QCOMPARE(mode, TimeMode::Database);

        sql("select graphile_worker.add_job('who')");
        TestWorker ownClock(*m_database);
        ownClock.options.clock = &QDateTime::currentDateTimeUtc;
        ownClock.handle(u"who"_s, who);
        QVERIFY(ownClock.drain());
        QCOMPARE(mode, TimeMode::Application);
    }

    void logsGoToTheSink()
    {
        TestWorker worker(*m_database);
        std::mutex mutex;
        std::vector<LogEntry> entries;
        worker.options.logSink = [&](const LogEntry &entry) {
            const std::scoped_lock lock(mutex);
            entries.push_back(entry);
        };
        sql("select graphile_worker.add_job('t')");
        worker.handle(u"t"_s, [](const TaskContext &context) {
            const Logger smtp = context.logger().scope({.label = u"smtp"_s});
            smtp.warning(u"greylisted"_s, {{u"host"_s, u"h"_s}});
            context.logger().debug(u"done"_s);
            context.output(u"a line"_s);
            context.output(u"a complaint"_s, true);
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(entries.size(), size_t{4});
        const LogEntry &entry = entries.front();
        QCOMPARE(entry.level, LogLevel::Warning);
        QCOMPARE(entry.message, u"greylisted"_s);
        QCOMPARE(entry.meta.value("host"_L1).toString(), u"h"_s);
        QCOMPARE(entry.scope.label, u"smtp"_s);
        QCOMPARE(entry.scope.workerId, worker.runner->workerId());
        QCOMPARE(entry.scope.taskIdentifier, u"t"_s);
        QCOMPARE(entry.scope.jobId, qint64{1});
        QCOMPARE(entries.at(1).level, LogLevel::Debug);
        QVERIFY(entries.at(1).scope.label.isEmpty());
        QCOMPARE(entries.at(2).scope.label, u"stdout"_s);
        QCOMPARE(entries.at(2).level, LogLevel::Info);
        QCOMPARE(entries.at(3).message, u"a complaint"_s);
        QCOMPARE(entries.at(3).level, LogLevel::Error);
    }

    void logsGoToACategoryWithoutASink()
    {
        const Logger log
            = Logger().scope({.label = u"x"_s, .taskIdentifier = u"mail"_s, .jobId = 42});
        QTest::ignoreMessage(QtWarningMsg, "[mail 42 x] late {\"by\":3}");
        log.warning(u"late"_s, {{u"by"_s, 3}});
        QTest::ignoreMessage(QtInfoMsg, "plain");
        Logger().info(u"plain"_s);
    }

    void progressIsReportedAndItsEndIsNotLost()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('t')");
        QList<double> fractions; // pool thread
        QString text;
        connect(
            &worker.events, &EventBus::jobProgressed, this,
            [&](const JobProgress &progress) {
                fractions << progress.fraction;
                text = progress.text;
            },
            Qt::DirectConnection); // when it is emitted
        worker.handle(u"t"_s, [](const TaskContext &context) {
            for (int i = 0; i <= 10000; ++i)
                context.progress(i / 5000.0, QString::number(i));
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QVERIFY(fractions.size() >= 2);
        QVERIFY(fractions.size() < 5000);
        QCOMPARE(fractions.constFirst(), 0.0);
        QCOMPARE(fractions.constLast(), 1.0); // never more
        QCOMPARE(text, u"10000"_s);
    }

    void snoozesAreCounted()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('later') from generate_series(1, 3)");
        worker.handle(u"later"_s, [](const TaskContext &) { return TaskOutcome::snooze(1h); });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->snoozed, qint64{3});
        QCOMPARE(worker.outcome->interrupted, qint64{0});
    }

    void timeoutsCanBeGivenFromOutside()
    {
        TestWorker worker(*m_database);
        worker.options.taskTimeout = 20ms;
        worker.options.taskTimeouts = {{u"free"_s, 0ms}};
        sql("select graphile_worker.add_job(task, max_attempts => 1) "
            "from unnest(array['slow', 'free', 'own', 'file']) as task");
        worker.registry->addFrom(
            TaskRegistry::Source::File, u"a file"_s, [](TaskRegistry &registry) {
                registry.add(u"file"_s, untilStopped, {.timeout = 1h, .isTimeoutDefault = true});
            });
        bool isFree = false;
        worker.handle(u"slow"_s, untilStopped);
        worker.registry->add(u"own"_s, untilStopped, {.timeout = 10ms});
        worker.registry->add(u"free"_s,
                             [&](const TaskContext &context) {
                                 isFree = !context.stop.stop_requested();
                                 QThread::msleep(50);
                                 isFree = isFree && !context.stop.stop_requested();
                                 return TaskOutcome::success();
                             },
                             {.timeout = 1ms});
        QVERIFY(worker.drain());
        QVERIFY(isFree);
        QCOMPARE(scalar("select string_agg(task_identifier || ': ' || last_error, ', ' "
                        "order by task_identifier) from graphile_worker.jobs"),
                 u"file: It ran for more than 20 ms and was stopped, "
                 "own: It ran for more than 10 ms and was stopped, "
                 "slow: It ran for more than 20 ms and was stopped"_s);
    }

    void filesKeepTheTimeoutOfTheirFolder()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('file', max_attempts => 1)");
        worker.registry->addFrom(TaskRegistry::Source::File, u"a file"_s,
                                 [](TaskRegistry &registry) {
                                     registry.add(u"file"_s, untilStopped, {.timeout = 30ms});
                                 });
        QVERIFY(worker.drain());
        QCOMPARE(scalar("select last_error from graphile_worker.jobs"),
                 u"It ran for more than 30 ms and was stopped"_s);
    }
};

YARDMASTER_TEST(TestJobContext)
#include "tst_jobcontext.moc"

#include "tests/support/testdatabase.h"

#include "tests/support/testprogram.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/sleep.h>
#include <yardmaster/testing.h>
#include <yardmaster/yardmaster.h>

#include <QCoroFuture>

#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The entry points of programs that use the library.
class TestLibrary : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;
    std::shared_ptr<TaskRegistry> m_registry;
    WorkerOptions m_options;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_options = {};
        m_options.connection = m_database->settings();
        m_registry = std::make_shared<TaskRegistry>();
        m_registry->add(u"good"_s, [](const TaskContext &context) {
            context.output(u"hello"_s, false);
            return TaskOutcome::success();
        });
        m_registry->add(u"bad"_s, [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); },
                        {.retry = RetryStrategy::fixed(0ms)});
        m_registry->addCoroutine(u"coroutine"_s,
                                 [](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                     QCoro::Task<bool> slept = sleepFor(context, 1ms);
                                     co_await slept;
                                     co_return TaskOutcome::success();
                                 });
    }

    void runOnceNeedsNoEventLoop()
    {
        sql("select graphile_worker.add_job('good') from generate_series(1, 10)");
        const RunOutcome outcome = runOnce(m_options, m_registry);
        QCOMPARE(outcome.reason, RunOutcome::Reason::Drained);
        QCOMPARE(outcome.succeeded, qint64{10});
    }

    void runReturnsHowItEnded()
    {
        std::stop_source stop;
        m_options.stop = stop.get_token();
        const auto runner = run(m_options, m_registry);
        QVERIFY(runner->events());
        QSignalSpy finished(runner.get(), &Runner::finished);
        QTRY_COMPARE(runner->state(), Runner::State::Running);
        QVERIFY(!runner->whenFinished().isFinished());
        stop.request_stop();
        QVERIFY(finished.count() > 0 || finished.wait(60000));
        QVERIFY(runner->whenFinished().isFinished());
        QCOMPARE(runner->whenFinished().result().reason, RunOutcome::Reason::Stopped);
    }

    void aFailedStartIsReported()
    {
        m_options.connection.set(u"dbname"_s, u"no such database"_s);
        const RunOutcome outcome = runOnce(m_options, m_registry);
        QCOMPARE(outcome.reason, RunOutcome::Reason::Failed);
        QVERIFY(outcome.error.message.contains("no such database"_L1));
    }

    void problemsAreReportedBeforeConnecting()
    {
        m_options.concurrency = 0;
        m_registry->add(u"good"_s, [](const TaskContext &) { return TaskOutcome::success(); });
        const auto runner = run(m_options, m_registry);
        QSignalSpy finished(runner.get(), &Runner::finished);
        runner->stop();
        runner->kill();
        QVERIFY(finished.count() > 0 || finished.wait(60000));
        const RunOutcome outcome = runner->whenFinished().result();
        QCOMPARE(outcome.error.kind, DbError::Kind::InvalidInput);
        QVERIFY(outcome.error.message.contains("at a time"_L1));
        QVERIFY(outcome.error.message.contains("'good' is served twice"_L1));
        QCOMPARE(runner->state(), Runner::State::Ended);
    }

    void migrationsRunByThemselves()
    {
        const auto report = runMigrations(m_database->settings(), u"other"_s);
        QVERIFY(report);
        QCOMPARE(report->revision, kSchemaRevision);
        m_options.connection.set(u"dbname"_s, u"no such database"_s);
        QVERIFY(!runMigrations(m_options.connection));
    }

    void taskListsRunInTheCallersTransaction()
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QPSQL"_s, u"mine"_s);
        const ConnectionSettings &settings = m_database->settings();
        database.setHostName(settings.value(u"host"_s));
        database.setPort(settings.value(u"port"_s).toInt());
        database.setUserName(settings.value(u"user"_s));
        database.setDatabaseName(m_database->name());
        QVERIFY(database.open());
        QVERIFY(database.transaction());
        {
            QSqlQuery query(database);
            QVERIFY(query.exec(u"select graphile_worker.add_job('coroutine', priority => 1), "
                               "graphile_worker.add_job('good', '{}', 'q'), "
                               "graphile_worker.add_job('good', '{}', 'q'), "
                               "graphile_worker.add_job('bad', priority => -1), "
                               "graphile_worker.add_job('unknown')"_s));
        }
        const auto runs = testing::runTaskListOnce(*m_registry, database);
        QVERIFY2(runs, qPrintable(runs ? QString() : runs.error().message));
        QStringList order;
        for (const testing::JobRun &one : *runs)
            order << one.job.info.task;
        QCOMPARE(order, (QStringList{u"bad"_s, u"good"_s, u"good"_s, u"coroutine"_s}));
        QCOMPARE(runs->at(0).outcome.error, u"no"_s);
        QCOMPARE(runs->at(1).output, std::vector<QString>{u"hello"_s});
        {
            QSqlQuery query(u"select count(*), max(attempts) from graphile_worker.jobs"_s,
                            database);
            QVERIFY(query.next());
            QCOMPARE(query.value(0).toInt(), 2); // bad and unknown
            QCOMPARE(query.value(1).toInt(), 1);
        }
        QVERIFY(database.rollback());
        database.close();
        database = {};
        QSqlDatabase::removeDatabase(u"mine"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
    }

    void handlersOfATaskListWorkInTheCallersTransaction()
    {
        const auto insert = [](JobDatabase &db) {
            return QSqlQuery(db.database()).exec(u"insert into made values (1)"_s);
        };
        m_registry->add(u"parent"_s, [&](const TaskContext &context) {
            context.progress(0.5);
            context.logger().info(u"half"_s);
            const bool isInserted = context.withDatabase(insert).value_or(false);
            const AddedJob added = context.addJob({.identifier = u"child"_s, .payload = "[1,2]"});
            return added && *added && isInserted ? TaskOutcome::success()
                                                 : TaskOutcome::failure(u"lost"_s);
        });
        m_registry->addBatchCoroutine(
            u"child"_s,
            [&](TaskContextPtr context,
                std::vector<QByteArrayView> items) -> QCoro::Task<BatchOutcome> {
                QFuture<Result<bool>> inserting = context->withDatabaseAsync(insert);
                const Result<bool> inserted = co_await inserting;
                std::vector<JobSpec> specs;
                specs.push_back({.identifier = u"good"_s});
                specs.push_back({.identifier = u"nobody's"_s});
                QFuture<AddedJobs> adding = context->addJobsAsync(specs);
                const AddedJobs added = co_await adding;
                context->logger().warning(QString::number(items.size()));
                co_return inserted.value_or(false) && added ? TaskOutcome::success()
                                                            : TaskOutcome::failure(u"lost"_s);
            });
        sql("create table made (n int)");
        const auto session = m_database->session();
        const auto transaction = Transaction::begin(*session);
        QVERIFY(session->query("select graphile_worker.add_job('parent')"));
        const auto runs = testing::runTaskListOnce(*m_registry, *session, u"graphile_worker"_s);
        QVERIFY2(runs, qPrintable(runs ? QString() : runs.error().message));
        QStringList order;
        for (const testing::JobRun &one : *runs) {
            QVERIFY2(one.outcome.kind == TaskOutcome::Kind::Success, qPrintable(one.outcome.error));
            order << one.job.info.task;
        }
        QCOMPARE(order, (QStringList{u"parent"_s, u"child"_s, u"good"_s}));
        QCOMPARE(runs->at(0).progress, 0.5);
        QCOMPARE(runs->at(0).log.size(), size_t{1});
        QCOMPARE(runs->at(0).log.front().scope.taskIdentifier, u"parent"_s);
        QCOMPARE(runs->at(1).log.front().message, u"2"_s);
        QCOMPARE(session->query("select count(*) from made")->text(0, 0), u"2"_s);
        QCOMPARE(scalar("select count(*) from made"), u"0"_s);
    }

    void taskListsRunOnAConnectionOfTheirOwn()
    {
        sql("select graphile_worker.add_job('good')");
        const auto runs = testing::runTaskListOnce(*m_registry, m_database->settings());
        QVERIFY(runs);
        QCOMPARE(runs->size(), size_t{1});
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
        m_options.connection.set(u"dbname"_s, u"no such database"_s);
        QVERIFY(!testing::runTaskListOnce(*m_registry, m_options.connection));
    }
};

YARDMASTER_TEST(TestLibrary)
#include "tst_library.moc"

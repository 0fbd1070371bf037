#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <yardmaster/workerutils.h>

#include <QCoroFuture>

#include <QSqlError>
#include <QSqlQuery>
#include <QTest>
#include <QThread>

#include <atomic>
#include <stdexcept>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

namespace {

bool execute(const JobDatabase &database, const QString &statement)
{
    QSqlQuery query(database.database());
    return query.exec(statement);
}

} // namespace

/// Handlers that run statements of their own.
class TestHandlerDatabase : public WorkerTest
{
    Q_OBJECT

private:
    std::unique_ptr<TestWorker> m_worker;

    /// Runs `handler` for one job. @returns its last_error; empty if it succeeded.
    [[nodiscard]] QString errorOf(const TaskFunction &handler)
    {
        m_worker = std::make_unique<TestWorker>(*m_database);
        sql("create table if not exists orders (id int)");
        sql("delete from graphile_worker._private_jobs");
        sql("select graphile_worker.add_job('t', max_attempts => 1)");
        m_worker->handle(u"t"_s, handler);
        if (!m_worker->drain())
            return u"it did not end"_s;
        m_worker.reset();
        return scalar("select last_error from graphile_worker.jobs where task_identifier = 't'");
    }
    static TaskOutcome outcomeOf(const Result<void> &result)
    {
        return result ? TaskOutcome::success() : TaskOutcome::failure(result.error().message);
    }

private slots:
    void statementsAndJobsShareATransaction_data()
    {
        QTest::addColumn<bool>("commits");
        QTest::newRow("commit") << true;
        QTest::newRow("rollback") << false;
    }
    void statementsAndJobsShareATransaction()
    {
        QFETCH(const bool, commits);
        const QString trace = u"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"_s;
        QCOMPARE(errorOf([&](const TaskContext &context) {
                     return outcomeOf(context.withDatabase([&](JobDatabase &db) -> Result<void> {
                         db.database().transaction();
                         execute(db, u"insert into orders values (1)"_s);
                         JobSpec spec{.identifier = u"receipt"_s};
                         spec.payload = withTrace("{}", trace);
                         if (auto added = db.addJob(spec); !added)
                             return tl::make_unexpected(added.error());
                         if (auto added = db.utils().addRawJob({.identifier = u"raw"_s}); !added)
                             return tl::make_unexpected(added.error());
                         if (commits)
                             db.database().commit();
                         else
                             db.database().rollback();
                         return {};
                     }));
                 }),
                 QString());
        QCOMPARE(scalar("select count(*) from orders"), commits ? u"1"_s : u"0"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), commits ? u"2"_s : u"0"_s);
    }

    void theReturnValueIsPassedOn()
    {
        QCOMPARE(errorOf([](const TaskContext &context) {
                     const Result<int> number
                         = context.withDatabase([](JobDatabase &) { return 42; });
                     const Result<void> nothing = context.withDatabase([](JobDatabase &) {});
                     const Result<QString> text
                         = context.withDatabase([](JobDatabase &) -> Result<QString> {
                               return fail(DbError::Kind::Contention, u"mine"_s);
                           });
                     return number == 42 && nothing && text.error().message == "mine"_L1
                         ? TaskOutcome::success()
                         : TaskOutcome::failure(u"lost"_s);
                 }),
                 QString());
    }

    void anOpenTransactionIsRolledBack()
    {
        const auto leave = [](const TaskContext &context) {
            return outcomeOf(context.withDatabase([](JobDatabase &db) {
                db.database().transaction();
                execute(db, u"insert into orders values (1)"_s);
            }));
        };
        QCOMPARE(errorOf(leave), u"a transaction was left open; it was rolled back"_s);
        const auto giveUp = [](const TaskContext &context) {
            return outcomeOf(context.withDatabase([](JobDatabase &db) -> Result<void> {
                db.database().transaction();
                execute(db, u"insert into orders values (1)"_s);
                return fail(DbError::Kind::InvalidInput, u"no such order"_s);
            }));
        };
        QCOMPARE(errorOf(giveUp), u"no such order"_s);
        const auto throwing = [](const TaskContext &context) -> TaskOutcome {
            return outcomeOf(context.withDatabase([](JobDatabase &db) {
                db.database().transaction();
                execute(db, u"insert into orders values (1)"_s);
                throw std::runtime_error("thrown");
            }));
        };
        QCOMPARE(errorOf(throwing), u"thrown"_s);
        QCOMPARE(scalar("select count(*) from orders"), u"0"_s);
    }

    void usesMayBeNested()
    {
        QCOMPARE(errorOf([](const TaskContext &context) {
                     return outcomeOf(context.withDatabase([&](JobDatabase &outer) {
                         outer.database().transaction();
                         execute(outer, u"insert into orders values (1)"_s);
                         const auto inner = context.withDatabase([](JobDatabase &db) {
                             return execute(db, u"insert into orders select id + 1 from orders"_s);
                         });
                         if (inner.value_or(false))
                             outer.database().commit();
                         else
                             outer.database().rollback();
                     }));
                 }),
                 QString());
        QCOMPARE(scalar("select count(*) from orders"), u"2"_s);
    }

    void theConnectionIsKeptAndReplacedWhenLost()
    {
        QList<int> pids;
        const auto pid = [](JobDatabase &db) { return db.session().backendPid(); };
        QCOMPARE(errorOf([&](const TaskContext &context) {
                     for (int i = 0; i < 3; ++i) {
                         if (i == 2)
                             m_database->endSessions("application_name = 'yardmaster task'");
                         pids << context.withDatabase(pid).value_or(0);
                     }
                     return TaskOutcome::success();
                 }),
                 QString());
        QCOMPARE(pids.size(), 3);
        QVERIFY(pids.at(0) > 0);
        QCOMPARE(pids.at(1), pids.at(0));
        QVERIFY(pids.at(2) > 0);
        QVERIFY(pids.at(2) != pids.at(0));
    }

    void taskIdsAreCurrent()
    {
        QMap<QString, qint64> ids;
        QCOMPARE(errorOf([&](const TaskContext &context) {
                     const auto found = context.withDatabase([&](JobDatabase &db) {
                         return db.taskIds(context.tasks() + QStringList{u"nobody's"_s});
                     });
                     ids = found.value_or(ids);
                     return TaskOutcome::success();
                 }),
                 QString());
        QCOMPARE(ids.keys(), QStringList{u"t"_s});
        QCOMPARE(QString::number(ids.value(u"t"_s)),
                 scalar("select id from graphile_worker._private_tasks where identifier = 't'"));
    }

    void coroutinesAwaitIt()
    {
        TestWorker worker(*m_database);
        worker.options.asyncConcurrency = 50;
        sql("create table orders (id int)");
        sql("select graphile_worker.add_job('t') from generate_series(1, 50)");
        std::atomic<int> onOtherThreads = 0;
        int thrown = 0; // executor thread
        worker.registry->addCoroutine(
            u"t"_s, [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                const auto insert = [here = QThread::currentThread(), &onOtherThreads,
                                     id = context->job.info.id](JobDatabase &db) {
                    onOtherThreads += QThread::currentThread() != here;
                    return execute(db, u"insert into orders values (%1)"_s.arg(id));
                };
                QFuture<Result<bool>> inserting = context->withDatabaseAsync(insert);
                const Result<bool> inserted = co_await inserting;
                const auto throws = [](JobDatabase &) { throw std::runtime_error("thrown"); };
                QFuture<Result<void>> throwing = context->withDatabaseAsync(throws);
                try {
                    (void)co_await throwing;
                } catch (const std::runtime_error &) {
                    ++thrown;
                }
                co_return inserted.value_or(false) ? TaskOutcome::success()
                                                   : TaskOutcome::failure(u"lost"_s);
            });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{50});
        QCOMPARE(onOtherThreads.load(), 50);
        QCOMPARE(thrown, 50);
        QCOMPARE(scalar("select count(distinct id) from orders"), u"50"_s);
    }

    void noConnectionIsAnErrorOfTheJob()
    {
        JobServices services;
        const Job job;
        const TaskContext context{job, {}, {}, services};
        QVERIFY(context.withDatabase([](JobDatabase &) {})
                    .error()
                    .message.contains("without a worker"_L1));
        QVERIFY(!context.addJob({.identifier = u"t"_s}));
        QVERIFY(!context.addJobs({}));
    }
};

YARDMASTER_TEST(TestHandlerDatabase)
#include "tst_handlerdatabase.moc"

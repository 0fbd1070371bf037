#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <QCoroTask>

#include <QRegularExpression>
#include <QSemaphore>
#include <QTest>

#include <atomic>
#include <memory>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Jobs that are added while the database is busy, locked or away, by handlers that may not wait.
class TestPendingAdds : public WorkerTest
{
    Q_OBJECT

    /// Has `session` lock what tasks are added to: who adds one that is not known yet has to wait.
    [[nodiscard]] static bool lockTasks(Session &session)
    {
        return session.script("begin; lock table graphile_worker._private_tasks in exclusive mode")
            .has_value();
    }

    [[nodiscard]] QStringList refusedConnections() const
    {
        return m_database->serverLog().filter(u"is not currently accepting connections"_s);
    }

    [[nodiscard]] bool isAdding() const
    {
        return QTest::qWaitFor(
            [this] {
                return scalar("select count(*) from pg_stat_activity where datname = "
                              "current_database() and application_name = 'yardmaster add' and "
                              "wait_event_type = 'Lock'")
                    == u"1"_s;
            },
            kPatience);
    }

    /// Starts the worker, and has the handler of a job return that has added two others without
    /// waiting for them: they wait for `session` to commit.
    [[nodiscard]] bool blockAdds(TestWorker *worker, Session &session) const
    {
        sql("select graphile_worker.add_job('parent')");
        const auto isLocked = std::make_shared<QSemaphore>();
        worker->handle(u"parent"_s, [isLocked](const TaskContext &context) {
            isLocked->acquire();
            (void)context.addJobAsync({.identifier = u"unknown"_s});
            (void)context.addJobAsync({.identifier = u"child"_s});
            return TaskOutcome::success();
        });
        worker->start();
        if (!worker->waitUntilRunning() || !lockTasks(session))
            return false;
        isLocked->release();
        return isAdding();
    }

private slots:
    void addsThatNobodyWaitsForAreRunToo()
    {
        TestWorker worker(*m_database);
        worker.options.once = true;
        std::atomic<int> children = 0;
        worker.handle(u"child"_s, [&](const TaskContext &) {
            ++children;
            return TaskOutcome::success();
        });
        const auto session = m_database->session();
        QVERIFY(blockAdds(&worker, *session));
        QVERIFY(session->script("commit"));
        QVERIFY(worker.waitUntilEnded());
        QCOMPARE(children.load(), 1);
        QCOMPARE(scalar("select string_agg(task_identifier, ' ') from graphile_worker.jobs"),
                 u"unknown"_s);
    }

    void aResultWaitsForWhatTheJobHasAdded_data()
    {
        QTest::addColumn<bool>("isCoroutine");
        QTest::newRow("function") << false;
        QTest::newRow("coroutine") << true;
    }
    void aResultWaitsForWhatTheJobHasAdded()
    {
        QFETCH(const bool, isCoroutine);
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('parent')");
        QSemaphore isLocked;
        const auto add = [&](const TaskContext &context) {
            isLocked.acquire();
            (void)context.addJobAsync({.identifier = u"unknown"_s});
        };
        if (isCoroutine) {
            worker.registry->addCoroutine(u"parent"_s,
                                          [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                              add(*context);
                                              co_return TaskOutcome::success();
                                          });
        } else {
            worker.handle(u"parent"_s, [&](const TaskContext &context) {
                add(context);
                return TaskOutcome::success();
            });
        }
        EventSpy succeeded(&worker.events, &EventBus::jobSucceeded);
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto session = m_database->session();
        QVERIFY(lockTasks(*session));
        isLocked.release();
        QVERIFY(isAdding());
        QCOMPARE(succeeded.count(), 0);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where locked_by is "
                        "not null"),
                 u"1"_s);
        QVERIFY(session->script("commit"));
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select string_agg(task_identifier, ' ') from graphile_worker.jobs"),
            u"unknown"_s, kPatience);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{1});
    }

    void aJobWhoseAddsAreNotWrittenIsGivenBack()
    {
        TestWorker worker(*m_database);
        worker.options.gracePeriod = 200ms;
        const auto session = m_database->session();
        QVERIFY(blockAdds(&worker, *session));
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->reason, RunOutcome::Reason::Stopped);
        QCOMPARE(worker.outcome->interrupted, qint64{1});
        QCOMPARE(scalar("select string_agg(concat_ws(' ', task_identifier, attempts, locked_by), "
                        "',') from graphile_worker.jobs"),
                 u"parent 0"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
        QTRY_COMPARE(scalar("select count(*) from pg_stat_activity where datname = "
                            "current_database() and application_name = 'yardmaster add'"),
                     u"0"_s); // nothing is added when the lock is gone
        QVERIFY(session->script("rollback"));
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"1"_s);
    }

    /// Else nobody would add it: the handler has not waited for it.
    void aJobWhoseAddsFailAfterItsHandlerHasReturnedFails()
    {
        sql("create function public.refuse() returns trigger language plpgsql as $$ begin if "
            "new.priority = 13 then raise exception 'not this one'; end if; return new; end $$");
        sql("create trigger refuse before insert on graphile_worker._private_jobs for each row "
            "execute function public.refuse()");
        sql("select graphile_worker.add_job('parent'), graphile_worker.add_job('next')");
        TestWorker worker(*m_database);
        worker.options.asyncConcurrency = 2;
        QSemaphore isLocked;
        std::atomic<bool> hasReturned = false;
        worker.registry->addCoroutine(
            u"parent"_s, [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                isLocked.acquire();
                (void)context->addJobAsync({.identifier = u"unknown"_s, .priority = 13});
                co_return TaskOutcome::success();
            });
        // On the same thread.
        worker.registry->addCoroutine(u"next"_s, [&](TaskContextPtr) -> QCoro::Task<TaskOutcome> {
            hasReturned = true;
            co_return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        const auto session = m_database->session();
        QVERIFY(lockTasks(*session));
        isLocked.release();
        QVERIFY(isAdding());
        QTRY_VERIFY(hasReturned);
        QVERIFY(session->script("commit"));
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select last_error from graphile_worker.jobs where task_identifier = 'parent' "
                   "and locked_by is null"),
            u"It added a job that could not be written: not this one"_s, kPatience);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->failed, qint64{1});
    }

    void addsWaitForTheDatabase()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('parent')");
        QSemaphore isAway;
        AddedJob added;
        worker.handle(u"parent"_s, [&](const TaskContext &context) {
            isAway.acquire();
            added = context.addJob({.identifier = u"child"_s});
            return TaskOutcome::success();
        });
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"^cannot connect to add jobs: "_s));
        worker.start();
        QVERIFY(worker.waitUntilRunning());
        m_database->refuse("yardmaster add");
        isAway.release();
        QTRY_VERIFY_WITH_TIMEOUT(!refusedConnections().isEmpty(), kPatience);
        m_database->admit();
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select string_agg(task_identifier, ' ') from graphile_worker.jobs"), u"child"_s,
            kPatience);
        QVERIFY(worker.stop());
        QVERIFY(added);
    }
};

YARDMASTER_TEST(TestPendingAdds)
#include "tst_pendingadds.moc"

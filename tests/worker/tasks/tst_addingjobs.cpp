#include "tests/support/testprogram.h"
#include "tests/worker/runner/workertest.h"

#include <yardmaster/interceptors.h>

#include <QCoroFuture>

#include <QJsonObject>
#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Greeting
{
    static constexpr QLatin1StringView identifier{"mail"};
    QString to;
    [[nodiscard]] QJsonObject toJson() const { return {{u"to"_s, to}}; }
};

/// Waits without an event loop, as a handler's thread does.
template <typename T> T resultOf(QFuture<T> future)
{
    future.waitForFinished();
    return future.result();
}

QString textOf(const AddedJob &added)
{
    return !added            ? added.error().message
        : added->has_value() ? (*added)->identifier
                             : u"skipped"_s;
}

} // namespace

/// Adding jobs: from functions, coroutines and programs.
class TestAddingJobs : public WorkerTest
{
    Q_OBJECT

private slots:
    void addedJobsRun()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('parent')");
        QStringList answers;
        worker.handle(u"parent"_s, [&](const TaskContext &context) {
            answers << textOf(context.addJob({.identifier = u"child"_s, .payload = "[ 1]"}));
            answers << textOf(context.addJob(Greeting{u"a@b"_s}, {.priority = 3}));
            const AddedJobs several
                = context.addJobs(std::vector{Greeting{u"c"_s}, Greeting{u"d"_s}});
            answers << QString::number(several ? several->size() : 0);
            return TaskOutcome::success();
        });
        QByteArrayList payloads;
        const auto note = [&](const TaskContext &context) {
            payloads << context.job.payload;
            return TaskOutcome::success();
        };
        worker.handle(u"child"_s, note);
        worker.handle(u"mail"_s, note);
        QVERIFY(worker.drain());
        QCOMPARE(answers, (QStringList{u"child"_s, u"mail"_s, u"2"_s}));
        QCOMPARE(worker.outcome->succeeded, qint64{5});
        std::sort(payloads.begin(), payloads.end());
        QCOMPARE(payloads,
                 (QByteArrayList{"[ 1]", "{\"to\":\"a@b\"}", "{\"to\":\"c\"}", "{\"to\":\"d\"}"}));
    }

    void keyedAddsReplace()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('parent')");
        qint64 first = 0;
        qint64 second = 0;
        worker.handle(u"parent"_s, [&](const TaskContext &context) {
            JobSpec spec{.identifier = u"other"_s, .jobKey = u"k"_s};
            first = (*context.addJob(spec))->id;
            spec.payload = "{\"n\":2}";
            second = (*context.addJob(spec))->id;
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QVERIFY(first > 0);
        QCOMPARE(second, first);
        QCOMPARE(scalar("select payload::text from graphile_worker._private_jobs"), u"{\"n\":2}"_s);
    }

    void anInvalidAddIsAnError()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('parent')");
        QList<DbError::Kind> kinds;
        worker.handle(u"parent"_s, [&](const TaskContext &context) {
            kinds << context.addJob(JobSpec{}).error().kind;
            kinds << context.addJob({.identifier = u"t"_s, .payload = "{"}).error().kind;
            const std::vector<JobSpec> twice(2, {.identifier = u"t"_s, .jobKey = u"k"_s});
            kinds << context.addJobs(twice).error().kind;
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(kinds, QList<DbError::Kind>(3, DbError::Kind::InvalidInput));
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs"), u"0"_s);
    }

    void coroutinesAddWithoutBlocking()
    {
        TestWorker worker(*m_database);
        worker.options.asyncConcurrency = 200;
        sql("select graphile_worker.add_job('parent', json_build_object('n', n)) "
            "from generate_series(1, 200) as n");
        QSet<qint64> ids; // executor thread
        int refused = 0;
        QSet<QThread *> threads;
        worker.registry->addCoroutine(u"parent"_s,
                                      [&](TaskContextPtr context) -> QCoro::Task<TaskOutcome> {
                                          threads.insert(QThread::currentThread());
                                          JobSpec spec{.identifier = u"child"_s};
                                          if (context->job.payload.contains("100"))
                                              spec.payload = "no json"; // fails alone
                                          QFuture<AddedJob> adding = context->addJobAsync(spec);
                                          const AddedJob added = co_await adding;
                                          threads.insert(QThread::currentThread());
                                          if (added)
                                              ids.insert((*added)->id);
                                          else
                                              ++refused;
                                          co_return TaskOutcome::success();
                                      });
        QVERIFY(worker.drain());
        QCOMPARE(worker.outcome->succeeded, qint64{200});
        QCOMPARE(ids.size(), 199);
        QCOMPARE(refused, 1);
        QCOMPARE(threads.size(), 1);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs where task_identifier = "
                        "'child'"),
                 u"199"_s);
    }

    void interceptorsAreAsked()
    {
        auto interceptors = std::make_shared<Interceptors>();
        std::atomic<int> fromHandlers = 0;
        std::atomic<int> fromClients = 0;
        interceptors->beforeSchedule.emplace_back([&](const ScheduleRequest &request) {
            ++(request.source == ScheduleRequest::Source::Handler ? fromHandlers : fromClients);
            return request.spec.identifier == "skip"_L1 ? ScheduleAnswer::skip()
                : request.spec.identifier == "refuse"_L1
                ? ScheduleAnswer::fail(u"not today"_s)
                : ScheduleAnswer::proceedWith("{\"changed\":true}");
        });
        TestWorker worker(*m_database);
        worker.options.interceptors = interceptors;
        sql("select graphile_worker.add_job('parent')");
        QStringList answers;
        size_t left = 0;
        worker.handle(u"parent"_s, [&](const TaskContext &context) {
            for (const QString &task : {u"skip"_s, u"refuse"_s, u"keep"_s})
                answers << textOf(context.addJob({.identifier = task}));
            left = context.addJobs({{.identifier = u"skip"_s}, {.identifier = u"keep"_s}})->size();
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        QCOMPARE(answers.at(0), u"skipped"_s);
        QCOMPARE(answers.at(1), u"the job for 'refuse' was refused: not today"_s);
        QCOMPARE(answers.at(2), u"keep"_s);
        QCOMPARE(left, size_t{1});
        QCOMPARE(fromHandlers.load(), 5);
        QCOMPARE(textOf(resultOf(worker.runner->addJob({.identifier = u"skip"_s}))), u"skipped"_s);
        QCOMPARE(fromClients.load(), 1);
        QCOMPARE(scalar("select string_agg(payload::text, ' ') "
                        "from graphile_worker._private_jobs"),
                 u"{\"changed\":true} {\"changed\":true}"_s);
    }

    void theTraceIsContinued()
    {
        const QString parent = u"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"_s;
        const QString other = u"00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"_s;
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('parent', '"
            + withTrace("{}", TraceContext{parent, u"a=b"_s}) + "')");
        worker.handle(u"parent"_s, [&](const TaskContext &context) {
            (void)context.addJob({.identifier = u"empty"_s});
            (void)context.addJobs({{.identifier = u"own"_s, .payload = withTrace("{}", other)}});
            return TaskOutcome::success();
        });
        QVERIFY(worker.drain());
        const auto traceOf = [&](const QByteArray &task) {
            return TraceContext::fromPayload(
                scalar("select payload from graphile_worker._private_jobs as jobs join "
                       "graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id "
                       "where identifier = '"
                       + task + "'")
                    .toUtf8());
        };
        QCOMPARE(traceOf("empty").traceparent, parent);
        QCOMPARE(traceOf("empty").tracestate, u"a=b"_s);
        QCOMPARE(traceOf("own").traceparent, other);
    }

    void programsAddThroughTheRunner()
    {
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        worker.runner = std::make_unique<Runner>(worker.options, worker.registry, &worker.events);
        QCOMPARE(textOf(resultOf(worker.runner->addJob({.identifier = u"t"_s}))), u"t"_s);
        QString fromElsewhere;
        std::jthread([&] {
            fromElsewhere = textOf(resultOf(worker.runner->addJob({.identifier = u"t"_s})));
        }).join();
        QCOMPARE(fromElsewhere, u"t"_s);
        const AddedJobs several
            = resultOf(worker.runner->addJobs({{.identifier = u"t"_s}, {.identifier = u"u"_s}}));
        QCOMPARE(several->size(), size_t{2});
        QCOMPARE(several->back().identifier, u"u"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"4"_s);
    }

    void aConnectionThatWasCutIsReplaced()
    {
        TestWorker worker(*m_database);
        const Runner runner(worker.options, worker.registry, &worker.events);
        QVERIFY(resultOf(runner.addJob({.identifier = u"t"_s})));
        m_database->endSessions("application_name = 'yardmaster add'");
        QCOMPARE(textOf(resultOf(runner.addJob({.identifier = u"t"_s}))), u"t"_s);
        QCOMPARE(scalar("select count(*) from graphile_worker.jobs"), u"2"_s);
    }

    void databaseTroubleIsAnError()
    {
        TestWorker worker(*m_database);
        worker.options.schema = u"nowhere"_s;
        {
            const Runner runner(worker.options, worker.registry, &worker.events);
            QCOMPARE(resultOf(runner.addJob({.identifier = u"t"_s})).error().kind,
                     DbError::Kind::SchemaMissing);
        }
        worker.options.connection.set(u"dbname"_s, u"no such database"_s);
        const Runner runner(worker.options, worker.registry, &worker.events);
        QCOMPARE(resultOf(runner.addJob({.identifier = u"t"_s})).error().kind,
                 DbError::Kind::CannotConnect);
    }

    void anAbandonedHandlerAddsNothing()
    {
        TestWorker worker(*m_database);
        sql("select graphile_worker.add_job('stuck')");
        QSemaphore started;
        QSemaphore isOver;
        QSemaphore hasEnded;
        AddedJob added;
        Result<int> asked;
        worker.handle(u"stuck"_s, [&](const TaskContext &context) {
            started.release();
            isOver.acquire(); // even after the stop request
            added = context.addJob({.identifier = u"child"_s});
            asked = context.withDatabase([](JobDatabase &) { return 1; });
            hasEnded.release();
            return TaskOutcome::success();
        });
        worker.start();
        QVERIFY(started.tryAcquire(1, 60000));
        worker.runner->kill();
        QVERIFY(worker.waitUntilEnded());
        worker.runner.reset();
        isOver.release();
        QVERIFY(hasEnded.tryAcquire(1, 60000));
        QCOMPARE(added.error().kind, DbError::Kind::Cancelled);
        QCOMPARE(asked.error().kind, DbError::Kind::Cancelled);
        QCOMPARE(scalar("select string_agg(task_identifier || attempts, ' ') "
                        "from graphile_worker.jobs"),
                 u"stuck0"_s);
    }
};

YARDMASTER_TEST(TestAddingJobs)
#include "tst_addingjobs.moc"

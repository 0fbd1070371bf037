#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <yardmaster/interceptors.h>

#include <QMutex>
#include <QTest>

#include <stdexcept>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Kind = TaskOutcome::Kind;

} // namespace

/// Callables that change what happens to a job: asked in order until the first terminal answer.
class TestInterceptors : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<TestDatabase> m_database;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }

private slots:
    void init() { m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated()); }
    void cleanup() { m_database.reset(); }

    void addsAreChainedUntilATerminalAnswer()
    {
        QByteArrayList seen;
        Interceptors interceptors;
        interceptors.beforeSchedule = {
            [&](const ScheduleRequest &r) {
                seen << "a " + r.spec.payload;
                return ScheduleAnswer::proceedWith(r.spec.payload + '1');
            },
            [&](const ScheduleRequest &r) {
                seen << "b " + r.spec.payload;
                return r.spec.payload.contains("skip")   ? ScheduleAnswer::skip()
                    : r.spec.payload.contains("fail")    ? ScheduleAnswer::fail(u"refused"_s)
                    : r.spec.payload.contains("trouble") ? throw std::runtime_error("thrown")
                                                         : ScheduleAnswer::proceed();
            },
            [&](const ScheduleRequest &r) {
                seen << "c " + r.spec.payload;
                return ScheduleAnswer::proceedWith(r.spec.payload + '3');
            },
        };
        const auto schedule = [&](const QByteArray &payload) {
            JobSpec spec{.identifier = u"t"_s, .payload = payload};
            const ScheduleAnswer answer
                = interceptors.schedule(ScheduleRequest::Source::Handler, &spec);
            return std::pair(answer, spec.payload);
        };
        const auto [answer, payload] = schedule("x");
        QCOMPARE(answer.kind, ScheduleAnswer::Kind::Continue);
        QCOMPARE(payload, QByteArray("x13"));
        QCOMPARE(seen, (QByteArrayList{"a x", "b x1", "c x1"}));

        seen.clear();
        QCOMPARE(schedule("skip").first.kind, ScheduleAnswer::Kind::Skip);
        QCOMPARE(seen, (QByteArrayList{"a skip", "b skip1"}));
        QCOMPARE(schedule("fail").first.error, u"refused"_s);
        QCOMPARE(schedule("trouble").first.kind, ScheduleAnswer::Kind::Fail);
        QCOMPARE(schedule("trouble").first.error, u"thrown"_s);

        interceptors.beforeSchedule.clear(); // none
        QCOMPARE(schedule("x").first.kind, ScheduleAnswer::Kind::Continue);
        QCOMPARE(schedule("x").second, QByteArray("x"));
    }

    void recoveriesAreDecidedByTheFirstTerminalAnswer()
    {
        Interceptors interceptors;
        interceptors.recovery = {
            [](const RecoveryRequest &) { return RecoveryAnswer(); },
            [](const RecoveryRequest &) -> RecoveryAnswer { throw 1; },
            [](const RecoveryRequest &r) {
                return RecoveryAnswer{r.job.id == 1 ? RecoveryAnswer::Kind::Skip
                                                    : RecoveryAnswer::Kind::Reschedule,
                                      {},
                                      7};
            },
            [](const RecoveryRequest &) {
                return RecoveryAnswer{RecoveryAnswer::Kind::FailWithBackoff};
            },
        };
        RecoveryRequest asked;
        asked.job.id = 1;
        QCOMPARE(interceptors.recover(asked).kind, RecoveryAnswer::Kind::Skip);
        asked.job.id = 2;
        QCOMPARE(interceptors.recover(asked).kind, RecoveryAnswer::Kind::Reschedule);
        QCOMPARE(interceptors.recover(asked).attempts.value_or(0), 7);
        QCOMPARE(Interceptors().recover(asked).kind, RecoveryAnswer::Kind::Default);
    }

    void theFirstOverrideOfTheResultIsUsed()
    {
        QStringList calls;
        Interceptors interceptors;
        interceptors.afterRun = {
            [&](const Job &, const TaskOutcome &, auto) {
                calls << u"a"_s;
                return std::optional<TaskOutcome>();
            },
            [&](const Job &, const TaskOutcome &, auto) -> std::optional<TaskOutcome> {
                calls << u"b"_s;
                throw std::runtime_error("logged");
            },
            [&](const Job &, const TaskOutcome &outcome, auto) {
                calls << u"c"_s;
                return std::optional(outcome.kind == Kind::Success
                                         ? TaskOutcome::failure(u"not good enough"_s)
                                         : TaskOutcome::success());
            },
            [&](const Job &, const TaskOutcome &, auto) {
                calls << u"d"_s;
                return std::optional(TaskOutcome::failForGood(u"never"_s));
            },
        };
        const Job job;
        QTest::ignoreMessage(QtWarningMsg, "after  (job 0): logged; the handler's result stands");
        QCOMPARE(interceptors.end(job, TaskOutcome::success(), 1us).error, u"not good enough"_s);
        QCOMPARE(calls.join(u""_s), u"abc"_s);
        QTest::ignoreMessage(QtWarningMsg, "after  (job 0): logged; the handler's result stands");
        QCOMPARE(interceptors.end(job, TaskOutcome::failure(u"x"_s), 1us).kind, Kind::Success);
        // An interrupted run has no result to override.
        calls.clear();
        QCOMPARE(interceptors.end(job, TaskOutcome::interrupted(), 1us).kind, Kind::Interrupted);
        QVERIFY(calls.isEmpty());
    }

    void aRunCanBeChangedSkippedFailedAndOverridden()
    {
        sql("select graphile_worker.add_job('t', to_json(v)) from unnest(array["
            "'plain', 'skip', 'fail', 'throw', 'later', 'good turns bad', 'bad turns good']) v");
        TestWorker worker(*m_database);
        QMutex mutex;
        QByteArrayList handled;
        QByteArrayList after;
        worker.handle(u"t"_s, [&](const TaskContext &context) {
            const QMutexLocker lock(&mutex);
            handled << context.job.payload;
            return context.job.payload.contains("bad turns") ? TaskOutcome::failure(u"bad"_s)
                                                             : TaskOutcome::success();
        });
        Interceptors interceptors;
        interceptors.beforeRun = {
            [](const Job &job, const QString &) {
                return job.payload.contains("skip") ? RunAnswer::skip()
                    : job.payload.contains("fail")  ? RunAnswer::fail(u"not today"_s)
                    : job.payload.contains("throw") ? throw std::runtime_error("thrown")
                    : job.payload.contains("later")
                    ? RunAnswer::end(TaskOutcome::retryLater(u"wait"_s, 1h))
                    : RunAnswer::proceedWith("{\"was\":" + job.payload + '}');
            },
            [](const Job &job, const QString &workerId) {
                return RunAnswer::proceedWith(job.payload + ' ' + workerId.left(10).toUtf8());
            },
        };
        interceptors.afterRun
            = {[&](const Job &job, const TaskOutcome &outcome,
                   std::chrono::microseconds duration) -> std::optional<TaskOutcome> {
                  const QMutexLocker lock(&mutex);
                  if (duration.count() >= 0)
                      after << job.payload;
                  if (!job.payload.contains("turns"))
                      return std::nullopt;
                  return outcome.kind == Kind::Success ? TaskOutcome::failForGood(u"turned"_s)
                                                       : TaskOutcome::success();
              }};
        worker.options.interceptors = std::make_shared<const Interceptors>(interceptors);
        QVERIFY(worker.drain());
        QCOMPARE(handled,
                 (QByteArrayList{"{\"was\":\"plain\"} yardmaster",
                                 "{\"was\":\"good turns bad\"} yardmaster",
                                 "{\"was\":\"bad turns good\"} yardmaster"}));
        QCOMPARE(after, handled);
        QCOMPARE(worker.outcome->succeeded, qint64{3});
        QCOMPARE(worker.outcome->failed, qint64{3});
        QCOMPARE(worker.outcome->failedForGood, qint64{1});
        // The stored payloads are as they were.
        QCOMPARE(scalar("select string_agg(payload::text || coalesce(last_error, ''), ',' "
                        "order by id) from graphile_worker._private_jobs"),
                 u"\"fail\"not today,\"throw\"thrown,\"later\"wait,"
                 "\"good turns bad\"turned"_s);
    }

    void eventsHaveTheOverriddenResult()
    {
        sql("select graphile_worker.add_job('t')");
        TestWorker worker(*m_database);
        worker.handle(u"t"_s, succeed);
        Interceptors interceptors;
        interceptors.afterRun = {[](const Job &, const TaskOutcome &, auto) {
            return std::optional(TaskOutcome::failForGood(u"overridden"_s));
        }};
        worker.options.interceptors = std::make_shared<const Interceptors>(interceptors);
        EventSpy succeeded(&worker.events, &EventBus::jobSucceeded);
        EventSpy errored(&worker.events, &EventBus::jobErrored);
        QVERIFY(worker.drain());
        QCOMPARE(succeeded.count(), 0);
        QTRY_COMPARE(errored.count(), 1);
        const auto event = errored.first().first().value<JobEvent>();
        QCOMPARE(event.error, u"overridden"_s);
        QVERIFY(event.final);
    }
};

YARDMASTER_TEST(TestInterceptors)
#include "tst_interceptors.moc"

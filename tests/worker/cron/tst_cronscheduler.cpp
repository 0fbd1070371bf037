#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"
#include "tests/worker/cron/cronevents.h"
#include "tests/worker/cron/simulatedtime.h"

#include "worker/cron/cronjob.h"
#include "worker/cron/cronscheduler.h"
#include "worker/cron/cronservice.h"
#include <yardmaster/interceptors.h>

#include <QRegularExpression>
#include <QTest>

#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// One scheduler against a real database, with a clock that the test moves. Long because of what
/// clocks, other workers and databases do to one scheduler.
class TestCronScheduler : public QObject
{
    Q_OBJECT

private:
    static QDateTime at(const char *time)
    {
        return QDateTime::fromString(QString::fromLatin1(time) + u'Z', Qt::ISODateWithMs);
    }

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SimulatedTime> m_time;
    std::unique_ptr<EventBus> m_bus;
    std::unique_ptr<CronEvents> m_events;
    std::unique_ptr<WorkerOptions> m_options;
    std::unique_ptr<CronService> m_cron;

    void sql(const QByteArray &text) const { m_database->script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const { return m_database->scalar(text); }
    /// "identifier run_at", by id.
    [[nodiscard]] QStringList jobs() const
    {
        const QString all = scalar(
            "select string_agg(task_identifier || ' ' || to_char(run_at at time zone 'utc', "
            "'YYYY-MM-DD\"T\"HH24:MI'), ',' order by id) from graphile_worker.jobs");
        return all.split(u',', Qt::SkipEmptyParts);
    }
    [[nodiscard]] QString known(const QByteArray &identifier) const
    {
        return scalar("select to_char(known_since at time zone 'utc', 'YYYY-MM-DD\"T\"HH24:MI:SS') "
                      "|| ' ' || coalesce(to_char(last_execution at time zone 'utc', "
                      "'YYYY-MM-DD\"T\"HH24:MI'), 'never') from "
                      "graphile_worker._private_known_crontabs where identifier = '"
                      + identifier + "'");
    }
    /// Starts at `now` and waits until it only waits.
    void begin(const QByteArray &crontab, const char *now)
    {
        m_time = std::make_unique<SimulatedTime>(at(now));
        m_options->cronClock = m_time->clocks();
        if (!crontab.isEmpty())
            m_options->cron.text = crontab;
        start();
        QVERIFY(m_time->waitUntilIdle());
    }
    void start()
    {
        const auto loaded = m_options->cron.load();
        QVERIFY2(loaded, loaded ? "" : qPrintable(loaded.error().join(u'\n')));
        m_cron = std::make_unique<CronService>(*m_options, u"w1"_s, *loaded, QStringList{u"t"_s},
                                               m_bus.get());
        m_cron->start();
    }
    [[nodiscard]] bool advanceTo(const char *now) { return m_time->advanceTo(at(now)); }

private slots:
    void init()
    {
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_bus = std::make_unique<EventBus>();
        m_events = std::make_unique<CronEvents>(m_bus.get());
        m_options = std::make_unique<WorkerOptions>();
        m_options->connection = m_database->settings();
    }
    void cleanup()
    {
        m_cron.reset();
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar("select count(*) from pg_stat_activity where datname = current_database() "
                   "and application_name = 'yardmaster cron'"),
            u"0"_s, 60000);
        m_events.reset();
        m_bus.reset();
        m_time.reset();
        m_database.reset();
    }

    void thePayloadIsGraphileWorkers_data()
    {
        QTest::addColumn<QByteArray>("payload");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray cron
            = "\"_cron\":{\"ts\":\"2026-02-03T04:05:00.000Z\",\"backfilled\":true}";
        QTest::newRow("none") << QByteArray() << QByteArray('{' + cron + '}');
        QTest::newRow("empty") << QByteArray("{ }") << QByteArray('{' + cron + '}');
        QTest::newRow("members") << QByteArray("{\"b\": 1, \"a\": [1, 2.50]}")
                                 << QByteArray("{\"b\":1,\"a\":[1,2.50]," + cron + '}');
        QTest::newRow("nested") << QByteArray("{\"a\":{\"_cron\":1},\"s\":\"}_cron\"}")
                                << QByteArray("{\"a\":{\"_cron\":1},\"s\":\"}_cron\"," + cron
                                              + '}');
        QTest::newRow("its own _cron") << QByteArray("{\"a\":1,\"_cron\":{\"x\":[]},\"b\":2}")
                                       << QByteArray("{\"a\":1," + cron + ",\"b\":2}");
    }
    void thePayloadIsGraphileWorkers()
    {
        QFETCH(const QByteArray, payload);
        QTEST(withCron(payload, at("2026-02-03T04:05:00"), true), "expected");
    }

    void aDueEntryIsAddedWithAllItsOptions()
    {
        begin("5 4 * * * t ?id=nightly&max=3&queue=q&priority=-7&jobKey=k&flags=a,b {n: 1}",
              "2026-01-01T04:03:30");
        QCOMPARE(known("nightly"), u"2026-01-01T04:03:30 never"_s);
        QVERIFY(advanceTo("2026-01-01T04:04:59"));
        QCOMPARE(jobs(), QStringList());
        QVERIFY(advanceTo("2026-01-01T04:05:00.001"));
        QCOMPARE(jobs(), QStringList{u"t 2026-01-01T04:05"_s});
        QCOMPARE(scalar("select concat_ws('|', payload::text, max_attempts, queue_name, priority, "
                        "key, j.flags::text, to_char(j.run_at, 'SS.US')) from "
                        "graphile_worker._private_jobs p join graphile_worker.jobs j using (id, "
                        "max_attempts, priority, key)"),
                 u"{\"n\":1,\"_cron\":{\"ts\":\"2026-01-01T04:05:00.000Z\",\"backfilled\":false}}"
                 "|3|q|-7|k|{\"a\": true, \"b\": true}|00.000000"_s);
        QCOMPARE(known("nightly"), u"2026-01-01T04:03:30 2026-01-01T04:05"_s);
        QVERIFY(advanceTo("2026-01-01T23:59:00"));
        QCOMPARE(jobs().size(), 1);
        QCOMPARE(m_events->lines(),
                 (QStringList{u"starting 2026-01-01T04:03:30Z"_s, u"started 2026-01-01T04:03:30Z"_s,
                              u"schedule 2026-01-01T04:05:00Z nightly"_s,
                              u"scheduled 2026-01-01T04:05:00Z nightly=added"_s,
                              u"overdue 2026-01-01T23:59:00Z 2026-01-01T04:06:00Z"_s}));
    }

    void aStartOnTheMinuteIsInTime()
    {
        begin("* * * * * t", "2026-01-01T00:00:00");
        QVERIFY(advanceTo("2026-01-01T00:00:00.001"));
        QCOMPARE(jobs(), QStringList{u"t 2026-01-01T00:00"_s});
    }

    void allEntriesOfAMinuteAreAddedInFileOrder()
    {
        begin("* * * * * t ?id=b\n* * * * * u ?id=a\n*/2 * * * * v\n", "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(jobs(), (QStringList{u"t 2026-01-01T00:01"_s, u"u 2026-01-01T00:01"_s}));
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(m_events->lines(u"scheduled"_s).last(),
                 u"scheduled 2026-01-01T00:02:00Z b=added a=added v=added"_s);
    }

    /// Known since and last execution; the start; the crontab's options; the runs backfilled.
    void runsMissedBeforeTheStartAreBackfilled_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("row");
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QStringList>("expected");
        const auto times = [](std::initializer_list<const char *> list) {
            QStringList jobs;
            for (const char *time : list)
                jobs << u"t 2026-01-"_s + QLatin1StringView(time);
            return jobs;
        };
        const QByteArray never = "'2026-01-01T00:00:10Z', null";
        QTest::newRow("never seen") << QByteArray("0 * * * * t ?fill=1d") << QByteArray()
                                    << QByteArray("2026-01-01T03:30:00") << times({});
        QTest::newRow("no fill") << QByteArray("0 * * * * t") << never
                                 << QByteArray("2026-01-01T03:30:00") << times({});
        QTest::newRow("since known")
            << QByteArray("0 * * * * t ?fill=1d") << never << QByteArray("2026-01-01T03:30:00")
            << times({"01T01:00", "01T02:00", "01T03:00"});
        QTest::newRow("known on the very minute")
            << QByteArray("0 * * * * t ?fill=1d") << QByteArray("'2026-01-01T02:00:00Z', null")
            << QByteArray("2026-01-01T03:30:00") << times({"01T02:00", "01T03:00"});
        QTest::newRow("since executed")
            << QByteArray("0 * * * * t ?fill=1d")
            << QByteArray("'2025-01-01T00:00:00Z', '2026-01-01T01:00:00Z'")
            << QByteArray("2026-01-01T03:30:00") << times({"01T02:00", "01T03:00"});
        QTest::newRow("executed later than the start")
            << QByteArray("0 * * * * t ?fill=1d")
            << QByteArray("'2025-01-01T00:00:00Z', '2026-01-02T01:00:00Z'")
            << QByteArray("2026-01-01T03:30:00") << times({});
        QTest::newRow("never again") << QByteArray("0 * * * * t ?fill=1d")
                                     << QByteArray("'2025-01-01T00:00:00Z', 'infinity'")
                                     << QByteArray("2026-01-01T03:30:00") << times({});
        QTest::newRow("always known")
            << QByteArray("0 * * * * t ?fill=1h") << QByteArray("'-infinity', null")
            << QByteArray("2026-01-01T03:30:00") << times({"01T03:00"});
        QTest::newRow("fill ends on the minute")
            << QByteArray("0 * * * * t ?fill=90m") << never << QByteArray("2026-01-01T03:30:00")
            << times({"01T02:00", "01T03:00"});
        QTest::newRow("fill ends a second later")
            << QByteArray("0 * * * * t ?fill=90m") << never << QByteArray("2026-01-01T03:30:01")
            << times({"01T03:00"});
        QTest::newRow("the start's own minute belongs to what comes")
            << QByteArray("0 * * * * t ?fill=1h") << never << QByteArray("2026-01-01T03:00:00")
            << times({"01T02:00"});
        QTest::newRow("a second later it is past")
            << QByteArray("0 * * * * t ?fill=1h") << never << QByteArray("2026-01-01T03:00:01")
            << times({"01T03:00"});
        QTest::newRow("far longer than time") << QByteArray("0 0 1 * * t ?fill=99999999w") << never
                                              << QByteArray("2026-01-31T03:00:01") << times({});
    }
    void runsMissedBeforeTheStartAreBackfilled()
    {
        QFETCH(const QByteArray, line);
        QFETCH(const QByteArray, row);
        QFETCH(const QByteArray, start);
        if (!row.isEmpty())
            sql("insert into graphile_worker._private_known_crontabs values ('t', " + row + ')');
        begin(line, start);
        const QString madeUpFor = scalar(
            "select string_agg(to_char(run_at at time zone 'utc', "
            "'\"t \"YYYY-MM-DD\"T\"HH24:MI'), ',' order by id) from "
            "graphile_worker._private_jobs where payload->'_cron'->>'backfilled' = 'true'");
        QTEST(madeUpFor.split(u',', Qt::SkipEmptyParts), "expected");
        QCOMPARE(m_events->lines(u"backfill"_s).size(), madeUpFor.count(u't'));
    }

    void severalEntriesAreBackfilledInOrder()
    {
        sql("insert into graphile_worker._private_known_crontabs values "
            "('a', '2026-01-01T00:00:10Z', null), ('b', '2026-01-01T00:00:10Z', null)");
        begin("*/30 * * * * u ?id=b&fill=1h\n*/20 * * * * t ?id=a&fill=1h", "2026-01-01T01:01:00");
        QCOMPARE(
            jobs(),
            (QStringList{u"t 2026-01-01T00:20"_s, u"u 2026-01-01T00:30"_s, u"t 2026-01-01T00:40"_s,
                         u"u 2026-01-01T01:00"_s, u"t 2026-01-01T01:00"_s}));
        QCOMPARE(m_events->lines().last(), u"started 2026-01-01T01:01:00Z"_s);
    }

    void minutesMissedWhileAsleepAreScheduled()
    {
        begin("*/10 * * * * t", "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T01:05:00"));
        QCOMPARE(jobs().size(), 6);
        QCOMPARE(jobs().constLast(), u"t 2026-01-01T01:00"_s);
        QCOMPARE(m_events->lines(u"overdue"_s),
                 QStringList{u"overdue 2026-01-01T01:05:00Z 2026-01-01T00:01:00Z"_s});
        QCOMPARE(scalar("select count(*) from graphile_worker._private_jobs where "
                        "payload->'_cron'->>'backfilled' = 'true'"),
                 u"0"_s);
    }

    void anEarlyWakeUpWaits()
    {
        begin("* * * * * t", "2026-01-01T00:00:30");
        m_time->set(at("2026-01-01T00:00:59.990"));
        m_time->wakeAll();
        QVERIFY(m_time->waitUntilIdle());
        QCOMPARE(jobs(), QStringList());
        QCOMPARE(m_events->lines(u"premature"_s),
                 QStringList{u"premature 2026-01-01T00:00:59Z 2026-01-01T00:01:00Z"_s});
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(jobs().size(), 1);
    }

    void aClockSetBackRunsNothingTwice()
    {
        begin("* * * * * t", "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QTest::ignoreMessage(QtWarningMsg,
                             "the clock was set back; cron resumes at 2026-01-01T00:03:00Z");
        m_time->set(at("2025-12-31T20:00:00"));
        m_time->wakeAll();
        QVERIFY(m_time->waitUntilIdle());
        QCOMPARE(jobs().size(), 2);
        QVERIFY(advanceTo("2026-01-01T00:03:00.001"));
        QCOMPARE(jobs().size(), 3);
    }

    void aRunOfAnotherWorkerIsNotRepeated()
    {
        begin("* * * * * t\n* * * * * u", "2026-01-01T00:00:30");
        sql("update graphile_worker._private_known_crontabs set last_execution = "
            "'2026-01-01T00:01:00Z' where identifier = 't'");
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(jobs(), QStringList{u"u 2026-01-01T00:01"_s});
        QCOMPARE(m_events->lines(u"scheduled"_s),
                 QStringList{u"scheduled 2026-01-01T00:01:00Z t=elsewhere u=added"_s});
    }

    void unknownTaskIsScheduledWithAWarning()
    {
        QTest::ignoreMessage(
            QtWarningMsg,
            "this worker has no task 'u'; jobs that cron adds for it are left to other workers");
        begin("* * * * * u", "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(jobs().size(), 1);
    }

    void keyedJobsAreReplacedWhileTheyWait()
    {
        begin("* * * * * t ?jobKey=k", "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(jobs(), QStringList{u"t 2026-01-01T00:02"_s});
        sql("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x', "
            "attempts = 1");
        QVERIFY(advanceTo("2026-01-01T00:03:00.001"));
        QCOMPARE(jobs().size(), 2);
        QCOMPARE(m_events->lines(u"scheduled"_s).last(),
                 u"scheduled 2026-01-01T00:03:00Z t=added"_s);
    }

    void aThrottledKeyKeepsItsTime()
    {
        begin("* * * * * t ?jobKey=k&jobKeyMode=preserve_run_at", "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(jobs(), QStringList{u"t 2026-01-01T00:01"_s});
    }

    void databaseErrorsLoseNoRuns()
    {
        begin("* * * * * t", "2026-01-01T00:00:30");
        sql("create function graphile_worker.refuse() returns trigger language plpgsql as "
            "$$ begin raise exception 'refused'; end $$;"
            "create trigger refuse before insert on graphile_worker._private_jobs "
            "for each row execute function graphile_worker.refuse()");
        m_time->set(at("2026-01-01T00:01:00.001"));
        QTRY_VERIFY_WITH_TIMEOUT(m_events->lines(u"trouble"_s).size() >= 2, 60000);
        m_time->set(at("2026-01-01T00:03:30"));
        sql("drop trigger refuse on graphile_worker._private_jobs");
        QVERIFY(m_time->waitUntilIdle());
        QCOMPARE(jobs(),
                 (QStringList{u"t 2026-01-01T00:01"_s, u"t 2026-01-01T00:02"_s,
                              u"t 2026-01-01T00:03"_s}));
        QCOMPARE(m_events->lines(u"recovered"_s), QStringList{u"recovered scheduling cron jobs"_s});
        QCOMPARE(m_events->lines(u"schedule"_s).size(), 3); // one event each
    }

    void databaseErrorsAtTheStartLoseNoRuns()
    {
        sql("alter table graphile_worker._private_known_crontabs rename to elsewhere");
        m_time = std::make_unique<SimulatedTime>(at("2026-01-01T00:00:30"));
        m_options->cronClock = m_time->clocks();
        m_options->cron.text = "* * * * * t";
        start();
        QTRY_VERIFY_WITH_TIMEOUT(!m_events->lines(u"trouble"_s).isEmpty(), 60000);
        m_time->set(at("2026-01-01T00:02:30"));
        sql("alter table graphile_worker.elsewhere rename to _private_known_crontabs");
        QVERIFY(m_time->waitUntilIdle());
        QCOMPARE(jobs(), (QStringList{u"t 2026-01-01T00:01"_s, u"t 2026-01-01T00:02"_s}));
        QCOMPARE(known("t"), u"2026-01-01T00:00:30 2026-01-01T00:02"_s);
    }

    void aCutConnectionIsOpenedAgain()
    {
        begin("* * * * * t", "2026-01-01T00:00:30");
        m_database->endSessions("application_name = 'yardmaster cron'");
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(jobs().size(), 1);
    }

    void theConnectionIsOpenOnlyWhileEntriesAreDueSoon()
    {
        const QByteArray count = "select count(*) from pg_stat_activity where datname = "
                                 "current_database() and application_name = 'yardmaster cron'";
        begin("0,1 0 * * * t", "2026-01-01T00:00:00");
        QVERIFY(advanceTo("2026-01-01T00:00:00.001"));
        QCOMPARE(scalar(count), u"1"_s);
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QTRY_COMPARE_WITH_TIMEOUT(scalar(count), u"0"_s, 60000);
    }

    void aRefusedEntryDoesNotBlockOthers()
    {
        begin("* * * * * t ?id=first\n* * * * * bad\n* * * * * t ?id=last", "2026-01-01T00:00:30");
        sql("create function graphile_worker.refuse() returns trigger language plpgsql as "
            "$$ begin if new.payload->>'_cron' like '%00:01:00%' and new.task_id = (select id from "
            "graphile_worker._private_tasks where identifier = 'bad') then raise exception "
            "'not this one' using errcode = '23514'; end if; return new; end $$;"
            "create trigger refuse before insert on graphile_worker._private_jobs "
            "for each row execute function graphile_worker.refuse()");
        QTest::ignoreMessage(
            QtWarningMsg,
            QRegularExpression(u"bad at 2026-01-01T00:01:00Z is skipped.*not this one"_s));
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(
            m_events->lines(u"scheduled"_s),
            QStringList{u"scheduled 2026-01-01T00:01:00Z first=added bad=failed last=added"_s});
        QVERIFY(advanceTo("2026-01-01T00:02:00.001"));
        QCOMPARE(m_events->lines(u"scheduled"_s).last(),
                 u"scheduled 2026-01-01T00:02:00Z first=added bad=added last=added"_s);
    }

    void interceptorsAreAsked()
    {
        auto interceptors = std::make_shared<Interceptors>();
        std::atomic<int> asked = 0;
        interceptors->beforeSchedule.emplace_back([&](const ScheduleRequest &request) {
            ++asked;
            if (request.source != ScheduleRequest::Source::Cron)
                return ScheduleAnswer::fail(u"source"_s);
            const QString task = request.spec.identifier;
            if (task == "skipped"_L1)
                return ScheduleAnswer::skip();
            if (task == "failed"_L1)
                return ScheduleAnswer::fail(u"not today"_s);
            if (task == "thrown"_L1)
                throw std::runtime_error("oops");
            if (task == "broken"_L1)
                return ScheduleAnswer::proceedWith("{");
            return ScheduleAnswer::proceedWith("{\"new\":1}");
        });
        m_options->interceptors = interceptors;
        begin("1 0 * * * t\n1 0 * * * skipped\n1 0 * * * failed\n1 0 * * * thrown\n"
              "1 0 * * * broken",
              "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:01:00.001"));
        QCOMPARE(m_events->lines(u"scheduled"_s),
                 QStringList{u"scheduled 2026-01-01T00:01:00Z t=added skipped=skipped "
                             "failed=failed thrown=failed broken=failed"_s});
        QCOMPARE(asked.load(), 5);
        QCOMPARE(scalar("select string_agg(payload::text, ',') from graphile_worker._private_jobs"),
                 u"{\"new\":1}"_s);
        // All of them are recorded as done, for other workers too.
        QCOMPARE(scalar("select count(*) from graphile_worker._private_known_crontabs where "
                        "last_execution = '2026-01-01T00:01:00Z'"),
                 u"5"_s);
    }

    void itemsOfAProgramAreScheduled()
    {
        CronItem item;
        item.task = u"t"_s;
        item.identifier = u"odd"_s;
        item.matcher = [](const CronDigest &digest) { return digest.minute % 2 == 1; };
        item.payload = "{ \"x\" : 1 }";
        m_options->cron.items = QList<CronItem>{item};
        begin({}, "2026-01-01T00:00:30");
        QVERIFY(advanceTo("2026-01-01T00:04:00.001"));
        QCOMPARE(jobs(), (QStringList{u"t 2026-01-01T00:01"_s, u"t 2026-01-01T00:03"_s}));
    }

    void timeZonesAreFollowed()
    {
        begin("30 2 * * * t ?tz=Europe/Paris", "2026-03-28T00:00:30");
        QVERIFY(advanceTo("2026-03-30T12:00:00"));
        // On the 29th there is no 2:30; the gap ends at 3:00 there, 1:00 UTC.
        QCOMPARE(jobs(),
                 (QStringList{u"t 2026-03-28T01:30"_s, u"t 2026-03-29T01:00"_s,
                              u"t 2026-03-30T00:30"_s}));
    }

    void anySchemaNameWorks()
    {
        sql("alter schema graphile_worker rename to \"my \"\"queue\"");
        m_options->schema = u"my \"queue"_s;
        m_options->preparesStatements = false;
        // add_job's body still names the old schema; only the statements' own names are looked at.
        m_time = std::make_unique<SimulatedTime>(at("2026-01-01T00:00:30"));
        m_options->cronClock = m_time->clocks();
        m_options->cron.text = "* * * * * t";
        start();
        QVERIFY(m_time->waitUntilIdle());
        QCOMPARE(scalar("select identifier from \"my \"\"queue\"._private_known_crontabs"), u"t"_s);
    }

    void aStopInTheMiddleOfAStatementIsQuick()
    {
        begin("* * * * * t", "2026-01-01T00:00:30");
        const auto other = m_database->session();
        QVERIFY(other->script("begin; lock table graphile_worker._private_known_crontabs"));
        m_time->set(at("2026-01-01T00:01:00.001"));
        QTRY_COMPARE_WITH_TIMEOUT(scalar("select count(*) from pg_stat_activity where "
                                         "application_name = 'yardmaster cron' and "
                                         "wait_event_type = 'Lock'"),
                                  u"1"_s, 60000);
        m_cron.reset(); // cancels it, or this would not end
        QVERIFY(other->script("rollback"));
        QCOMPARE(jobs(), QStringList());
    }
};

YARDMASTER_TEST(TestCronScheduler)
#include "tst_cronscheduler.moc"

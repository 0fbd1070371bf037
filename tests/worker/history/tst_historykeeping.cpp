#include "tests/support/testprogram.h"
#include "tests/worker/history/historykeeper.h"
#include "worker/runner/stalelockreset.h"
#include <yardmaster/eventbus.h>

#include <QSignalSpy>

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Outcome = HistoryKept::Outcome;

/// Partitions, roll-ups and what is dropped, also by clocks that jump.
class HistoryKeepingTest final : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistoryKeeper> m_keeper;

    void sql(const QByteArray &text) const { m_keeper->database.script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const
    {
        return m_keeper->database.scalar(text);
    }
    /// Runs and failures of an hour, `ago` before the present one began.
    void addRuns(const QByteArray &ago, int runs) const
    {
        const QByteArray at = "date_trunc('hour', now(), 'UTC') - interval '" + ago + "'";
        const QByteArray count = QByteArray::number(runs);
        sql("insert into graphile_worker._yardmaster_history (finished, started, min_id, max_id, "
            "task_id, n, outcome, ids, run_ats) select "
            + at + " + interval '3 s', " + at + " + interval '2 s', 1, " + count + ", 7, " + count
            + ", 's', array_agg(id), array_agg(" + at + ") from generate_series(1, " + count
            + ") as id; insert into graphile_worker._yardmaster_history_failures (finished, "
              "started, run_at, id, task_id, attempt, max_attempts, outcome) values ("
            + at + " + interval '1 ms', " + at + ", " + at + ", 1, 7, 1, 25, 'e')");
    }
    /// A partition for a day that is over.
    void addDay(const QByteArray &daysAgo) const
    {
        sql("select graphile_worker._yardmaster_history_add_day(parent, (now() at time zone "
            "'UTC')::date - "
            + daysAgo
            + ", false) from unnest(array['_yardmaster_history', "
              "'_yardmaster_history_failures']) as parent");
    }
    [[nodiscard]] HistoryKept keep() const { return m_keeper->keep(); }

private slots:
    void init() { m_keeper = std::make_unique<HistoryKeeper>(); }
    void cleanup() { m_keeper.reset(); }

    void hoursAreRolledUpOnce();
    void bucketsHoldEachRun();
    void daysAreMadeAhead();
    void rowsLeaveTheDefaultPartition();
    void oldDaysGoOnceRolledUp();
    void nothingOldGoesBeforeItIsRolledUp();
    void jobsDueSinceLongAgoAreRolledUp();
    void partitionsWithoutADateStopNothing();
    void clocksThatJumpDropNothing();
    void aClockThatWasAheadIsCaughtUpWith();
    void oneProcessAtATime();
    void ownersRightsAreEnough();
    void theDefaultPartitionIsMadeAgain();
    void missingTablesAreNamed();
    void whoOnlyReadsIsToldSo();
    void workersKeepIt();
};

void HistoryKeepingTest::hoursAreRolledUpOnce()
{
    sql("update graphile_worker._yardmaster_history_state set rolled_up_to = rolled_up_to - "
        "interval '60 hours'");
    addRuns("30 hours", 5);
    addRuns("2 hours", 3);
    addRuns("0 hours", 4); // not over
    HistoryKept kept = keep();
    QCOMPARE(kept.outcome, Outcome::Done);
    QVERIFY(kept.hoursRolledUp >= 59); // the last one is given ten minutes
    QCOMPARE(scalar("select string_agg(concat_ws(' ', outcome, runs, wait_sum_us, held_sum_us, "
                    "wait_max_us, held_max_us), ', ' order by hour, outcome) from "
                    "graphile_worker._yardmaster_history_hours"),
             u"e 1 0 1000 0 1000, s 5 10000000 5000000 2000000 1000000, e 1 0 1000 0 1000, s 3 "
             "6000000 3000000 2000000 1000000"_s);
    QCOMPARE(keep().hoursRolledUp, 0);
    // What the console says of it counts each run once.
    VALUE_OF(state, inspectHistory(*m_keeper->session, kSchema));
    QCOMPARE(state.figures->runs, 12);
    QCOMPARE(state.figures->failures, 3);
}

void HistoryKeepingTest::bucketsHoldEachRun()
{
    sql("update graphile_worker._yardmaster_history_state set rolled_up_to = rolled_up_to - "
        "interval '3 hours'");
    addRuns("2 hours", 3);
    // A job that may run for ever, one removed before it ran, and one of a clock set back.
    const QByteArray hour = "date_trunc('hour', now(), 'UTC') - interval '2 hours'";
    sql("insert into graphile_worker._yardmaster_history (finished, started, min_id, max_id, "
        "task_id, n, outcome, ids, run_ats) values ("
        + hour + ", " + hour + ", 1, 1, 7, 1, 's', '{1}', '{-infinity}'), (" + hour
        + ", null, 1, 1, 7, 1, 'r', '{1}', '{infinity}'), (" + hour + ", " + hour
        + " + interval '1 h', 1, 1, 7, 1, 's', '{1}', array[" + hour + " + interval '2 h'])");
    (void)keep();
    QCOMPARE(scalar("select concat_ws(' ', runs, cardinality(wait_buckets), (select sum(n) from "
                    "unnest(wait_buckets) as n), (select sum(n) from unnest(held_buckets) as n), "
                    "wait_buckets[1], held_buckets[1]) from "
                    "graphile_worker._yardmaster_history_hours where outcome = 's'"),
             u"5 42 4 5 1 2"_s);
    QCOMPARE(scalar("select concat_ws(' ', runs, wait_buckets is null, held_buckets is null) from "
                    "graphile_worker._yardmaster_history_hours where outcome = 'r'"),
             u"1 t t"_s);
    // Two seconds are in the bucket whose bounds say so.
    QCOMPARE(scalar("select wait_buckets[width_bucket(2000000::float8, "
                    "graphile_worker._yardmaster_history_bounds()) + 1] from "
                    "graphile_worker._yardmaster_history_hours where outcome = 's'"),
             u"3"_s);
}

void HistoryKeepingTest::daysAreMadeAhead()
{
    VALUE_OF(state, inspectHistory(*m_keeper->session, kSchema));
    QVERIFY(state.hasToday);
    QVERIFY(state.firstDay.daysTo(state.lastDay) >= 4);
    sql("drop table graphile_worker._yardmaster_history_p"
        + state.lastDay.toString(u"yyyyMMdd"_s).toLatin1());
    QCOMPARE(keep().daysMade, 1);
    QCOMPARE(keep().daysMade, 0);
}

void HistoryKeepingTest::rowsLeaveTheDefaultPartition()
{
    // Nobody came by for a while: yesterday and the day before have no partition.
    addRuns("24 hours", 20);
    addRuns("48 hours", 2);
    addRuns("-8760 hours", 1); // of a clock that was a year ahead
    addRuns("8760 hours", 1);  // and one that was behind
    const HistoryKept kept = keep();
    QCOMPARE(kept.trouble, QString());
    QCOMPARE(kept.rowsMoved, 4); // two array rows, two failures
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_rest"), u"1"_s);
    QCOMPARE(scalar("select sum(n) from graphile_worker._yardmaster_history where finished < "
                    "now()"),
             u"22"_s);
    // Days that are over get an index on ids.
    QCOMPARE(scalar("select count(*) from pg_class where relname ~ "
                    "'^_yardmaster_history_p[0-9]{8}_ids$'"),
             u"2"_s);

    // Today's rows stay where writers of today write, until the day is over.
    const QByteArray today
        = scalar("select to_char(now() at time zone 'UTC', 'YYYYMMDD')").toLatin1();
    sql("drop table graphile_worker._yardmaster_history_p" + today
        + "; insert into graphile_worker._yardmaster_history (finished, min_id, max_id, task_id, "
          "n, outcome, ids, run_ats) values (now(), 1, 1, 7, 1, 'r', '{1}', array[now()])");
    QCOMPARE(keep().rowsMoved, 0);
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_rest"), u"2"_s);
}

void HistoryKeepingTest::oldDaysGoOnceRolledUp()
{
    for (const QByteArray day : {"7", "8", "9"})
        addDay(day);
    sql("update graphile_worker._yardmaster_history_state set rolled_up_to = date_trunc('day', "
        "now(), 'UTC') - interval '8 days'");
    addRuns("192 hours", 2); // eight days
    const auto pruned = keepHistory(*m_keeper->session, kSchema, HistoryWork::Prune);
    QVERIFY(pruned);
    QCOMPARE(pruned->daysDropped, 2); // the ninth day, of both tables; the eighth is not rolled up
    const HistoryKept kept = keep();
    QCOMPARE(kept.daysDropped, 2);
    QVERIFY(kept.hoursRolledUp > 180);
    QCOMPARE(scalar("select sum(runs) from graphile_worker._yardmaster_history_hours where outcome "
                    "= 's'"),
             u"2"_s);
    // Roll-ups go after their own time, names with them.
    sql("insert into graphile_worker._yardmaster_history_hours (hour, task_id, outcome, runs) "
        "values (now() - interval '401 days', 1, 's', 1);"
        "insert into graphile_worker._yardmaster_history_names values ('t', 1, 'a', now() - "
        "interval '399 days'), ('t', 2, 'b', now() - interval '401 days'), ('q', 1, 'c', now() - "
        "interval '8 days'), ('q', 2, 'd', now() - interval '6 days')");
    QCOMPARE(keep().rollupsDropped, 1);
    QCOMPARE(scalar("select string_agg(name, '' order by name) from "
                    "graphile_worker._yardmaster_history_names"),
             u"ad"_s);
}

/// From the default partition either.
void HistoryKeepingTest::nothingOldGoesBeforeItIsRolledUp()
{
    sql("update graphile_worker._yardmaster_history_state set rolled_up_to = date_trunc('day', "
        "now(), 'UTC') - interval '21 days'");
    addRuns("480 hours", 2); // 20 days
    QVERIFY(keepHistory(*m_keeper->session, kSchema, HistoryWork::Prune));
    QCOMPARE(scalar("select sum(n) from graphile_worker._yardmaster_history"), u"2"_s);
    QVERIFY(keep().hoursRolledUp > 480);
    QCOMPARE(scalar("select sum(runs) from graphile_worker._yardmaster_history_hours where outcome "
                    "= 's'"),
             u"2"_s);
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history"), u"0"_s);
}

/// "As the first": their waits add up to more than a bigint holds.
void HistoryKeepingTest::jobsDueSinceLongAgoAreRolledUp()
{
    addRuns("3 hours", 9000);
    sql("update graphile_worker._yardmaster_history set run_ats = array_fill(to_timestamp(0), "
        "array[9000]); update graphile_worker._yardmaster_history_state set rolled_up_to = "
        "date_trunc('hour', now()) - interval '4 hours'");
    QVERIFY(keep().hoursRolledUp >= 3); // the last one is over ten minutes after its end
    QCOMPARE(scalar("select sum(runs) from graphile_worker._yardmaster_history_hours where outcome "
                    "= 's'"),
             u"9000"_s);
}

void HistoryKeepingTest::partitionsWithoutADateStopNothing()
{
    sql("create table graphile_worker._yardmaster_history_p20990231 partition of "
        "graphile_worker._yardmaster_history for values from ('2099-02-01') to ('2099-02-02')");
    QCOMPARE(keep().trouble, QString());
    const auto state = inspectHistory(*m_keeper->session, kSchema);
    QVERIFY(state && state->presence == HistoryState::Presence::Complete);
}

void HistoryKeepingTest::clocksThatJumpDropNothing()
{
    addDay("9");
    addRuns("192 hours", 1); // in the default partition
    // The caller's clock says that it is another year.
    QCOMPARE(scalar("select days_dropped || ' ' || (trouble like '%clock%') from "
                    "graphile_worker._yardmaster_history_prune(now() - interval '1 year')"),
             u"0 true"_s);
    QCOMPARE(scalar("select sum(n) from graphile_worker._yardmaster_history"), u"1"_s);
    QCOMPARE(keep().daysDropped, 4); // of both tables: the ninth, and the eighth, made for the run
}

void HistoryKeepingTest::aClockThatWasAheadIsCaughtUpWith()
{
    addRuns("3 hours", 2);
    sql("update graphile_worker._yardmaster_history_state set installed_at = now() - interval '5 "
        "hours', rolled_up_to = now() + interval '1 year', kept_at = now() + interval '1 year'");
    const auto kept = keepHistory(*m_keeper->session, kSchema); // kept in the future is not recent
    QVERIFY(kept);
    QCOMPARE(kept->outcome, Outcome::Done);
    QVERIFY(kept->hoursRolledUp >= 4);
    QCOMPARE(scalar("select sum(runs) from graphile_worker._yardmaster_history_hours where outcome "
                    "= 's'"),
             u"2"_s);
    QCOMPARE(scalar("select rolled_up_to <= now() and kept_at <= now() from "
                    "graphile_worker._yardmaster_history_state"),
             u"t"_s);
}

void HistoryKeepingTest::oneProcessAtATime()
{
    const auto other = m_keeper->database.session();
    QVERIFY(other->script("begin; select * from graphile_worker._yardmaster_history_prune()"));
    QCOMPARE(keep().outcome, Outcome::Busy);
    QVERIFY(other->script("commit"));
    QCOMPARE(keep().outcome, Outcome::Done);
    const auto again = keepHistory(*m_keeper->session, kSchema);
    QVERIFY(again);
    QCOMPARE(again->outcome, Outcome::NotDue);

    // A reader who holds a partition delays its end, and nothing else.
    addDay("9");
    QVERIFY(other->script("begin; select from graphile_worker._yardmaster_history"));
    const HistoryKept kept = keep();
    QVERIFY(!kept.trouble.isEmpty());
    QCOMPARE(kept.daysDropped, 1); // of failures
    QVERIFY(other->script("commit"));
    QCOMPARE(keep().daysDropped, 1);
}

void HistoryKeepingTest::ownersRightsAreEnough()
{
    addDay("9");
    sql("create role history_keeper; grant usage on schema graphile_worker to history_keeper;"
        "grant execute on function graphile_worker._yardmaster_history_rollup(), "
        "graphile_worker._yardmaster_history_prune(timestamptz) to history_keeper");
    QVERIFY(m_keeper->session->script("set role history_keeper"));
    QCOMPARE(keep().daysDropped, 2);
    const auto inspected = inspectHistory(*m_keeper->session, kSchema);
    QVERIFY(inspected && inspected->mayKeep && !inspected->mayRead && !inspected->mayChange);
    QVERIFY(m_keeper->session->script("reset role"));
    sql("drop owned by history_keeper; drop role history_keeper");
}

/// With today's partition gone too, nothing would be recorded.
void HistoryKeepingTest::theDefaultPartitionIsMadeAgain()
{
    sql("create role history_viewer; grant usage on schema graphile_worker to history_viewer; "
        "grant select on graphile_worker._yardmaster_history to history_viewer");
    const QByteArray today
        = scalar("select to_char(now() at time zone 'UTC', 'YYYYMMDD')").toLatin1();
    sql("drop table graphile_worker._yardmaster_history_rest, "
        "graphile_worker._yardmaster_history_p"
        + today);
    QCOMPARE(keep().daysMade, 2);
    VALUE_OF(state, inspectHistory(*m_keeper->session, kSchema));
    QVERIFY(state.presence == HistoryState::Presence::Complete && state.hasToday);
    QCOMPARE(scalar("select has_table_privilege('history_viewer', "
                    "'graphile_worker._yardmaster_history_rest', 'select')"),
             u"t"_s);
    QCOMPARE(keep().daysMade, 0);
    sql("drop owned by history_viewer; drop role history_viewer");
}

void HistoryKeepingTest::missingTablesAreNamed()
{
    sql("drop table graphile_worker._yardmaster_history_names");
    const auto kept = keepHistory(*m_keeper->session, kSchema);
    QVERIFY(!kept);
    QCOMPARE(kept.error().kind, DbError::Kind::Statement); // no queue that is missing
    QVERIFY(kept.error().message.contains(u"_yardmaster_history_names"_s));
    VALUE_OF(state, inspectHistory(*m_keeper->session, kSchema));
    QVERIFY(state.mayRead && state.mayKeep);
    QCOMPARE(state.missing, QStringList{u"table _yardmaster_history_names"_s});
    QVERIFY(installHistory(*m_keeper->session, kSchema, {}));
    VALUE_OF(mended, inspectHistory(*m_keeper->session, kSchema));
    QCOMPARE(mended.presence, HistoryState::Presence::Complete);
}

void HistoryKeepingTest::whoOnlyReadsIsToldSo()
{
    QVERIFY(m_keeper->session->script("set default_transaction_read_only = on"));
    QCOMPARE(keep().outcome, Outcome::ReadOnly);
    QVERIFY(m_keeper->session->script("reset default_transaction_read_only"));
    QCOMPARE(keep().outcome, Outcome::Done);
}

void HistoryKeepingTest::workersKeepIt()
{
    sql("update graphile_worker._yardmaster_history_state set rolled_up_to = rolled_up_to - "
        "interval '30 hours', kept_at = null");
    EventBus events;
    StaleLockReset reset(m_keeper->database.settings(), JobQueue(kSchema, u"w"_s), &events,
                         nullptr);
    QSignalSpy finished(&reset, &StaleLockReset::finished);
    reset.runOnce(); // that of a worker that runs once
    QVERIFY(finished.wait(60000));
    const QByteArray isKept
        = "select rolled_up_to > now() - interval '2 hours' and kept_at is not null from "
          "graphile_worker._yardmaster_history_state";
    QCOMPARE(scalar(isKept), u"f"_s);
    reset.runOnce(true);
    QVERIFY(finished.wait(60000));
    QCOMPARE(scalar(isKept), u"t"_s);
    // Nothing of it is in the way where there is none, or where it fails.
    sql("drop table graphile_worker._yardmaster_history_state");
    for (int i = 0; i < 2; ++i) {
        reset.runOnce(true);
        QVERIFY(finished.wait(60000));
        (void)removeHistory(*m_keeper->session, kSchema, std::chrono::seconds(5));
    }
    QVERIFY(!m_keeper->database.serverLog().join(u'\n').contains(
        u"_yardmaster_history_rollup() does not"_s));
}

YARDMASTER_TEST(HistoryKeepingTest)
#include "tst_historykeeping.moc"

#include "tests/support/testprogram.h"
#include "tests/worker/history/historykeeper.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// Names of queues and tasks that are gone stay while something of theirs is kept, for however
/// long.
class HistoryNamesTest final : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistoryKeeper> m_keeper;

    [[nodiscard]] QString names() const
    {
        return m_keeper->database.scalar(
            "select coalesce(string_agg(name, '' order by name), '') from "
            "graphile_worker._yardmaster_history_names");
    }
    [[nodiscard]] HistoryKept prune() const { return m_keeper->keep(HistoryWork::Prune); }

private slots:
    void init()
    {
        m_keeper = std::make_unique<HistoryKeeper>(HistoryOptions{.keepPayloads = true});
    }
    void cleanup() { m_keeper.reset(); }

    void theyStayWhileRollUpsAreBehind_data();
    void theyStayWhileRollUpsAreBehind();
    void theyStayWhileADayCannotBeDropped();
};

void HistoryNamesTest::theyStayWhileRollUpsAreBehind_data()
{
    QTest::addColumn<QByteArray>("row");
    QTest::newRow("run") << QByteArray(
        "_yardmaster_history (finished, min_id, max_id, task_id, n, outcome, ids, run_ats) select "
        "at, 1, 1, 7, 1, 'r', '{1}'::bigint[], array[at]");
    QTest::newRow("failure") << QByteArray(
        "_yardmaster_history_failures (finished, run_at, id, task_id, attempt, max_attempts, "
        "outcome) select at, at, 1, 7, 1, 25, 'e'");
    QTest::newRow("payload") << QByteArray(
        "_yardmaster_history_payloads (finished, id, task_id, priority, max_attempts, bytes, "
        "state) select at, 1, 7, 0, 25, 2, 'k'");
}

void HistoryNamesTest::theyStayWhileRollUpsAreBehind()
{
    QFETCH(QByteArray, row);
    m_keeper->database.script(
        "update graphile_worker._yardmaster_history_state set keep_rollup_days = 8, rolled_up_to = "
        "now() - interval '30 days'; insert into graphile_worker."
        + row
        + " from (select now() - interval '20 days' as at) as past; insert into "
          "graphile_worker._yardmaster_history_names values ('q', 1, 'a', now() - interval '19 "
          "days'), ('t', 7, 'b', now() - interval '19 days'), ('q', 2, 'c', now() - interval '21 "
          "days')");
    QCOMPARE(prune().daysDropped, 0);
    QCOMPARE(names(), u"ab"_s); // nothing is left of the third
    m_keeper->database.script(
        "update graphile_worker._yardmaster_history_state set rolled_up_to = now()");
    QCOMPARE(prune().daysDropped, 1);
    (void)prune();
    QCOMPARE(names(), QString());
}

void HistoryNamesTest::theyStayWhileADayCannotBeDropped()
{
    m_keeper->database.script(
        "update graphile_worker._yardmaster_history_state set rolled_up_to = now();"
        "create table graphile_worker._yardmaster_history_p20200101 partition of "
        "graphile_worker._yardmaster_history for values from ('2020-01-01 00:00Z') to ('2020-01-02 "
        "00:00Z');"
        "create view graphile_worker.kept as select from "
        "graphile_worker._yardmaster_history_p20200101;"
        "insert into graphile_worker._yardmaster_history (finished, min_id, max_id, task_id, n, "
        "outcome, ids, run_ats) values ('2020-01-01 12:00Z', 1, 1, 7, 1, 'r', '{1}', "
        "array[now()]);"
        "insert into graphile_worker._yardmaster_history_names values ('q', 1, 'a', '2020-01-03')");
    QVERIFY(!prune().trouble.isEmpty());
    QCOMPARE(names(), u"a"_s);
    m_keeper->database.script("drop view graphile_worker.kept");
    QCOMPARE(prune().daysDropped, 1);
    (void)prune();
    QCOMPARE(names(), QString());
}

YARDMASTER_TEST(HistoryNamesTest)
#include "tst_historynames.moc"

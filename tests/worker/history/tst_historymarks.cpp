#include "tests/support/testprogram.h"
#include "tests/worker/history/historykeeper.h"

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using Outcome = HistoryKept::Outcome;

/// What changed, as the history remembers it to be marked in charts.
class HistoryMarksTest final : public QObject
{
    Q_OBJECT

    std::unique_ptr<HistoryKeeper> m_keeper;

    void sql(const QByteArray &text) const { m_keeper->database.script(text); }
    [[nodiscard]] QString scalar(const QByteArray &text) const
    {
        return m_keeper->database.scalar(text);
    }
    [[nodiscard]] HistoryKept keep() const { return m_keeper->keep(); }

private slots:
    void init() { m_keeper = std::make_unique<HistoryKeeper>(); }
    void cleanup() { m_keeper.reset(); }

    void versionsAreRememberedOnce();
    void versionsAreBounded();
    void anotherRegistryIsATroubleOnly();
    void removalLeavesNoMarks();
};

void HistoryMarksTest::versionsAreRememberedOnce()
{
    const auto marks = [this] {
        return scalar("select string_agg(concat_ws(' ', kind, text, (extract(epoch from now() - "
                      "at) / 3600)::int || 'h'), ', ' order by at) from "
                      "graphile_worker._yardmaster_history_marks where kind = 'v'");
    };
    const auto add = [this](const QByteArray &id, const QByteArray &ago, const QByteArray &json) {
        sql("insert into graphile_worker._private_workers (id, last_heartbeat_at, started_at, "
            "metadata) values ('"
            + id + "', now(), now() - interval '" + ago + "', '" + json + "')");
    };
    (void)keep();
    QCOMPARE(marks(), QString());
    add("a", "3 hours", R"({"program": "yardmaster", "version": "1.1"})");
    add("b", "5 hours", R"({"program": "yardmaster", "version": "1.1"})");
    add("c", "1 hour", R"({"program": "yardmaster", "version": "1.2"})");
    add("d", "1 hour", R"({"program": "graphile_worker_rs"})");
    (void)keep();
    QCOMPARE(marks(), u"v yardmaster 1.1 5h, v yardmaster 1.2 1h"_s);
    // It stays when they have gone, and as it is when others come.
    sql("delete from graphile_worker._private_workers where id in ('a', 'b')");
    add("e", "0 hours", R"({"program": "yardmaster", "version": "1.1"})");
    (void)keep();
    QCOMPARE(marks(), u"v yardmaster 1.1 5h, v yardmaster 1.2 1h"_s);
    // As long as roll-ups, from when it was last there.
    sql("update graphile_worker._yardmaster_history_marks set at = at - interval '401 days', "
        "seen = seen - interval '401 days'; "
        "delete from graphile_worker._private_workers where id = 'c'");
    (void)keep();
    QCOMPARE(marks(), u"v yardmaster 1.1 9629h"_s);
    QCOMPARE(scalar("select seen = (select kept_at from graphile_worker._yardmaster_history_state)"
                    " from graphile_worker._yardmaster_history_marks where kind = 'v'"),
             u"t"_s);
}

/// Whoever may register may write anything there; the rest of keeping goes on.
void HistoryMarksTest::versionsAreBounded()
{
    sql("insert into graphile_worker._private_workers (id, last_heartbeat_at, started_at, "
        "metadata) select 'w' || n, now(), now() - n * interval '1 s', jsonb_build_object("
        "'version', n || repeat('\u20ac\n', 100)) from generate_series(1, 300) as n; "
        "insert into graphile_worker._private_workers (id, last_heartbeat_at, started_at, "
        "metadata) values ('x', now(), 'infinity', '{\"version\": \"\"}'), "
        "('y', now(), '-infinity', '{\"version\": {\"a\": 1}}'), ('z', now(), now(), '[1]'), "
        "('n', now(), now(), null); "
        "insert into graphile_worker._yardmaster_history_marks select 'v', 'old ' || n, now() - "
        "interval '1 day', now() from generate_series(1, 1500) as n");
    const HistoryKept kept = keep();
    QCOMPARE(kept.outcome, Outcome::Done);
    QCOMPARE(kept.trouble, QString());
    QCOMPARE(scalar("select concat_ws(' ', count(*), count(*) filter (where text not like 'old%'), "
                    "max(length(text)), max(at) <= now()) from "
                    "graphile_worker._yardmaster_history_marks where kind = 'v'"),
             u"1000 100 100 t"_s);
    for (const char *gone :
         {"graphile_worker._private_workers", "graphile_worker._yardmaster_history_marks"}) {
        sql(QByteArray("drop table ") + gone + " cascade");
        QCOMPARE(keep().outcome, Outcome::Done);
    }
    VALUE_OF(state, inspectHistory(*m_keeper->session, kSchema));
    QCOMPARE(state.missing, QStringList{u"table _yardmaster_history_marks"_s});
}

/// A registry of somebody else, whose columns are called alike.
void HistoryMarksTest::anotherRegistryIsATroubleOnly()
{
    sql("drop table graphile_worker._private_workers cascade; "
        "create table graphile_worker._private_workers (id text, started_at text, metadata jsonb)");
    const HistoryKept kept = keep();
    QCOMPARE(kept.outcome, Outcome::Done);
    QVERIFY2(kept.trouble.contains(u"LEAST"_s), qPrintable(kept.trouble));
}

void HistoryMarksTest::removalLeavesNoMarks()
{
    sql("select graphile_worker.worker_heartbeat('a', '{\"version\": \"1\"}')");
    (void)keep();
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_marks"),
             u"2"_s); // when it began
    QVERIFY(removeHistory(*m_keeper->session, kSchema, std::chrono::seconds(20)));
    QCOMPARE(scalar("select count(*) from pg_class where relname like '\\_yardmaster\\_history%'"),
             u"0"_s);
}

YARDMASTER_TEST(HistoryMarksTest)
#include "tst_historymarks.moc"

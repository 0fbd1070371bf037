#include "tests/migrations/catalog.h"
#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "tests/worker/runner/workertest.h"
#include "worker/db/sqltext.h"
#include "worker/history/history.h"
#include "worker/queue/plainadds.h"

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Presence = HistoryState::Presence;

/// Payloads of finished jobs: which are kept and how, that faults in it cost neither a run nor a
/// worker, and that the option can be switched on and off. Long because payloads are secrets, and
/// every way out of their table and around the rules is tried.
class HistoryPayloadsTest final : public WorkerTest
{
    Q_OBJECT

private slots:
    void theyAreKeptByTheRules();
    void valuesAreReplacedAtAnyDepth_data();
    void valuesAreReplacedAtAnyDepth();
    void faultsCostNoRun_data();
    void faultsCostNoRun();
    void optionsChangeWithoutLosingRuns();
    void removalLeavesNothing();
    void daysGoWithTheirRuns();
    void lostPartsShowAndComeBack();
    void badRulesAreRefused();
    void lostRulesAreAskedFor_data();
    void lostRulesAreAskedFor();
    void sizeAndTimeHaveLimits();
    void grantsOnAllTablesShowNone();
    void daysChangeWhileJobsEnd();
    void jobsAreLockedFirst();
    void publishedTablesAreKept();
    void tablesMayHaveOldNames();
    void plainAddsStayFast();

private:
    [[nodiscard]] std::unique_ptr<Session> installed(const PayloadChanges &rules = {}) const
    {
        auto session = m_database->session();
        const auto done
            = installHistory(*session, kSchema, {.keepPayloads = true, .payloads = rules});
        if (!done)
            qFatal("%s", qUtf8Printable(done.error().message));
        return session;
    }
    /// "1k {"a":1}, 2l": id, state and payload.
    [[nodiscard]] QString kept() const
    {
        return scalar("select coalesce(string_agg(concat_ws(' ', id || state::text, payload), ', ' "
                      "order by id), '') from graphile_worker._yardmaster_history_payloads");
    }
    /// As somebody does who wants to keep a day.
    void detachLastDay(const QByteArray &parent) const
    {
        const QByteArray day = scalar("select max(inhrelid::regclass::text) from pg_inherits where "
                                      "inhrelid::regclass::text ~ '_p[0-9]{8}$' and inhparent = "
                                      "'graphile_worker."
                                      + parent + "'::regclass")
                                   .toLatin1();
        sql("alter table graphile_worker." + parent + " detach partition " + day);
    }
    [[nodiscard]] QString runs() const
    {
        return scalar("select coalesce(sum(n), 0) from graphile_worker._yardmaster_history");
    }
};

void HistoryPayloadsTest::theyAreKeptByTheRules()
{
    const auto session = installed({.tasks = QStringList{u"send_*"_s, u"a%b"_s},
                                    .exceptTasks = QStringList{u"*_secret"_s},
                                    .mostBytes = 60});
    sql("select graphile_worker.add_job('send_mail', '{\"a\":  1.10}', queue_name := 'q', priority "
        ":= 3, max_attempts := 4, flags := '{x,y}');"
        "select graphile_worker.add_job('send_mail', json_build_object('a', repeat('x', 100)));"
        // compressed far below the limit
        "select graphile_worker.add_job('send_mail', json_build_object('a', repeat('x', 9000)));"
        "select graphile_worker.add_job('send_secret', '{}');"
        "select graphile_worker.add_job('a%b', '[1]');"
        "select graphile_worker.add_job('axb', '[1]');"
        "select graphile_worker.add_job('Send_mail', '[1]')");
    TestWorker worker(*m_database);
    for (const QString &task : {u"send_mail"_s, u"send_secret"_s, u"a%b"_s, u"axb"_s})
        worker.handle(task, &succeed);
    QVERIFY(worker.drain());
    sql("delete from graphile_worker._private_jobs");
    QCOMPARE(kept(), u"1k {\"a\":  1.10}, 2l, 3l, 5k [1]"_s);
    QCOMPARE(runs(), u"7"_s);
    QCOMPARE(scalar("select concat_ws(' ', priority, max_attempts, flags, queue_id is not null, "
                    "bytes) from graphile_worker._yardmaster_history_payloads where id = 1"),
             u"3 4 {\"x\": true, \"y\": true} t 12"_s);
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_payloads as kept "
                    "join graphile_worker._yardmaster_history as ended on ended.ids[1] = kept.id "
                    "and ended.finished = kept.finished"),
             u"4"_s);
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(state.keepsPayloads && state.mayReadPayloads && state.payloadBytes > 0);
    QCOMPARE(state.figures->payloads->tasks, (QStringList{u"send_*"_s, u"a%b"_s}));
    QCOMPARE(state.figures->payloads->mostBytes, 60);
}

void HistoryPayloadsTest::valuesAreReplacedAtAnyDepth_data()
{
    QTest::addColumn<QByteArray>("payload");
    QTest::addColumn<QString>("expected");
    QTest::newRow("none of the keys")
        << QByteArray("{\"a\":  \"password\"}") << u"k {\"a\":  \"password\"}"_s;
    QTest::newRow("at the top, in another case")
        << QByteArray("{\"PassWord\":{\"a\":1}}") << u"r {\"PassWord\": \"[redacted]\"}"_s;
    QTest::newRow("in a list") << QByteArray("[{\"a\":{\"my_token_x\":[1]}},2]")
                               << u"r [{\"a\": {\"my_token_x\": \"[redacted]\"}}, 2]"_s;
    QTest::newRow("spelled otherwise")
        << QByteArray("{\"p\\u0061ssword\":1}") << u"r {\"password\": \"[redacted]\"}"_s;
    QTest::newRow("twice") << QByteArray("{\"password\":1,\"password\":2}")
                           << u"r {\"password\": \"[redacted]\", \"password\": \"[redacted]\"}"_s;
    QTest::newRow("twice, the last as it would be")
        << QByteArray("{\"password\":1,\"password\":\"[redacted]\"}")
        << u"r {\"password\": \"[redacted]\", \"password\": \"[redacted]\"}"_s;
    QTest::newRow("in what is there twice")
        << QByteArray("{\"a\":{\"password\":2},\"a\":1}")
        << u"r {\"a\": {\"password\": \"[redacted]\"}, \"a\": 1}"_s;
    QTest::newRow("replaced before")
        << QByteArray("{\"password\": \"[redacted]\"}") << u"r {\"password\": \"[redacted]\"}"_s;
    QTest::newRow("numbers to the letter")
        << QByteArray("{\"password\":1,\"b\":[1e9999,1.10]}")
        << u"r {\"password\": \"[redacted]\", \"b\": [1e9999,1.10]}"_s;
    QTest::newRow("a letter that LIKE takes for any")
        << QByteArray("{\"axb\":1}") << u"k {\"axb\":1}"_s;
    QTest::newRow("that letter itself")
        << QByteArray("{\"a_b\":1}") << u"r {\"a_b\": \"[redacted]\"}"_s;
    QTest::newRow("at the end of the key")
        << QByteArray("{\"c%\":1}") << u"r {\"c%\": \"[redacted]\"}"_s;
    QTest::newRow("cannot be read") << QByteArray("{\"a\":\"\\u0000\"}") << u"x"_s;
    QTest::newRow("no object") << QByteArray("\"password\"") << u"k \"password\""_s;
}

void HistoryPayloadsTest::valuesAreReplacedAtAnyDepth()
{
    QFETCH(QByteArray, payload);
    QFETCH(QString, expected);
    const auto session
        = installed({.redactedKeys = QStringList{u"password"_s, u"*TOKEN*"_s, u"a_b"_s, u"c%"_s}});
    // Also in a batch beside one that cannot be read.
    sql("select graphile_worker.add_job('t', " + quotedLiteral(QString::fromUtf8(payload))
        + "); select graphile_worker.add_job('t', '{\"a\":\"\\u0000\"}'); select "
          "graphile_worker.add_job('t', '{\"b\":1}'); delete from graphile_worker._private_jobs");
    QCOMPARE(kept(), u'1' + expected + u", 2x, 3k {\"b\":1}"_s);
}

void HistoryPayloadsTest::faultsCostNoRun_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("the table gone")
        << QByteArray("drop table graphile_worker._yardmaster_history_payloads");
    QTest::newRow("the rules gone")
        << QByteArray("drop table graphile_worker._yardmaster_history_payload_rules");
    QTest::newRow("the rules empty")
        << QByteArray("delete from graphile_worker._yardmaster_history_payload_rules");
    QTest::newRow("a column renamed")
        << QByteArray("alter table graphile_worker._yardmaster_history_payloads rename id to key");
    QTest::newRow("an expression that fails")
        << QByteArray("alter table graphile_worker._yardmaster_history_payloads add check (1 / "
                      "(bytes - bytes) = 1)");
    QTest::newRow("no partition") << QByteArray(
        "do $$ declare part regclass; begin for part in select inhrelid from pg_inherits where "
        "inhparent = 'graphile_worker._yardmaster_history_payloads'::regclass loop execute 'drop "
        "table ' || part; end loop; end $$");
}

void HistoryPayloadsTest::faultsCostNoRun()
{
    QFETCH(QByteArray, fault);
    const auto session = installed();
    sql(fault);
    sql("select graphile_worker.add_job('ok') from generate_series(1, 40)");
    TestWorker worker(*m_database);
    worker.options.concurrency = 4;
    worker.handle(u"ok"_s, &succeed);
    QVERIFY(worker.drain());
    QCOMPARE(worker.outcome->succeeded, 40);
    QCOMPARE(runs(), u"40"_s);
    QVERIFY(
        !scalar("select last_trouble from graphile_worker._yardmaster_history_state").isEmpty());
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(state.needsAttention());
}

void HistoryPayloadsTest::optionsChangeWithoutLosingRuns()
{
    const auto session = m_database->session();
    const auto finish = [this] {
        sql("select graphile_worker.add_job('t', '{\"password\": 1}'); delete from "
            "graphile_worker._private_jobs");
    };
    QVERIFY(installHistory(*session, kSchema, {}));
    const QStringList plain = catalogOf(*session, kSchema);
    VALUE_OF(before, inspectHistory(*session, kSchema));
    QVERIFY(!before.keepsPayloads && !before.mayReadPayloads && !before.figures->payloads);
    finish();
    QVERIFY(installHistory(*session, kSchema, {.keepPayloads = true}));
    finish();
    // What is not said stays, also where everything is made anew.
    QVERIFY(installHistory(*session, kSchema,
                           {.payloads = {.redactedKeys = QStringList{u"password"_s}}}));
    QVERIFY(installHistory(*session, kSchema, {.payloads = {.mostBytes = 100}}));
    QVERIFY(installHistory(*session, kSchema, {.keepDays = 9}));
    finish();
    QCOMPARE(kept(), u"2k {\"password\": 1}, 3r {\"password\": \"[redacted]\"}"_s);
    QCOMPARE(runs(), u"3"_s);
    VALUE_OF(now, inspectHistory(*session, kSchema));
    QCOMPARE(*now.figures->payloads,
             (PayloadRules{.redactedKeys = {u"password"_s}, .mostBytes = 100}));
    QCOMPARE(now.figures->installedAt, before.figures->installedAt);
    QVERIFY(!now.needsAttention());
    // An empty list takes a rule away.
    QVERIFY(installHistory(*session, kSchema, {.payloads = {.redactedKeys = QStringList()}}));
    VALUE_OF(open, inspectHistory(*session, kSchema));
    QVERIFY(open.figures->payloads->redactedKeys.isEmpty());

    detachLastDay("_yardmaster_history_payloads");
    // Functions of an earlier version had other arguments.
    sql("create function graphile_worker._yardmaster_history_redact(jsonb, text[]) returns jsonb "
        "language sql as 'select $1'");
    QVERIFY(installHistory(*session, kSchema, {.keepPayloads = false}));
    finish();
    QCOMPARE(runs(), u"4"_s);
    QCOMPARE(difference(plain, catalogOf(*session, kSchema)), QString());
    VALUE_OF(after, inspectHistory(*session, kSchema));
    QVERIFY(!after.keepsPayloads && !after.needsAttention() && after.payloadBytes == 0);
}

void HistoryPayloadsTest::removalLeavesNothing()
{
    const auto bare = m_database->session();
    const QStringList before = catalogOf(*bare, kSchema);
    const auto session = installed();
    sql("select graphile_worker.add_job('ok') from generate_series(1, 300)");
    TestWorker worker(*m_database);
    worker.handle(u"ok"_s, &succeed);
    worker.options.once = true;
    worker.start();
    QTRY_VERIFY(scalar("select count(*) > 0 from graphile_worker._yardmaster_history_payloads")
                == u"t"_s);
    for (const QByteArray &parent :
         {QByteArray("_yardmaster_history"), QByteArray("_yardmaster_history_failures"),
          QByteArray("_yardmaster_history_payloads")})
        detachLastDay(parent);
    sql("create function graphile_worker._yardmaster_history_prune(integer) returns integer "
        "language sql as 'select $1'");
    QVERIFY(removeHistory(*session, kSchema, 20000ms));
    QVERIFY(worker.waitUntilEnded());
    QCOMPARE(worker.outcome->succeeded, 300);
    QCOMPARE(difference(before, catalogOf(*session, kSchema)), QString());
    QCOMPARE(scalar("select (select count(*) from pg_class where relname like "
                    "'\\_yardmaster\\_history%') + (select count(*) from pg_proc where proname "
                    "like '\\_yardmaster\\_history%') + (select count(*) from pg_trigger where "
                    "tgname like '\\_yardmaster\\_history%')"),
             u"0"_s);
}

void HistoryPayloadsTest::daysGoWithTheirRuns()
{
    const auto session = installed();
    sql("insert into graphile_worker._yardmaster_history_payloads (finished, id, task_id, "
        "priority, max_attempts, bytes, state) select now() - days * interval '1 day', days, 1, 0, "
        "25, 2, 'k' from unnest(array[1, 3, 9]) as days;"
        "update graphile_worker._yardmaster_history_state set rolled_up_to = now()");
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_payloads_rest"),
             u"3"_s);
    VALUE_OF(kept, keepHistory(*session, kSchema, HistoryWork::Prune, true));
    QVERIFY2(kept.trouble.isEmpty(), qPrintable(kept.trouble));
    QCOMPARE(this->kept(), u"1k, 3k"_s);
    QCOMPARE(scalar("select count(*) from graphile_worker._yardmaster_history_payloads_rest"),
             u"0"_s);
    QVERIFY(installHistory(*session, kSchema, {.keepDays = 2}));
    VALUE_OF(again, keepHistory(*session, kSchema, HistoryWork::Prune, true));
    QVERIFY2(again.trouble.isEmpty(), qPrintable(again.trouble));
    QCOMPARE(this->kept(), u"1k"_s);
}

void HistoryPayloadsTest::lostPartsShowAndComeBack()
{
    const auto session = installed({.mostBytes = 100});
    sql("drop trigger _yardmaster_history_kept on graphile_worker._private_jobs");
    VALUE_OF(broken, inspectHistory(*session, kSchema));
    QCOMPARE(broken.presence, Presence::Incomplete);
    QCOMPARE(broken.missing, QStringList{u"trigger _yardmaster_history_kept on _private_jobs"_s});
    QVERIFY(!broken.arePayloadRulesLost());
    QCOMPARE(broken.figures->payloads->mostBytes, 100);
    QVERIFY(installHistory(*session, kSchema, {}));
    sql("drop table graphile_worker._yardmaster_history_payloads");
    VALUE_OF(worse, inspectHistory(*session, kSchema));
    QVERIFY2(worse.missing.contains(u"table _yardmaster_history_payloads"_s),
             qPrintable(worse.missing.join(u", "_s)));
    QVERIFY(worse.figures); // of runs, of which nothing is missing
    QVERIFY(installHistory(*session, kSchema, {}));
    VALUE_OF(mended, inspectHistory(*session, kSchema));
    QVERIFY2(mended.presence == Presence::Complete, qPrintable(mended.missing.join(u", "_s)));
    QCOMPARE(mended.figures->payloads->mostBytes, 100);
}

void HistoryPayloadsTest::badRulesAreRefused()
{
    const auto session = m_database->session();
    const auto refused = [&](const HistoryOptions &options) {
        const auto done = installHistory(*session, kSchema, options);
        return !done && done.error().kind == DbError::Kind::InvalidInput;
    };
    QVERIFY(refused({.keepPayloads = true, .payloads = {.mostBytes = 0}}));
    QVERIFY(refused({.keepPayloads = true, .payloads = {.mostBytes = 17 * 1024 * 1024}}));
    QVERIFY(refused({.keepPayloads = true, .payloads = {.tasks = QStringList{QString()}}}));
    // JSON may spell these otherwise.
    for (const QString &key : {u"a/b"_s, u"a\"b"_s, u"a\\b"_s, u"a\nb"_s})
        QVERIFY(refused({.keepPayloads = true, .payloads = {.redactedKeys = QStringList{key}}}));
    QVERIFY(refused({.payloads = {.mostBytes = 100}})); // none are kept
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QCOMPARE(state.presence, Presence::Absent);
    // Any other name is taken as it is.
    const QStringList odd{u"it's, a {\"task\"} \\"_s, u"日本"_s};
    QVERIFY(installHistory(*session, kSchema,
                           {.keepPayloads = true, .payloads = {.exceptTasks = odd}}));
    VALUE_OF(installed, inspectHistory(*session, kSchema));
    QCOMPARE(installed.figures->payloads->exceptTasks, odd);
}

void HistoryPayloadsTest::lostRulesAreAskedFor_data()
{
    QTest::addColumn<QByteArray>("fault");
    QTest::newRow("table") << QByteArray(
        "drop table graphile_worker._yardmaster_history_payload_rules");
    QTest::newRow("row") << QByteArray(
        "delete from graphile_worker._yardmaster_history_payload_rules");
    QTest::newRow("both tables") << QByteArray(
        "drop table graphile_worker._yardmaster_history_payload_rules, "
        "graphile_worker._yardmaster_history_payloads");
    QTest::newRow("all but the functions") << QByteArray(
        "drop trigger _yardmaster_history_kept on graphile_worker._private_jobs; drop table "
        "graphile_worker._yardmaster_history_payload_rules, "
        "graphile_worker._yardmaster_history_payloads");
}

/// Without them, what was to be replaced would be kept.
void HistoryPayloadsTest::lostRulesAreAskedFor()
{
    QFETCH(QByteArray, fault);
    const auto session = installed({.redactedKeys = QStringList{u"password"_s}});
    sql(fault);
    VALUE_OF(broken, inspectHistory(*session, kSchema));
    QCOMPARE(broken.presence, Presence::Incomplete);
    QVERIFY(broken.arePayloadRulesLost() && !broken.figures->payloads);
    QVERIFY2(broken.missing.join(u' ').contains(u"_yardmaster_history_payload_rules"_s),
             qPrintable(broken.missing.join(u", "_s)));
    // Any other rule would put the default in for the keys.
    for (const HistoryOptions &options :
         {HistoryOptions{}, HistoryOptions{.keepPayloads = true},
          HistoryOptions{.payloads = {.exceptTasks = QStringList(), .mostBytes = 100}}}) {
        const auto refused = installHistory(*session, kSchema, options);
        QVERIFY(!refused && refused.error().kind == DbError::Kind::InvalidInput);
        QVERIFY2(refused.error().message.contains(u"which keys"_s),
                 qPrintable(refused.error().message));
    }
    QVERIFY(installHistory(*session, kSchema,
                           {.payloads = {.redactedKeys = QStringList{u"password"_s}}}));
    VALUE_OF(mended, inspectHistory(*session, kSchema));
    QCOMPARE(mended.presence, Presence::Complete);
    QCOMPARE(*mended.figures->payloads, (PayloadRules{.redactedKeys = {u"password"_s}}));
    sql(fault);
    QVERIFY(installHistory(*session, kSchema, {.payloads = {.redactedKeys = QStringList()}}));
    sql(fault);
    QVERIFY(installHistory(*session, kSchema, {.keepPayloads = false}));
}

void HistoryPayloadsTest::sizeAndTimeHaveLimits()
{
    const auto session = installed({.redactedKeys = QStringList{u"k"_s}, .mostBytes = 40});
    sql("select graphile_worker.add_job('t', '{\"k\":1,\"k\":1,\"k\":1,\"k\":1}'); delete from "
        "graphile_worker._private_jobs");
    QCOMPARE(kept(), u"1l"_s);
    QCOMPARE(
        scalar("select graphile_worker._yardmaster_history_redacted('{\"k\":1}', '{k}', now() - "
               "interval '1 hour') = ''"),
        u"t"_s);
}

/// As pg_read_all_data and default privileges do.
void HistoryPayloadsTest::grantsOnAllTablesShowNone()
{
    const QByteArray role = '"' + (u"all_"_s + m_database->name()).toUtf8() + '"';
    sql("create role " + role);
    const auto session = installed();
    sql("insert into graphile_worker._yardmaster_history_payloads (finished, id, task_id, "
        "priority, "
        "max_attempts, bytes, state) select now() - days * interval '1 day', days, 1, 0, 25, 2, "
        "'k' "
        "from unnest(array[0, 1, 3]) as days");
    VALUE_OF(moved, keepHistory(*session, kSchema, HistoryWork::Prune, true));
    QCOMPARE(moved.rowsMoved, 2);
    sql("drop table graphile_worker._yardmaster_history_payloads_rest");
    QVERIFY(keepHistory(*session, kSchema, HistoryWork::Prune, true));
    sql("grant usage on schema graphile_worker to " + role
        + "; grant select on all tables in schema graphile_worker to " + role);
    QVERIFY(session->script("set role " + role));
    VALUE_OF(rows,
             session->query("select count(*) from graphile_worker._yardmaster_history_payloads"));
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(session->script("reset role"));
    const QString open = scalar(
        "select count(*) from pg_class where relname like '\\_yardmaster\\_history\\_payloads%' "
        "and relkind in ('r', 'p') and not relrowsecurity");
    sql("drop owned by " + role + "; drop role " + role);
    QCOMPARE(rows.int64(0, 0), 0);
    QVERIFY(!state.mayReadPayloads);
    QCOMPARE(open, u"0"_s);
    QCOMPARE(kept(), u"0k, 1k, 3k"_s);
}

/// It takes no lock that a statement which ends jobs would wait for.
void HistoryPayloadsTest::daysChangeWhileJobsEnd()
{
    const auto session = installed();
    const auto worker = m_database->session();
    QVERIFY(worker->script("begin; select graphile_worker.add_job('t'); delete from "
                           "graphile_worker._private_jobs"));
    const auto done = installHistory(*session, kSchema, {.keepDays = 9, .patience = 0ms});
    QVERIFY2(done, done ? "" : qPrintable(done.error().message));
    QVERIFY(worker->script("commit"));
    QCOMPARE(kept(), u"1k {}"_s);
}

/// Else who ends jobs waits for the history, whose installer waits for the jobs.
void HistoryPayloadsTest::jobsAreLockedFirst()
{
    const auto session = installed();
    for (const bool keeps : {false, true}) {
        const auto worker = m_database->session();
        QVERIFY(worker->script("begin; lock table graphile_worker._private_jobs in row exclusive "
                               "mode"));
        bool isDone = false;
        std::thread installer([&] {
            isDone = installHistory(*session, kSchema, {.keepPayloads = keeps}).has_value();
        });
        // What who waits for the jobs has locked of the history.
        const QByteArray held
            = "select case when count(*) > 0 then (select count(*) from pg_locks as held join "
              "pg_class as class on class.oid = held.relation where held.pid = any "
              "(array_agg(waiter.pid)) and held.granted and held.mode in ('ShareLock', "
              "'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') and class.relname "
              "like '\\_yardmaster\\_history%') end from pg_locks as waiter where waiter.relation "
              "= "
              "'graphile_worker._private_jobs'::regclass and not waiter.granted";
        QString seen;
        const bool isSeen
            = QTest::qWaitFor([&] { return !(seen = scalar(held)).isEmpty(); }, 15000);
        const bool isOver = worker->script("commit").has_value();
        installer.join();
        QVERIFY(isSeen && isOver && isDone);
        QCOMPARE(seen, u"0"_s);
    }
}

void HistoryPayloadsTest::publishedTablesAreKept()
{
    sql("create publication all_tables for all tables");
    const auto session = installed();
    sql("insert into graphile_worker._yardmaster_history_payloads (finished, id, task_id, "
        "priority, "
        "max_attempts, bytes, state) values (now() - interval '1 day', 1, 1, 0, 25, 2, 'k')");
    VALUE_OF(pruned, keepHistory(*session, kSchema, HistoryWork::Prune, true));
    QCOMPARE(pruned.rowsMoved, 1);
    sql("drop table graphile_worker._yardmaster_history_payloads_rest");
    QVERIFY(keepHistory(*session, kSchema, HistoryWork::Prune, true));
    QVERIFY(installHistory(*session, kSchema, {.keepDays = 9}));
}

/// As before revision 16.
void HistoryPayloadsTest::tablesMayHaveOldNames()
{
    const auto session = installed({.tasks = QStringList{u"t"_s}});
    sql("select graphile_worker.add_job('t'); select graphile_worker.add_job('other'); alter table "
        "graphile_worker._private_tasks rename to tasks; delete from "
        "graphile_worker._private_jobs");
    QCOMPARE(kept(), u"1k {}"_s);
    sql("alter table graphile_worker.tasks rename to _private_tasks");
}

void HistoryPayloadsTest::plainAddsStayFast()
{
    const auto session = installed();
    sql("select graphile_worker.add_job('a')");
    const std::vector<JobSpec> specs{{.identifier = u"a"_s}, {.identifier = u"a"_s}};
    const auto added
        = addPlainJobs(*session, sqlText("worker/queue/add_plain_jobs.sql", kSchema), specs,
                       [](const JobSpec &) { return std::optional<Timestamp>(); });
    QVERIFY(added && added->has_value());
}

YARDMASTER_TEST(HistoryPayloadsTest)
#include "tst_historypayloads.moc"

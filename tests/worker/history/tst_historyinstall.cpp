#include "tests/migrations/catalog.h"
#include "tests/support/testprogram.h"
#include "tests/worker/queue/queuefixture.h"
#include "tests/worker/runner/workertest.h"
#include "worker/db/sqltext.h"
#include "worker/history/history.h"

#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Presence = HistoryState::Presence;

/// Installing, repairing and removing the history, beside others and beside workers.
class HistoryInstallTest final : public WorkerTest
{
    Q_OBJECT

private slots:
    void installingIsForOwners();
    void installingWaitsInShortSteps();
    void twoInstallersAtOnce();
    void lostTriggersShowAndComeBack();
    void removalLeavesNothingWhileAWorkerDrains();
    void anySchemaNameWill();
    void superusersInstallForTheOwner();
    void renamedColumnsAreNoticed();
    void anOlderVersionIsRenewed();
};

void HistoryInstallTest::installingIsForOwners()
{
    const auto owner = m_database->session();
    QVERIFY(owner->script("create role history_nobody; grant usage on schema graphile_worker to "
                          "history_nobody"));
    const auto session = m_database->session();
    QVERIFY(session->script("set role history_nobody"));
    const auto refused = installHistory(*session, kSchema, {});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, DbError::Kind::PermissionDenied);
    QVERIFY2(refused.error().message.contains(u"owner"_s), qPrintable(refused.error().message));
    VALUE_OF(before, inspectHistory(*session, kSchema));
    QVERIFY(before.presence == Presence::Absent && !before.mayChange);
    VALUE_OF(nothing, keepHistory(*session, kSchema));
    QCOMPARE(nothing.outcome, HistoryKept::Outcome::Absent);

    QVERIFY(installHistory(*owner, kSchema, {}));
    VALUE_OF(after, inspectHistory(*session, kSchema));
    QVERIFY(after.presence == Presence::Complete && !after.mayRead && !after.figures);
    VALUE_OF(kept, keepHistory(*session, kSchema));
    QCOMPARE(kept.outcome, HistoryKept::Outcome::Denied);
    const auto removal = removeHistory(*session, kSchema, 0ms);
    QVERIFY(!removal && removal.error().kind == DbError::Kind::PermissionDenied);
    QVERIFY(owner->script("drop owned by history_nobody; drop role history_nobody"));
    const auto elsewhere = installHistory(*owner, u"elsewhere"_s, {});
    QVERIFY(!elsewhere && elsewhere.error().kind == DbError::Kind::SchemaMissing);
    QVERIFY(!installHistory(*owner, kSchema, {.keepDays = 0}));
}

void HistoryInstallTest::installingWaitsInShortSteps()
{
    const auto session = m_database->session();
    const auto other = m_database->session();
    const QStringList before = catalogOf(*session, kSchema);
    QVERIFY(other->script("begin; lock table graphile_worker._private_jobs in row exclusive mode"));
    const auto refused = installHistory(*session, kSchema, {.patience = 0ms});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, DbError::Kind::Contention);
    QVERIFY2(refused.error().message.contains(u"pid %1"_s.arg(other->backendPid())),
             qPrintable(refused.error().message));
    QCOMPARE(difference(before, catalogOf(*session, kSchema)), QString());

    // It is there as soon as the lock is free.
    std::thread installer([this] {
        const auto own = m_database->session();
        const auto done = installHistory(*own, kSchema, {});
        if (!done)
            qFatal("%s", qUtf8Printable(done.error().message));
    });
    QTRY_VERIFY(scalar("select count(*) > 0 from pg_locks where not granted and relation = "
                       "'graphile_worker._private_jobs'::regclass")
                == u"t"_s);
    QVERIFY(other->script("commit"));
    installer.join();
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QCOMPARE(state.presence, Presence::Complete);

    // Removing it waits for readers, too.
    QVERIFY(other->script("begin; select from graphile_worker._yardmaster_history"));
    const auto kept = removeHistory(*session, kSchema, 0ms);
    QVERIFY(!kept);
    QVERIFY2(kept.error().message.contains(u"pid %1"_s.arg(other->backendPid())),
             qPrintable(kept.error().message));
    QVERIFY(other->script("commit"));
}

void HistoryInstallTest::twoInstallersAtOnce()
{
    std::vector<std::thread> installers;
    for (int i = 0; i < 4; ++i)
        installers.emplace_back([this] {
            const auto own = m_database->session();
            const auto done = installHistory(*own, kSchema, {.keepDays = 3});
            if (!done)
                qFatal("%s", qUtf8Printable(done.error().message));
        });
    for (std::thread &installer : installers)
        installer.join();
    const auto session = m_database->session();
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QCOMPARE(state.presence, Presence::Complete);
    QCOMPARE(state.figures->keepDays, 3);
    QVERIFY(!state.needsAttention());
    // Once more changes only what is asked for.
    QVERIFY(installHistory(*session, kSchema, {.keepRollupDays = 30}));
    VALUE_OF(changed, inspectHistory(*session, kSchema));
    QCOMPARE(changed.figures->keepDays, 3);
    QCOMPARE(changed.figures->keepRollupDays, 30);
    QCOMPARE(changed.figures->installedAt, state.figures->installedAt);
}

void HistoryInstallTest::lostTriggersShowAndComeBack()
{
    const auto session = m_database->session();
    QVERIFY(installHistory(*session, kSchema, {}));
    // As after an upgrade that replaced the table, and after ALTER TABLE … DISABLE TRIGGER.
    sql("drop trigger _yardmaster_history_ended on graphile_worker._private_jobs;"
        "alter table graphile_worker._private_jobs disable trigger _yardmaster_history_failed");
    VALUE_OF(broken, inspectHistory(*session, kSchema));
    QCOMPARE(broken.presence, Presence::Incomplete);
    QCOMPARE(broken.missing,
             (QStringList{u"trigger _yardmaster_history_ended on _private_jobs"_s,
                          u"trigger _yardmaster_history_failed on _private_jobs"_s}));
    QVERIFY(installHistory(*session, kSchema, {}));
    VALUE_OF(mended, inspectHistory(*session, kSchema));
    QCOMPARE(mended.presence, Presence::Complete);
}

void HistoryInstallTest::removalLeavesNothingWhileAWorkerDrains()
{
    const auto session = m_database->session();
    const QStringList before = catalogOf(*session, kSchema);
    QVERIFY(installHistory(*session, kSchema, {}));
    sql("select graphile_worker.add_job('ok') from generate_series(1, 3000)");
    TestWorker worker(*m_database);
    worker.options.concurrency = 4;
    worker.handle(u"ok"_s, &succeed);
    worker.options.once = true;
    worker.start();
    QTRY_VERIFY(scalar("select count(*) > 0 from graphile_worker._yardmaster_history") == u"t"_s);
    QVERIFY(removeHistory(*session, kSchema, 20000ms));
    QVERIFY(worker.waitUntilEnded());
    QCOMPARE(worker.outcome->succeeded, 3000);
    QCOMPARE(difference(before, catalogOf(*session, kSchema)), QString());
    QCOMPARE(scalar("select count(*) from pg_class where relname like '\\_yardmaster\\_history%'"),
             u"0"_s);
    QVERIFY(removeHistory(*session, kSchema, 0ms)); // nothing there is fine
}

void HistoryInstallTest::anySchemaNameWill()
{
    const QString name = u"we\"ird sch'ema $$ \\ äß日"_s;
    SchemaFixture schema(*m_database, name);
    schema.migrate();
    const QStringList before = catalogOf(schema.session(), name);
    QVERIFY(installHistory(schema.session(), name, {}));
    VALUE_OF(state, inspectHistory(schema.session(), name));
    QVERIFY2(state.presence == Presence::Complete, qPrintable(state.missing.join(u", "_s)));
    schema.script("select @.add_job('a'); select @.complete_jobs('{1}')");
    QCOMPARE(schema.value("select outcome from @._yardmaster_history"), u"r"_s);
    VALUE_OF(kept, keepHistory(schema.session(), name));
    QCOMPARE(kept.outcome, HistoryKept::Outcome::NotDue);
    // Renamed: the functions write to a schema that is not there; that shows, and stops nobody.
    schema.script("alter schema " + quotedIdentifier(name)
                  + " rename to ird"); // a part of the name
    VALUE_OF(renamed, inspectHistory(schema.session(), u"ird"_s));
    QCOMPARE(renamed.presence, Presence::Incomplete);
    schema.script("delete from ird._private_jobs; alter schema ird rename to "
                  + quotedIdentifier(name));
    QVERIFY(removeHistory(schema.session(), name, 1000ms));
    QCOMPARE(difference(before, catalogOf(schema.session(), name)), QString());
}

/// Its functions have the rights of their owner.
void HistoryInstallTest::superusersInstallForTheOwner()
{
    const auto session = m_database->session();
    QVERIFY(session->script("create role history_owner; grant create, usage on schema "
                            "graphile_worker to history_owner; alter table "
                            "graphile_worker._private_jobs owner to history_owner; alter table "
                            "graphile_worker._private_tasks owner to history_owner; alter table "
                            "graphile_worker._private_job_queues owner to history_owner"));
    QVERIFY(installHistory(*session, kSchema, {}));
    QCOMPARE(scalar("select string_agg(distinct proowner::regrole::text, ' ') from pg_proc where "
                    "proname like '\\_yardmaster\\_history%'"),
             u"history_owner"_s);
    QCOMPARE(scalar("select current_user = session_user"), u"t"_s);
    QVERIFY(session->script("set role history_owner"));
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QVERIFY(state.mayRead && state.mayKeep && state.mayChange);
    QVERIFY(removeHistory(*session, kSchema, 1000ms));
    QVERIFY(session->script("reset role; reassign owned by history_owner to current_user; drop "
                            "owned by history_owner; drop role history_owner"));
}

void HistoryInstallTest::renamedColumnsAreNoticed()
{
    const auto session = m_database->session();
    QVERIFY(installHistory(*session, kSchema, {}));
    QVERIFY(session->script("alter table graphile_worker._yardmaster_history rename worker to w"));
    VALUE_OF(state, inspectHistory(*session, kSchema));
    QCOMPARE(state.presence, Presence::Incomplete);
    QCOMPARE(state.missing, QStringList{u"column _yardmaster_history.worker"_s});
    // Making it anew would lose what is in the other one.
    const auto refused = installHistory(*session, kSchema, {});
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.contains(u"_yardmaster_history.worker"_s),
             qPrintable(refused.error().message));
    QVERIFY(session->script("alter table graphile_worker._yardmaster_history rename w to worker"));
    QVERIFY(installHistory(*session, kSchema, {}));
    VALUE_OF(mended, inspectHistory(*session, kSchema));
    QCOMPARE(mended.presence, Presence::Complete);
}

/// Version 1 had room for half an hour in a column that nobody wrote.
void HistoryInstallTest::anOlderVersionIsRenewed()
{
    const auto session = m_database->session();
    QVERIFY(installHistory(*session, kSchema, {}));
    sql("alter table graphile_worker._yardmaster_history alter handler_us type integer[];"
        "update graphile_worker._yardmaster_history_state set version = 1;"
        "select graphile_worker.add_job('t') from generate_series(1, 2);"
        "delete from graphile_worker._private_jobs where id = 1");
    VALUE_OF(old, inspectHistory(*session, kSchema));
    QVERIFY(old.isOutdated && old.presence == Presence::Complete);
    QVERIFY(installHistory(*session, kSchema, {}));
    VALUE_OF(renewed, inspectHistory(*session, kSchema));
    QVERIFY(!renewed.needsAttention());
    sql("set yardmaster.handler_us = '{2}|{5000000000}'; delete from "
        "graphile_worker._private_jobs");
    QCOMPARE(scalar("select string_agg(coalesce(handler_us[1]::text, '-'), ' ' order by ids) from "
                    "graphile_worker._yardmaster_history"),
             u"- 5000000000"_s);
}

YARDMASTER_TEST(HistoryInstallTest)
#include "tst_historyinstall.moc"

#include "tests/migrations/catalog.h"
#include "tests/migrations/schemafixture.h"
#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QTest>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;
using test::catalogOf;
using test::difference;
using test::Peer;
using test::SchemaFixture;
using test::sharedPart;
using test::TestDatabase;

namespace {

/// The jobs as JSON, whatever the layout: text names for task and queue, no locks, no ids of rows
/// that only the new layout has.
QStringList jobsIn(const SchemaFixture &schema)
{
    const bool isPrivate = !schema.value("select to_regclass('@._private_jobs')").isEmpty();
    const bool hasTasks = isPrivate || !schema.value("select to_regclass('@.tasks')").isEmpty();
    QByteArray sql(
        "select to_jsonb(job) - '{task_id,job_queue_id,is_available,locked_at,locked_by}'"
        "::text[]");
    if (hasTasks) {
        sql += " || jsonb_build_object('task_identifier', task.identifier, 'queue_name', "
               "queue.queue_name) from @.PREFIXjobs job join @.PREFIXtasks task on task.id = "
               "job.task_id left join @.PREFIXjob_queues queue on queue.id = job.job_queue_id";
        sql.replace("PREFIX", isPrivate ? "_private_" : "");
    } else {
        // What later revisions added, with what it stands for.
        sql = "select '{\"key\": null, \"flags\": null, \"revision\": 0}'::jsonb || ("
            + sql.mid(int(qstrlen("select "))) + ") from @.jobs job";
    }
    QStringList jobs;
    for (const QStringList &row : schema.rows(sql + " order by job.id"))
        jobs << row.first();
    return jobs;
}

/// graphile-worker's own scripts 1…revision. Its ledger had no "breaking" before 0.16.
void installPeer(const SchemaFixture &schema, const Peer &peer, int revision)
{
    schema.script("create extension if not exists pgcrypto with schema public;"
                  "create schema graphile_worker;"
                  "create table @.migrations (id integer primary key, "
                  "ts timestamptz not null default now())");
    if (peer.revision() >= 18)
        schema.script(
            "alter table @.migrations add column breaking boolean not null default false");
    for (int step = 1; step <= revision; ++step) {
        const QByteArray id = QByteArray::number(step);
        schema.script("insert into @.migrations (id) values (" + id + ");" + peer.script(step));
        if (peer.revision() >= 18) {
            schema.script("update @.migrations set breaking = true where id = " + id
                          + " and id in (1, 3, 11, 13, 14, 16, 19)");
        }
    }
}

/// Jobs of every kind, by the functions of that revision as far as it has them. Numbers are quoted:
/// revision 13 takes smallint, the others integer.
void addJobs(const SchemaFixture &schema, int revision)
{
    schema.script("select @.add_job('plain', '{\"b\": 1,  \"a\": [2]}', 'its own');"
                  "select @.add_job('queued', '[1]', 'shared', '2040-01-01 00:00:00Z', '5');"
                  "select @.add_job('queued', 'null', 'shared');"
                  "select @.add_job('retries', '{}', 'r');"
                  "select @.add_job('fails', '{}', 'f', now(), '1')");
    if (revision >= 2)
        schema.script("select @.add_job('keyed', '{}', 'k', job_key => 'key ''1''')");
    if (revision >= 3)
        schema.script("select @.add_job('free', '{}', null)");
    if (revision >= 4)
        schema.script("select @.add_job('urgent', '{}', priority => '-7')");
    if (revision >= 5) {
        schema.script("select @.add_job('flagged', '{}', flags => '{a,b}', job_key => 'flagged')");
        schema.script("select @.add_job('flagged', '{}', flags => '{a,c}', job_key => 'flagged')");
    }
    if (revision <= 10) { // by the worker's functions, as long as there were any
        for (const QByteArray task : {"retries", "fails"}) {
            const QString id
                = schema.value("select id from @.get_job('worker-0123456789', '{" + task + "}')");
            schema.script("select @.fail_job('worker-0123456789', " + id.toUtf8()
                          + ", 'boom \\ ''x''')");
        }
        return;
    }
    const QByteArray table(revision >= 16 ? "_private_" : "");
    schema.script("update @." + table
                  + "jobs job set attempts = attempts + 1, "
                    "last_error = 'boom', run_at = now() + interval '2.7 seconds' from @."
                  + table
                  + "tasks task where task.id = job.task_id "
                    "and task.identifier in ('retries', 'fails')");
}

} // namespace

/// The catalog and the jobs next to the real graphile-worker's.
class PeerCatalogTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void freshInstallIsGraphileWorkers();
    void itsOwnMigratorFindsNothingToDo();
    void everyRevisionArrives_data();
    void everyRevisionArrives();
    void releasesAreUpgraded_data();
    void releasesAreUpgraded();

private:
    void upgradeAndCompare(int revision);

    std::unique_ptr<TestDatabase> m_database;
    std::unique_ptr<SchemaFixture> m_schema;
    QStringList m_expected; // graphile-worker 0.18's own
};

void PeerCatalogTest::initTestCase()
{
    REQUIRE_PEERS();
    const TestDatabase theirs = TestDatabase::createEmpty();
    const Peer::Outcome outcome = Peer(u"gw-0.18"_s).run(theirs.url(), {u"--schema-only"_s});
    QVERIFY2(outcome.succeeded, outcome.output.constData());
    m_expected = catalogOf(*theirs.session(), kSchema);
    QVERIFY(m_expected.size() > 100);
    m_database = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
}

void PeerCatalogTest::init()
{
    m_schema = std::make_unique<SchemaFixture>(*m_database, kSchema);
}

void PeerCatalogTest::cleanup()
{
    if (m_schema)
        m_schema->script("drop schema if exists graphile_worker cascade");
    m_schema.reset();
}

void PeerCatalogTest::freshInstallIsGraphileWorkers()
{
    m_schema->migrate();
    QCOMPARE(difference(m_expected, sharedPart(catalogOf(m_schema->session(), kSchema))),
             QString());
}

void PeerCatalogTest::itsOwnMigratorFindsNothingToDo()
{
    m_schema->migrate();
    const QStringList before = catalogOf(m_schema->session(), kSchema);
    const auto outcome = Peer(u"gw-0.18"_s).run(m_database->url(), {u"--schema-only"_s});
    QVERIFY2(outcome.succeeded, outcome.output.constData());
    QCOMPARE(difference(before, catalogOf(m_schema->session(), kSchema)), QString());
}

void PeerCatalogTest::everyRevisionArrives_data()
{
    QTest::addColumn<int>("revision");
    for (int revision = 1; revision < kSchemaRevision; ++revision)
        QTest::addRow("%d", revision) << revision;
}

void PeerCatalogTest::everyRevisionArrives()
{
    QFETCH(int, revision);
    installPeer(*m_schema, Peer(u"gw-0.18"_s), revision);
    upgradeAndCompare(revision);
}

void PeerCatalogTest::releasesAreUpgraded_data()
{
    QTest::addColumn<QString>("release");
    QTest::addColumn<bool>("byItself"); // 0.4's database driver cannot connect from today's Node
    QTest::newRow("0.4") << u"gw-0.4"_s << false;
    for (const char *release : {"gw-0.8", "gw-0.13", "gw-0.15", "gw-0.16", "gw-0.17"})
        QTest::newRow(release + 3) << QString::fromLatin1(release) << true;
}

void PeerCatalogTest::releasesAreUpgraded()
{
    QFETCH(QString, release);
    QFETCH(bool, byItself);
    const Peer peer(release);
    if (byItself) {
        const auto outcome = peer.run(m_database->url(), {u"--schema-only"_s});
        QVERIFY2(outcome.succeeded, outcome.output.constData());
    } else {
        installPeer(*m_schema, peer, peer.revision());
    }
    upgradeAndCompare(peer.revision());
}

void PeerCatalogTest::upgradeAndCompare(int revision)
{
    addJobs(*m_schema, revision);
    const QStringList before = jobsIn(*m_schema);
    QVERIFY(before.size() >= 5);
    (void)m_schema->notices();

    const auto report = migrate(m_schema->session(), kSchema);
    QVERIFY2(report, qPrintable(report ? QString() : report.error().message));
    QCOMPARE(report->before.revision, revision);
    QCOMPARE(difference(m_expected, sharedPart(catalogOf(m_schema->session(), kSchema))),
             QString());
    QCOMPARE(difference(before, jobsIn(*m_schema)), QString());
    QCOMPARE(m_schema->notices().size(), kSchemaRevision - revision);

    // Old ids are not given out again, and what could run can run.
    QCOMPARE(m_schema->value("select id > (select max(id) from @._private_jobs) "
                             "from @.add_job('after')"),
             u"t"_s);
    QCOMPARE(m_schema->value("select string_agg(task.identifier, ' ') from @._private_jobs job "
                             "join @._private_tasks task on task.id = job.task_id "
                             "where not job.is_available"),
             u"fails"_s);
}

YARDMASTER_TEST(PeerCatalogTest)
#include "tst_peer_catalog.moc"

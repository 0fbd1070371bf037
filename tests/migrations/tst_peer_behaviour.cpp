#include "tests/migrations/catalog.h"
#include "tests/migrations/schemafixture.h"
#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include <yardmaster/migrator.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace Qt::StringLiterals;
using namespace yardmaster;
using namespace yardmaster::test;
using test::Peer;
using test::SchemaFixture;
using test::TestDatabase;

namespace {

/// Everything a statement can have changed. Times are told as "now" (this transaction or just
/// before), or as the hours they are away.
constexpr char kState[]
    = "select job.id, job.job_queue_id, job.task_id, job.payload, job.priority, job.attempts, "
      "job.max_attempts, job.last_error, job.key, job.locked_by, job.revision, job.flags, "
      "round((extract(epoch from job.run_at - now()) / 3600)::numeric), "
      "round((extract(epoch from job.created_at - now()) / 3600)::numeric), "
      "round((extract(epoch from job.updated_at - now()) / 3600)::numeric), "
      "round((extract(epoch from job.locked_at - now()) / 3600)::numeric), "
      "(select string_agg(task.id || task.identifier, ' ' order by task.id) "
      " from @._private_tasks task), "
      "(select string_agg(concat_ws(' ', queue.id, queue.queue_name, queue.locked_by), ', ' "
      " order by queue.id) from @._private_job_queues queue) "
      "from (select) one left join @._private_jobs job on true order by job.id";

/// Results, errors, notices and the state after every statement.
QStringList transcript(const SchemaFixture &schema, const QList<QByteArray> &statements)
{
    schema.script("truncate @._private_jobs, @._private_tasks, @._private_job_queues "
                  "restart identity");
    QStringList lines;
    for (const QByteArray &statement : statements) {
        lines << u"> "_s + QString::fromUtf8(statement);
        schema.script("begin; savepoint trial");
        const QString state = schema.stateOf(statement);
        schema.script("rollback to trial");
        if (!state.isEmpty()) {
            lines << u"error "_s + state;
        } else {
            for (const QStringList &row : schema.rows(statement))
                lines << u"= "_s + row.join(u" | "_s);
        }
        schema.script("commit");
        for (const QString &notice : schema.notices())
            lines << u"! "_s + notice;
        for (const QStringList &row : schema.rows(kState))
            lines << u". "_s + row.join(u" | "_s);
        // So that the next change of a time shows.
        schema.script("update @._private_jobs set created_at = created_at - interval '10 hours', "
                      "updated_at = updated_at - interval '10 hours', "
                      "run_at = run_at - interval '10 hours'");
    }
    return lines;
}

} // namespace

/// Ours and graphile-worker's own functions side by side, and its worker on our schema.
class PeerBehaviourTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();

    void functionsBehaveTheSame_data();
    void functionsBehaveTheSame();
    void itsWorkerDrainsOurSchema();
    void bothKindsOfInstallersStartAtOnce();

private:
    std::unique_ptr<TestDatabase> m_ourDatabase;
    std::unique_ptr<TestDatabase> m_theirDatabase;
    std::unique_ptr<SchemaFixture> m_ours;
    std::unique_ptr<SchemaFixture> m_theirs;
};

void PeerBehaviourTest::initTestCase()
{
    REQUIRE_PEERS();
    m_theirDatabase = std::make_unique<TestDatabase>(TestDatabase::createEmpty());
    const auto outcome = Peer(u"gw-0.18"_s).run(m_theirDatabase->url(), {u"--schema-only"_s});
    QVERIFY2(outcome.succeeded, outcome.output.constData());
    m_ourDatabase = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
    m_theirs = std::make_unique<SchemaFixture>(*m_theirDatabase, kSchema);
    m_ours = std::make_unique<SchemaFixture>(*m_ourDatabase, kSchema);
}

void PeerBehaviourTest::functionsBehaveTheSame_data()
{
    QTest::addColumn<QList<QByteArray>>("statements");
    using Statements = QList<QByteArray>;
    const QByteArray columns("select id, job_queue_id, task_id, payload, priority, attempts, "
                             "max_attempts, last_error, key, locked_by, revision, flags, "
                             "is_available from ");
    const QByteArray lock("with it as (update @._private_jobs set locked_at = now() - interval "
                          "'AGE', locked_by = 'w', attempts = attempts + 1 returning id) "
                          "select count(*) from it");
    const auto locked = [&lock](const char *age) { return QByteArray(lock).replace("AGE", age); };
    const QByteArray spent("with it as (update @._private_jobs set attempts = max_attempts, "
                           "last_error = 'e' returning id) select count(*) from it");
    const QByteArray retrying("with it as (update @._private_jobs set attempts = 2, "
                              "last_error = 'e' returning id) select count(*) from it");

    // Every mode against every state of the job that has the key.
    const QHash<QByteArray, QByteArray> states{{"waiting", "select 1"},
                                               {"retrying", retrying},
                                               {"spent", spent},
                                               {"locked", locked("1 hour")},
                                               {"locked long", locked("5 hours")}};
    for (auto state = states.begin(); state != states.end(); ++state) {
        for (const QByteArray mode :
             {"'replace'", "'preserve_run_at'", "'unsafe_dedupe'", "null", "'nonsense'"}) {
            QTest::newRow(state.key() + ", " + mode)
                << Statements{"select 1 from @.add_job('old', '{\"a\": 1}', 'q', now() + interval "
                              "'5 hours', 3, 'k', 2, '{f,g}')",
                              state.value(),
                              columns
                                  + "@.add_job('new', '{\"b\":2}', run_at => now() + interval "
                                    "'9 hours', job_key => 'k', job_key_mode => "
                                  + mode + ")",
                              columns
                                  + "@.add_job('again', queue_name => 'p', job_key => 'k', "
                                    "job_key_mode => "
                                  + mode + ")"};
        }
        QTest::newRow(state.key() + ", remove")
            << Statements{"select 1 from @.add_job('old', job_key => 'k')", state.value(),
                          columns + "@.remove_job('k')", columns + "@.remove_job('k')"};
        for (const QByteArray call :
             {"@.complete_jobs('{1,2,9}')", "@.complete_jobs('{}')", "@.complete_jobs(null)",
              "@.permanently_fail_jobs('{1,2,9}')", "@.permanently_fail_jobs('{1}', 'why')",
              "@.permanently_fail_jobs('{1}', '')", "@.reschedule_jobs('{1,2}')",
              "@.reschedule_jobs('{1}', now() + interval '3 hours', 4, 1, 7)",
              "@.reschedule_jobs('{1}', priority => 70000)",
              "@.reschedule_jobs('{1}', max_attempts => 0)",
              "@.reschedule_jobs('{1}', attempts => -1)"}) {
            QTest::newRow(state.key() + ", " + call)
                << Statements{"select 1 from @.add_job('a'), @.add_job('b', queue_name => 'q')",
                              state.value(), columns + call + " order by id"};
        }
        QTest::newRow(state.key() + ", unlock") << Statements{
            "select 1 from @.add_job('a'), @.add_job('b', queue_name => 'q')",
            state.value(),
            "with it as (update @._private_job_queues set locked_at = now(), locked_by = 'w' "
            "returning id) select count(*) from it",
            "select @.force_unlock_workers('{v}')",
            "select @.force_unlock_workers('{v,w}')",
            "select @.force_unlock_workers(null)"};
    }

    // A known task, no queue and no key: what producers call most.
    for (const QByteArray given : {"",
                                   ", null",
                                   ", '[1, {\"a\": null}]'",
                                   ", run_at => now() + interval '3 hours'",
                                   ", max_attempts => 7",
                                   ", max_attempts => 0",
                                   ", max_attempts => -1",
                                   ", max_attempts => 32768",
                                   ", max_attempts => null",
                                   ", priority => -32768",
                                   ", priority => 32768",
                                   ", priority => null",
                                   ", flags => '{a,b,a}'",
                                   ", flags => '{}'",
                                   ", flags => '{null}'",
                                   ", queue_name => 'q'",
                                   ", queue_name => ''",
                                   ", job_key => ''",
                                   ", job_key_mode => 'nonsense'",
                                   ", job_key_mode => 'unsafe_dedupe'",
                                   ", job_key_mode => null"}) {
        QTest::newRow("known task" + given)
            << Statements{"select 1 from @.add_job('t')", columns + "@.add_job('t'" + given + ")",
                          columns + "@.add_job(null" + given + ")"};
    }

    for (const QByteArray payload :
         {"[1]", "[]", "{}", "null", "7", "\"x\"", "[[1], {\"a\": null}]"}) {
        for (const QByteArray before : {"[1, 2]", "{\"a\":[1]}"}) {
            for (const QByteArray mode : {"replace", "preserve_run_at"}) {
                QTest::newRow(before + " + " + payload + ", " + mode)
                    << Statements{"select 1 from @.add_job('t', '" + before + "', job_key => 'k')",
                                  columns + "@.add_job('t', '" + payload
                                      + "', job_key => 'k', job_key_mode => '" + mode + "')"};
            }
        }
    }

    const QList<QByteArray> arguments{"'t'",
                                      "null",
                                      "''",
                                      "'t', null",
                                      "'t', '{\"b\":1,  \"a\":2,\"b\":3}'",
                                      "repeat('x', 128)",
                                      "repeat('x', 129)",
                                      "'t', queue_name => ''",
                                      "'t', queue_name => repeat('x', 128)",
                                      "'t', queue_name => repeat('x', 129)",
                                      "'t', job_key => ''",
                                      "'t', job_key => repeat('x', 512)",
                                      "'t', job_key => repeat('x', 513)",
                                      "'t', max_attempts => 0",
                                      "'t', max_attempts => -1",
                                      "'t', max_attempts => 32767",
                                      "'t', max_attempts => 32768",
                                      "'t', priority => -32768",
                                      "'t', priority => 32768",
                                      "'t', flags => '{}'",
                                      "'t', flags => '{a,b,a}'",
                                      "'t', flags => array[null]::text[]",
                                      "'t', flags => '{{a,b},{c,d}}'",
                                      "'t', flags => '{\"\"}'",
                                      "'t', job_key_mode => 'nonsense'",
                                      "'t', job_key_mode => ''"};
    for (const QByteArray &list : arguments) {
        QTest::newRow("add_job(" + list.left(60) + ")")
            << Statements{columns + "@.add_job(" + list + ")", columns + "@.add_job(" + list + ")"};
        if (!list.contains("job_key")) {
            const QByteArray deduped(", job_key => 'k', job_key_mode => 'unsafe_dedupe')");
            QTest::newRow("dedupe add_job(" + list.left(60) + ")") << Statements{
                columns + "@.add_job(" + list + deduped, columns + "@.add_job(" + list + deduped};
        }
    }

    const QByteArray spec("row('t', '[1]', 'q', null, null, 'k', null, '{f}')::@.job_spec");
    const QByteArray other("row('u', null, null, null, 1, null, -1, null)::@.job_spec");
    const QByteArray odd("row('v', 'null', null, now() + interval '5 hours', null, null, null, "
                         "'{a,b,a}')::@.job_spec");
    const QByteArray queued("row('v', null, 'q', null, null, null, null, '{}')::@.job_spec");
    for (const QByteArray &specs :
         {QByteArray("null"), QByteArray("'{}'"), "array[" + spec + "]",
          "array[" + spec + "], true", "array[" + spec + "], null",
          "array[" + spec + ", " + spec + "]", "array[" + spec + ", null]",
          "array[" + other + ", " + spec + "]", "array[" + other + ", " + other + "]",
          "array[" + other + ", " + odd + "]", "array[" + odd + "]",
          "array[" + odd + ", " + queued + "]", "array[null, " + other + "]",
          "array[array[" + other + ", " + other + "], array[" + other + ", " + other + "]]"}) {
        const QByteArray call = "select task_id, payload, key, attempts, revision, flags from "
                                "@.add_jobs("
            + specs + ") order by id";
        QTest::newRow("add_jobs(" + specs.left(90) + ")") << Statements{call, retrying, call};
    }
}

void PeerBehaviourTest::functionsBehaveTheSame()
{
    QFETCH(QList<QByteArray>, statements);
    QCOMPARE(transcript(*m_ours, statements).join(u'\n'),
             transcript(*m_theirs, statements).join(u'\n'));
}

void PeerBehaviourTest::itsWorkerDrainsOurSchema()
{
    const TestDatabase database = TestDatabase::createMigrated();
    const SchemaFixture schema(database, kSchema);
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(u"tasks"_s));
    QFile task(folder.filePath(u"tasks/touch.js"_s));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("module.exports = async (payload, helpers) => {\n"
               "    if (payload.fails) throw new Error('as asked');\n"
               "    await helpers.query('insert into done (n) values ($1)', [payload.n]);\n"
               "};\n");
    task.close();
    schema.script("create table public.done (n integer);"
                  "select @.add_job('touch', json_build_object('n', i), "
                  "case when i % 10 = 0 then 'q' || i end, priority => (i % 3)) "
                  "from generate_series(1, 30) i;"
                  "select @.add_job('touch', '{\"fails\": true}');"
                  "select @.add_job('unknown')");

    const auto outcome
        = Peer(u"gw-0.18"_s).run(database.url(), {u"--once"_s, u"-j"_s, u"5"_s}, folder.path());
    QVERIFY2(outcome.succeeded, outcome.output.constData());
    QCOMPARE(
        schema.value("select string_agg(n::text, ' ' order by n) from public.done"),
        schema.value("select string_agg(i::text, ' ' order by i) from generate_series(1, 30) i"));
    QCOMPARE(schema.value("select string_agg(concat_ws(' ', task_identifier, attempts, last_error, "
                          "locked_by), ', ' order by id) from @.jobs"),
             u"touch 1 as asked, unknown 0"_s);
}

void PeerBehaviourTest::bothKindsOfInstallersStartAtOnce()
{
    const TestDatabase database = TestDatabase::createEmpty();
    const Peer peer(u"gw-0.18"_s);
    std::vector<std::unique_ptr<QProcess>> theirs;
    for (int i = 0; i < 4; ++i) {
        QStringList line = peer.commandLine(database.url(), {u"--schema-only"_s});
        theirs.push_back(std::make_unique<QProcess>());
        const QString program = line.takeFirst();
        theirs.back()->setProcessChannelMode(QProcess::MergedChannels);
        theirs.back()->start(program, line);
    }
    // Node needs a moment to start; ours begin when the first of it shows up in the database.
    const auto watching = database.session();
    // Looks once each time: it may be gone again at a second look, as QTRY_VERIFY takes one.
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto sessions = watching->query(
                "select from pg_stat_activity where datname = current_database() and pid <> all "
                "(array(select pid from pg_stat_activity where application_name like "
                "'yardmaster%'))");
            return sessions && sessions->count() > 0;
        },
        60000));
    std::array<QString, 8> complaints;
    std::vector<std::thread> ours;
    for (QString &complaint : complaints) {
        ours.emplace_back([&complaint, &database] {
            const auto report = migrate(*database.session(), kSchema);
            if (!report)
                complaint = report.error().message;
        });
    }
    for (std::thread &thread : ours)
        thread.join();
    for (const QString &complaint : complaints)
        QCOMPARE(complaint, QString());
    for (const auto &process : theirs) {
        QVERIFY(process->waitForFinished(60000));
        QVERIFY2(process->exitCode() == 0, process->readAll().constData());
    }
    const SchemaFixture schema(database, kSchema);
    QCOMPARE(test::difference(test::catalogOf(m_theirs->session(), kSchema),
                              test::sharedPart(test::catalogOf(schema.session(), kSchema))),
             QString());
}

YARDMASTER_TEST(PeerBehaviourTest)
#include "tst_peer_behaviour.moc"

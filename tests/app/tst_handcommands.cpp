#include "models/connecting/profilestore.h"
#include "tests/app/commandrun.h"
#include "tests/app/operatorhome.h"
#include "tests/support/testdatabase.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;

/// `jobs edit`, `queues hold|resume|release`, `workers unlock`, `cron run` and --profile.
class TestHandCommands : public QObject
{
    Q_OBJECT

    std::unique_ptr<OperatorHome> m_home;
    std::unique_ptr<TestDatabase> m_database;

    [[nodiscard]] CommandRun run(const QStringList &arguments) const
    {
        return runWith(QStringList{u"-c"_s, m_database->url()} + arguments);
    }
    [[nodiscard]] CommandRun edit(const QString &editor, const QStringList &more = {u"--yes"_s})
    {
        QProcessEnvironment environment;
        environment.insert(u"EDITOR"_s, editor);
        return runWith(QStringList{u"jobs"_s, u"edit"_s, u"1"_s, u"-c"_s, m_database->url()} + more,
                       {}, false, environment);
    }
    [[nodiscard]] QString payload() const
    {
        return m_database->scalar("select payload from graphile_worker._private_jobs where id = 1");
    }
    [[nodiscard]] qint64 count(const QByteArray &where) const
    {
        return m_database
            ->scalar("select count(*) from graphile_worker._private_jobs where " + where)
            .toLongLong();
    }

private Q_SLOTS:
    void initTestCase() { m_home = std::make_unique<OperatorHome>(); }

    /// Job 1 has failed; 2…4 wait in queue q; 5 of queue r is locked by a worker that never
    /// registered, with its queue.
    void init()
    {
        QDir(m_home->operations()).removeRecursively();
        m_database = std::make_unique<TestDatabase>(TestDatabase::createMigrated());
        m_database->script(
            "select graphile_worker.add_job('mail', '{\"to\":\"ann\",\"n\":12345678901234567890}');"
            "update graphile_worker._private_jobs set attempts = max_attempts;"
            "select graphile_worker.add_job('step', queue_name := 'q') from generate_series(2, 4);"
            "select graphile_worker.add_job('step', queue_name := 'r');"
            "update graphile_worker._private_jobs set locked_at = now() - interval '1 h', "
            "locked_by = 'node-1', attempts = 1 where id = 5;"
            "update graphile_worker._private_job_queues set locked_at = now() - interval '1 h', "
            "locked_by = 'node-1' where queue_name = 'r'");
    }
    void cleanup() { m_database.reset(); }
    void cleanupTestCase() { m_home.reset(); }

    void payloadsAreEdited()
    {
        const CommandRun done = edit(u"sed -i s/ann/bob/"_s);
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(payload(), u"{\"to\":\"bob\",\"n\":12345678901234567890}"_s); // every digit
        QCOMPARE(count("id = 1 and attempts = 0"), 1);
        const QString id = runWith({u"operations"_s, u"list"_s, u"--json"_s})
                               .lines()
                               .at(0)["operation"_L1]
                               .toString();
        QCOMPARE(run({u"operations"_s, u"undo"_s, id, u"--yes"_s}).exitCode, 0);
        QCOMPARE(payload(), u"{\"to\":\"ann\",\"n\":12345678901234567890}"_s);
        QVERIFY(QDir(QDir::tempPath()).entryList({u"yardmaster-job-1-*"_s}).isEmpty());
    }

    void nothingIsChangedWhereNothingWasEdited_data()
    {
        QTest::addColumn<QString>("editor");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("as it was") << u"true"_s << 3 << u"is unchanged"_s;
        QTest::newRow("white space") << u"sed -i s/:/:\\ /"_s << 3 << u"is unchanged"_s;
        QTest::newRow("emptied") << u"truncate -s 0"_s << 3 << u"is unchanged"_s;
        QTest::newRow("failed") << u"sed -i s/ann/bob/ \"$1\"; false"_s << 1 << u"failed"_s;
        QTest::newRow("no editor") << u"/no/such/editor"_s << 1 << u"failed"_s;
        QTest::newRow("no JSON") << u"sed -i 's/\"ann\"/ann/'"_s << 2 << u"payload, line 2, "_s;
    }
    void nothingIsChangedWhereNothingWasEdited()
    {
        QFETCH(QString, editor);
        QFETCH(int, exitCode);
        QFETCH(QString, sentence);
        const CommandRun run = edit(editor);
        QVERIFY2(run.exitCode == exitCode && run.err.contains(sentence), qPrintable(run.err));
        QCOMPARE(count("id = 1 and attempts = 0"), 0);
        QVERIFY(payload().contains(u"ann"_s));
    }

    void whatCannotBeEditedIsToldApart()
    {
        QCOMPARE(run({u"jobs"_s, u"edit"_s, u"77"_s, u"--yes"_s}).exitCode, 3);
        const CommandRun held = run({u"jobs"_s, u"edit"_s, u"5"_s, u"--yes"_s});
        QCOMPARE(held.exitCode, 3);
        QVERIFY2(held.err.contains(u"node-1 is running it"_s), qPrintable(held.err));
        QCOMPARE(run({u"jobs"_s, u"edit"_s, u"x"_s, u"--yes"_s}).exitCode, 2);
        QCOMPARE(run({u"jobs"_s, u"edit"_s, u"1"_s, u"2"_s, u"--yes"_s}).exitCode, 2);
        // Changed by others while the editor was open.
        const QString program = QCoreApplication::applicationDirPath() + u"/yardmaster"_s;
        const CommandRun late = edit(
            u"sed -i s/ann/bob/ \"$1\"; '%1' jobs change 1 --priority 7 --yes -c '%2'; :"_s.arg(
                program, m_database->url()));
        QCOMPARE(late.exitCode, 3);
        QVERIFY(payload().contains(u"ann"_s));
    }

    void queuesAreHeldAndResumed()
    {
        const QStringList hold{u"queues"_s, u"hold"_s, u"q"_s};
        const CommandRun dry = run(hold + QStringList{u"--dry-run"_s, u"--json"_s});
        QCOMPARE(dry.json()["jobs"_L1].toInteger(), 3);
        QCOMPARE(run(hold).exitCode, 2); // not confirmed
        QCOMPARE(run(hold + QStringList{u"--yes"_s}).exitCode, 0);
        QCOMPARE(count("run_at > now() + interval '90 years'"), 3);
        QCOMPARE(run(hold + QStringList{u"--yes"_s}).exitCode, 3); // held already
        QCOMPARE(run({u"queues"_s, u"resume"_s, u"r"_s, u"--yes"_s}).exitCode, 3);
        const CommandRun resumed = run({u"queues"_s, u"resume"_s, u"q"_s, u"--yes"_s});
        QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err));
        QCOMPARE(count("run_at > now() + interval '90 years'"), 0);
        QCOMPARE(run({u"queues"_s, u"resume"_s, u"q"_s, u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"queues"_s, u"hold"_s, u"none"_s, u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"queues"_s, u"hold"_s, u"--yes"_s}).exitCode, 2);
    }

    void queuesAreReleasedOnlyFromTheDead()
    {
        const QStringList release{u"queues"_s, u"release"_s, u"r"_s, u"--yes"_s};
        const CommandRun running = run(release);
        QCOMPARE(running.exitCode, 3);
        QVERIFY2(running.err.contains(u"jobs of the queue locked"_s), qPrintable(running.err));
        QCOMPARE(run({u"queues"_s, u"release"_s, u"q"_s, u"--yes"_s}).exitCode, 3); // free
        m_database->script("update graphile_worker._private_jobs set locked_at = null, locked_by = "
                           "null");
        QVERIFY(run({u"queues"_s, u"release"_s, u"r"_s, u"--dry-run"_s})
                    .out.contains(u"Locked by node-1"_s));
        m_database->script("select graphile_worker.worker_heartbeat('node-1', '{}')");
        const CommandRun alive = run(release);
        QCOMPARE(alive.exitCode, 1);
        QVERIFY2(alive.err.contains(u"--despite-heartbeat"_s), qPrintable(alive.err));
        m_database->script("delete from graphile_worker._private_workers");
        const CommandRun released = run(release + QStringList{u"--json"_s});
        QVERIFY2(released.exitCode == 0, qPrintable(released.err));
        QCOMPARE(released.json()["is_released"_L1].toBool(), true);
        QCOMPARE(m_database->scalar("select count(locked_at) from "
                                    "graphile_worker._private_job_queues"),
                 u"0"_s);
    }

    void workersAreUnlocked()
    {
        const QStringList unlock{u"workers"_s, u"unlock"_s, u"node-1"_s};
        const CommandRun dry = run(unlock + QStringList{u"--dry-run"_s, u"--json"_s});
        QCOMPARE(dry.json()["jobs"_L1].toArray(), QJsonArray{5});
        QCOMPARE(count("locked_at is not null"), 1);
        QCOMPARE(run(unlock).exitCode, 2);
        m_database->script("select graphile_worker.worker_heartbeat('node-1', '{}')");
        const CommandRun alive = run(unlock + QStringList{u"--yes"_s});
        QCOMPARE(alive.exitCode, 1);
        QVERIFY2(alive.err.contains(u"--despite-heartbeat"_s), qPrintable(alive.err));
        QCOMPARE(count("locked_at is not null"), 1);
        m_database->script("delete from graphile_worker._private_workers");
        const CommandRun done = run(unlock + QStringList{u"--yes"_s, u"--json"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(done.json()["queues"_L1].toArray(), QJsonArray{u"r"_s});
        QCOMPARE(count("locked_at is not null"), 0);
        QCOMPARE(run(unlock + QStringList{u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"workers"_s, u"unlock"_s, u"--yes"_s}).exitCode, 2);
    }

    void firstWordsAloneList()
    {
        QCOMPARE(run({u"queues"_s, u"--json"_s}).lines().size(), 2);
        QCOMPARE(run({u"workers"_s, u"--json"_s}).lines().size(), 1);
        const CommandRun wrong = run({u"queues"_s, u"lits"_s});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains(u"did you mean list?"_s), qPrintable(wrong.err));
    }

    void cronEntriesAreRun()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(u"crontab"_s));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("0 3 * * * report ?id=nightly&queue=cron {\"full\":true}\n"
                   "0 4 * * * mail ?id=a\n0 5 * * * mail ?id=b\n");
        file.close();
        const QStringList cron{u"cron"_s, u"run"_s, file.fileName()};
        QVERIFY(run(cron + QStringList{u"nightly"_s, u"--dry-run"_s}).out.contains(u"add_job"_s));
        QCOMPARE(count("true"), 5);
        const CommandRun done = run(cron + QStringList{u"report"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(done.exitCode == 0, qPrintable(done.err));
        QCOMPARE(done.json()["id"_L1].toInteger(), 6);
        QCOMPARE(count("id = 6 and payload->>'full' = 'true' and payload->'_cron' is not null"), 1);
        const CommandRun several = run(cron + QStringList{u"mail"_s, u"--yes"_s});
        QCOMPARE(several.exitCode, 2);
        QVERIFY2(several.err.contains(u"several entries"_s), qPrintable(several.err));
        QCOMPARE(run(cron + QStringList{u"b"_s, u"--yes"_s}).exitCode, 0);
        QCOMPARE(run(cron + QStringList{u"none"_s, u"--yes"_s}).exitCode, 3);
        QCOMPARE(run({u"cron"_s, u"run"_s, u"/no/file"_s, u"a"_s, u"--yes"_s}).exitCode, 2);
        QCOMPARE(run(cron + QStringList{u"--yes"_s}).exitCode, 2);
    }

    void profilesAreFoundByName()
    {
        Profile profile = Profile::make();
        profile.name = u"Shop"_s;
        profile.group = u"live"_s;
        profile.environment = Environment::Production;
        profile.connection = m_database->settings();
        const QString folder = QFileInfo(QSettings().fileName()).absolutePath();
        QDir().mkpath(folder);
        ProfileStore store(folder + u"/profiles.ini"_s);
        QVERIFY(store.save(profile));
        const auto remove = qScopeGuard([&] { (void)store.remove(profile.id); });
        for (const QString &name : {u"shop"_s, u"live/shop"_s})
            QCOMPARE(
                runWith({u"--profile"_s, name, u"jobs"_s, u"list"_s, u"--json"_s}).lines().size(),
                5);
        const QStringList retry{u"jobs"_s,      u"retry"_s, u"1"_s,
                                u"--profile"_s, u"shop"_s,  u"--yes"_s};
        const CommandRun guarded = runWith(retry);
        QCOMPARE(guarded.exitCode, 2);
        QVERIFY2(guarded.err.contains(u"add --production"_s), qPrintable(guarded.err));
        QCOMPARE(runWith(retry + QStringList{u"--production"_s}).exitCode, 0);
        QCOMPARE(runWith({u"stats"_s, u"--profile"_s, u"none"_s}).exitCode, 2);
        QCOMPARE(run({u"stats"_s, u"--profile"_s, u"shop"_s}).exitCode, 2); // and -c
        QProcessEnvironment environment;
        environment.insert(u"YARDMASTER_PROFILE"_s, u"shop"_s);
        QCOMPARE(runWith({u"stats"_s}, {}, false, environment).exitCode, 0);
        profile.isReadOnly = true;
        QVERIFY(store.save(profile));
        QCOMPARE(runWith(retry + QStringList{u"--production"_s}).exitCode, 4);
    }
};

YARDMASTER_TEST(TestHandCommands)
#include "tst_handcommands.moc"

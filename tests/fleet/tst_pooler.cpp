#include "app/sandbox/serveraccount.h"
#include "models/connecting/profile.h"
#include "models/diagnosis/poolerprobe.h"
#include "models/diagnosis/queuediagnosis.h"
#include "models/live/noticelistenerthread.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Behind pgbouncer in transaction mode, where every transaction may run on another connection.
class TestPooler : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder{QDir::tempPath() + u"/ymp-XXXXXX"_s};
    QProcess m_pgbouncer;

private slots:
    void initTestCase()
    {
        const QString program = QStandardPaths::findExecutable(
            u"pgbouncer"_s, {u"/usr/sbin"_s, u"/usr/bin"_s, u"/usr/local/bin"_s});
        if (program.isEmpty()) {
            if (qEnvironmentVariableIsSet("CI"))
                QFAIL("there is no pgbouncer; apt install pgbouncer");
            QSKIP("there is no pgbouncer; apt install pgbouncer");
        }
        const TestDatabase any = TestDatabase::createEmpty();
        const ConnectionSettings &server = any.settings();
        const auto account = ServerAccount::choose(m_folder.path());
        QVERIFY(account);
        // It refuses to run as root, like PostgreSQL, and must reach its folder.
        QFile::setPermissions(m_folder.path(), QFileDevice::Permissions(0x7777));
        QFile config(m_folder.filePath(u"pgbouncer.ini"_s));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(u"[databases]\n* = host=%1 port=%2 user=%3\n"
                     "[pgbouncer]\npool_mode = transaction\nauth_type = any\n"
                     "listen_addr =\nunix_socket_dir = %4\nlisten_port = 6432\n"
                     "default_pool_size = 2\nignore_startup_parameters = options\n"_s
                         .arg(server.value(u"host"_s), server.value(u"port"_s),
                              server.value(u"user"_s), m_folder.path())
                         .toUtf8());
        config.close();
        QFile::setPermissions(config.fileName(), QFileDevice::Permissions(0x6644));
        if (account->isOther())
            m_pgbouncer.setChildProcessModifier(account->stepDown());
        m_pgbouncer.setProcessChannelMode(QProcess::MergedChannels);
        m_pgbouncer.start(program, {config.fileName()});
        QVERIFY(m_pgbouncer.waitForStarted());
        QTRY_VERIFY2(QFile::exists(m_folder.filePath(u".s.PGSQL.6432"_s)),
                     m_pgbouncer.readAll().constData());
    }
    void cleanupTestCase()
    {
        m_pgbouncer.terminate();
        m_pgbouncer.waitForFinished();
    }

    void jobsRunThroughATransactionPool()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("select graphile_worker.add_job('t', '{}', case when n % 2 = 0 then 'q' || "
                        "n % 3 end) from generate_series(1, 400) n");
        database.script("select graphile_worker.add_job('bad', max_attempts => 1) "
                        "from generate_series(1, 20)");
        TestWorker workers[2] = {TestWorker(database), TestWorker(database)};
        for (TestWorker &worker : workers) {
            worker.options.connection.set(u"host"_s, m_folder.path());
            worker.options.connection.set(u"port"_s, u"6432"_s);
            worker.options.listens = false;
            worker.options.preparesStatements = false;
            worker.options.pollInterval = 50ms;
            worker.options.concurrency = 3;
            worker.options.sweepInterval = 50ms; // its lock must not outlive a transaction
            worker.handle(u"t"_s, succeed);
            worker.handle(u"bad"_s,
                          [](const TaskContext &) { return TaskOutcome::failure(u"no"_s); });
            worker.start();
        }
        QTRY_COMPARE_WITH_TIMEOUT(database.scalar("select count(*) filter (where is_available), "
                                                  "count(*) from graphile_worker._private_jobs"),
                                  u"0"_s, 60000);
        QTRY_COMPARE(database.scalar("select count(*) from graphile_worker.jobs"), u"20"_s);
        for (TestWorker &worker : workers)
            QVERIFY(worker.stop());
        QCOMPARE(workers[0].outcome->succeeded + workers[1].outcome->succeeded, qint64{400});
        QCOMPARE(
            database.scalar("select count(*) from graphile_worker.jobs where last_error = 'no' "
                            "and locked_at is null"),
            u"20"_s);
        QCOMPARE(database.scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    void transactionPoolingIsFound()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        const auto direct = Session::open(database.settings(), u"test"_s);
        QVERIFY(direct);
        QCOMPARE(findPooler(**direct, database.settings()).value(), PoolerKind::None);
        ConnectionSettings pooled = database.settings();
        pooled.set(u"host"_s, m_folder.path());
        pooled.set(u"port"_s, u"6432"_s);
        for (int again = 0; again < 5; ++again) {
            const auto session = Session::open(pooled, u"test"_s);
            QVERIFY(session);
            QCOMPARE(findPooler(**session, pooled).value(), PoolerKind::Transaction);
        }
        const auto session = Session::open(pooled, u"test"_s);
        const auto probe = probeSchema(**session, kSchema);
        QVERIFY(probe);
        QList<QueueCheck> checks;
        QVERIFY(diagnoseQueue(
            **session, pooled, *probe, QueueUse::Worker, nullptr,
            {[](const QString &) {}, [&](const QueueCheck &check) { checks << check; }}));
        const auto pooler = std::ranges::find(checks, u"pooler"_s,
                                              [](const QueueCheck &one) { return one.name; });
        QCOMPARE(pooler->outcome, QueueCheck::Outcome::Warned);
        QVERIFY(pooler->remedy.contains(u"--no-listen"_s));
    }

    void preparedStatementsThatGetLostAreDoneWithout()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("select graphile_worker.add_job('t') from generate_series(1, 320)");
        TestWorker worker(database);
        worker.options.connection.set(u"host"_s, m_folder.path());
        worker.options.connection.set(u"port"_s, u"6432"_s);
        worker.options.listens = false;
        worker.options.pollInterval = 50ms;
        worker.options.concurrency = 3;
        worker.handle(u"t"_s, succeed);
        worker.start();
        QTRY_COMPARE_WITH_TIMEOUT(database.scalar("select count(*) from graphile_worker.jobs"),
                                  u"0"_s, 60000);
        QVERIFY(worker.stop());
        QCOMPARE(worker.outcome->succeeded, qint64{320});
        QCOMPARE(database.scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }

    void readOnlyHoldsWhereTheOptionsOfConnectionsAreDropped()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        database.script("select graphile_worker.add_job('t')");
        Profile profile;
        profile.isReadOnly = true;
        profile.connection = database.settings();
        profile.connection.set(u"host"_s, m_folder.path());
        profile.connection.set(u"port"_s, u"6432"_s);
        const auto session = Session::open(profile.sessionSettings({}), u"test"_s);
        QVERIFY(session);
        Session &window = **session;
        const QByteArray write = "update graphile_worker._private_jobs set priority = 7";
        const auto isRefused = [&](const auto &result) {
            return !result && result.error().sqlState == u"25006"_s && !window.isInTransaction();
        };
        QVERIFY(isRefused(window.query(write)));
        QVERIFY(isRefused(window.queryPrepared("w", write)));
        QVERIFY(isRefused(window.script(write)));
        QVERIFY(!window.script("begin; " + write + "; commit"));
        QVERIFY(window.script("rollback"));
        {
            auto transaction = Transaction::begin(window);
            QVERIFY(transaction);
            const auto written = window.query(write);
            QVERIFY(!written);
            QCOMPARE(written.error().sqlState, u"25006"_s);
        }
        const auto rows = window.query("select priority from graphile_worker.jobs");
        QVERIFY(rows);
        QCOMPARE(rows->text(0, 0), u"0"_s);
        QVERIFY(!window.isInTransaction());
        // Nor do others behind the same pooler become so.
        profile.isReadOnly = false;
        for (int i = 0; i < 4; ++i) {
            const auto other = Session::open(profile.sessionSettings({}), u"test"_s);
            QVERIFY(other);
            QVERIFY((*other)->query(write));
        }
    }

    void consoleSaysThatNothingIsAnnounced()
    {
        const TestDatabase database = TestDatabase::createMigrated();
        ConnectionSettings pooled = database.settings();
        pooled.set(u"host"_s, m_folder.path());
        pooled.set(u"port"_s, u"6432"_s);
        NoticeListenerThread listener(pooled, u"graphile_worker"_s, std::make_shared<LiveFeed>(),
                                      1s);
        listener.start();
        QTRY_COMPARE_WITH_TIMEOUT(listener.state(), ListenState::Undelivered, 60000);
    }
};

YARDMASTER_TEST(TestPooler)
#include "tst_pooler.moc"

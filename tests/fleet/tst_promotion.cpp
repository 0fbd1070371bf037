#include "app/sandbox/postgresbinaries.h"
#include "app/sandbox/postmasterfile.h"
#include "app/sandbox/privatecluster.h"
#include "tests/fleet/ownserver.h"
#include "tests/support/choosepostgres.h"
#include "tests/support/eventspy.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include <yardmaster/migrator.h>

#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QTemporaryDir>

#include <array>
#include <atomic>
#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// A primary server that crashes while jobs run, and its standby that takes over.
class TestPromotion : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder{QDir::tempPath() + u"/ymp-XXXXXX"_s};

    [[nodiscard]] PrivateClusterOptions optionsOf(const QString &name) const
    {
        PrivateClusterOptions options;
        options.folder = m_folder.filePath(name);
        choosePostgres(&options);
        options.database = u"promotion"_s;
        options.isDisposable = true;
        return options;
    }
    [[nodiscard]] std::unique_ptr<PrivateCluster> start(const QString &name) const
    {
        auto cluster = PrivateCluster::start(optionsOf(name));
        if (!cluster)
            qFatal("%s", qPrintable(cluster.error()));
        return *std::move(cluster);
    }
    [[nodiscard]] static QString scalar(const ConnectionSettings &settings, const QByteArray &sql)
    {
        auto session = Session::open(settings, u"test"_s);
        if (!session)
            return session.error().message;
        const auto rows = (*session)->query(sql);
        return rows ? rows->text(0, 0) : rows.error().message;
    }
    void crash(const QString &name) const
    {
        const QString data = optionsOf(name).folder + u"/data"_s;
        const auto server = PostmasterFile::read(data);
        QVERIFY(server && server->pid > 1);
        ::kill(pid_t(server->pid), SIGQUIT); // what pg_ctl stop -m immediate sends
        QTRY_VERIFY_WITH_TIMEOUT(!server->isRunning(data), 60000);
    }

private slots:
    void theWorkerFollowsAPromotedStandby()
    {
        constexpr int kJobs = 4000;
        QFile::setPermissions(m_folder.path(),
                              QFile::permissions(m_folder.path()) | QFileDevice::ReadOther
                                  | QFileDevice::ExeOther);
        const auto primary = start(u"a"_s);
        {
            auto session = Session::open(primary->settings(), u"test"_s);
            QVERIFY(session && migrate(**session, u"graphile_worker"_s));
            QVERIFY((*session)->script("select count(*) from graphile_worker.add_jobs(array(select "
                                       "row('t', '{}', case when n % 2 = 0 then 'q' || n % 10 end, "
                                       "null, null, null, null, null)::graphile_worker.job_spec "
                                       "from generate_series(1, 4000) n))"));
        }
        copyServer(primary->settings(), optionsOf(u"b"_s));
        const auto standby = start(u"b"_s);
        // From here on a commit is one on both, so none is lost with the primary.
        (void)scalar(primary->settings(), "alter system set synchronous_standby_names = '*'");
        (void)scalar(primary->settings(), "select pg_reload_conf()");
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar(primary->settings(), "select sync_state from pg_stat_replication"), u"sync"_s,
            60000);

        EventBus events;
        WorkerOptions options;
        options.connection = primary->settings();
        options.connection.set(u"host"_s,
                               primary->settings().value(u"host"_s) + u','
                                   + standby->settings().value(u"host"_s));
        options.connection.set(u"port"_s,
                               primary->settings().value(u"port"_s) + u','
                                   + standby->settings().value(u"port"_s));
        options.connection.set(u"target_session_attrs"_s, u"read-write"_s);
        options.concurrency = 4;
        options.localQueueSize = 100;
        options.pollInterval = 200ms;
        auto registry = std::make_shared<TaskRegistry>();
        std::array<std::atomic<int>, kJobs + 1> runs{};
        std::atomic<int> total = 0;
        std::atomic<int> mayRun = 500; ///< a drain would be over before the crash
        registry->add(u"t"_s, [&](const TaskContext &context) {
            if (const auto id = size_t(context.job.info.id); id < runs.size())
                ++runs.at(id);
            const int number = ++total;
            for (int limit = mayRun; number > limit; limit = mayRun)
                mayRun.wait(limit);
            return TaskOutcome::success();
        });
        Runner runner(options, registry, &events);
        std::optional<RunOutcome> outcome;
        QObject::connect(&runner, &Runner::finished, &runner,
                         [&](const RunOutcome &o) { outcome = o; });
        const auto openGate = qScopeGuard([&] {
            mayRun = std::numeric_limits<int>::max();
            mayRun.notify_all();
        });
        EventSpy trouble(&events, &EventBus::databaseTrouble);
        EventSpy lost(&events, &EventBus::jobLostLease);
        runner.start();
        QTRY_VERIFY_WITH_TIMEOUT(total > 500, 60000);
        crash(u"a"_s);
        mayRun = kJobs + 100;
        mayRun.notify_all();
        QTRY_VERIFY_WITH_TIMEOUT(trouble.count() > 0, 60000);
        QVERIFY(total < kJobs);
        QCOMPARE(scalar(standby->settings(), "select pg_promote(true, 60)"), u"t"_s);
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar(standby->settings(), "select count(*) from graphile_worker.jobs"), u"0"_s,
            90000);
        QCOMPARE(runner.state(), Runner::State::Running);

        // It listens there too, and goes on.
        EventSpy completed(&events, &EventBus::jobCompleted);
        (void)scalar(standby->settings(), "select (graphile_worker.add_job('t')).id");
        QTRY_COMPARE_WITH_TIMEOUT(
            scalar(standby->settings(), "select count(*) from graphile_worker.jobs"), u"0"_s,
            60000);
        runner.stop();
        QTRY_VERIFY_WITH_TIMEOUT(outcome.has_value(), 60000);
        QCOMPARE(outcome->reason, RunOutcome::Reason::Stopped);
        for (size_t id = 1; id < runs.size(); ++id)
            QVERIFY2(runs.at(id) == 1,
                     qPrintable(u"job %1 ran %2 times"_s.arg(id).arg(runs.at(id))));
        QCOMPARE(lost.count(), 0);
    }
};

YARDMASTER_TEST(TestPromotion)
#include "tst_promotion.moc"

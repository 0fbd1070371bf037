#include "tests/app/headlesstest.h"
#include "tests/app/server/httpclient.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTcpServer>
#include <QTest>

#include <csignal>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// --listen-http of the program, in good and in bad times.
class TestEndpoint : public HeadlessTest
{
    Q_OBJECT

    std::unique_ptr<YardmasterProcess> m_process;
    quint16 m_port = 0;

    void start(const QStringList &more = {},
               const QProcessEnvironment &environment = YardmasterProcess::cleanEnvironment())
    {
        m_process = std::make_unique<YardmasterProcess>(
            worker(QStringList{u"--listen-http"_s, u"0"_s, u"--poll-interval"_s, u"50"_s} + more),
            environment);
        QVERIFY2(m_process->waitForOutput(u"serves"_s), qPrintable(m_process->standardError()));
        static const QRegularExpression line(u"metrics at http://127\\.0\\.0\\.1:(\\d+)/"_s);
        m_port = line.match(m_process->standardError()).captured(1).toUShort();
        QVERIFY(m_port > 0);
    }
    [[nodiscard]] int status(const QByteArray &path) const { return get(m_port, path).status; }
    [[nodiscard]] QByteArray metric(const QByteArray &name) const
    {
        const QList<QByteArray> lines = get(m_port, "/metrics").body.split('\n');
        for (const QByteArray &line : lines) {
            if (line.startsWith(name + ' '))
                return line.sliced(name.size() + 1);
        }
        return "none";
    }
    void allowConnections(bool areAllowed) const
    {
        const TestDatabase elsewhere = TestDatabase::createEmpty();
        elsewhere.script("alter database \"" + m_database->name().toUtf8() + "\" allow_connections "
                         + (areAllowed ? "true" : "false"));
        if (!areAllowed)
            m_database->script("select pg_terminate_backend(pid) from pg_stat_activity where "
                               "datname = current_database() and application_name like "
                               "'yardmaster %' and pid <> pg_backend_pid()");
    }

private slots:
    void cleanup() { m_process.reset(); }

    void aWorkerIsHealthyAndCountsItsJobs()
    {
        start();
        QCOMPARE(get(m_port, "/healthz").body, QByteArray("ok\n"));
        QCOMPARE(get(m_port, "/readyz").body, QByteArray("ready\n"));
        QCOMPARE(status("/nothing"), 404);
        QCOMPARE(metric("yardmaster_jobs_total{task=\"boom\",outcome=\"failed\"}"),
                 QByteArray("0"));
        m_database->script("select graphile_worker.add_job('hello') from generate_series(1, 5)");
        m_database->script("select graphile_worker.add_job('boom', max_attempts => 1)");
        QTRY_COMPARE_WITH_TIMEOUT(
            metric("yardmaster_jobs_total{task=\"hello\",outcome=\"succeeded\"}"), QByteArray("5"),
            60000);
        QTRY_COMPARE_WITH_TIMEOUT(
            metric("yardmaster_jobs_total{task=\"boom\",outcome=\"failed_for_good\"}"),
            QByteArray("1"), 60000);
        QCOMPARE(metric("yardmaster_job_wait_seconds_count{task=\"hello\"}"), QByteArray("5"));
        QCOMPARE(metric("yardmaster_worker_ready"), QByteArray("1"));
        QVERIFY(metric("yardmaster_heartbeat_age_seconds").toDouble() < 60);
        QVERIFY(get(m_port, "/metrics").headers.contains("text/plain; version=0.0.4"));
        m_process->sendSignal(SIGTERM);
        QCOMPARE(m_process->waitForExit(), 0);
    }

    void itAnswersWhileEveryThreadIsBusyAndWhileItStops()
    {
        m_database->script("select graphile_worker.add_job('slow') from generate_series(1, 8)");
        start({u"-j"_s, u"2"_s, u"--grace-period"_s, u"1h"_s});
        QTRY_COMPARE(metric("yardmaster_jobs_running"), QByteArray("2"));
        QCOMPARE(status("/healthz"), 200);
        QCOMPARE(status("/readyz"), 200);
        m_process->sendSignal(SIGTERM);
        QVERIFY(m_process->waitForOutput(u"SIGTERM: stopping"_s));
        QTRY_COMPARE(status("/readyz"), 503);
        QCOMPARE(get(m_port, "/readyz").body, QByteArray("stopping\n"));
        QCOMPARE(status("/healthz"), 200);
        QCOMPARE(metric("yardmaster_worker_stopping"), QByteArray("1"));
    }

    void jobsOfAsynchronousTasksCountAsConcurrent()
    {
        start({u"-j"_s, u"2"_s, u"--async-jobs"_s, u"20"_s});
        QCOMPARE(metric("yardmaster_concurrency"), QByteArray("22"));
    }

    void anOutageIsNoReasonForARestart()
    {
        start();
        allowConnections(false);
        QTRY_COMPARE_WITH_TIMEOUT(status("/readyz"), 503, 60000);
        QCOMPARE(get(m_port, "/readyz").body, QByteArray("the database is unreachable\n"));
        QCOMPARE(status("/healthz"), 200);
        QCOMPARE(metric("yardmaster_database_up"), QByteArray("0"));
        QCOMPARE(metric("yardmaster_database_outages_total"), QByteArray("1"));
        allowConnections(true);
        QTRY_COMPARE_WITH_TIMEOUT(status("/readyz"), 200, 60000);
    }

    /// The database answers, but not to what a worker needs.
    void oneThatCannotFetchIsNotReady()
    {
        start();
        // Not in a Transaction, which the server would end after ten idle seconds.
        m_database->script("begin; lock table graphile_worker._private_jobs");
        QTRY_COMPARE_WITH_TIMEOUT(status("/readyz"), 503, 60000);
        const QByteArray why = get(m_port, "/readyz").body;
        QVERIFY2(why.startsWith("no fetch has succeeded for 1"), why.constData());
        QCOMPARE(status("/healthz"), 200);
        QCOMPARE(metric("yardmaster_database_up"), QByteArray("1"));
        m_database->script("rollback");
        QTRY_COMPARE_WITH_TIMEOUT(status("/readyz"), 200, 60000);
    }

    /// Nothing fails there, and no answer comes.
    void aFrozenDatabaseIsAnOutage()
    {
        start({u"--heartbeat-interval"_s, u"1s"_s});
        const auto backend = [this] {
            return m_database
                ->scalar("select pid from pg_stat_activity where datname = current_database() and "
                         "application_name = 'yardmaster heartbeat'")
                .toInt();
        };
        QTRY_VERIFY(backend() > 0);
        const pid_t heartbeats = backend();
        QCOMPARE(::kill(heartbeats, SIGSTOP), 0);
        const auto thaw = qScopeGuard([heartbeats] { ::kill(heartbeats, SIGCONT); });
        QTRY_COMPARE_WITH_TIMEOUT(metric("yardmaster_database_up"), QByteArray("0"), 60000);
        QCOMPARE(get(m_port, "/readyz").body, QByteArray("the database is unreachable\n"));
        QCOMPARE(metric("yardmaster_database_outages_total"), QByteArray("1"));
        QVERIFY(m_process->waitForOutput(u"has not answered a heartbeat for 10 s"_s));
        ::kill(heartbeats, SIGCONT);
        QTRY_COMPARE_WITH_TIMEOUT(metric("yardmaster_database_up"), QByteArray("1"), 60000);
        QCOMPARE(metric("yardmaster_database_outages_total"), QByteArray("1"));
    }

    void theQueueIsCountedWhereThatIsAskedFor()
    {
        const QByteArray scheduled = "yardmaster_queue_jobs{task=\"other\",state=\"scheduled\"}";
        m_database->script(
            "select graphile_worker.add_job('other', run_at => now() + interval '1 hour') "
            "from generate_series(1, 3); select graphile_worker.add_job('another')");
        start();
        QCOMPARE(metric(scheduled), QByteArray("none"));
        start({u"--queue-metrics"_s});
        QTRY_COMPARE_WITH_TIMEOUT(metric(scheduled), QByteArray("3"), 60000);
        QCOMPARE(metric("yardmaster_queue_jobs{task=\"other\",state=\"ready\"}"), QByteArray("0"));
        QCOMPARE(metric("yardmaster_queue_jobs{task=\"another\",state=\"ready\"}"),
                 QByteArray("1"));
        QCOMPARE(metric("yardmaster_queue_counted_ratio"), QByteArray("1"));
        QVERIFY(metric("yardmaster_queue_oldest_ready_seconds").toDouble() > 0);
        QVERIFY(metric("yardmaster_queue_read_age_seconds").toDouble() < 60);
        m_process->sendSignal(SIGTERM);
        QCOMPARE(m_process->waitForExit(), 0);
    }

    /// Neither do the pages wait for it, nor does the end.
    void aCountThatDoesNotEndHoldsNothingUp()
    {
        start({u"--queue-metrics"_s, u"--grace-period"_s, u"1s"_s});
        const auto locker = m_database->session();
        QVERIFY(locker->script("begin; lock table graphile_worker._private_jobs"));
        QCOMPARE(status("/metrics"), 200);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_database->scalar("select count(*) from pg_stat_activity where datname = "
                               "current_database() and wait_event_type = 'Lock' and "
                               "application_name = 'yardmaster metrics'"),
            u"1"_s, 60000);
        QCOMPARE(status("/metrics"), 200);
        QCOMPARE(metric("yardmaster_queue_counted_ratio"), QByteArray("none"));
        m_process->sendSignal(SIGTERM);
        QCOMPARE(m_process->waitForExit(20s), 0);
    }

    void tasksThatAreAddedBeginAtZero()
    {
        start({u"--watch"_s});
        const QByteArray sample = "yardmaster_jobs_total{task=\"late\",outcome=\"failed\"}";
        QCOMPARE(metric(sample), QByteArray("none"));
        task(u"late"_s, "exit 0\n");
        QTRY_COMPARE_WITH_TIMEOUT(metric(sample), QByteArray("0"), 60000);
        QVERIFY(QFile::remove(m_folder.filePath(u"late"_s)));
    }

    /// A stopped process does not answer; afterwards it is healthy at once.
    void aFrozenProcessDoesNotAnswer()
    {
        start();
        m_process->sendSignal(SIGSTOP);
        QTRY_COMPARE(get(m_port, "/healthz", 500).status, 0);
        m_process->sendSignal(SIGCONT);
        QTRY_COMPARE(status("/healthz"), 200);
        QTRY_COMPARE(status("/readyz"), 200);
    }

    void aTakenAddressEndsTheStart()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        YardmasterProcess process(
            worker({u"--listen-http"_s, QString::number(other.serverPort())}));
        QCOMPARE(process.waitForExit(), 2);
        QCOMPARE(process.standardError().trimmed(),
                 u"yardmaster: --listen-http: cannot listen on 127.0.0.1:%1: Address already "
                 "in use"_s.arg(other.serverPort()));
        QCOMPARE(m_database->scalar("select count(*) from graphile_worker._private_workers"),
                 u"0"_s);
    }

    void wrongAddressesAreMistakes()
    {
        YardmasterProcess process(worker({u"--listen-http"_s, u":9187"_s}));
        QCOMPARE(process.waitForExit(), 2);
        QVERIFY2(process.standardError().contains("--listen-http takes HOST:PORT"_L1),
                 qPrintable(process.standardError()));
        YardmasterProcess alone(worker({u"--queue-metrics"_s}));
        QCOMPARE(alone.waitForExit(), 2);
        QVERIFY(alone.standardError().contains("--queue-metrics needs --listen-http"_L1));
        YardmasterProcess window({u"--listen-http"_s, u"9187"_s});
        QCOMPARE(window.waitForExit(), 2);
        QVERIFY(window.standardError().contains("add --no-gui"_L1));
        for (const QString &other : {u"--schema-only"_s, u"--cleanup=GC_JOB_QUEUES"_s}) {
            YardmasterProcess none(worker({u"--listen-http"_s, u"9187"_s, other}));
            QCOMPARE(none.waitForExit(), 2);
            QVERIFY2(none.standardError().contains("--listen-http is for a worker, and "_L1),
                     qPrintable(none.standardError()));
        }
    }

    /// What the file asks Prometheus for is there.
    void theDashboardsMetricsExist()
    {
        start({u"--queue-metrics"_s});
        m_database->script("select graphile_worker.add_job('hello')");
        QTRY_COMPARE_WITH_TIMEOUT(
            metric("yardmaster_jobs_total{task=\"hello\",outcome=\"succeeded\"}"), QByteArray("1"),
            60000);
        QTRY_VERIFY_WITH_TIMEOUT(metric("yardmaster_queue_read_age_seconds") != "none", 60000);
        const QByteArray text = get(m_port, "/metrics").body;
        QFile file(QStringLiteral(YARDMASTER_DASHBOARD));
        QVERIFY(file.open(QFile::ReadOnly));
        QJsonParseError error;
        const QJsonObject dashboard = QJsonDocument::fromJson(file.readAll(), &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        const QJsonArray panels = dashboard["panels"_L1].toArray();
        QVERIFY(panels.size() >= 8);
        static const QRegularExpression name(u"\\b(?:yardmaster|process)_[a-z_]+"_s);
        int queries = 0;
        for (const QJsonValue &panel : panels) {
            const QJsonArray targets = panel["targets"_L1].toArray();
            for (const QJsonValue &target : targets) {
                const QString query = target["expr"_L1].toString();
                for (auto it = name.globalMatch(query); it.hasNext(); ++queries) {
                    const QByteArray metric = it.next().captured().toUtf8();
                    QVERIFY2(text.contains('\n' + metric + '{')
                                 || text.contains('\n' + metric + ' ')
                                 || text.contains("\n# TYPE " + metric + ' '),
                             metric.constData());
                }
            }
        }
        QVERIFY(queries >= 12);
    }

    void anIdleWorkerStaysSmall()
    {
        start();
        const auto residentKb = [this] {
            QFile status(u"/proc/%1/status"_s.arg(m_process->pid()));
            if (!status.open(QFile::ReadOnly))
                return -1;
            static const QRegularExpression line(u"VmRSS:\\s*(\\d+) kB"_s);
            return line.match(QString::fromUtf8(status.readAll())).captured(1).toInt();
        };
        for (int i = 0; i < 50; ++i)
            QCOMPARE(status("/metrics"), 200);
        const int kb = residentKb();
        qInfo("%d kB", kb);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(NDEBUG)
        QVERIFY2(kb > 0 && kb <= 25 * 1024, qPrintable(QString::number(kb)));
#endif
    }
};

YARDMASTER_TEST(TestEndpoint)
#include "tst_endpoint.moc"

#include "tests/fleet/ownserver.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include <yardmaster/migrator.h>

#include <QSemaphore>

#include <atomic>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Several workers that lose their server for a while, and reach it again one after the other.
class TestOutages : public QObject
{
    Q_OBJECT

private:
    static constexpr int kWorkers = 4;
    static constexpr auto kThreshold = 1500ms;
    static constexpr auto kHeartbeat = 300ms;
    static constexpr auto kSweep = 50ms;

    OwnServer m_server{u"outages"_s};
    /// The way of each worker to the server: a folder with a link to the socket.
    [[nodiscard]] QString wayOf(int worker) const
    {
        return m_server.filePath(u"way%1"_s.arg(worker));
    }
    void open(int worker) const
    {
        const QString socket = u"/.s.PGSQL.5432"_s;
        QVERIFY(QFile::link(m_server.settings().value(u"host"_s) + socket, wayOf(worker) + socket));
    }
    void close(int worker) const { QVERIFY(QFile::remove(wayOf(worker) + u"/.s.PGSQL.5432"_s)); }

    [[nodiscard]] QString scalar(const QByteArray &sql) const
    {
        const auto session = Session::open(m_server.settings(), u"test"_s);
        const auto rows = session ? (*session)->query(sql) : tl::make_unexpected(session.error());
        return rows ? rows->text(0, 0) : rows.error().message;
    }

private slots:
    void initTestCase()
    {
        m_server.start();
        auto session = Session::open(m_server.settings(), u"test"_s);
        QVERIFY(session && migrate(**session, u"graphile_worker"_s));
        for (int i = 0; i < kWorkers; ++i)
            QVERIFY(QDir().mkpath(wayOf(i)));
    }

    void liveWorkersAreNotSwept_data()
    {
        QTest::addColumn<double>("thresholds"); // the outage lasts so many
        QTest::addColumn<int>("first");         // the worker that is back first
        QTest::addRow("half") << 0.5 << 0;
        QTest::addRow("one") << 1.0 << 1;
        QTest::addRow("twice") << 2.0 << 2;
        QTest::addRow("five times") << 5.0 << 3;
    }
    void liveWorkersAreNotSwept()
    {
        QFETCH(double, thresholds);
        QFETCH(int, first);
        std::atomic<int> starts = 0;
        QSemaphore mayEnd;
        std::vector<std::unique_ptr<TestWorker>> workers;
        std::atomic<int> sweeps = 0;
        for (int i = 0; i < kWorkers; ++i) {
            open(i);
            auto worker = std::make_unique<TestWorker>(m_server.settings());
            worker->options.connection.set(u"host"_s, wayOf(i));
            worker->options.heartbeatInterval = kHeartbeat;
            worker->options.sweepThreshold = kThreshold;
            worker->options.sweepInterval = kSweep;
            worker->handle(u"held"_s, [&](const TaskContext &) {
                ++starts;
                mayEnd.acquire();
                return TaskOutcome::success();
            });
            worker->handle(u"quick"_s, [&](const TaskContext &) {
                ++starts;
                return TaskOutcome::success();
            });
            QObject::connect(
                &worker->events, &EventBus::workerRecovered, &worker->events,
                [&sweeps] { ++sweeps; }, Qt::DirectConnection);
            worker->start();
            workers.push_back(std::move(worker));
        }
        for (const auto &worker : workers)
            QVERIFY(worker->waitUntilRunning());
        const QByteArray add
            = "select graphile_worker.add_job('held', queue_name := case when n < 3 "
              "then 'q' || n end) from generate_series(1, 4) n";
        QCOMPARE(scalar("with added as (" + add + ") select count(*) from added"), u"4"_s);
        QTRY_COMPARE(starts.load(), 4);

        for (int i = 0; i < kWorkers; ++i)
            close(i);
        m_server.stop(SIGQUIT);
        QTest::qWait(int(thresholds * double(kThreshold.count()))); // the outage
        m_server.start();
        const QString back = scalar("select clock_timestamp()");
        for (int i = 0; i < kWorkers; ++i) {
            open((first + i) % kWorkers);
            QTest::qWait(int(kThreshold.count()) / 5); // the later ones are away for longer
        }
        // Who was back first has watched the others for a threshold by then, and swept often.
        const QByteArray isJudged = "select count(*) = 4 and min(last_heartbeat_at) > '"
            + back.toUtf8()
            + "'::timestamptz + interval '4 seconds' from graphile_worker._private_workers";
        QTRY_COMPARE(scalar(isJudged), u"t"_s);
        QCOMPARE(sweeps.load(), 0);

        QCOMPARE(
            scalar("select count(graphile_worker.add_job('quick')) from generate_series(1, 50)"),
            u"50"_s);
        mayEnd.release(4);
        QTRY_COMPARE(scalar("select count(*) from graphile_worker.jobs"), u"0"_s);
        QCOMPARE(starts.load(), 54);
        for (int i = 0; i < kWorkers; ++i) {
            QVERIFY(workers[size_t(i)]->stop());
            close(i);
        }
        QCOMPARE(sweeps.load(), 0);
        QCOMPARE(scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }
};

YARDMASTER_TEST(TestOutages)
#include "tst_outages.moc"

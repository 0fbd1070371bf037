#include "tests/peers/peers.h"
#include "tests/support/testprogram.h"
#include "tests/support/testworker.h"
#include "worker/history/history.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <array>
#include <csignal>
#include <memory>
#include <mutex>
#include <thread>

using namespace yardmaster;
using namespace yardmaster::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Run
{
    qint64 job = 0;
    QString queue;
    qint64 begin = 0; ///< ms since 1970; one machine, one clock
    qint64 end = 0;
};

qint64 nowMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

/// Appends one line a run to $RUNS. Jobs of a queue take a moment, so that an overlap would show.
constexpr char kNodeTask[] = R"(
const fs = require("fs");
module.exports = async (payload, helpers) => {
  const begin = Date.now();
  if (payload.q) await new Promise((resolve) => setTimeout(resolve, 2));
  fs.appendFileSync(process.env.RUNS, `${helpers.job.id} ${payload.q ?? "-"} ${begin} ${Date.now()}\n`);
};
)";

/// What our workers ran.
struct OurRuns
{
    std::mutex mutex;
    QList<Run> runs;

    void collect(TestWorker *worker)
    {
        worker->options.concurrency = 10;
        worker->options.pollInterval = 100ms;
        worker->handle(u"t"_s, [this](const TaskContext &context) {
            const JobInfo &job = context.job.info;
            const qint64 begin = nowMs();
            if (!job.queueName.isEmpty())
                std::this_thread::sleep_for(2ms);
            const std::scoped_lock lock(mutex);
            runs << Run{job.id, job.queueName, begin, nowMs()};
            return TaskOutcome::success();
        });
    }
    [[nodiscard]] qsizetype count()
    {
        const std::scoped_lock lock(mutex);
        return runs.size();
    }
};

} // namespace

/// Two graphile-worker processes and two of our workers on one schema.
class TestMixedFleet : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    [[nodiscard]] QString runsFile(int node) const
    {
        return m_folder.filePath(u"runs-%1"_s.arg(node));
    }

    std::unique_ptr<QProcess> startNode(const TestDatabase &database, int number) const
    {
        const Peer peer(u"gw-0.18"_s);
        const QStringList command
            = peer.commandLine(database.url(), {u"-j"_s, u"10"_s, u"--poll-interval"_s, u"100"_s});
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"RUNS"_s, runsFile(number));
        environment.insert(u"NO_LOG_SUCCESS"_s, u"1"_s);
        process->setProcessEnvironment(environment);
        process->setWorkingDirectory(m_folder.path());
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->setStandardOutputFile(m_folder.filePath(u"node-%1.log"_s.arg(number)));
        process->start(command.first(), command.mid(1));
        return process;
    }

    [[nodiscard]] QList<Run> nodeRuns(int number) const
    {
        QList<Run> runs;
        QFile file(runsFile(number));
        if (!file.open(QIODevice::ReadOnly))
            return runs;
        while (!file.atEnd()) {
            const QList<QByteArray> words = file.readLine().trimmed().split(' ');
            const QString queue = words.at(1) == "-" ? QString() : QString::fromUtf8(words.at(1));
            runs << Run{words.at(0).toLongLong(), queue, words.at(2).toLongLong(),
                        words.at(3).toLongLong()};
        }
        return runs;
    }

    /// Half of them in twenty named queues.
    static void addJobs(const TestDatabase &database, int count)
    {
        database.script("select count(*) from graphile_worker.add_jobs(array(select row('t', "
                        "json_build_object('q', case when n % 2 = 0 then 'q' || n % 40 end), "
                        "case when n % 2 = 0 then 'q' || n % 40 end, null, null, null, null, null)"
                        "::graphile_worker.job_spec from generate_series(1, "
                        + QByteArray::number(count) + ") n))");
    }
    [[nodiscard]] static QString nodesListening(const TestDatabase &database)
    {
        return database.scalar("select count(*) from pg_stat_activity where datname = "
                               "current_database() and query ilike 'listen %worker:migrate%'"
                               " and application_name not like 'yardmaster%'");
    }
    [[nodiscard]] static bool stopNode(QProcess *node)
    {
        ::kill(pid_t(node->processId()), SIGTERM);
        return node->waitForFinished(60000);
    }
    /// Each job ran once, and those of a queue one after the other.
    static void checkRuns(const QList<Run> &runs, qsizetype count)
    {
        QSet<qint64> jobs;
        for (const Run &run : runs) {
            QVERIFY2(!jobs.contains(run.job), qPrintable(u"job %1 ran twice"_s.arg(run.job)));
            jobs.insert(run.job);
        }
        QCOMPARE(jobs.size(), count);

        QMap<QString, QList<Run>> queues;
        for (const Run &run : runs) {
            if (!run.queue.isEmpty())
                queues[run.queue] << run;
        }
        QCOMPARE(queues.size(), qsizetype{20});
        for (QList<Run> &queue : queues) {
            std::ranges::sort(queue, {}, &Run::begin);
            for (qsizetype i = 1; i < queue.size(); ++i) {
                // Clocks are read in whole milliseconds.
                QVERIFY2(queue[i].begin >= queue[i - 1].end - 1,
                         qPrintable(u"jobs %1 and %2 of one queue overlap"_s.arg(queue[i - 1].job)
                                        .arg(queue[i].job)));
            }
        }
    }

    /// The history tells of each run what the tasks themselves have noted, to a millisecond.
    static void checkHistory(const TestDatabase &database, const QList<Run> &runs)
    {
        QByteArray noted;
        for (const Run &run : runs) {
            noted += noted.isEmpty() ? "(" : ",(";
            noted += QByteArray::number(run.job) + ',' + QByteArray::number(run.begin) + ','
                + QByteArray::number(run.end) + ')';
        }
        database.script("create temp table noted (id bigint, began bigint, ended bigint);"
                        "insert into noted values "
                        + noted);
        QCOMPARE(database.scalar(
                     "select concat_ws(' ', count(*), count(distinct recorded.id), "
                     "count(noted.id), count(*) filter (where outcome = 's'), count(*) filter "
                     "(where extract(epoch from started) * 1000 > began + 1 or extract(epoch from "
                     "finished) * 1000 < ended - 1), count(distinct worker) >= 4) from (select "
                     "outcome, started, finished, worker, unnest(ids) as id from "
                     "graphile_worker._yardmaster_history) as recorded left join noted using (id)"),
                 u"%1 %1 %1 %1 0 t"_s.arg(runs.size()));
        QCOMPARE(
            database.scalar("select count(*) from graphile_worker._yardmaster_history_failures"),
            u"0"_s);
    }

private slots:
    void initTestCase()
    {
        REQUIRE_PEERS();
        QVERIFY(QDir(m_folder.path()).mkpath(u"tasks"_s));
        QFile task(m_folder.filePath(u"tasks/t.js"_s));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write(kNodeTask);
    }

    void everyJobRunsOnceAndQueuesDoNotOverlap()
    {
        constexpr int kJobs = 20000;
        const TestDatabase database = TestDatabase::createMigrated();
        QVERIFY(installHistory(*database.session(), kSchema, {}));
        OurRuns ourRuns;
        QList<qsizetype> shares;
        TestWorker ours[2] = {TestWorker(database), TestWorker(database)};
        for (TestWorker &worker : ours)
            ourRuns.collect(&worker);
        const std::unique_ptr<QProcess> nodes[2] = {startNode(database, 0), startNode(database, 1)};
        for (const auto &node : nodes)
            QVERIFY(node->waitForStarted());
        for (TestWorker &worker : ours)
            worker.start();
        // Node is up when it listens; only then is the work handed out.
        QTRY_COMPARE_WITH_TIMEOUT(nodesListening(database), u"2"_s, 60000);
        // In portions, so that everybody gets some.
        for (int portion = 0; portion < 20; ++portion)
            addJobs(database, kJobs / 20);
        QTRY_COMPARE_WITH_TIMEOUT(database.scalar("select count(*) from graphile_worker.jobs"),
                                  u"0"_s, 120000);
        for (TestWorker &worker : ours)
            QVERIFY(worker.stop());
        for (const auto &node : nodes)
            QVERIFY(stopNode(node.get()));

        QList<Run> runs = ourRuns.runs;
        for (const TestWorker &worker : ours)
            shares << worker.outcome->succeeded;
        for (int number : {0, 1}) {
            const QList<Run> theirs = nodeRuns(number);
            shares << theirs.size();
            runs << theirs;
        }
        qInfo() << "runs by worker, ours first:" << shares;
        for (const qsizetype share : shares)
            QVERIFY2(share > 0, "a worker of the fleet did nothing, so this proves nothing");

        checkRuns(runs, kJobs);
        checkHistory(database, runs);
    }

    /// From graphile-worker to Yardmaster worker by worker, and back, while jobs come and run.
    void aFleetChangesWorkerByWorkerAndBack()
    {
        constexpr int kPortion = 1500;
        constexpr int kPortions = 5; // one for each state of the fleet
        const TestDatabase database = TestDatabase::createMigrated();
        OurRuns ourRuns;
        std::array<std::unique_ptr<TestWorker>, 2> ours;
        std::array<std::unique_ptr<QProcess>, 2> nodes;
        const auto mostRun = [&] {
            addJobs(database, kPortion);
            const int most = kPortion / 4; // may be left
            return QTest::qWaitFor(
                [&] {
                    return database.scalar("select count(*) from graphile_worker.jobs").toInt()
                        <= most;
                },
                60000);
        };
        for (int i = 0; i < 2; ++i) {
            nodes[i] = startNode(database, 2 + i);
            QVERIFY(nodes[i]->waitForStarted());
        }
        QTRY_COMPARE_WITH_TIMEOUT(nodesListening(database), u"2"_s, 60000);
        QVERIFY(mostRun());
        for (int i = 0; i < 2; ++i) {
            // A graphile-worker that is stopped at work may leave a job locked.
            QTRY_COMPARE_WITH_TIMEOUT(database.scalar("select count(*) from graphile_worker.jobs"),
                                      u"0"_s, 120000);
            QVERIFY(stopNode(nodes[i].get()));
            ours[i] = std::make_unique<TestWorker>(database);
            ourRuns.collect(ours[i].get());
            ours[i]->start();
            QVERIFY(ours[i]->waitUntilRunning());
            QVERIFY(mostRun());
        }
        QVERIFY(ourRuns.count() > 0);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(ours[i]->stop());
            QCOMPARE(database.scalar("select count(*) from graphile_worker._private_workers"),
                     QString::number(1 - i)); // all it had locked is free
            nodes[i] = startNode(database, 4 + i);
            QVERIFY(nodes[i]->waitForStarted());
            QTRY_COMPARE_WITH_TIMEOUT(nodesListening(database), QString::number(1 + i), 60000);
            QVERIFY(mostRun());
        }
        QTRY_COMPARE_WITH_TIMEOUT(database.scalar("select count(*) from graphile_worker.jobs"),
                                  u"0"_s, 120000);
        for (const auto &node : nodes)
            QVERIFY(stopNode(node.get()));
        QList<Run> runs = ourRuns.runs;
        for (const int number : {2, 3, 4, 5}) {
            const QList<Run> theirs = nodeRuns(number);
            QVERIFY2(!theirs.isEmpty(),
                     "a worker of the fleet did nothing, so this proves nothing");
            runs << theirs;
        }
        checkRuns(runs, kPortion * kPortions);
        QCOMPARE(database.scalar("select count(*) from graphile_worker._private_job_queues "
                                 "where locked_by is not null"),
                 u"0"_s);
        QCOMPARE(database.scalar("select count(*) from graphile_worker._private_workers"), u"0"_s);
    }
};

YARDMASTER_TEST(TestMixedFleet)
#include "tst_mixed_fleet.moc"

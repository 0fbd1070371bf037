#include "tests/bench/drainprocess.h"

#include "app/server/workerendpoint.h"
#include "app/server/workerhealth.h"
#include "tests/bench/cpumeter.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/tasksources.h>
#include <yardmaster/yardmaster.h>

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QJsonDocument>
#include <QTcpSocket>

#include <condition_variable>
#include <thread>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

/// The times when the first tenth of the jobs ended and the last tenth began. count() from any
/// thread.
class Middle
{
public:
    explicit Middle(qint64 expected)
        : m_first(qint64(double(expected) * (1 - kMiddle) / 2))
        , m_last(expected - m_first)
    { }

    void count(qint64 run)
    {
        if (run == m_first)
            m_begin = Clock::now().time_since_epoch().count();
        if (run == m_last)
            m_end = Clock::now().time_since_epoch().count();
    }
    [[nodiscard]] double seconds() const
    {
        return std::chrono::duration<double>(Clock::duration(m_end - m_begin)).count();
    }

private:
    using Clock = std::chrono::steady_clock;

    const qint64 m_first;
    const qint64 m_last;
    std::atomic<Clock::rep> m_begin = 0;
    std::atomic<Clock::rep> m_end = 0;
};

void waitFor(std::stop_token ended, std::chrono::milliseconds time)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any woken;
    (void)woken.wait_for(lock, ended, time, [] { return false; });
}

/// As Prometheus would, but more often.
void readEverySecond(std::stop_token ended, quint16 port)
{
    while (!ended.stop_requested()) {
        QTcpSocket socket;
        socket.connectToHost(u"127.0.0.1"_s, port);
        if (socket.waitForConnected(1000)) {
            socket.write("GET /metrics HTTP/1.1\r\n\r\n");
            while (socket.waitForReadyRead(1000))
                (void)socket.readAll();
        }
        waitFor(ended, std::chrono::seconds(1));
    }
}

} // namespace

std::optional<DrainOptions> drainOptions(Bench &bench)
{
    const auto concurrency = bench.number(u"concurrency"_s, 1, 1000);
    const auto jobMs = bench.number(u"job-ms"_s, 0, 60000);
    const auto limit = bench.number(u"limit"_s, 1, 86400);
    const auto expected = bench.number(u"expect"_s, 0, 1000000000);
    const auto hosts = bench.number(u"hosts"_s, 1, 64);
    const auto localQueue = bench.number(u"local-queue"_s, 0, 100000);
    if (!concurrency || !jobMs || !limit || !expected || !hosts || !localQueue)
        return std::nullopt;
    const QString tasks = bench.parser.value(u"tasks"_s);
    return DrainOptions{int(*concurrency), int(*jobMs),      !bench.parser.isSet(u"no-batch"_s),
                        int(*limit),       *expected,        tasks,
                        int(*hosts),       int(*localQueue), bench.parser.isSet(u"metrics"_s)};
}

std::shared_ptr<TaskRegistry> tasksOf(Bench &bench, const QString &folder, int hosts)
{
    TaskSources sources{.folder = folder};
    sources.hosts.processes = hosts;
    const auto loaded = loadTasks(sources);
    if (!loaded)
        (void)bench.complain(loaded.error());
    return loaded ? loaded->registry : nullptr;
}

QCommandLineOption expectOption()
{
    QCommandLineOption option(u"expect"_s, u"drain-worker: stop after so many jobs"_s, u"number"_s,
                              u"0"_s);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    return option;
}

DrainProcess::DrainProcess(const Target &target, const DrainOptions &options)
{
    QStringList arguments{u"drain-worker"_s,
                          u"--schema"_s,
                          target.schema,
                          u"--concurrency"_s,
                          QString::number(options.concurrency),
                          u"--job-ms"_s,
                          QString::number(options.jobMs),
                          u"--limit"_s,
                          QString::number(options.limitSeconds),
                          u"--local-queue"_s,
                          QString::number(options.localQueueSize),
                          u"--expect"_s,
                          QString::number(options.expected)};
    if (!options.isBatched)
        arguments << u"--no-batch"_s;
    if (options.hasMetrics)
        arguments << u"--metrics"_s;
    if (!options.tasks.isEmpty())
        arguments << u"--tasks"_s << options.tasks << u"--hosts"_s
                  << QString::number(options.hosts);
    // Not as an argument: there may be a password in it.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"YARDMASTER_BENCH_CONNECTION"_s, target.connection);
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QCoreApplication::applicationFilePath(), arguments);
}

DrainProcess::~DrainProcess()
{
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(5000))
        m_process.kill();
    m_process.waitForFinished(5000);
}

std::optional<QByteArray> DrainProcess::readLine(int patienceMs)
{
    const QDeadlineTimer deadline(patienceMs);
    while (!m_process.canReadLine()) {
        if (deadline.hasExpired() || !m_process.waitForReadyRead(int(deadline.remainingTime())))
            return std::nullopt;
    }
    return m_process.readLine();
}

QString DrainProcess::waitUntilReady()
{
    return readLine(kPatienceMs) == "ready\n" ? QString() : u"a worker process did not start"_s;
}

void DrainProcess::go()
{
    m_process.write("go\n");
    m_process.waitForBytesWritten(kPatienceMs);
}

tl::expected<DrainReport, QString> DrainProcess::waitForReport(std::chrono::seconds patience)
{
    const auto line = readLine(int(std::chrono::milliseconds(patience).count()));
    if (!line)
        return tl::make_unexpected(u"a worker process ended without a report, or did not end"_s);
    const QJsonObject report = QJsonDocument::fromJson(*line).object();
    if (report.contains("error"_L1))
        return tl::make_unexpected(report["error"_L1].toString());
    return DrainReport{report["cpuUs"_L1].toInteger(), report["runs"_L1].toInteger(),
                       report["rssMb"_L1].toDouble(), report["middleSeconds"_L1].toDouble()};
}

int drainWorkerVerb(Bench &bench)
{
    const auto drain = drainOptions(bench);
    if (!drain)
        return 2;
    const QString connection = qEnvironmentVariable("YARDMASTER_BENCH_CONNECTION");
    const auto settings = ConnectionSettings::parse(connection);
    if (!settings)
        return bench.complain(settings.error());

    std::atomic<qint64> runs = 0;
    std::stop_source limit;
    Middle middle(drain->expected);
    const bool isFolder = !drain->tasks.isEmpty();
    const auto registry
        = isFolder ? tasksOf(bench, drain->tasks, drain->hosts) : std::make_shared<TaskRegistry>();
    if (!registry)
        return 1;
    if (!isFolder)
        registry->add(kTask, [&runs, &limit, &middle, drain](const TaskContext &) {
            if (drain->jobMs > 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(drain->jobMs));
            const qint64 run = runs.fetch_add(1, std::memory_order_relaxed) + 1;
            middle.count(run);
            if (run == drain->expected)
                limit.request_stop();
            return TaskOutcome::success();
        });
    WorkerOptions options;
    options.connection = *settings;
    options.schema = bench.parser.value(u"schema"_s);
    options.concurrency = drain->concurrency;
    if (isFolder)
        options.asyncConcurrency = drain->concurrency;
    options.localQueueSize = drain->localQueueSize;
    if (!drain->isBatched) {
        options.localQueueSize = 0;
        options.completeJobBatchDelay.reset();
        options.failJobBatchDelay.reset();
    }
    options.stop = limit.get_token();

    bench.out << "ready" << Qt::endl;
    if (QTextStream(stdin).readLine() != u"go"_s)
        return 0; // the parent process has ended
    // With files as tasks it counts what it took to look at them, as in peer.mjs.
    const qint64 cpuBegin = isFolder ? 0 : ownCpuUs();
    RunOutcome outcome;
    {
        const std::jthread watchdog([&limit, seconds = drain->limitSeconds](std::stop_token ended) {
            waitFor(ended, std::chrono::seconds(seconds));
            if (!ended.stop_requested())
                limit.request_stop();
        });
        EventBus events;
        const WorkerHealth health(&events);
        std::optional<WorkerEndpoint> endpoint;
        std::jthread scraper;
        if (drain->hasMetrics) {
            endpoint.emplace(&events, &health, drain->concurrency);
            if (const auto opened
                = endpoint->open({u"127.0.0.1"_s, 0}, [] { return WorkerStatus(); });
                !opened)
                return bench.complain(opened.error());
            scraper = std::jthread(readEverySecond, endpoint->port());
        }
        outcome = runOnce(options, registry, &events);
        scraper = {};
    }
    if (outcome.reason == RunOutcome::Reason::Failed) {
        bench.print({{u"error"_s, outcome.error.message}});
        return 1;
    }
    return bench.print({{u"cpuUs"_s, ownCpuUs() - cpuBegin},
                        {u"runs"_s, isFolder ? outcome.succeeded : runs.load()},
                        {u"rssMb"_s, ownPeakRssMb()},
                        {u"middleSeconds"_s, middle.seconds()}});
}

} // namespace yardmaster::bench

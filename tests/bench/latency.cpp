#include "tests/bench/bench.h"
#include "tests/bench/drainprocess.h"
#include "tests/bench/percentiles.h"
#include "worker/db/sqltext.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/yardmaster.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace yardmaster::bench {

using namespace Qt::StringLiterals;

namespace {

using Clock = std::chrono::steady_clock;

/// When the handler was called last.
class Arrival
{
public:
    void set(Clock::time_point time = Clock::now())
    {
        const std::scoped_lock lock(m_mutex);
        m_time = time;
        m_arrived.notify_one();
    }
    [[nodiscard]] std::optional<Clock::time_point> take(std::chrono::seconds patience)
    {
        std::unique_lock lock(m_mutex);
        m_arrived.wait_for(lock, patience, [this] { return m_time.has_value(); });
        return std::exchange(m_time, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::optional<Clock::time_point> m_time;
};

struct Samples
{
    std::vector<double> call; ///< ms from the call of add_job
    std::vector<double> ack;  ///< ms from its answer; below 0 if the handler was faster
};

double ms(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// Adds jobs one by one, each `gap` after the one before has been run.
/// @param untilDrained  end early, when no job of the load is left.
Result<Samples> sample(const Target &target, Arrival &arrival, qint64 count,
                       std::chrono::milliseconds gap, bool untilDrained)
{
    constexpr qint64 kWarmUp = 20;
    Session &session = *target.session;
    const QByteArray add = sqlText("tests/bench/add_probe.sql", target.schema);
    Samples samples;
    const qint64 warmUp = untilDrained ? 1 : kWarmUp;
    for (qint64 n = 0; n < count + warmUp; ++n) {
        const auto begin = Clock::now();
        const auto added = session.queryPrepared("bench_probe", add);
        const auto acknowledged = Clock::now();
        if (!added)
            return tl::make_unexpected(added.error());
        const auto arrived = arrival.take(std::chrono::seconds(60));
        if (!arrived) {
            return tl::make_unexpected(
                DbError{DbError::Kind::Statement, {}, u"a job was not run within a minute"_s});
        }
        if (n >= warmUp) {
            samples.call.push_back(ms(*arrived - begin));
            samples.ack.push_back(ms(*arrived - acknowledged));
        }
        std::this_thread::sleep_for(gap);
        if (untilDrained && n >= warmUp) {
            const auto left = countNoopJobs(session, target.schema);
            if (!left)
                return tl::make_unexpected(left.error());
            if (*left == 0)
                break;
        }
    }
    return samples;
}

} // namespace

int latencyVerb(Bench &bench)
{
    const auto count = bench.number(u"samples"_s, 1, 1000000);
    const auto gap = bench.number(u"gap"_s, 0, 60000);
    const auto load = bench.number(u"load"_s, 0, 10000000);
    const auto concurrency = bench.number(u"concurrency"_s, 1, 1000);
    const auto hosts = bench.number(u"hosts"_s, 1, 64);
    if (!count || !gap || !load || !concurrency || !hosts)
        return 2;
    const auto target = bench.target(true);
    if (!target)
        return 1;

    Arrival arrival;
    const QString folder = bench.parser.value(u"tasks"_s);
    const auto registry
        = folder.isEmpty() ? std::make_shared<TaskRegistry>() : tasksOf(bench, folder, int(*hosts));
    if (!registry)
        return 1;
    if (folder.isEmpty()) {
        registry->add(u"probe"_s, [&arrival](const TaskContext &) {
            arrival.set();
            return TaskOutcome::success();
        });
        registry->add(kTask, [](const TaskContext &) { return TaskOutcome::success(); });
    }
    EventBus events;
    // What the probe of a folder prints is the monotonic time when it was called.
    QObject::connect(
        &events, &EventBus::jobOutput, &events,
        [&arrival](const JobInfo &, const QString &line) {
            arrival.set(Clock::time_point(std::chrono::nanoseconds(line.toLongLong())));
        },
        Qt::DirectConnection);
    if (*load > 0) {
        if (const auto added = addNoopJobs(*target->session, target->schema, *load, 100); !added)
            return bench.complain(added.error());
        if (const auto settled = settle(*target->session, target->schema); !settled)
            return bench.complain(settled.error());
    }
    WorkerOptions options;
    options.connection = target->settings;
    options.schema = target->schema;
    options.concurrency = int(*concurrency);
    if (!folder.isEmpty())
        options.asyncConcurrency = options.concurrency;
    const auto worker = run(options, registry, &events);
    const auto samples
        = sample(*target, arrival, *count, std::chrono::milliseconds(*gap), *load > 0);
    worker->stop();
    const RunOutcome outcome = worker->whenFinished().result();
    if (outcome.reason == RunOutcome::Reason::Failed)
        return bench.complain(outcome.error);
    if (!samples)
        return bench.complain(samples.error());
    if (samples->call.empty())
        return bench.complain(u"the load was drained before the first sample; use a bigger one"_s);
    QJsonObject line{{u"verb"_s, u"latency"_s}, {u"samples"_s, qint64(samples->call.size())}};
    for (const int percent : {50, 95, 99}) {
        line[u"call%1"_s.arg(percent)] = rounded(percentile(samples->call, percent));
        line[u"ack%1"_s.arg(percent)] = rounded(percentile(samples->ack, percent));
    }
    line[u"max"_s] = rounded(percentile(samples->call, 100));
    line[u"load"_s] = *load;
    line[u"gapMs"_s] = *gap;
    return bench.print(line);
}

} // namespace yardmaster::bench

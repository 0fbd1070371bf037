#include "app/server/workermetrics.h"

#include "app/server/processfacts.h"
#include "app/server/workerhealth.h"
#include "worker/events/databaseactivity.h"
#include <yardmaster/eventbus.h>

#include <QCoreApplication>

#include <algorithm>
#include <atomic>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

using Type = MetricsText::Type;

double seconds(std::chrono::microseconds time)
{
    return double(time.count()) / 1e6;
}

/// Small numbers, given to threads in turn.
size_t threadNumber()
{
    static std::atomic<size_t> next = 0;
    static thread_local const size_t number = next++;
    return number;
}

/// The key of all tasks beyond WorkerMetrics::kTasks. PostgreSQL's texts have no NUL.
const QString kOthers(QChar(0));

void writeGauge(MetricsText *text, const char *name, const char *help,
                std::optional<WorkerStatus::Duration> time)
{
    if (time)
        text->single(name, Type::Gauge, help, seconds(*time));
}

void writeProcess(MetricsText *text, double startedAt)
{
    text->single("process_start_time_seconds", Type::Gauge,
                 "Start time of the process since the Unix epoch.", startedAt);
    const ProcessFacts facts = readProcessFacts();
    text->single("process_cpu_seconds_total", Type::Counter, "CPU time of the process.",
                 facts.cpuSeconds);
    text->single("process_resident_memory_bytes", Type::Gauge, "Resident memory of the process.",
                 double(facts.residentBytes));
    text->single("process_open_fds", Type::Gauge, "Open file descriptors of the process.",
                 facts.openFiles);
}

} // namespace

void WorkerMetrics::Histogram::add(std::chrono::microseconds value)
{
    const double inSeconds = seconds(value);
    size_t at = 0;
    while (at < kBounds.size() && inSeconds > kBounds[at])
        ++at;
    ++counts[at];
    sum += value;
}

void WorkerMetrics::Histogram::add(const Histogram &other)
{
    for (size_t i = 0; i < counts.size(); ++i)
        counts[i] += other.counts[i];
    sum += other.sum;
}

void WorkerMetrics::Task::add(const Task &other)
{
    for (size_t i = 0; i < outcomes.size(); ++i)
        outcomes[i] += other.outcomes[i];
    wait.add(other.wait);
    run.add(other.run);
}

WorkerMetrics::WorkerMetrics(EventBus *events, const WorkerHealth *health, int concurrency)
    : m_health(health)
    , m_concurrency(concurrency)
    , m_startedAt(seconds(std::chrono::duration_cast<std::chrono::microseconds>(
          std::chrono::system_clock::now().time_since_epoch())))
{
    // All direct: nothing piles up in an event loop.
    const auto on = [this, events](auto signal, auto slot) {
        connect(events, signal, this, slot, Qt::DirectConnection);
    };
    on(&EventBus::workerStarted,
       [this](const QString &, const QStringList &tasks) { onTasks(tasks); });
    on(&EventBus::jobStarted, [this](const JobEvent &event) { onStarted(event); });
    on(&EventBus::jobCompleted, [this](const JobEvent &event) {
        if (event.error.isEmpty() && !event.final && !event.retryAt.isValid())
            onEnded(event, Succeeded, true);
    });
    on(&EventBus::jobFailed, [this](const JobEvent &event) {
        onEnded(event, event.final ? FailedForGood : Failed, true);
    });
    on(&EventBus::jobSnoozed, [this](const JobEvent &event) { onEnded(event, Snoozed, true); });
    on(&EventBus::jobInterrupted,
       [this](const JobEvent &event) { onEnded(event, Interrupted, false); });
    on(&EventBus::jobLostLease,
       [this](const JobEvent &event) { onEnded(event, LostLease, false); });
    on(&EventBus::databaseRecovered, [this](const QString &during) {
        const std::scoped_lock lock(m_mutex);
        ++m_reconnects[during];
    });
    // An increase can be seen only of what was there before.
    for (const QString &activity : DatabaseActivity::names())
        m_reconnects[activity] = 0;
    on(&EventBus::workerRecovered, [this](const RecoveryEvent &event) {
        const std::scoped_lock lock(m_mutex);
        m_sweptWorkers += event.staleWorkers.size();
        m_recoveredJobs += event.jobs;
    });
    on(&EventBus::cronScheduled, [this](const CronEvent &event) {
        const auto added
            = std::ranges::count(event.runs, CronRun::Outcome::Added, &CronRun::outcome);
        const std::scoped_lock lock(m_mutex);
        m_cronJobs += added;
    });
}

QString WorkerMetrics::nameFor(const QString &task)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_known.contains(task)) {
        if (m_known.size() >= kTasks)
            return kOthers;
        m_known.insert(task);
    }
    return task;
}

/// So that the first failure of a task is an increase, and not the beginning of a series.
void WorkerMetrics::onTasks(const QStringList &tasks)
{
    for (const QString &task : tasks)
        change(task, [](Task *) {});
}

template <typename Change> void WorkerMetrics::change(const QString &task, const Change &change)
{
    Shard &shard = m_shards[threadNumber() % m_shards.size()];
    {
        const std::scoped_lock lock(shard.mutex);
        if (const auto it = shard.tasks.find(task); it != shard.tasks.end()) {
            change(&*it);
            return;
        }
    }
    const QString name = nameFor(task);
    const std::scoped_lock lock(shard.mutex);
    change(&shard.tasks[name]);
}

void WorkerMetrics::onStarted(const JobEvent &event)
{
    if (!isFinite(event.job.runAt))
        return; // due since ever
    const auto now
        = std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
    // The database's clock and this one may differ.
    const auto wait = std::max(now - event.job.runAt, std::chrono::microseconds(0));
    change(event.job.task, [wait](Task *task) { task->wait.add(wait); });
}

void WorkerMetrics::onEnded(const JobEvent &event, Outcome outcome, bool wasRun)
{
    change(event.job.task, [&](Task *task) {
        ++task->outcomes[outcome];
        if (wasRun)
            task->run.add(event.duration);
    });
}

std::map<QString, WorkerMetrics::Task> WorkerMetrics::sums() const
{
    std::map<QString, Task> sums;
    for (const Shard &shard : m_shards) {
        const std::scoped_lock lock(shard.mutex);
        for (auto it = shard.tasks.cbegin(); it != shard.tasks.cend(); ++it)
            sums[it.key() == kOthers ? MetricsText::kOtherTasks : MetricsText::taskLabel(it.key())]
                .add(*it);
    }
    return sums;
}

void WorkerMetrics::writeHistogram(MetricsText *text, const QString &task,
                                   const Histogram &histogram)
{
    qint64 count = 0;
    for (size_t i = 0; i < histogram.counts.size(); ++i) {
        count += histogram.counts[i];
        const QString bound = i < kBounds.size() ? QString::number(kBounds[i]) : u"+Inf"_s;
        text->add(double(count), {{"task", task}, {"le", bound}}, "_bucket");
    }
    text->add(seconds(histogram.sum), {{"task", task}}, "_sum");
    text->add(double(count), {{"task", task}}, "_count");
}

void WorkerMetrics::writeTasks(MetricsText *text) const
{
    const std::map<QString, Task> tasks = sums();
    text->begin("yardmaster_jobs_total", Type::Counter,
                "Runs of jobs that have ended, by task and outcome.");
    for (const auto &[name, task] : tasks) {
        for (size_t i = 0; i < kOutcomes.size(); ++i)
            text->add(double(task.outcomes[i]),
                      {{"task", name}, {"outcome", QString::fromLatin1(kOutcomes[i])}});
    }
    text->begin("yardmaster_job_wait_seconds", Type::Histogram,
                "Time from when a job was due until it started.");
    for (const auto &[name, task] : tasks)
        writeHistogram(text, name, task.wait);
    text->begin("yardmaster_job_run_seconds", Type::Histogram,
                "Time that handlers took, for runs whose result was written.");
    for (const auto &[name, task] : tasks)
        writeHistogram(text, name, task.run);
}

QByteArray WorkerMetrics::text(const WorkerStatus &status) const
{
    MetricsText text;
    text.begin("yardmaster_build_info", Type::Gauge, "The version, as a label.");
    text.add(1, {{"version", QCoreApplication::applicationVersion()}});
    text.single("yardmaster_worker_ready", Type::Gauge,
                "1 while the worker fetches and runs jobs, as /readyz says.",
                m_health->whyNotReady(status).isEmpty() ? 1 : 0);
    text.single("yardmaster_worker_stopping", Type::Gauge,
                "1 once the worker has been asked to stop.", m_health->isStopping() ? 1 : 0);
    text.single("yardmaster_worker_unresponsive_seconds", Type::Gauge,
                "How long a thread of the worker has not responded.", seconds(status.unresponsive));
    text.single("yardmaster_concurrency", Type::Gauge, "Jobs that may run at the same time.",
                m_concurrency);
    text.single("yardmaster_jobs_running", Type::Gauge, "Jobs that are running now.",
                status.running);
    text.single("yardmaster_jobs_prefetched", Type::Gauge, "Jobs fetched ahead, not started.",
                status.waiting);
    text.single("yardmaster_results_unwritten", Type::Gauge,
                "Results that are not in the database yet.", status.unwritten);
    writeGauge(&text, "yardmaster_heartbeat_age_seconds",
               "Time since the last confirmed heartbeat was sent.", status.sinceHeartbeat);
    writeGauge(&text, "yardmaster_fetch_age_seconds", "Time since the last answer to a fetch.",
               status.sinceFetch);
    text.single("yardmaster_database_up", Type::Gauge, "0 during an outage of the database.",
                m_health->isDatabaseGone() ? 0 : 1);
    text.single("yardmaster_database_outages_total", Type::Counter, "Outages of the database.",
                double(m_health->outages()));
    {
        const std::scoped_lock lock(m_mutex);
        text.begin("yardmaster_database_recoveries_total", Type::Counter,
                   "How many times an activity worked again after a database error.");
        for (const auto &[during, count] : m_reconnects)
            text.add(double(count), {{"activity", during}});
        text.single("yardmaster_swept_workers_total", Type::Counter,
                    "Stale workers that this one has swept.", double(m_sweptWorkers));
        text.single("yardmaster_recovered_jobs_total", Type::Counter,
                    "Jobs of stale workers that this one has returned to the queue.",
                    double(m_recoveredJobs));
        text.single("yardmaster_cron_jobs_total", Type::Counter,
                    "Jobs that this worker has added from its crontab.", double(m_cronJobs));
    }
    writeTasks(&text);
    writeProcess(&text, m_startedAt);
    return text.take();
}

} // namespace yardmaster

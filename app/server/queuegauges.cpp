#include "app/server/queuegauges.h"

#include "app/server/metricstext.h"
#include "models/overview/metricsreader.h"
#include "models/query/filterkeys.h"
#include "models/query/jobcounts.h"
#include "models/tasks/tasksnapshot.h"
#include "worker/db/opensessions.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/session.h>

#include <QLoggingCategory>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>

#include <pthread.h>

Q_LOGGING_CATEGORY(lcQueueGauges, "yardmaster.queuemetrics", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Clock = std::chrono::steady_clock;
using Type = MetricsText::Type;

constexpr std::array kGaugedStates{JobState::Ready,        JobState::Blocked, JobState::Scheduled,
                                   JobState::Retrying,     JobState::Running, JobState::Stuck,
                                   JobState::FailedForGood};

/// How much longer than a reading the pause after it is.
constexpr int kPauses = 19;

struct QueueReading
{
    Clock::time_point at;
    JobCounts counts;
    QList<TaskRow> tasks; ///< the largest first
    std::optional<std::chrono::milliseconds> oldestReady;
};

Result<QueueReading> readQueue(Session &session, const QString &schema, JobCounter *counter)
{
    QueueReading reading;
    reading.at = Clock::now();
    auto counts = counter->count(session);
    if (!counts)
        return tl::make_unexpected(counts.error());
    auto tasks = yardmaster::readTasks(session, schema);
    if (!tasks)
        return tl::make_unexpected(tasks.error());
    const auto ages = MetricsReader(schema).read(session, false);
    if (!ages)
        return tl::make_unexpected(ages.error());
    reading.counts = *std::move(counts);
    reading.oldestReady = ages->oldestReady;
    for (TaskRow &task : tasks->tasks) {
        task.load = reading.counts.ofTask(task.id);
        if (task.load.all().value.value_or(0) > 0)
            reading.tasks << std::move(task);
    }
    std::ranges::stable_sort(reading.tasks, std::ranges::greater(),
                             [](const TaskRow &task) { return task.load.all().value.value_or(0); });
    return reading;
}

} // namespace

struct QueueGauges::State
{
    ConnectionSettings connection;
    QString schema;
    const std::shared_ptr<OpenSessions> sessions = std::make_shared<OpenSessions>();

    std::mutex mutex; // guards the rest
    std::condition_variable changed;
    std::optional<Clock::time_point> asked; ///< last
    std::optional<QueueReading> reading;
    bool isStopping = false;
    bool hasEnded = false;

    /// On the thread.
    void run()
    {
        std::unique_ptr<Session> session;
        JobCounter counter(schema);
        QString complaint;
        std::unique_lock lock(mutex);
        while (!isStopping) {
            if (!asked || Clock::now() - *asked > kAsked) {
                session.reset();
                changed.wait(lock,
                             [this, before = asked] { return isStopping || asked != before; });
                continue;
            }
            lock.unlock();
            const auto begin = Clock::now();
            Result<QueueReading> read = tl::make_unexpected(DbError());
            if (!session || session->isLost()) {
                auto opened = Session::open(connection, u"metrics"_s);
                session = opened ? *std::move(opened) : nullptr;
                if (!opened)
                    read = tl::make_unexpected(opened.error());
            }
            if (session)
                read = readQueue(*session, schema, &counter);
            const auto took = Clock::now() - begin;
            lock.lock();
            if (isStopping)
                break;
            if (read)
                reading = *std::move(read);
            const QString problem = read ? QString() : read.error().message;
            if (!problem.isEmpty() && problem != complaint)
                qCWarning(lcQueueGauges, "the queue cannot be counted for the metrics: %s",
                          qUtf8Printable(problem));
            complaint = problem;
            changed.wait_for(lock, std::max<Clock::duration>(kInterval, took * kPauses),
                             [this] { return isStopping; });
        }
        lock.unlock();
        session.reset();
        lock.lock();
        hasEnded = true;
        changed.notify_all();
    }
};

QueueGauges::QueueGauges(const ConnectionSettings &connection, const QString &schema)
    : m_state(std::make_shared<State>())
{
    m_state->connection = connection;
    m_state->connection.setSessions(m_state->sessions);
    m_state->schema = schema;
    m_thread = std::thread([state = m_state] { state->run(); });
    ::pthread_setname_np(m_thread.native_handle(), "yardmaster gauge");
}

QueueGauges::~QueueGauges()
{
    std::unique_lock lock(m_state->mutex);
    m_state->isStopping = true;
    m_state->changed.notify_all();
    m_state->sessions->close();
    const bool hasEnded
        = m_state->changed.wait_for(lock, 300ms, [this] { return m_state->hasEnded; });
    lock.unlock();
    if (hasEnded)
        m_thread.join();
    else
        m_thread.detach(); // it connects to a server that does not answer
}

QByteArray QueueGauges::text() const
{
    const std::scoped_lock lock(m_state->mutex);
    m_state->asked = Clock::now();
    m_state->changed.notify_all();
    const auto &reading = m_state->reading;
    if (!reading || Clock::now() - reading->at > kOld)
        return {};
    MetricsText text;
    text.begin("yardmaster_queue_jobs", Type::Gauge,
               "Jobs of the queue, by task and state, whatever worker they are for.");
    const auto add = [&text](const QString &task, const std::array<qint64, 7> &jobs) {
        for (size_t i = 0; i < jobs.size(); ++i)
            text.add(double(jobs.at(i)),
                     {{"task", task}, {"state", filterStateName(kGaugedStates.at(i))}});
    };
    std::array<qint64, 7> others{};
    for (qsizetype i = 0; i < reading->tasks.size(); ++i) {
        std::array<qint64, 7> jobs{};
        for (size_t state = 0; state < jobs.size(); ++state)
            jobs.at(state) = reading->tasks[i].load.of(kGaugedStates.at(state)).value.value_or(0);
        if (i < kTasks)
            add(MetricsText::taskLabel(reading->tasks[i].name), jobs);
        else
            std::ranges::transform(others, jobs, others.begin(), std::plus());
    }
    if (reading->tasks.size() > kTasks)
        add(MetricsText::kOtherTasks, others);
    text.single("yardmaster_queue_counted_ratio", Type::Gauge,
                "Fraction of the table that was counted; below 1 the numbers are estimates.",
                reading->counts.share);
    text.single("yardmaster_queue_oldest_ready_seconds", Type::Gauge,
                "How long the oldest due job has been due; 0: no job is due.",
                double(reading->oldestReady.value_or(0ms).count()) / 1e3);
    text.single("yardmaster_queue_read_age_seconds", Type::Gauge,
                "Time since the queue was counted.",
                std::chrono::duration<double>(Clock::now() - reading->at).count());
    return text.take();
}

} // namespace yardmaster

#include "models/overview/metricspoller.h"

#include "models/console/queuemonitor.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kTasksInterval = 15s;
constexpr std::chrono::milliseconds kGap = 60s;
constexpr std::chrono::milliseconds kFinalsInterval = 5s;
constexpr int kFinalsRest = 100;

} // namespace

/// Reads, and with the failing tasks when it is time for them. One background thread, but for the
/// flag.
struct MetricsPoller::Details
{
    explicit Details(const QString &schema)
        : reader(schema)
    { }

    std::atomic<bool> areWanted = false;
    MetricsReader reader;
    QElapsedTimer sinceTasks;
    std::chrono::milliseconds tasksCost{0};

    [[nodiscard]] Result<MetricsSample> read(Session &session)
    {
        const auto rest = std::max(kTasksInterval, PollerBase::kRest * tasksCost);
        const bool wantsTasks
            = areWanted && (!sinceTasks.isValid() || sinceTasks.hasExpired(rest.count()));
        auto reading = reader.read(session, wantsTasks);
        if (reading && reading->tasks) {
            tasksCost = reading->tasks->cost;
            sinceTasks.start();
        }
        return reading;
    }
};

MetricsPoller::MetricsPoller(const QueueMonitor *monitor, SessionPool sessions,
                             const QString &schema, QObject *parent)
    : QObject(parent)
    , m_monitor(monitor)
    , m_details(std::make_shared<Details>(schema))
    , m_poller(
          std::move(sessions),
          [details = m_details](Session &session) { return details->read(session); }, 2s, nullptr,
          SessionPool::Use::Background) // a standby does not count what moves
    , m_finalFailures(
          m_poller.sessions(),
          [reader = std::make_shared<FinalFailuresReader>(schema)](Session &session) {
              return reader->read(session);
          },
          kFinalsInterval, nullptr, SessionPool::Use::Background)
{
    m_finalFailures.setRest(kFinalsRest);
    connect(&m_finalFailures, &PollerBase::read, this,
            [this] { m_rates.add(*m_finalFailures.latest()); });
    connect(&m_poller, &PollerBase::read, this, &MetricsPoller::onRead);
    connect(&m_poller, &PollerBase::failed, this, &MetricsPoller::failed);
    connect(&m_poller, &PollerBase::freshnessChanged, this, &MetricsPoller::freshnessChanged);
}

MetricsPoller::~MetricsPoller() = default;

void MetricsPoller::setPaused(bool isPaused)
{
    m_poller.setPaused(isPaused);
    m_finalFailures.setPaused(isPaused);
}

void MetricsPoller::setDetailed(bool isDetailed)
{
    if (!m_details->areWanted.exchange(isDetailed) && isDetailed)
        refreshSoon();
}

void MetricsPoller::onRead()
{
    const MetricsSample &reading = *m_poller.latest();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool isAfterGap = m_latest.time.isValid() && m_latest.time.msecsTo(now) > kGap.count()
        && PollerBase::kRest * reading.cost < kGap;
    if (isAfterGap)
        m_rates.clear();
    QueueMetrics metrics;
    metrics.time = now;
    metrics.isAfterGap = isAfterGap;
    static_cast<StateCounts &>(metrics) = m_monitor->counts();
    metrics.readyTime = m_monitor->readAt(JobState::Ready);
    metrics.takenTime = m_monitor->readAt(JobState::FailedForGood);
    m_rates.add(reading);
    metrics.oldestReady = reading.oldestReady;
    metrics.isOldestLowerBound = reading.isOldestLowerBound;
    metrics.arrivals = m_rates.arrivals();
    metrics.completions = m_rates.completions();
    metrics.failures = m_rates.failures();
    metrics.isFailuresLowerBound = m_rates.isFailuresLowerBound();
    metrics.oldestQueues = reading.oldestQueues;
    metrics.hasTasks = m_latest.hasTasks || reading.tasks;
    metrics.failingTasks = m_latest.failingTasks;
    metrics.areTasksComplete = m_latest.areTasksComplete;
    if (reading.tasks) {
        metrics.failingTasks = reading.tasks->failing;
        metrics.areTasksComplete = reading.tasks->areComplete;
    }
    m_latest = std::move(metrics);
    m_history.add(m_latest);
    Q_EMIT read();
}

} // namespace yardmaster

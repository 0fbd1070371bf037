#include "models/overview/vitalswatch.h"

#include "models/console/queuemonitor.h"

#include <QElapsedTimer>

#include <algorithm>
#include <atomic>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds kTasksInterval = 15s;
constexpr std::chrono::milliseconds kGap = 60s;

} // namespace

/// Reads, and with the failing tasks when it is time for them. One background thread, but for the
/// flag.
struct VitalsWatch::Details
{
    explicit Details(const QString &schema)
        : reader(schema)
    { }

    std::atomic<bool> areWanted = false;
    VitalsReader reader;
    QElapsedTimer sinceTasks;
    std::chrono::milliseconds tasksCost{0};

    [[nodiscard]] Result<VitalsReading> read(Session &session)
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

VitalsWatch::VitalsWatch(const QueueMonitor *monitor, SessionPool sessions, const QString &schema,
                         QObject *parent)
    : QObject(parent)
    , m_monitor(monitor)
    , m_details(std::make_shared<Details>(schema))
    , m_poller(
          std::move(sessions),
          [details = m_details](Session &session) { return details->read(session); }, 2s)
{
    connect(&m_poller, &PollerBase::read, this, &VitalsWatch::onRead);
    connect(&m_poller, &PollerBase::failed, this, &VitalsWatch::failed);
}

VitalsWatch::~VitalsWatch() = default;

void VitalsWatch::setDetailed(bool isDetailed)
{
    if (!m_details->areWanted.exchange(isDetailed) && isDetailed)
        refreshSoon();
}

void VitalsWatch::onRead()
{
    const VitalsReading &reading = *m_poller.latest();
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool isAfterGap = m_latest.time.isValid() && m_latest.time.msecsTo(now) > kGap.count()
        && PollerBase::kRest * reading.cost < kGap;
    if (isAfterGap)
        m_rates.clear();
    Vitals vitals;
    vitals.time = now;
    vitals.isAfterGap = isAfterGap;
    const QueueCounts &counts = m_monitor->counts();
    vitals.ready = counts.of(JobState::Ready);
    vitals.scheduled = counts.of(JobState::Scheduled);
    vitals.running = counts.of(JobState::Running);
    vitals.retrying = counts.of(JobState::Retrying);
    vitals.failed = counts.of(JobState::FailedForGood);
    vitals.blocked = counts.of(JobState::Blocked);
    vitals.stuck = counts.of(JobState::Stuck);
    vitals.takenTime = m_monitor->takenReadAt();
    m_rates.add(reading, vitals.failed, vitals.takenTime);
    vitals.oldestReady = reading.oldestReady;
    vitals.isOldestLowerBound = reading.isOldestLowerBound;
    vitals.arrivals = m_rates.arrivals();
    vitals.completions = m_rates.completions();
    vitals.failures = m_rates.failures();
    vitals.isFailuresLowerBound = m_rates.isFailuresLowerBound();
    vitals.oldestQueues = reading.oldestQueues;
    vitals.failingTasks = m_latest.failingTasks;
    vitals.areTasksComplete = m_latest.areTasksComplete;
    if (reading.tasks) {
        vitals.failingTasks = reading.tasks->failing;
        vitals.areTasksComplete = reading.tasks->areComplete;
    }
    m_latest = std::move(vitals);
    m_history.add(m_latest);
    Q_EMIT read();
}

} // namespace yardmaster

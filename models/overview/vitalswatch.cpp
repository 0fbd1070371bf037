#include "models/overview/vitalswatch.h"

#include "models/queuemonitor.h"

#include <QFutureWatcher>

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr int kRest = 20; // times as long as the read took
constexpr std::chrono::milliseconds kSoon = 250ms;
constexpr std::chrono::milliseconds kTasksInterval = 15s;
constexpr std::chrono::milliseconds kGap = 60s;

std::chrono::milliseconds elapsed(const QElapsedTimer &timer)
{
    return timer.isValid() ? std::chrono::milliseconds(timer.elapsed()) : 24h;
}

} // namespace

VitalsWatch::VitalsWatch(const QueueMonitor *monitor, ConnectionSettings connection, QString schema,
                         QObject *parent)
    : QObject(parent)
    , m_monitor(monitor)
    , m_reader(std::make_shared<VitalsReader>(schema))
    , m_session(std::move(connection), QStringLiteral("vitals"))
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &VitalsWatch::readNow);
}

VitalsWatch::~VitalsWatch() = default;

void VitalsWatch::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused) {
        m_timer.stop();
    } else if (!m_isReading) {
        schedule(std::max(0ms, kRest * m_lastCost - elapsed(m_sinceRead)));
    }
}

void VitalsWatch::setDetailed(bool isDetailed)
{
    if (std::exchange(m_isDetailed, isDetailed) == isDetailed || !isDetailed)
        return;
    if (elapsed(m_sinceTasks) > kTasksInterval)
        refreshSoon();
}

void VitalsWatch::refreshSoon()
{
    if (m_isPaused || m_isTroubled)
        return; // the retry, or the next look, reads anyway
    if (m_isReading) {
        m_wantsMore = true;
        return;
    }
    const auto soon = std::max(kSoon, kRest * m_lastCost - elapsed(m_sinceRead));
    if (m_timer.remainingTimeAsDuration() > soon)
        schedule(soon);
}

void VitalsWatch::readNow()
{
    m_isReading = true;
    m_wantsMore = false;
    m_sinceAsked.start();
    const bool wantsTasks
        = m_isDetailed && elapsed(m_sinceTasks) >= std::max(kTasksInterval, kRest * m_tasksCost);
    auto *watcher = new QFutureWatcher<Result<VitalsReading>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        onAnswer(watcher->result());
    });
    const std::function<Result<VitalsReading>(Session &)> visit
        = [reader = m_reader, wantsTasks](Session &session) {
              return reader->read(session, wantsTasks);
          };
    watcher->setFuture(m_session.run(visit));
}

void VitalsWatch::onAnswer(const Result<VitalsReading> &answer)
{
    m_isReading = false;
    m_sinceRead.start();
    if (!answer) {
        onTrouble(answer.error());
        return;
    }
    m_isTroubled = false;
    m_backoff.reset();
    m_lastCost = answer->cost;

    const QDateTime now = QDateTime::currentDateTimeUtc();
    const bool isAfterGap = m_latest.time.isValid() && m_latest.time.msecsTo(now) > kGap.count()
        && m_lastCost * kRest < kGap;
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
    m_rates.add(*answer, vitals.failed, vitals.takenTime);
    vitals.oldestReady = answer->oldestReady;
    vitals.isOldestLowerBound = answer->isOldestLowerBound;
    vitals.arrivals = m_rates.arrivals();
    vitals.completions = m_rates.completions();
    vitals.failures = m_rates.failures();
    vitals.isFailuresLowerBound = m_rates.isFailuresLowerBound();
    vitals.oldestQueues = answer->oldestQueues;
    vitals.failingTasks = m_latest.failingTasks;
    vitals.areTasksComplete = m_latest.areTasksComplete;
    if (answer->tasks) {
        vitals.failingTasks = answer->tasks->failing;
        vitals.areTasksComplete = answer->tasks->areComplete;
        m_tasksCost = answer->tasks->cost;
        m_sinceTasks.start();
    }
    m_latest = std::move(vitals);
    m_history.add(m_latest);
    schedule(std::max(m_wantsMore ? kSoon : m_interval, kRest * m_lastCost));
    Q_EMIT read();
}

void VitalsWatch::onTrouble(const DbError &error)
{
    m_isTroubled = true;
    m_error = error;
    // A question that was too expensive is not asked again and again.
    const bool isTooSlow = error.kind == DbError::Kind::Cancelled;
    m_lastCost = isTooSlow ? elapsed(m_sinceAsked) : 0ms;
    const std::chrono::milliseconds delay
        = std::max({m_interval, m_backoff.next(), kRest * m_lastCost});
    m_retryAt = QDateTime::currentDateTimeUtc().addMSecs(delay.count());
    schedule(delay);
    Q_EMIT failed(error);
}

void VitalsWatch::schedule(std::chrono::milliseconds delay)
{
    if (!m_isPaused)
        m_timer.start(delay);
}

} // namespace yardmaster

#include "models/workers/workerswatch.h"

#include <QFutureWatcher>

#include <algorithm>
#include <utility>

namespace yardmaster {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kInterval = 2s;
constexpr milliseconds kLocksInterval = 3s;
constexpr milliseconds kSoon = 500ms;
constexpr int kRest = 20; // times as long as the read took
constexpr auto kPatience = 10s;
constexpr qsizetype kKnown = 500;

} // namespace

WorkersWatch::WorkersWatch(ConnectionSettings connection, QString schema, QObject *parent)
    : QObject(parent)
    , m_schema(std::move(schema))
    , m_fleetSession(connection, QStringLiteral("workers"))
    , m_locksSession(std::move(connection), QStringLiteral("locks"))
    , m_fleetTimer(this)
    , m_locksTimer(this)
{
    m_fleetTimer.setSingleShot(true);
    m_locksTimer.setSingleShot(true);
    connect(&m_fleetTimer, &QTimer::timeout, this, &WorkersWatch::readFleetNow);
    connect(&m_locksTimer, &QTimer::timeout, this, &WorkersWatch::readLocksNow);
}

WorkersWatch::~WorkersWatch() = default;

void WorkersWatch::setPaused(bool isPaused)
{
    if (std::exchange(m_isPaused, isPaused) == isPaused)
        return;
    if (isPaused) {
        m_fleetTimer.stop();
        m_locksTimer.stop();
        return;
    }
    readFleetNow();
    // Coming back to the page is no reason to read the whole table again so soon.
    const auto age = m_locksReadAt.isValid()
        ? milliseconds(m_locksReadAt.msecsTo(QDateTime::currentDateTimeUtc()))
        : milliseconds::max();
    const auto rest = std::max(kLocksInterval, kRest * m_lastLocksCost);
    if (age >= rest)
        readLocksNow();
    else
        m_locksTimer.start(rest - age);
}

void WorkersWatch::refresh()
{
    if (m_isPaused)
        return;
    m_isAskedAgain = m_isReadingFleet || m_isReadingLocks;
    readFleetNow();
    readLocksNow();
}

void WorkersWatch::refreshSoon()
{
    const auto soon = [this](QTimer *timer, bool isReading, milliseconds rest) {
        if (!m_isPaused && !isReading && timer->remainingTimeAsDuration() > rest)
            timer->start(rest);
    };
    soon(&m_fleetTimer, m_isReadingFleet, kSoon);
    soon(&m_locksTimer, m_isReadingLocks, std::max(kSoon, kRest * m_lastLocksCost));
}

const WorkerRow *WorkersWatch::find(const QString &id) const
{
    const auto found = std::ranges::find(m_rows, id, &WorkerRow::id);
    return found == m_rows.cend() ? nullptr : &*found;
}

void WorkersWatch::readFleetNow()
{
    if (std::exchange(m_isReadingFleet, true))
        return;
    m_fleetCost.start();
    auto *watcher = new QFutureWatcher<Result<Fleet>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            onFleet(watcher->result());
    });
    watcher->setFuture(m_fleetSession.run<Fleet>(
        [schema = m_schema](Session &session) { return readFleet(session, schema); }));
}

void WorkersWatch::readLocksNow()
{
    if (std::exchange(m_isReadingLocks, true))
        return;
    m_locksCost.start();
    auto *watcher = new QFutureWatcher<Result<JobLocks>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        watcher->deleteLater();
        if (watcher->future().resultCount() > 0)
            onLocks(watcher->result());
    });
    watcher->setFuture(m_locksSession.run<JobLocks>([schema = m_schema](Session &session) {
        return readJobLocks(session, schema, kPatience);
    }));
}

void WorkersWatch::onFleet(const Result<Fleet> &answer)
{
    m_isReadingFleet = false;
    if (std::exchange(m_isFleetStale, false) && answer) {
        readFleetNow();
        return;
    }
    if (!m_isPaused)
        m_fleetTimer.start(std::max(kInterval, kRest * milliseconds(m_fleetCost.elapsed())));
    if (answer) {
        m_error.reset();
        m_fleet = *answer;
        for (const RegistryEntry &worker : answer->workers)
            remember(worker);
        compose();
    } else {
        m_error = answer.error();
        compose();
    }
    Q_EMIT changed();
}

void WorkersWatch::onLocks(const Result<JobLocks> &answer)
{
    m_isReadingLocks = false;
    m_lastLocksCost = milliseconds(m_locksCost.elapsed());
    if (!m_isPaused)
        m_locksTimer.start(std::max(kLocksInterval, kRest * m_lastLocksCost));
    if (answer) {
        m_locksError.reset();
        m_locks = *answer;
        m_locksReadAt = QDateTime::currentDateTimeUtc();
        if (hasNewcomer()) {
            // It may have registered since the workers were read, and would look unknown.
            m_isFleetStale = m_isReadingFleet;
            readFleetNow();
        } else {
            compose();
        }
    } else {
        m_locksError = answer.error();
    }
    if (std::exchange(m_isAskedAgain, false) && !m_isPaused) {
        readFleetNow();
        readLocksNow();
    }
    Q_EMIT changed();
}

bool WorkersWatch::hasNewcomer() const
{
    if (!m_fleet || !m_fleet->hasRegistry)
        return false;
    const QStringList owners = m_locks->owners.keys();
    return std::ranges::any_of(owners,
                               [this](const QString &owner) { return !m_known.contains(owner); });
}

void WorkersWatch::remember(const RegistryEntry &worker)
{
    QList<Timestamp> &seen = m_heartbeats[worker.id];
    if (seen.isEmpty() || seen.last() < worker.heartbeat)
        seen << worker.heartbeat;
    if (seen.size() > kHistory)
        seen.removeFirst();
    m_known.insert(worker.id, worker);
    if (m_known.size() <= kKnown)
        return;
    // The one that has been silent for longest is of no interest any more.
    const auto oldest
        = std::ranges::min_element(m_known, [](const RegistryEntry &a, const RegistryEntry &b) {
              return a.heartbeat < b.heartbeat;
          });
    m_heartbeats.remove(oldest->id);
    m_known.erase(oldest);
}

void WorkersWatch::compose()
{
    if (m_fleet)
        m_rows = composeWorkers(*m_fleet, m_locks, m_known, thisProcess());
}

} // namespace yardmaster

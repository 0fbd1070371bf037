#include "models/workers/workerspoller.h"

#include <algorithm>

namespace yardmaster {

using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 10s;
constexpr qsizetype kKnown = 500;

} // namespace

WorkersPoller::WorkersPoller(const SessionPool &sessions, const QString &schema, QObject *parent)
    : QObject(parent)
    , m_fleet(
          // Heartbeats are judged by their age, which a standby would add to.
          sessions, [schema](Session &session) { return readFleet(session, schema); }, 2s, nullptr,
          SessionPool::Use::Background)
    , m_locks(
          sessions, [schema](Session &session) { return readJobLocks(session, schema, kPatience); },
          3s, nullptr, SessionPool::Use::Background)
{
    connect(&m_fleet, &PollerBase::read, this, &WorkersPoller::onFleet);
    connect(&m_fleet, &PollerBase::freshnessChanged, this, &WorkersPoller::changed);
    connect(&m_locks, &PollerBase::read, this, &WorkersPoller::onLocks);
    connect(&m_locks, &PollerBase::failed, this, &WorkersPoller::changed);
}

WorkersPoller::~WorkersPoller() = default;

void WorkersPoller::setPaused(bool isPaused)
{
    m_fleet.setPaused(isPaused);
    m_locks.setPaused(isPaused);
}

void WorkersPoller::refresh()
{
    m_fleet.refresh();
    m_locks.refresh();
}

void WorkersPoller::refreshSoon()
{
    m_fleet.refreshSoon();
    m_locks.refreshSoon();
}

const WorkerRow *WorkersPoller::find(const QString &id) const
{
    const auto found = std::ranges::find(m_rows, id, &WorkerRow::id);
    return found == m_rows.cend() ? nullptr : &*found;
}

void WorkersPoller::onFleet()
{
    for (const RegistryEntry &worker : fleet()->workers)
        remember(worker);
    compose();
    Q_EMIT changed();
}

void WorkersPoller::onLocks()
{
    // It may have registered since the workers were read, and would look unknown.
    if (hasNewcomer())
        m_fleet.refresh();
    else
        compose();
    Q_EMIT changed();
}

bool WorkersPoller::hasNewcomer() const
{
    if (!fleet() || !fleet()->hasRegistry)
        return false;
    const QStringList owners = locks()->owners.keys();
    return std::ranges::any_of(owners,
                               [this](const QString &owner) { return !m_known.contains(owner); });
}

void WorkersPoller::remember(const RegistryEntry &worker)
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

void WorkersPoller::compose()
{
    if (fleet())
        m_rows = composeWorkers(*fleet(), locks(), m_known, thisProcess());
}

} // namespace yardmaster

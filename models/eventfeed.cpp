#include "models/eventfeed.h"

#include "worker/events/eventbus.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

WorkerEvent eventFor(const JobInfo &job)
{
    WorkerEvent event;
    event.kind = WorkerEvent::Kind::Running;
    event.time = QDateTime::currentDateTimeUtc();
    event.jobId = job.id;
    event.task = job.task;
    event.queueName = job.queueName;
    event.attempt = job.attempts;
    event.maxAttempts = job.maxAttempts;
    return event;
}

} // namespace

void EventFeed::listenTo(EventBus *bus)
{
    using Kind = WorkerEvent::Kind;
    // Direct: a queued delivery is the unbounded queue this class exists to avoid.
    const auto direct = Qt::DirectConnection;
    QObject::connect(
        bus, &EventBus::jobStarted, bus, [this](const JobEvent &event) { onStarted(event); },
        direct);
    QObject::connect(
        bus, &EventBus::jobSucceeded, bus,
        [this](const JobEvent &event) { onEnded(event, Kind::Completed); }, direct);
    QObject::connect(
        bus, &EventBus::jobFailed, bus,
        [this](const JobEvent &event) {
            onEnded(event, event.final ? Kind::FailedForGood : Kind::Retrying);
        },
        direct);
    QObject::connect(
        bus, &EventBus::jobInterrupted, bus,
        [this](const JobEvent &event) { onEnded(event, Kind::GivenBack); }, direct);
    QObject::connect(
        bus, &EventBus::jobSnoozed, bus,
        [this](const JobEvent &event) { onEnded(event, Kind::GivenBack); }, direct);
    QObject::connect(
        bus, &EventBus::jobLostLease, bus,
        [this](const JobEvent &event) { onEnded(event, Kind::LostLease); }, direct);
    QObject::connect(
        bus, &EventBus::jobOutput, bus,
        [this](const JobInfo &job, const QString &line) { onOutput(job, line); }, direct);
    QObject::connect(
        bus, &EventBus::workerStarted, bus,
        [this](const QString &workerId) { note(Kind::Note, u"started as %1"_s.arg(workerId)); },
        direct);
    QObject::connect(
        bus, &EventBus::cronReloaded, bus,
        [this](const QString &, const QStringList &identifiers) {
            note(Kind::Note, u"crontab read again, %1 entries"_s.arg(identifiers.size()));
        },
        direct);
    QObject::connect(
        bus, &EventBus::cronReloadFailed, bus,
        [this](const QString &, const QStringList &errors) {
            note(Kind::Trouble, u"the old crontab stays: "_s + errors.join("; "_L1));
        },
        direct);
    QObject::connect(
        bus, &EventBus::databaseTrouble, bus,
        [this](const QString &during, const DbError &error) {
            note(Kind::Trouble, u"%1: %2"_s.arg(during, error.message));
        },
        direct);
    QObject::connect(
        bus, &EventBus::databaseRecovered, bus,
        [this](const QString &during) { note(Kind::Note, u"%1 works again"_s.arg(during)); },
        direct);
}

EventFeed::Batch EventFeed::take()
{
    const std::scoped_lock lock(m_mutex);
    m_firstSerial += m_pending.size();
    m_pendingRuns.clear();
    return {std::exchange(m_pending, {}), std::exchange(m_dropped, 0), m_totals,
            int(m_running.size())};
}

void EventFeed::note(WorkerEvent::Kind kind, const QString &message)
{
    WorkerEvent event;
    event.kind = kind;
    event.time = QDateTime::currentDateTimeUtc();
    event.message = message;
    const std::scoped_lock lock(m_mutex);
    append(std::move(event));
}

void EventFeed::forgetRunning()
{
    const std::scoped_lock lock(m_mutex);
    m_running.clear();
}

void EventFeed::onStarted(const JobEvent &event)
{
    const WorkerEvent started = eventFor(event.job);
    const std::scoped_lock lock(m_mutex);
    m_running.insert({event.job.id, event.job.attempts}, started);
    append(started);
}

void EventFeed::onOutput(const JobInfo &job, const QString &line)
{
    const RunKey key(job.id, job.attempts);
    const std::scoped_lock lock(m_mutex);
    const auto running = m_running.find(key);
    if (running == m_running.end() || line.isEmpty())
        return;
    running->message = line;
    if (WorkerEvent *event = pending(key))
        event->message = line;
    else
        append(*running);
}

void EventFeed::onEnded(const JobEvent &event, WorkerEvent::Kind kind)
{
    const RunKey key(event.job.id, event.job.attempts);
    const std::scoped_lock lock(m_mutex);
    switch (kind) {
    case WorkerEvent::Kind::Completed:
        ++m_totals.completed;
        break;
    case WorkerEvent::Kind::Retrying:
        ++m_totals.retrying;
        break;
    case WorkerEvent::Kind::FailedForGood:
        ++m_totals.failedForGood;
        break;
    case WorkerEvent::Kind::GivenBack:
        ++m_totals.givenBack;
        break;
    default:
        ++m_totals.lostLease;
        break;
    }
    const auto running = m_running.constFind(key);
    WorkerEvent ended = running != m_running.cend() ? *running : eventFor(event.job);
    if (running != m_running.cend())
        m_running.erase(running);
    ended.kind = kind;
    ended.duration = event.duration;
    if (!event.error.isEmpty())
        ended.message = event.error;
    if (WorkerEvent *known = pending(key))
        *known = std::move(ended);
    else
        append(std::move(ended));
}

void EventFeed::append(WorkerEvent event)
{
    if (event.isRun()) {
        const RunKey key(event.jobId, event.attempt);
        m_pendingRuns.insert(key, m_firstSerial + m_pending.size());
    }
    m_pending.push_back(std::move(event));
    if (m_pending.size() <= kCapacity)
        return;
    m_pendingRuns.remove({m_pending.front().jobId, m_pending.front().attempt});
    m_pending.pop_front();
    ++m_firstSerial;
    ++m_dropped;
}

WorkerEvent *EventFeed::pending(const RunKey &key)
{
    const auto found = m_pendingRuns.constFind(key);
    return found == m_pendingRuns.cend() ? nullptr : &m_pending.at(*found - m_firstSerial);
}

} // namespace yardmaster

#include "worker/runner/releaser.h"

#include "worker/db/session.h"
#include "worker/events/eventbus.h"

#include <QSet>
#include <QTimer>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

Releaser::Releaser(ConnectionSettings connection, JobQueue queue, EventBus *events)
    : m_connection(std::move(connection))
    , m_queue(std::move(queue))
    , m_events(events)
{ }

Releaser::~Releaser() = default;

void Releaser::post(const LeavingJob &leaving, const TaskOutcome &outcome,
                    std::chrono::microseconds duration)
{
    Entry entry{leaving.job, outcome, duration, leaving.freesQueue, true};
    entry.outcome.error.remove(QChar(0)); // the one character PostgreSQL cannot store
    entry.outcome.error.truncate(kErrorText);
    enqueue({std::move(entry)});
}

void Releaser::postReturn(std::vector<LeavingJob> jobs, bool announced)
{
    Batch entries;
    for (LeavingJob &leaving : jobs)
        entries.push_back({std::move(leaving.job),
                           TaskOutcome::interrupted(),
                           {},
                           leaving.freesQueue,
                           announced});
    enqueue(std::move(entries));
}

void Releaser::enqueue(Batch entries)
{
    const std::scoped_lock lock(m_mutex);
    m_pending += int(entries.size());
    for (Entry &entry : entries)
        m_entries.push_back(std::move(entry));
    if (m_scheduled || m_entries.empty())
        return;
    m_scheduled = true;
    QMetaObject::invokeMethod(this, &Releaser::flush, Qt::QueuedConnection); // from a pool thread
}

void Releaser::flush()
{
    Batch batch;
    {
        const std::scoped_lock lock(m_mutex);
        const auto count = std::min<std::ptrdiff_t>(std::ssize(m_entries), kBatch);
        std::move(m_entries.begin(), m_entries.begin() + count, std::back_inserter(batch));
        m_entries.erase(m_entries.begin(), m_entries.begin() + count);
    }
    const int size = int(batch.size());
    const bool freedQueue = std::any_of(batch.begin(), batch.end(),
                                        [](const Entry &entry) { return entry.freesQueue; });
    const auto written = write(&batch);
    const int left = int(batch.size());

    std::chrono::milliseconds pause{0};
    if (written) {
        if (m_backoff.reset())
            Q_EMIT m_events->databaseRecovered(u"writing results"_s);
    } else {
        if (m_session && m_session->isLost())
            m_session.reset();
        Q_EMIT m_events->databaseTrouble(u"writing results"_s, written.error());
        pause = m_backoff.next();
    }
    if (left < size)
        Q_EMIT released(size - left, freedQueue);

    const std::scoped_lock lock(m_mutex);
    m_entries.insert(m_entries.begin(), std::make_move_iterator(batch.begin()),
                     std::make_move_iterator(batch.end()));
    m_scheduled = !m_entries.empty();
    if (!m_scheduled)
        return;
    if (pause.count() > 0)
        QTimer::singleShot(pause, this, &Releaser::flush);
    else
        QMetaObject::invokeMethod(this, &Releaser::flush, Qt::QueuedConnection); // lets others in
}

Result<void> Releaser::write(Batch *batch)
{
    if (!m_session || m_session->isLost()) {
        m_session.reset();
        auto session = Session::open(m_connection, u"release"_s);
        if (!session)
            return tl::make_unexpected(session.error());
        m_session = *std::move(session);
    }
    using Kind = TaskOutcome::Kind;
    using Writer = Result<void> (Releaser::*)(const Batch &);
    for (const auto &[kind, writer] :
         {std::pair{Kind::Success, Writer(&Releaser::writeSuccesses)},
          std::pair{Kind::Failure, Writer(&Releaser::writeFailures)},
          std::pair{Kind::Interrupted, Writer(&Releaser::writeReturns)}}) {
        const auto middle = std::stable_partition(
            batch->begin(), batch->end(),
            [kind = kind](const Entry &entry) { return entry.outcome.kind != kind; });
        if (middle == batch->end())
            continue;
        Batch part(std::make_move_iterator(middle), std::make_move_iterator(batch->end()));
        batch->erase(middle, batch->end());
        const Result<void> written = (this->*writer)(part);
        if (written)
            continue;
        std::move(part.begin(), part.end(), std::back_inserter(*batch));
        return written;
    }
    return {};
}

Result<void> Releaser::writeSuccesses(const Batch &batch)
{
    std::vector<Lease> leases;
    for (const Entry &entry : batch)
        leases.push_back(leaseOf(entry.job, entry.freesQueue));
    const auto written = m_queue.complete(*m_session, leases);
    if (!written)
        return tl::make_unexpected(written.error());
    {
        const std::scoped_lock lock(m_mutex);
        m_totals.succeeded += written->size();
    }
    for (const Entry &entry : batch) {
        if (written->contains(entry.job.info.id))
            Q_EMIT m_events->jobCompleted(eventFor(entry));
        else
            reportLost(entry);
    }
    return {};
}

Result<void> Releaser::writeFailures(const Batch &batch)
{
    std::vector<Failure> failures;
    for (const Entry &entry : batch)
        failures.push_back({leaseOf(entry.job, entry.freesQueue), entry.outcome.error,
                            entry.outcome.retryAfter, entry.outcome.final});
    const auto written = m_queue.fail(*m_session, failures);
    if (!written)
        return tl::make_unexpected(written.error());
    for (const Entry &entry : batch) {
        const auto it = written->constFind(entry.job.info.id);
        if (it == written->constEnd()) {
            reportLost(entry);
            continue;
        }
        JobEvent event = eventFor(entry);
        event.final = it->final;
        event.retryAt = it->retryAt;
        {
            const std::scoped_lock lock(m_mutex);
            ++(event.final ? m_totals.failedForGood : m_totals.failed);
        }
        Q_EMIT m_events->jobFailed(event);
        Q_EMIT m_events->jobCompleted(event);
    }
    return {};
}

Result<void> Releaser::writeReturns(const Batch &batch)
{
    std::vector<Lease> leases;
    for (const Entry &entry : batch)
        leases.push_back(leaseOf(entry.job, entry.freesQueue));
    const auto written = m_queue.giveBack(*m_session, leases, std::chrono::milliseconds(0));
    if (!written)
        return tl::make_unexpected(written.error());
    for (const Entry &entry : batch) {
        if (!entry.announced)
            continue;
        if (!written->contains(entry.job.info.id)) {
            reportLost(entry);
            continue;
        }
        {
            const std::scoped_lock lock(m_mutex);
            ++m_totals.interrupted;
        }
        Q_EMIT m_events->jobInterrupted(eventFor(entry));
    }
    return {};
}

void Releaser::reportLost(const Entry &entry)
{
    Q_EMIT m_events->jobLostLease(eventFor(entry));
}

JobEvent Releaser::eventFor(const Entry &entry) const
{
    JobEvent event;
    event.job = entry.job.info;
    event.duration = entry.duration;
    event.error = entry.outcome.error;
    return event;
}

Releaser::Totals Releaser::totals() const
{
    const std::scoped_lock lock(m_mutex);
    return m_totals;
}

} // namespace yardmaster

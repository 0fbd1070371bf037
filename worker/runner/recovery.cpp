#include "worker/runner/recovery.h"

#include "worker/json/visibletext.h"
#include "worker/queue/atomically.h"
#include "worker/runner/fetcher.h"
#include "worker/runner/heartbeats.h"
#include "worker/runner/localqueue.h"
#include "worker/runner/releaser.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/interceptors.h>

#include <QLoggingCategory>

#include <algorithm>

Q_LOGGING_CATEGORY(lcRecovery, "yardmaster.worker.recovery", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// How long a worker that ends may look for locks under its name, which reads the table of jobs.
constexpr char kSignOffPatience[] = "set local statement_timeout = 2000";

/// Two looks further apart do not count as one watch.
std::chrono::milliseconds longestGap(const Recovery::Config &config)
{
    return 2 * std::max(config.heartbeatInterval, config.sweepInterval) + 100ms;
}

} // namespace

Recovery::Recovery(Config config, JobQueue queue, Fetcher *connection, LocalQueue *local,
                   const Releaser *releaser, Heartbeats *heartbeats,
                   std::shared_ptr<HeartbeatFreshness> watch, EventBus *events, QObject *parent)
    : QObject(parent)
    , m_config(std::move(config))
    , m_queue(std::move(queue))
    , m_connection(connection)
    , m_local(local)
    , m_releaser(releaser)
    , m_heartbeats(heartbeats)
    , m_watch(std::move(watch))
    , m_events(events)
    , m_registry(m_config.schema)
    , m_renewing(DatabaseActivity::Kind::Renewing, m_queue.workerId(), events)
    , m_sweeping(DatabaseActivity::Kind::Sweeping, m_queue.workerId(), events)
    , m_renewal(this)
    , m_sweep(this)
    , m_retirement(this)
    , m_staleness(m_config.sweepThreshold, longestGap(m_config))
{
    connect(&m_renewal, &QTimer::timeout, this, &Recovery::renewLocks);
    connect(&m_sweep, &QTimer::timeout, this, &Recovery::sweep);
    connect(&m_retirement, &QTimer::timeout, this, &Recovery::retireFormerNames);
    // Queued: it lives on a thread of its own.
    connect(m_heartbeats, &Heartbeats::renamed, this, &Recovery::onRenamed, Qt::QueuedConnection);
}

Result<void> Recovery::begin()
{
    if (m_config.heartbeatInterval == 0ms)
        return {};
    const auto session = m_connection->session();
    if (!session)
        return tl::make_unexpected(session.error());
    const auto exists = m_registry.exists(**session);
    if (!exists)
        return tl::make_unexpected(exists.error());
    if (!*exists) {
        qCWarning(lcRecovery,
                  "this schema has no worker registry: jobs of a worker that dies stay locked for "
                  "four hours");
        return {};
    }
    const HeartbeatFreshness::Time sentAt = m_watch->now();
    const auto done = m_registry.heartbeat(**session, m_queue.workerId(), m_config.metadata);
    if (!done)
        return tl::make_unexpected(done.error());
    m_isRegistered = true;
    m_queue.names().setRegistered();
    m_watch->begin(sentAt);
    return {};
}

void Recovery::start()
{
    if (m_config.lockRenewalInterval > 0ms)
        m_renewal.start(m_config.lockRenewalInterval);
    if (!m_isRegistered)
        return;
    QMetaObject::invokeMethod(m_heartbeats, &Heartbeats::start, Qt::QueuedConnection);
    if (m_config.sweepInterval > 0ms && m_config.sweeps) {
        m_sweep.start(m_config.sweepInterval);
        sweep(); // from now on it is watched who is silent
    }
}

void Recovery::checkRegistration()
{
    QMetaObject::invokeMethod(m_heartbeats, &Heartbeats::beat, Qt::QueuedConnection);
}

bool Recovery::listSuspect(std::optional<qint64> job)
{
    const auto session = m_connection->session();
    if (!session)
        return false;
    const std::vector<qint64> jobs = job ? std::vector<qint64>{*job} : std::vector<qint64>{};
    const QString &id = m_queue.names().at(m_queue.names().current());
    const auto listed = m_registry.listSuspects(**session, id, jobs);
    return listed && *listed;
}

void Recovery::end(Session *session, bool wasFetchCutOff)
{
    for (QTimer *timer : {&m_renewal, &m_sweep, &m_retirement})
        timer->stop();
    m_heartbeats->end(); // first, or one that finds its row gone would take that for a sweep
    if (!std::exchange(m_isRegistered, false) || !session)
        return;
    while (m_name <= m_queue.names().current())
        m_former << m_name++;
    const auto any = m_connection->session(); // for statements of any kind, and open as it is
    // A former name was lost to a sweep, maybe in the middle of a fetch.
    const bool isSure = !wasFetchCutOff && m_former.size() == 1;
    for (const int name : m_former) {
        if (!any)
            break;
        const QString &id = m_queue.names().at(name);
        const auto signOff = [&] {
            return atomically(**any, [&]() -> Result<bool> {
                if (const auto set = (*any)->script(kSignOffPatience); !set)
                    return tl::make_unexpected(set.error());
                return m_registry.deregisterIfFree(**any, id, isSure);
            });
        };
        Result<bool> left = signOff();
        // The server may have committed the fetch after what it had locked was given back.
        if (left && !*left && wasFetchCutOff && m_queue.returnUnknown(**any, {}, name))
            left = signOff();
        if (!left)
            qCWarning(lcRecovery, "could not sign off: %s; other workers will find this one stale",
                      qUtf8Printable(left.error().message));
        else if (!*left)
            qCInfo(lcRecovery,
                   "did not sign off, because jobs or queues are still locked under the name %s: "
                   "other workers will find it stale and unlock them",
                   qUtf8Printable(id));
    }
}

void Recovery::onRenamed()
{
    while (m_name < m_queue.names().current())
        m_former << m_name++;
    m_retirement.start(m_config.heartbeatInterval);
    Q_EMIT registeredAgain();
}

void Recovery::retireFormerNames()
{
    const auto session = m_connection->session();
    if (!session)
        return; // the next time
    for (const int name : QList<int>(m_former)) {
        const std::vector<Lease> leases = m_releaser->leases();
        if (m_local->holdsName(name)
            || std::ranges::any_of(leases, [name](const Lease &l) { return l.name == name; }))
            continue;
        const QString &id = m_queue.names().at(name);
        if (!m_queue.returnUnknown(**session, {}, name))
            return;
        // Forgotten first: a heartbeat would register it again.
        m_heartbeats->forget(name);
        const auto left = m_registry.deregisterIfFree(**session, id);
        if (!left)
            return;
        m_former.removeAll(name);
    }
    if (m_former.isEmpty())
        m_retirement.stop();
}

void Recovery::renewLocks()
{
    if (m_local->waiting() + m_local->running() == 0 && !m_renewing.isTroubled())
        return;
    const auto session = m_connection->session();
    const auto renewed
        = session ? tryToRenewLocks(**session) : tl::make_unexpected(session.error());
    if (!renewed)
        m_renewing.onTrouble(renewed.error());
    else
        m_renewing.onSuccess();
}

Result<void> Recovery::tryToRenewLocks(Session &session)
{
    const QString &id = m_queue.names().at(m_queue.names().current());
    QHash<qint64, qint64> known;
    const auto note = [&known](const QHash<qint64, WorkerRegistry::Renewal> &held) {
        known.clear();
        for (auto it = held.begin(); it != held.end(); ++it)
            known.insert(it.key(), it->lockedAt);
    };
    if (m_isRenewalUncertain) {
        // Which of the two it was, before there would be three. Time 0 renews nothing.
        const auto held = m_registry.refreshLocks(session, id, m_local->held(), 0);
        if (!held)
            return tl::make_unexpected(held.error());
        note(*held);
        m_local->endRenewal(known);
        m_isRenewalUncertain = false;
    }
    bool hasBegun = false;
    const auto renewed = atomically(session, [&]() -> Result<void> {
        const auto time = WorkerRegistry::serverTime(session);
        if (!time)
            return tl::make_unexpected(time.error());
        hasBegun = true;
        const auto held = m_registry.refreshLocks(session, id, m_local->beginRenewal(*time), *time);
        if (!held)
            return tl::make_unexpected(held.error());
        note(*held);
        return {};
    });
    if (!renewed) {
        m_isRenewalUncertain = hasBegun;
        return renewed;
    }
    m_local->endRenewal(known);
    return {};
}

void Recovery::sweep()
{
    const auto session = m_connection->session();
    if (!session) {
        m_staleness.interrupt();
        return; // the heartbeat reports it
    }
    const quint64 misses = m_watch->misses();
    if (const quint64 before = std::exchange(m_misses, misses);
        misses != before || m_watch->isOverdue()) {
        qCDebug(lcRecovery,
                "missed own heartbeats: missing heartbeats of other workers count from now on");
        m_staleness.interrupt();
    }
    const auto seen = m_registry.observe(**session);
    if (!seen) {
        m_staleness.interrupt();
        m_sweeping.onTrouble(seen.error());
        return;
    }
    SweepOptions options;
    options.watched = m_staleness.look(*seen, m_watch->now());
    options.threshold = m_config.sweepThreshold;
    options.recoveryDelay = m_config.recoveryDelay;
    if (m_config.interceptors && !m_config.interceptors->recovery.empty())
        options.decide = std::bind_front(&Recovery::decide, this);
    const auto report = m_registry.sweepStaleWorkers(**session, options);
    if (!report) {
        m_sweeping.onTrouble(report.error());
        return;
    }
    m_sweeping.onSuccess();
    RecoveryEvent event;
    event.workerId = m_queue.workerId();
    event.jobs = report->jobsRecovered();
    for (const SweptWorker &worker : report->workers) {
        if (worker.jobs.empty() && worker.queuesFreed == 0 && !worker.isRemoved)
            continue; // or it would be told again and again what is left alone
        event.staleWorkers << worker.id;
        qCInfo(lcRecovery,
               "swept the stale worker %s; jobs returned to the queue: %lld, named queues "
               "unlocked: %d",
               qUtf8Printable(visibleLine(worker.id)), qlonglong(worker.jobs.size()),
               worker.queuesFreed);
    }
    if (event.staleWorkers.isEmpty())
        return;
    Q_EMIT m_events->workerRecovered(event);
    if (event.jobs > 0)
        Q_EMIT recovered();
}

RecoveryAnswer Recovery::decide(const JobInfo &job, const QString &previousWorkerId) const
{
    return m_config.interceptors->recover(
        {job, m_queue.workerId(), previousWorkerId, RecoveryRequest::Reason::WorkerCrashed});
}

} // namespace yardmaster

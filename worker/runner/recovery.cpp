#include "worker/runner/recovery.h"

#include "worker/events/eventbus.h"
#include "worker/events/interceptors.h"
#include "worker/runner/localqueue.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>
#include <QSysInfo>

Q_LOGGING_CATEGORY(lcRecovery, "yardmaster.worker.recovery", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// So many characters of task identifiers, so that the row stays small.
constexpr qsizetype kNamedTasks = 8000;

QByteArray metadata(const QStringList &tasks)
{
    QJsonArray named;
    qsizetype characters = 0;
    for (const QString &task : tasks) {
        characters += task.size() + 3;
        if (characters > kNamedTasks)
            break;
        named.append(task);
    }
    QJsonObject object{{u"program"_s, u"yardmaster"_s},
                       {u"host"_s, QSysInfo::machineHostName()},
                       {u"pid"_s, QCoreApplication::applicationPid()},
                       {u"tasks"_s, named}};
    if (named.size() < tasks.size())
        object.insert(u"tasks_cut"_s, true);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

Recovery::Recovery(const WorkerOptions &options, QString workerId, QStringList tasks,
                   const LocalQueue *local, EventBus *events, SessionSource session,
                   QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_workerId(std::move(workerId))
    , m_tasks(std::move(tasks))
    , m_local(local)
    , m_events(events)
    , m_session(std::move(session))
    , m_registry(options.schema)
    , m_beating(u"sending the heartbeat"_s, m_workerId, events)
    , m_renewing(u"renewing locks"_s, m_workerId, events)
    , m_sweeping(u"looking for dead workers"_s, m_workerId, events)
    , m_heartbeat(this)
    , m_renewal(this)
    , m_sweep(this)
{
    connect(&m_heartbeat, &QTimer::timeout, this, &Recovery::onBeatDue);
    connect(&m_renewal, &QTimer::timeout, this, &Recovery::renewLocks);
    connect(&m_sweep, &QTimer::timeout, this, &Recovery::sweep);
}

Result<void> Recovery::begin()
{
    if (m_options.heartbeatInterval == 0ms)
        return {};
    const auto session = m_session();
    if (!session)
        return tl::make_unexpected(session.error());
    const auto exists = m_registry.exists(**session);
    if (!exists)
        return tl::make_unexpected(exists.error());
    if (!*exists) {
        qCWarning(lcRecovery,
                  "this schema has no worker registry: jobs of a worker that dies wait four hours");
        return {};
    }
    return beat(**session);
}

void Recovery::start()
{
    if (m_options.lockRenewalInterval > 0ms)
        m_renewal.start(m_options.lockRenewalInterval);
    if (!m_isRegistered)
        return;
    m_heartbeat.start(m_options.heartbeatInterval);
    if (m_options.sweepInterval > 0ms && !m_options.once)
        m_sweep.start(m_options.sweepInterval);
}

void Recovery::end(Session *session)
{
    for (QTimer *timer : {&m_heartbeat, &m_renewal, &m_sweep})
        timer->stop();
    if (!std::exchange(m_isRegistered, false) || !session)
        return;
    if (const auto done = m_registry.deregister(*session, m_workerId); !done)
        qCWarning(lcRecovery, "could not sign off: %s; others will find this worker silent",
                  qUtf8Printable(done.error().message));
}

Result<void> Recovery::beat(Session &session)
{
    const QByteArray introduction = m_isIntroduced ? QByteArray() : metadata(m_tasks);
    const auto silence = m_registry.heartbeat(session, m_workerId, introduction);
    if (!silence)
        return tl::make_unexpected(silence.error());
    if (!silence->has_value() && m_isRegistered)
        qCWarning(lcRecovery,
                  "this worker was taken for dead while it was silent; its jobs may run elsewhere");
    // Said once, it stays; but somebody may have removed the row, and what it said with it.
    m_isIntroduced = !introduction.isEmpty() || silence->has_value();
    m_isRegistered = true;
    m_sinceBeat.start();
    m_beating.onSuccess();
    return {};
}

void Recovery::onBeatDue()
{
    const auto session = m_session();
    const auto beaten = session ? beat(**session) : tl::make_unexpected(session.error());
    if (!beaten)
        m_beating.onTrouble(beaten.error());
}

Result<void> Recovery::beforeFetch()
{
    if (!m_isRegistered || !m_sinceBeat.hasExpired(m_options.sweepThreshold.count() / 2))
        return {};
    const auto session = m_session();
    return session ? beat(**session) : tl::make_unexpected(session.error());
}

void Recovery::renewLocks()
{
    const std::vector<qint64> jobs = m_local->held();
    if (jobs.empty() && !m_renewing.isTroubled())
        return;
    const auto session = m_session();
    if (!session) {
        m_renewing.onTrouble(session.error());
        return;
    }
    if (const auto renewed = m_registry.refreshLocks(**session, m_workerId, jobs); !renewed)
        m_renewing.onTrouble(renewed.error());
    else
        m_renewing.onSuccess();
}

void Recovery::sweep()
{
    const auto session = m_session();
    if (!session)
        return; // the heartbeat reports it
    SweepOptions options;
    options.threshold = m_options.sweepThreshold;
    options.recoveryDelay = m_options.recoveryDelay;
    if (m_options.interceptors && !m_options.interceptors->recovery.empty())
        options.decide = std::bind_front(&Recovery::decide, this);
    const auto report = m_registry.sweepStaleWorkers(**session, options);
    if (!report) {
        m_sweeping.onTrouble(report.error());
        return;
    }
    m_sweeping.onSuccess();
    RecoveryEvent event;
    event.workerId = m_workerId;
    event.jobs = report->jobsRecovered();
    for (const SweptWorker &worker : report->workers) {
        if (!worker.jobs.empty() || worker.queuesFreed > 0 || worker.isRemoved)
            event.deadWorkers << worker.id; // and not, again and again, what is left alone
    }
    if (event.deadWorkers.isEmpty())
        return;
    Q_EMIT m_events->workerRecovered(event);
    if (event.jobs > 0)
        Q_EMIT recovered();
}

RecoveryAnswer Recovery::decide(const JobInfo &job, const QString &previousWorkerId) const
{
    return m_options.interceptors->recover(
        {job, m_workerId, previousWorkerId, RecoveryRequest::Reason::WorkerCrashed});
}

} // namespace yardmaster

#include "worker/runner/heartbeats.h"

#include "worker/queue/atomically.h"
#include <yardmaster/eventbus.h>
#include <yardmaster/session.h>
#include <yardmaster/workeroptions.h>

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLoggingCategory>
#include <QSysInfo>

Q_LOGGING_CATEGORY(lcHeartbeats, "yardmaster.worker.heartbeats", QtInfoMsg)

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// So many characters of task identifiers, so that the row stays small.
constexpr qsizetype kNamedTasks = 8000;

} // namespace

QByteArray workerMetadata(const WorkerOptions &options, const QStringList &tasks)
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
                       {u"version"_s, QStringLiteral(YARDMASTER_VERSION)},
                       {u"host"_s, QSysInfo::machineHostName()},
                       {u"pid"_s, QCoreApplication::applicationPid()},
                       {u"heartbeat_interval_ms"_s, qint64(options.heartbeatInterval.count())},
                       {u"sweep_threshold_ms"_s, qint64(options.sweepThreshold.count())},
                       {u"tasks"_s, named}};
    if (named.size() < tasks.size())
        object.insert(u"tasks_cut"_s, true);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Heartbeats::Heartbeats(Config config, std::shared_ptr<WorkerNames> names,
                       std::shared_ptr<HeartbeatFreshness> watch,
                       std::shared_ptr<const LastActivity> activity, EventBus *events,
                       OnSwept onSwept)
    : m_config(std::move(config))
    , m_names(std::move(names))
    , m_watch(std::move(watch))
    , m_activity(std::move(activity))
    , m_onSwept(std::move(onSwept))
    , m_registry(m_config.schema)
    , m_beating(DatabaseActivity::Kind::Beating, m_names->at(0), events)
    , m_backoff(50ms, std::clamp<std::chrono::milliseconds>(m_watch->interval(), 1ms, 10s))
    , m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Heartbeats::beat);
}

Heartbeats::~Heartbeats() = default;

void Heartbeats::start()
{
    if (m_config.interval == 0ms || m_isOn)
        return;
    m_isOn = true;
    m_timer.start(m_watch->interval());
}

void Heartbeats::end()
{
    m_isOn = false;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_timer.stop();
            m_session.reset();
        },
        Qt::QueuedConnection); // both belong to this object's thread
}

void Heartbeats::forget(int name)
{
    const std::scoped_lock lock(m_mutex);
    m_former.removeAll(name);
}

void Heartbeats::beat()
{
    if (!m_isOn)
        return;
    const HeartbeatFreshness::Time begin = m_watch->now();
    m_beat = ++m_beats;
    const auto beaten = tryToBeat();
    m_beat = 0;
    if (!beaten) {
        m_watch->onMissed();
        if (m_session && m_session->isLost())
            m_session.reset();
        m_beating.onTrouble(beaten.error());
        m_timer.start(m_backoff.next());
        return;
    }
    m_backoff.reset();
    m_beating.onSuccess();
    // The next one counts from when this was due, not from when it was confirmed.
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(m_watch->now() - begin);
    m_timer.start(std::clamp<std::chrono::milliseconds>(m_watch->interval() - took, 1ms,
                                                        m_watch->interval()));
    Q_EMIT confirmed();
}

void Heartbeats::noticeSilence()
{
    const int beat = m_beat.load();
    if (beat == 0 || std::exchange(m_silentBeat, beat) != beat) {
        m_silentSteps = 0;
        return;
    }
    if (++m_silentSteps == kSilenceSteps)
        m_beating.onTrouble({DbError::Kind::CannotConnect,
                             {},
                             u"the server has not answered a heartbeat for %1 s"_s.arg(
                                 (kSilenceSteps * kSilenceStep).count())});
}

void Heartbeats::setMetadata(const QByteArray &metadata)
{
    m_config.metadata = metadata;
    m_isMetadataNew = true;
    beat();
}

Result<void> Heartbeats::tryToBeat()
{
    if (!m_session || m_session->isLost()) {
        m_session.reset();
        auto session = Session::open(m_config.connection, u"heartbeat"_s);
        if (!session)
            return tl::make_unexpected(session.error());
        m_session = *std::move(session);
    }
    QList<int> names{m_names->current()};
    {
        const std::scoped_lock lock(m_mutex);
        names += m_former;
    }
    QStringList ids;
    for (const int name : names)
        ids << m_names->at(name);
    const HeartbeatFreshness::Time sentAt = m_watch->now();
    const auto running = m_config.running ? std::optional(m_config.running()) : std::nullopt;
    const auto beats = m_registry.beat(
        *m_session, ids, {m_activity->sinceFetch(), m_activity->sinceRelease(), running});
    if (!beats)
        return tl::make_unexpected(beats.error());
    for (qsizetype i = 1; i < ids.size(); ++i) {
        // Swept once more, or removed by hand: it may still hold something.
        if ((*beats)[size_t(i)].isRegistered)
            continue;
        if (const auto again = m_registry.heartbeat(*m_session, ids[i], m_config.metadata); !again)
            return tl::make_unexpected(again.error());
        withdrawUnlessWanted(*m_session, names[i]);
    }
    if ((*beats)[0].isRegistered && !(*beats)[0].wasSwept) {
        m_watch->onConfirmed(sentAt);
        if (m_isMetadataNew) {
            const auto written = m_registry.heartbeat(*m_session, ids[0], m_config.metadata);
            m_isMetadataNew = !written;
            if (written && !*written)
                return registerAnew(*m_session); // swept in between
        }
        return {};
    }
    if (!m_isOn)
        return {}; // it has signed off
    return registerAnew(*m_session);
}

Result<void> Heartbeats::registerAnew(Session &session)
{
    const int before = m_names->current();
    const QString &old = m_names->at(before);
    const QString id = makeWorkerId();
    const HeartbeatFreshness::Time sentAt = m_watch->now();
    // The old one with it: a fetch that passed the sweep may have locked jobs under it.
    const auto registered = atomically(session, [&]() -> Result<void> {
        for (const QString &each : {id, old}) {
            if (const auto done = m_registry.heartbeat(session, each, m_config.metadata); !done)
                return tl::make_unexpected(done.error());
        }
        return {};
    });
    if (!registered)
        return registered;
    {
        const std::scoped_lock lock(m_mutex);
        m_former << before;
    }
    m_names->add(id);
    m_onSwept(m_names->current());
    qCWarning(lcHeartbeats,
              "worker %s was swept as stale because its heartbeats did not arrive: its jobs run "
              "elsewhere, those still running here were asked to stop, and it continues as %s",
              qUtf8Printable(old), qUtf8Printable(id));
    for (const int name : {before, m_names->current()})
        withdrawUnlessWanted(session, name);
    m_watch->onConfirmed(sentAt);
    Q_EMIT renamed();
    return {};
}

/// The caller of forget() or end() has deregistered the name, perhaps before it was registered
/// here.
void Heartbeats::withdrawUnlessWanted(Session &session, int name)
{
    const bool isWanted = [&] {
        const std::scoped_lock lock(m_mutex);
        return m_isOn && (name == m_names->current() || m_former.contains(name));
    }();
    if (!isWanted)
        (void)m_registry.deregisterIfFree(session, m_names->at(name));
}

} // namespace yardmaster

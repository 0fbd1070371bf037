#include "worker/runner/listener.h"

#include "worker/queue/announcement.h"
#include <yardmaster/eventbus.h>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// More than anybody waits for.
constexpr int kMostAnnounced = 1'000'000;

} // namespace

Listener::Listener(ConnectionSettings connection, QString workerId, EventBus *events,
                   QObject *parent)
    : QObject(parent)
    , m_workerId(std::move(workerId))
    , m_quotedId('"' + m_workerId.toUtf8() + '"')
    , m_events(events)
    , m_notifications(std::move(connection), u"listen"_s, {"jobs:insert", "worker:migrate"}, this)
    , m_listening(DatabaseActivity::Kind::Listening, m_workerId, events)
{
    connect(&m_notifications, &NotificationListener::connecting, this,
            [this](int attempt) { Q_EMIT m_events->listenConnecting(m_workerId, attempt); });
    connect(&m_notifications, &NotificationListener::listening, this, &Listener::onListening);
    connect(&m_notifications, &NotificationListener::received, this, &Listener::onReceived);
    connect(&m_notifications, &NotificationListener::lost, this, &Listener::onLost);
}

Listener::~Listener() = default;

void Listener::stop()
{
    if (m_notifications.session())
        Q_EMIT m_events->listenReleased(m_workerId);
    m_notifications.stop();
}

void Listener::onListening(bool isAgain)
{
    Q_EMIT m_events->listenSucceeded(m_workerId);
    m_listening.onSuccess();
    if (isAgain) {
        Q_EMIT migrated(); // perhaps, and nobody told us
        Q_EMIT jobsInserted(1);
    } else {
        Q_EMIT listening();
    }
}

void Listener::onReceived(const QList<Notification> &notifications, bool isLast)
{
    int inserted = 0;
    bool wasMigrated = false;
    QList<QByteArray> leavers;
    for (const Notification &notification : notifications) {
        if (m_events->hears<&EventBus::listenNotified>())
            Q_EMIT m_events->listenNotified(m_workerId, QString::fromUtf8(notification.channel),
                                            QString::fromUtf8(notification.payload));
        if (notification.channel != "jobs:insert") {
            wasMigrated = true;
            continue;
        }
        const Announcement announcement = announcementOf(notification.payload);
        const auto jobs = int(std::clamp<qint64>(announcement.jobs, 0, kMostAnnounced));
        if (announcement.turn.isEmpty())
            inserted = std::min(inserted + jobs, kMostAnnounced);
        else if (announcement.turn != m_quotedId)
            leavers << announcement.turn.toByteArray();
    }
    if (isLast)
        return; // all of it is announced when we listen again
    if (wasMigrated)
        Q_EMIT migrated();
    if (inserted > 0)
        Q_EMIT jobsInserted(inserted);
    for (const QByteArray &worker : std::as_const(leavers))
        Q_EMIT queuesLeft(worker);
}

void Listener::onLost(const DbError &error)
{
    Q_EMIT m_events->listenFailed(m_workerId, error);
    m_listening.onTrouble(error);
}

} // namespace yardmaster

#include "worker/db/notificationlistener.h"

#include <yardmaster/session.h>

#include <QSocketNotifier>

#include <libpq-fe.h>

namespace yardmaster {

namespace {

struct FreeNotify
{
    void operator()(PGnotify *notify) const { PQfreemem(notify); }
};

} // namespace

NotificationListener::NotificationListener(ConnectionSettings connection, QString purpose,
                                           QByteArrayList channels, QObject *parent)
    : QObject(parent)
    , m_connection(std::move(connection))
    , m_purpose(std::move(purpose))
    , m_channels(std::move(channels))
    , m_retry(this)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &NotificationListener::start);
}

NotificationListener::~NotificationListener() = default;

void NotificationListener::start()
{
    Q_EMIT connecting(++m_attempts);
    if (auto connected = connectAndListen(); !connected) {
        onLost(connected.error());
        return;
    }
    m_attempts = 0;
    Q_EMIT listening(m_backoff.reset());
}

void NotificationListener::readNow()
{
    if (m_session)
        onReadable();
}

void NotificationListener::stop()
{
    m_retry.stop();
    close();
}

Result<void> NotificationListener::connectAndListen()
{
    auto session = Session::open(m_connection, m_purpose);
    if (!session)
        return tl::make_unexpected(session.error());
    m_session = *std::move(session);
    const QByteArray script = "listen \"" + m_channels.join("\"; listen \"") + '"';
    if (auto done = m_session->script(script); !done)
        return done;
    m_notifier
        = std::make_unique<QSocketNotifier>(PQsocket(m_session->handle()), QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &NotificationListener::onReadable);
    return {};
}

void NotificationListener::onReadable()
{
    PGconn *connection = m_session->handle();
    const bool isAlive = PQconsumeInput(connection) != 0;
    QList<Notification> notifications;
    while (const std::unique_ptr<PGnotify, FreeNotify> notify{PQnotifies(connection)})
        notifications.append(Notification{notify->relname, notify->extra});
    const bool isLost = !isAlive || m_session->isLost();
    if (!notifications.isEmpty())
        Q_EMIT received(notifications, isLost);
    if (isLost)
        onLost({DbError::Kind::ConnectionLost, {}, kLostMessage});
}

void NotificationListener::onLost(const DbError &error)
{
    close();
    Q_EMIT lost(error);
    m_retry.start(m_backoff.next());
}

void NotificationListener::close()
{
    if (m_notifier) {
        m_notifier->setEnabled(false);
        m_notifier.release()->deleteLater(); // we may be inside its signal
    }
    m_session.reset();
}

} // namespace yardmaster

#pragma once

#include "worker/time/backoff.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <QByteArrayList>
#include <QObject>
#include <QTimer>

#include <memory>

class QSocketNotifier;

namespace yardmaster {

class Session;

/// What a NOTIFY sent.
struct Notification
{
    QByteArray channel;
    QByteArray payload;
};

/// LISTENs on channels. Owns its connection and its socket notifier instead of using QSqlDriver's,
/// which does not tell when the server goes away; a lost connection is noticed at once and opened
/// again with backoff:
///
///   Stopped ──start()──> Connecting ──LISTEN works──> Listening
///                         ^   └──refused──┐               │ lost
///                         └──backoff── Waiting <──────────┘       stop(), from all: Stopped
///
/// Lives on a thread with an event loop, which connecting blocks for up to ten seconds.
class NotificationListener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NotificationListener)

public:
    /// The message of a connection that listened and is gone.
    static constexpr QLatin1StringView kLostMessage{"the connection to the server was lost"};

    /// @param purpose  of its session.
    NotificationListener(ConnectionSettings connection, QString purpose, QByteArrayList channels,
                         QObject *parent);
    ~NotificationListener() override;

    void start();
    /// What has come is received now, not when the event loop gets to it.
    void readNow();
    void stop();
    /// Null unless it listens. What is asked of it may bring notifications along, for readNow().
    [[nodiscard]] Session *session() const { return m_session.get(); }

Q_SIGNALS:
    /// `attempt`: 1 for the first since it last worked.
    void connecting(int attempt);
    /// `isAgain`: what was announced since lost() is missing.
    void listening(bool isAgain);
    /// `isLast`: they came before the connection was lost, and lost() follows.
    void received(const QList<yardmaster::Notification> &notifications, bool isLast);
    /// Lost or refused; tried again with backoff.
    void lost(const yardmaster::DbError &error);

private:
    [[nodiscard]] Result<void> connectAndListen();
    void onReadable();
    void onLost(const DbError &error);
    void close();

    const ConnectionSettings m_connection;
    const QString m_purpose;
    const QByteArrayList m_channels;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<QSocketNotifier> m_notifier; // dies before the session whose socket it watches
    QTimer m_retry;
    Backoff m_backoff;
    int m_attempts = 0; ///< to connect, since it last worked
};

} // namespace yardmaster

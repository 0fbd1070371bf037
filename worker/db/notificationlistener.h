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

/// One notification.
struct Notification
{
    QByteArray channel;
    QByteArray payload;
};

/// LISTENs on channels. Owns its connection and its socket notifier instead of using QSqlDriver's,
/// which does not signal a lost server; a lost connection is noticed at once and opened again with
/// backoff:
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
    /// The error message for a listening connection that was lost.
    static constexpr QLatin1StringView kLostMessage{"the connection to the server was lost"};

    /// @param purpose  of its session.
    NotificationListener(ConnectionSettings connection, QString purpose, QByteArrayList channels,
                         QObject *parent);
    ~NotificationListener() override;

    void start();
    /// Receives pending notifications now, not when the event loop runs.
    void readNow();
    void stop();
    /// Null unless it listens. Statements on it may receive notifications, too: call readNow()
    /// then.
    [[nodiscard]] Session *session() const { return m_session.get(); }

Q_SIGNALS:
    /// `attempt`: 1 for the first since it last worked.
    void connecting(int attempt);
    /// `isAgain`: notifications since lost() are missing.
    void listening(bool isAgain);
    /// `isLast`: received before the connection was lost; lost() follows.
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
    std::unique_ptr<QSocketNotifier> m_notifier; // destroyed before the session whose socket it
                                                 // watches
    QTimer m_retry;
    Backoff m_backoff;
    int m_attempts = 0; ///< to connect, since it last worked
};

} // namespace yardmaster

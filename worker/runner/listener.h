#pragma once

#include "worker/runner/backoff.h"
#include "worker/runner/databaseactivity.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <QObject>
#include <QTimer>

#include <memory>

class QSocketNotifier;

namespace yardmaster {

class EventBus;
class Session;

/// LISTENs on `jobs:insert` and `worker:migrate`. Owns its connection and its socket notifier
/// instead of using QSqlDriver's, which does not tell when the server goes away; a lost connection
/// is noticed at once and opened again with backoff. Lives on the dispatcher's thread.
class Listener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Listener)

public:
    Listener(ConnectionSettings connection, QString workerId, EventBus *events, QObject *parent);
    ~Listener() override;

    void start();
    /// What has come is announced now, not when the event loop gets to it.
    void readNow();
    void stop();

Q_SIGNALS:
    /// For the first time; jobs may have been added before.
    void listening();
    /// So many jobs were added somewhere, as far as announced, or some may have been while we were
    /// not listening any more.
    void jobsInserted(int count);
    /// Another worker leaves named queues to others for a moment.
    void queuesLeft(const QByteArray &worker);
    /// Some schema of this database was migrated; perhaps not ours.
    void migrated();

private:
    [[nodiscard]] Result<void> connectAndListen();
    void onReadable();
    void onLost(const DbError &error);
    void close();

    const ConnectionSettings m_connection;
    const QString m_workerId; // for events
    const QByteArray m_quotedId;
    EventBus *const m_events;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_retry;
    Backoff m_backoff;
    DatabaseActivity m_listening;
    int m_attempts = 0; ///< to connect, since it last worked
};

} // namespace yardmaster

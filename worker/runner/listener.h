#pragma once

#include "worker/db/notificationlistener.h"
#include "worker/events/databaseactivity.h"

namespace yardmaster {

class EventBus;

/// What `jobs:insert` and `worker:migrate` mean to a worker. Lives on the dispatcher's thread.
class Listener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Listener)

public:
    Listener(ConnectionSettings connection, QString workerId, EventBus *events, QObject *parent);
    ~Listener() override;

    void start() { m_notifications.start(); }
    /// What has come is announced now, not when the event loop gets to it.
    void readNow() { m_notifications.readNow(); }
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
    void onListening(bool isAgain);
    void onReceived(const QList<Notification> &notifications, bool isLast);
    void onLost(const DbError &error);

    const QString m_workerId; // for events
    const QByteArray m_quotedId;
    EventBus *const m_events;
    NotificationListener m_notifications;
    DatabaseActivity m_listening;
};

} // namespace yardmaster

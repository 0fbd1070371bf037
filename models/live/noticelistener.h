#pragma once

#include "models/live/livefeed.h"
#include "worker/db/notificationlistener.h"

namespace yardmaster {

/// How it stands with what a database announces.
enum class ListenState {
    Off,         ///< not started
    Connecting,  ///< for the first time, or again after it was lost
    Trying,      ///< LISTEN works; whether anything arrives is being tried
    Listening,   ///< what we announced to ourselves came back
    Undelivered, ///< it did not: a pooler in between, as a rule
    Failed,      ///< not connected, or LISTEN was refused; tried again with backoff
};

/// Listens on `jobs:insert` and `worker:migrate` on a connection of its own and tells a LiveFeed.
/// After each LISTEN it announces something to itself from a second connection, because behind a
/// transaction pooler LISTEN succeeds and nothing ever arrives. Lives on a thread of its own, which
/// connecting blocks for up to ten seconds.
class NoticeListener final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NoticeListener)

public:
    NoticeListener(const ConnectionSettings &connection, QString schema,
                   std::shared_ptr<LiveFeed> feed, std::chrono::milliseconds echoPatience);
    ~NoticeListener() override;

    void start() { m_notifications.start(); }

Q_SIGNALS:
    void stateChanged(yardmaster::ListenState state, const yardmaster::DbError &error);
    /// Other schemas with job queues, whose announcements arrive here too; at most 20.
    void othersFound(const QStringList &schemas);

private:
    void onListening(bool isAgain);
    void findOthers();
    void tryOut();
    void onReceived(const QList<Notification> &notifications);
    void onLost(DbError error);
    void setState(ListenState state, const DbError &error = {});

    const ConnectionSettings m_connection;
    const QString m_schema;
    const std::shared_ptr<LiveFeed> m_feed;
    NotificationListener m_notifications;
    QTimer m_echoTime;
    ListenState m_state = ListenState::Off;
    QString m_token;        // what we announce to ourselves
    bool m_wasLost = false; // and the feed has been told
};

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::ListenState)

#pragma once

#include "models/live/livefeed.h"
#include "worker/runner/backoff.h"
#include <yardmaster/connectionsettings.h>
#include <yardmaster/result.h>

#include <QObject>
#include <QTimer>

#include <memory>

class QSocketNotifier;

namespace yardmaster {

class Session;

/// How it stands with what a database announces.
enum class Hearing {
    Off,        ///< nobody has asked
    Connecting, ///< for the first time, or again after it was lost
    Trying,     ///< LISTEN works; whether anything arrives is being tried
    Hearing,    ///< what we announced to ourselves came back
    Deaf,       ///< it did not: a pooler in between, as a rule
    Failed,     ///< not connected, or LISTEN was refused; tried again with backoff
};

/// Listens on `jobs:insert` and `worker:migrate` on a connection of its own and tells a LiveFeed.
/// After each LISTEN it announces something to itself from a second connection, because behind a
/// transaction pooler LISTEN succeeds and nothing ever arrives. Lives on a thread of its own, which
/// connecting blocks for up to ten seconds.
class NotifyEar final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NotifyEar)

public:
    NotifyEar(ConnectionSettings connection, QString schema, std::shared_ptr<LiveFeed> feed,
              std::chrono::milliseconds echoPatience);
    ~NotifyEar() override;

    void start();

Q_SIGNALS:
    void hearingChanged(yardmaster::Hearing hearing, const yardmaster::DbError &error);
    /// Other schemas with job queues, whose announcements arrive here too; at most 20.
    void othersFound(const QStringList &schemas);

private:
    [[nodiscard]] Result<void> connectAndListen();
    void findOthers();
    void tryOut();
    void onReadable();
    void takeNotices();
    void onLost(const DbError &error);
    void close();
    void setHearing(Hearing hearing, const DbError &error = {});

    const ConnectionSettings m_connection;
    const QString m_schema;
    const std::shared_ptr<LiveFeed> m_feed;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_retry;
    QTimer m_echoTime;
    Backoff m_backoff;
    Hearing m_hearing = Hearing::Off;
    QString m_token;        // what we announce to ourselves
    bool m_wasLost = false; // and the feed has been told
};

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::Hearing)

#pragma once

#include "models/live/noticelistener.h"

#include <QStringList>

class QThread;

namespace yardmaster {

/// Keeps a NoticeListener on a thread of its own, and tells how it stands. GUI thread; never blocks
/// for more than a moment.
class NoticeListenerThread final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NoticeListenerThread)

public:
    static constexpr std::chrono::milliseconds kEchoPatience{10000};

    /// @param echoPatience  after which what does not arrive is said not to arrive.
    NoticeListenerThread(ConnectionSettings connection, QString schema,
                         std::shared_ptr<LiveFeed> feed,
                         std::chrono::milliseconds echoPatience = kEchoPatience,
                         QObject *parent = nullptr);
    ~NoticeListenerThread() override;

    /// Goes on until this object dies. Again: nothing.
    void start();

    [[nodiscard]] ListenState state() const { return m_state; }
    [[nodiscard]] const DbError &error() const { return m_error; } ///< only in Failed
    /// Other schemas of the database with job queues.
    [[nodiscard]] const QStringList &others() const { return m_others; }

Q_SIGNALS:
    void changed();

private:
    QThread *const m_thread;          // goes by itself if it is stuck in connecting
    NoticeListener *const m_listener; // lives and dies on it
    bool m_isStarted = false;
    ListenState m_state = ListenState::Off;
    DbError m_error;
    QStringList m_others;
};

} // namespace yardmaster

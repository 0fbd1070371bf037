#pragma once

#include "models/history/recentruns.h"
#include "models/session/poller.h"

#include <QObject>

#include <memory>

namespace yardmaster {

class LiveFeed;

/// Tells a LiveFeed which runs of all workers have ended, up to a second later, where the history
/// is recorded. GUI thread; never waits for the database.
class FleetFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FleetFeed)

public:
    FleetFeed(SessionPool sessions, const QString &schema, std::shared_ptr<LiveFeed> feed,
              QObject *parent = nullptr);

    /// Begins paused.
    void setPaused(bool isPaused) { m_poller.setPaused(isPaused); }
    /// The history is there and may be read; false before that is known.
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }

Q_SIGNALS:
    /// isFollowing() has.
    void changed();

private:
    void onRead();

    const std::shared_ptr<LiveFeed> m_feed;
    Poller<RecentRuns::News> m_poller;
    bool m_isFollowing = false;
    bool m_wasCut = false;
};

} // namespace yardmaster

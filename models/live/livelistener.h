#pragma once

#include "models/live/livefeed.h"

#include <QList>
#include <QMetaObject>

#include <memory>

namespace yardmaster {

class EventBus;

/// Tells a LiveFeed all that an event bus says, in words, on the engine's threads. Must die before
/// the bus; the feed lives on while a thread still speaks to it. GUI thread.
class LiveListener final
{
public:
    LiveListener(EventBus *bus, std::shared_ptr<LiveFeed> feed);
    ~LiveListener();
    Q_DISABLE_COPY_MOVE(LiveListener)

private:
    /// `slot` gets the feed, the event's name, and the arguments of the signal.
    template <auto Signal, typename Slot> void hear(Slot slot);
    void hearRun();
    void hearListening();
    void hearFetching();
    void hearJobs();
    void hearCron();
    void hearOthers();

    EventBus *const m_bus;
    const std::shared_ptr<LiveFeed> m_feed;
    QList<QMetaObject::Connection> m_connections;
};

} // namespace yardmaster

#include "models/live/fleetfeed.h"

#include "models/live/livefeed.h"
#include "models/values/format.h"

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

FleetFeed::FleetFeed(SessionPool sessions, const QString &schema, std::shared_ptr<LiveFeed> feed,
                     QObject *parent)
    : QObject(parent)
    , m_feed(std::move(feed))
    , m_poller(
          std::move(sessions),
          [runs = std::make_shared<RecentRuns>(schema)](Session &session) {
              return runs->look(session);
          },
          500ms, nullptr, SessionPool::Use::Background) // beside what LISTEN brings
{
    connect(&m_poller, &PollerBase::read, this, &FleetFeed::onRead);
}

void FleetFeed::onRead()
{
    const RecentRuns::News &news = *m_poller.latest();
    for (const PastRun &run : news.runs)
        m_feed->onFleet(run);
    if (news.isCut && !m_wasCut)
        m_feed->tell(LiveSource::Fleet, LiveKind::Trouble, "live:cut"_L1,
                     tr("more than %1 runs ended at once; not all are shown")
                         .arg(formatNumber(RecentRuns::kMost)));
    m_wasCut = news.isCut;
    const bool isFollowing = news.presence.isReadable();
    // Where there is no history, it is worth a look now and then whether there is one.
    m_poller.setInterval(isFollowing ? 500ms : 15s);
    if (std::exchange(m_isFollowing, isFollowing) != isFollowing)
        Q_EMIT changed();
}

} // namespace yardmaster

#include "models/history/recentruns.h"

#include "worker/db/rowtimes.h"
#include <yardmaster/session.h>

#include <algorithm>

namespace yardmaster {

Result<RecentRuns::News> RecentRuns::look(Session &session)
{
    const auto clock = session.query("select (extract(epoch from now()) * 1000000)::bigint", {});
    if (!clock)
        return tl::make_unexpected(clock.error());
    const Timestamp now = timestampAt(*clock, 0, 0);
    // A clock that was set back begins anew.
    const Timestamp since = std::min(m_last.value_or(now), now) - kBack;
    const auto page = readRunsSince(session, m_schema, since, kMost);
    if (!page)
        return tl::make_unexpected(page.error());
    News news{page->presence, {}, page->hasMore};
    std::set<RunPosition> found;
    for (const PastRun &run : page->runs) {
        if (!m_known.contains(runPosition(run)))
            news.runs.prepend(run);
        found.insert(runPosition(run));
    }
    m_known = std::move(found);
    m_last = now;
    return news;
}

} // namespace yardmaster

#pragma once

#include "models/history/runreads.h"

#include <set>

namespace yardmaster {

/// What has ended since the last look, of all workers: rows appear at commit, so that each look
/// goes back further than the last one and drops what is known. Works through poolers, and costs
/// nothing while nobody looks. One thread at a time.
class RecentRuns final
{
public:
    /// Runs at most with one look, the newest; how far back the first one goes, and how long a
    /// transaction may take for its runs to be seen.
    static constexpr int kMost = 2000;
    static constexpr std::chrono::seconds kBack{10};

    explicit RecentRuns(QString schema)
        : m_schema(std::move(schema))
    { }

    struct News
    {
        HistoryPresence presence;
        QList<PastRun> runs; ///< the oldest first
        bool isCut = false;  ///< there were more than kMost
    };
    /// A few milliseconds. Blocks.
    [[nodiscard]] Result<News> look(Session &session);

private:
    const QString m_schema;
    std::optional<Timestamp> m_last; // the server's clock at the last look
    std::set<RunPosition> m_known;   // of those that another look may find
};

} // namespace yardmaster

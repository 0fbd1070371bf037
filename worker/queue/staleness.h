#pragma once

#include <yardmaster/sweep.h>

#include <QHash>

#include <chrono>
#include <optional>
#include <vector>

namespace yardmaster {

/// A row of the registry as a sweeper sees it.
struct SeenWorker
{
    QString id;
    qint64 heartbeatUs = 0; ///< since 1970, the server's clock; only compared with itself
    std::optional<std::chrono::milliseconds> threshold; ///< that it published
};

/// Who is stale, by what one sweeper has watched: the heartbeat of a worker has not changed for the
/// longer of its threshold and the sweeper's (kUnpublished where it has published none), while the
/// sweeper looked without a gap. No clock but the sweeper's takes part, so neither outages nor
/// clocks that jump make anybody stale. Not synchronised.
class StalenessWatch final
{
public:
    using Time = std::chrono::nanoseconds; ///< since boot, suspended time included

    /// graphile_worker_rs publishes nothing, and beats every 30 s.
    static constexpr std::chrono::minutes kUnpublished{5};

    /// @param threshold  the sweeper's. @param longestGap  between two looks, for the second to go
    /// on from the first.
    StalenessWatch(std::chrono::milliseconds threshold, std::chrono::milliseconds longestGap)
        : m_threshold(threshold)
        , m_longestGap(longestGap)
    { }

    /// The registry could not be seen, or a heartbeat of the sweeper's own failed: whoever is
    /// silent may be so for the same reason. All silence counts from the next look.
    void interrupt() { m_seen.clear(); }

    /// @returns who is stale now.
    [[nodiscard]] std::vector<StaleWorker> look(const std::vector<SeenWorker> &workers, Time now);

private:
    struct Silence
    {
        qint64 heartbeatUs = 0;
        Time since{0};
    };

    const std::chrono::milliseconds m_threshold;
    const std::chrono::milliseconds m_longestGap;
    QHash<QString, Silence> m_seen;
    Time m_lastLook{0};
};

} // namespace yardmaster

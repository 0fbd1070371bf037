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

/// Decides which workers are stale by what one sweeper has observed: a worker's heartbeat has not
/// changed for the longer of its threshold and the sweeper's (kUnpublished where it has published
/// none), while the sweeper looked without a gap. Only the sweeper's clock is used, so neither
/// outages nor clock jumps make a worker stale. Not synchronised.
class StalenessObserver final
{
public:
    using Time = std::chrono::nanoseconds; ///< since boot, suspended time included

    /// graphile_worker_rs publishes none, and sends a heartbeat every 30 s.
    static constexpr std::chrono::minutes kUnpublished{5};

    /// @param threshold  the sweeper's. @param longestGap  longest pause between two looks that is
    /// not a gap.
    StalenessObserver(std::chrono::milliseconds threshold, std::chrono::milliseconds longestGap)
        : m_threshold(threshold)
        , m_longestGap(longestGap)
    { }

    /// The registry could not be read, or a heartbeat of the sweeper's own failed: other workers
    /// may be silent for the same reason. Observation starts again with the next look.
    void interrupt() { m_seen.clear(); }

    /// @returns the workers that are stale now.
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

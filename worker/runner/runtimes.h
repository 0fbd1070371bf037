#pragma once

#include <QtGlobal>

#include <array>
#include <chrono>
#include <optional>

namespace yardmaster {

/// How long the jobs of one task have taken lately. Not synchronised; LocalQueue guards it.
class RunTimes final
{
public:
    using Duration = std::chrono::microseconds;

    /// So many runs count at most; the older ones for less and less.
    static constexpr int kRuns = 200;

    void add(Duration took);
    void forget() { *this = {}; }
    /// Of twenty runs nineteen took no longer, rounded up by a quarter at most; unset: none known.
    [[nodiscard]] std::optional<Duration> high() const;

private:
    /// Four for each doubling, of microseconds.
    static constexpr int kBuckets = 160;

    std::array<quint8, kBuckets> m_runs{};
    int m_count = 0;
};

} // namespace yardmaster

#pragma once

#include <QHash>
#include <QString>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

namespace yardmaster {

/// Lets through so much of what jobs say about their progress that watching it costs nothing: per
/// job the first, then one in each interval, and in the end the last. Any thread.
class ProgressMeter final
{
public:
    using Clock = std::chrono::steady_clock;

    struct Reading
    {
        double fraction = 0; ///< 0..1
        QString text;
    };

    static constexpr std::chrono::milliseconds kInterval{100};

    /// @returns whether to pass it on now; else it is kept.
    [[nodiscard]] bool note(qint64 job, const Reading &reading, Clock::time_point now);
    /// The run has ended. @returns what was kept last, if nothing has been passed on since.
    [[nodiscard]] std::optional<Reading> end(qint64 job);

private:
    struct Entry
    {
        Clock::time_point passedOn{};
        Reading kept{};
        bool isKept = false; // not an optional: GCC 12 warns of copying an empty one
    };

    std::mutex m_mutex; // guards the next
    QHash<qint64, Entry> m_entries;
    std::atomic<qsizetype> m_count{0}; // of m_entries: nearly always 0, and every run asks
};

} // namespace yardmaster

#pragma once

#include <yardmaster/workeroptions.h>

#include <chrono>
#include <deque>
#include <optional>
#include <unordered_map>

namespace yardmaster {

/// Counts the jobs that go by names which have a limit or a rate, tasks or flags, and says how many
/// more may be fetched. Jobs that wait count as starts to come, so a rate holds for every span of
/// its period however long fetched jobs have to wait. Not synchronised; LocalQueue guards it.
class Quotas final
{
public:
    using Clock = std::chrono::steady_clock;

    Quotas() = default;
    Quotas(const QMap<QString, int> &limits, const QMap<QString, Rate> &rates);

    [[nodiscard]] bool isEmpty() const { return m_names.empty(); }
    [[nodiscard]] bool limits(const QString &name) const { return m_names.contains(name); }
    [[nodiscard]] QStringList names() const;

    // The life of a held job: it enters, perhaps starts, and leaves.
    void onEntered(const QString &name);
    void onStarted(const QString &name, Clock::time_point now);
    void onLeft(const QString &name, bool wasStarted);

    /// How many more jobs may be fetched now; `name` must be limited.
    [[nodiscard]] int allowance(const QString &name, Clock::time_point now) const;
    /// When a rate allows the next job of any name it holds up now; nullopt if it holds up none.
    [[nodiscard]] std::optional<Clock::time_point> nextAllowance(Clock::time_point now) const;

private:
    struct Counts
    {
        std::optional<int> limit;
        std::optional<Rate> rate;
        int held = 0;
        int waiting = 0;                      ///< of them, not started
        std::deque<Clock::time_point> starts; ///< the latest `rate->count`

        [[nodiscard]] int startsLeft(Clock::time_point now) const;
    };

    std::unordered_map<QString, Counts> m_names;
};

} // namespace yardmaster

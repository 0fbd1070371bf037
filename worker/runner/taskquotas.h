#pragma once

#include "worker/runner/workeroptions.h"

#include <chrono>
#include <deque>
#include <optional>
#include <unordered_map>

namespace yardmaster {

/// Counts the jobs of tasks that have a limit or a rate, and says how many more may be fetched.
/// Jobs that wait count as starts to come, so a rate holds for every span of its period however
/// long fetched jobs have to wait. Not synchronised; LocalQueue guards it.
class TaskQuotas final
{
public:
    using Clock = std::chrono::steady_clock;

    TaskQuotas() = default;
    TaskQuotas(const QMap<QString, int> &limits, const QMap<QString, Rate> &rates);

    [[nodiscard]] bool isEmpty() const { return m_tasks.empty(); }
    [[nodiscard]] bool limits(const QString &task) const { return m_tasks.contains(task); }

    // The life of a held job: it enters, perhaps starts, and leaves.
    void onEntered(const QString &task);
    void onStarted(const QString &task, Clock::time_point now);
    void onLeft(const QString &task, bool wasStarted);

    /// How many jobs of a limited task may be fetched now.
    [[nodiscard]] int allowance(const QString &task, Clock::time_point now) const;
    /// When a rate allows the next job of any task it holds up now; nullopt if it holds up none.
    [[nodiscard]] std::optional<Clock::time_point> nextAllowance(Clock::time_point now) const;

private:
    struct Task
    {
        std::optional<int> limit;
        std::optional<Rate> rate;
        int held = 0;
        int waiting = 0;                      ///< of them, not started
        std::deque<Clock::time_point> starts; ///< the latest `rate->count`

        [[nodiscard]] int startsLeft(Clock::time_point now) const;
    };

    std::unordered_map<QString, Task> m_tasks;
};

} // namespace yardmaster

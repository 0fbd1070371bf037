#pragma once

#include "models/overview/queuemetrics.h"

namespace yardmaster {

/// "1,204", "3.4" below ten, "~12" for an estimate, "12+" for at least so many, "–" while unknown.
/// So many a minute.
[[nodiscard]] QString formatRate(const std::optional<double> &rate,
                                 Count::Precision precision = Count::Exact);

/// "0 s", "12 s", "4 min 05 s", "4 h 10 min", "3 d 4 h"; "–" while unknown.
[[nodiscard]] QString formatWait(const std::optional<std::chrono::milliseconds> &wait,
                                 bool isLowerBound = false);

/// "1.0 %"; "–" while unknown.
[[nodiscard]] QString formatShare(const std::optional<double> &share);

/// How the backlog develops at the rates of the last minute.
struct Outlook
{
    enum class Kind { Unknown, Empty, Shrinking, Steady, Growing };
    Kind kind = Kind::Unknown;
    /// Only of Shrinking; unset: it is not known how long the backlog is.
    std::optional<std::chrono::milliseconds> clearsIn;
    bool isEstimate = false; ///< so is the length of the backlog
    double growth = 0;       ///< jobs a minute; negative while it shrinks
};

[[nodiscard]] Outlook outlookOf(const QueueMetrics &metrics);

/// Filters for what a figure stands for, in the language of the jobs view.
[[nodiscard]] QString oldestFilter(const QueueMetrics &metrics);
[[nodiscard]] QString queueFilter(const QueueAge &queue);
[[nodiscard]] QString taskFilter(const TaskFailures &task);

} // namespace yardmaster

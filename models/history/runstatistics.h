#pragma once

#include "models/history/runreads.h"
#include "models/history/runsums.h"

#include <atomic>
#include <memory>

namespace yardmaster {

/// How long the charts look back.
enum class RunSpan { QuarterHour, Hour, Day, Week, FourWeeks };
[[nodiscard]] std::chrono::seconds lengthOf(RunSpan span);
/// Of its points: hours and more are read from the roll-ups.
[[nodiscard]] std::chrono::seconds stepOf(RunSpan span);

/// What a span is compared with: the same time, so much earlier.
enum class RunBaseline { None, Yesterday, LastWeek };
[[nodiscard]] std::chrono::seconds shiftOf(RunBaseline baseline);

/// What is to be read.
struct RunChoice
{
    RunSpan span = RunSpan::QuarterHour;
    RunBaseline baseline = RunBaseline::None;
    [[nodiscard]] bool operator==(const RunChoice &) const = default;
};

/// Figures over a time. A value.
struct RunStatistics
{
    struct Point
    {
        Timestamp begin;
        RunSums sums;
        std::optional<RunSums> before = {}; ///< at the baseline; unset: nothing is known of it
        [[nodiscard]] bool operator==(const Point &) const = default;
    };
    struct Task
    {
        QString name;
        RunSums sums;
        [[nodiscard]] bool operator==(const Task &) const = default;
    };

    RunChoice choice;
    HistoryPresence presence;
    Timestamp from; ///< the beginning of the first point
    Timestamp until;
    std::chrono::seconds step{0}; ///< of points
    /// The upper ends of all buckets but the last, in microseconds, as the server has them.
    QList<double> bounds;
    QList<Point> points; ///< one after the other, without gaps; the last one is not over
    QList<Task> tasks;   ///< those with the most runs first
    RunSums sums;        ///< of all
    /// Hours that are over have not been rolled up, and are too many to be counted one by one.
    bool isIncomplete = false;

    [[nodiscard]] bool operator==(const RunStatistics &) const = default;
};

/// @param task  of this one only; empty: of all.   Blocks, on the session's thread. What is not
/// there, or may not be read, is an answer, not an error.
[[nodiscard]] Result<RunStatistics> readRunStatistics(Session &session, const QString &schema,
                                                      RunChoice choice, const QString &task = {});

/// Of all tasks, what is chosen when it begins; another thread may change that.
[[nodiscard]] Result<RunStatistics>
readChosenStatistics(Session &session, const QString &schema,
                     const std::shared_ptr<const std::atomic<RunChoice>> &choice);

} // namespace yardmaster

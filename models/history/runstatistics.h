#pragma once

#include "models/history/runreads.h"

#include <array>
#include <atomic>
#include <memory>

namespace yardmaster {

/// How many durations fall into each of the buckets of the roll-ups. A value.
struct DurationBuckets
{
    static constexpr int kCount = 42;
    std::array<qint64, kCount> counts{};

    void add(const DurationBuckets &other);
    [[nodiscard]] qint64 total() const;
    /// The duration that a share of them is below; within a bucket they are taken to be spread
    /// evenly. Unset: there are none.   @param bounds  see RunStatistics::bounds.
    [[nodiscard]] std::optional<std::chrono::microseconds>
    quantile(double share, const QList<double> &bounds) const;
    [[nodiscard]] bool operator==(const DurationBuckets &) const = default;
};

/// What ended in a time, or of a task. A value.
struct RunSums
{
    qint64 succeeded = 0; ///< and those retired by their key
    qint64 failed = 0;    ///< attempts, the last ones too
    qint64 others = 0;    ///< removed, cleaned up, interrupted, unknown
    DurationBuckets wait; ///< of all that a worker fetched
    DurationBuckets held;

    void add(const RunSums &other);
    [[nodiscard]] qint64 runs() const { return succeeded + failed; }
    /// 0..1; unset without runs.
    [[nodiscard]] std::optional<double> failureShare() const;
    [[nodiscard]] bool operator==(const RunSums &) const = default;
};

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

/// The upper ends of all buckets but the last, in microseconds. Blocks.
[[nodiscard]] Result<QList<double>> readDurationBounds(Session &session, const QString &schema);

/// @param task  of this one only; empty: of all.   Blocks, on the session's thread. What is not
/// there, or may not be read, is an answer, not an error.
[[nodiscard]] Result<RunStatistics> readRunStatistics(Session &session, const QString &schema,
                                                      RunChoice choice, const QString &task = {});

/// Of all tasks, what is chosen when it begins; another thread may change that.
[[nodiscard]] Result<RunStatistics>
readChosenStatistics(Session &session, const QString &schema,
                     const std::shared_ptr<const std::atomic<RunChoice>> &choice);

} // namespace yardmaster

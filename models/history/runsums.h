#pragma once

#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QHash>
#include <QList>

#include <array>
#include <chrono>
#include <optional>

namespace yardmaster {

class Session;

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

/// Sums by the number of a point of time, or by the id of a task.
using RunSumsByKey = QHash<qint64, RunSums>;

struct RunSumsRequest
{
    QString schema;
    Timestamp from;
    Timestamp until;
    std::chrono::seconds step{0}; ///< the length of a point; that of time t has the number t / step
    QString task;                 ///< of this one only; empty: of all
};

struct RunSumsReading
{
    RunSumsByKey points;
    RunSumsByKey tasks;
};

/// What is read one by one where roll-ups are missing; more takes too long.
inline constexpr std::chrono::hours kMostUnrolled{2};

/// From the roll-ups until `rolledUpTo`, after that one by one, but no more than `kMostUnrolled`
/// and an hour of it. Blocks, on the session's thread; in its transaction.
[[nodiscard]] Result<RunSumsReading> readRunSums(Session &session, const RunSumsRequest &request,
                                                 Timestamp rolledUpTo);

/// The upper ends of all buckets but the last, in microseconds. Blocks.
[[nodiscard]] Result<QList<double>> readDurationBounds(Session &session, const QString &schema);

} // namespace yardmaster

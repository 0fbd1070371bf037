#pragma once

#include "models/query/filter.h"
#include "models/query/jobloads.h"

#include <QDateTime>

namespace yardmaster {

/// How many jobs there are of each state, in all and of each task and queue, from one pass over the
/// table or over a sample of its pages. A value.
struct JobCounts
{
    QDateTime countedAt; ///< UTC, by this machine's clock; invalid: never
    double share = 1;    ///< of the table's pages that were read; 1: all, so numbers are exact
    JobLoad all;
    QHash<qint64, JobLoad> tasks;
    QHash<qint64, JobLoad> queues; ///< 0: jobs without a queue
    JobLoad otherTasks;            ///< each of those that are not in `tasks`
    JobLoad otherQueues;

    [[nodiscard]] bool isSample() const { return share < 1; }
    [[nodiscard]] JobLoad ofTask(qint64 id) const { return tasks.value(id, otherTasks); }
    [[nodiscard]] JobLoad ofQueue(qint64 id) const { return queues.value(id, otherQueues); }

    [[nodiscard]] bool operator==(const JobCounts &) const = default;
};

/// How many jobs pass `filter`; unset unless these counts tell, as for none and for states alone.
[[nodiscard]] Count countOf(const Filter &filter, const JobCounts &counts);

/// What of a table was read for a sample.
struct SampleSize
{
    double share = 1; ///< of its pages, above 0
    double pages = 0; ///< read, about
    qint64 jobs = 0;  ///< found on them
};

/// What `seen` jobs of a sample say about the whole table: an estimate if its standard error is 5 %
/// at most even where all these jobs lie side by side, else a lower bound. Exact if it was read
/// all.
[[nodiscard]] Count fromSample(qint64 seen, const SampleSize &size);

/// Counts as exactly as is possible in a few seconds, and remembers what that costs:
///
///   1st time   all jobs of a small table; of a larger one an estimate from 2,000 pages, in 0.1 s
///   then       all jobs, if that seems to take four seconds at most; else as many pages as take
///              one second, or as tell of states of a hundredth, if that takes two and a half
///
/// One processor of the server at most. One thread at a time.
class JobCounter final
{
public:
    explicit JobCounter(const QString &schema);

    /// Blocks. Errors: Cancelled after five seconds; those of the server.
    [[nodiscard]] Result<JobCounts> count(Session &session);
    /// The last answer was a first impression, for which nobody should wait long.
    [[nodiscard]] bool wasQuick() const { return m_wasQuick; }

    /// For tests. @param quick  pages of the first sample, and of a small table.
    /// @param longest  what counting all jobs may take.
    void setLimits(qint64 quick, std::chrono::milliseconds longest);

    /// So many tasks and queues are counted one by one: the largest ones.
    static constexpr int kCap = 10000;

private:
    [[nodiscard]] Result<JobCounts> countPages(Session &session, qint64 wanted, qint64 pages);

    const QString m_schema;
    const QByteArray m_sql;
    qint64 m_quickPages = 2000;
    std::chrono::milliseconds m_longest{4000};
    double m_pageCost = 0;                // milliseconds; 0: not measured yet
    std::optional<qint64> m_tooManyPages; // of which counting all jobs took too long
    bool m_wasQuick = false;
};

} // namespace yardmaster

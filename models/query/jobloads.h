#pragma once

#include "models/values/statecounts.h"
#include <yardmaster/result.h>
#include <yardmaster/timestamp.h>

#include <QDateTime>
#include <QHash>
#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace yardmaster {

class Session;

/// The jobs of one queue or of one task, as far as they are known. A value.
struct JobLoad : StateCounts
{
    QDateTime countedAt; ///< of numbers that are older than the rest; invalid: there are none
    std::optional<Timestamp> oldestDue; ///< run_at of the first due job that was seen
    std::optional<Timestamp> nextDue;   ///< run_at of the first later job that was seen
    // Of the newest jobs of the table:
    qint64 sampled = 0;
    qint64 sampledFailing = 0; ///< failed for good, or to be tried again
    qint64 sampledAttempts = 0;

    /// Of all states together.
    [[nodiscard]] Count all() const;
    /// Due now, whether their queue is free or not.
    [[nodiscard]] Count due() const { return ready + blocked; }
    /// Scheduled and retrying.
    [[nodiscard]] Count later() const;
    /// Due or later.
    [[nodiscard]] Count waiting() const { return due() + later(); }
    /// Takes the numbers of `counted` over where these say more.
    void improveBy(const JobLoad &counted, const QDateTime &at);
    /// Of the jobs that are in the table: completed ones are deleted. Unset: none was seen.
    [[nodiscard]] std::optional<double> failureShare() const;

    [[nodiscard]] bool operator==(const JobLoad &) const = default;
};

/// A job a worker has locked.
struct HeldJob
{
    qint64 id = 0;
    qint64 taskId = 0;
    QString task;
    qint64 queueId = 0; ///< 0: none
    QString owner;
    Timestamp since;

    [[nodiscard]] bool operator==(const HeldJob &) const = default;
};

enum class LoadBy { Queue, Task };

/// All loads at one moment, from samples.
struct JobLoads
{
    QHash<qint64, JobLoad> byId; ///< of queues (0: no queue) or tasks that were seen
    JobLoad unseen;              ///< of every other one
    QList<HeldJob> held;
    bool isHeldComplete = false;   ///< `held` are all locked jobs there are
    bool isNewestComplete = false; ///< every job of the table was looked at
    qint64 looked = 0;             ///< newest jobs that were looked at

    [[nodiscard]] JobLoad of(qint64 id) const { return byId.value(id, unseen); }
};

/// Jobs looked at for a reading: the due, the later and the newest ones, so many of each.
inline constexpr int kLoadSample = 5000;

/// Some milliseconds whatever the size of the table. In such a transaction. Blocks.
[[nodiscard]] Result<JobLoads> readJobLoads(Session &session, const QString &schema, LoadBy by);

/// Calls `read` with the loads, in a transaction of one snapshot: short, read-only. Blocks.
[[nodiscard]] Result<void> withJobLoads(Session &session, const QString &schema, LoadBy by,
                                        const std::function<Result<void>(const JobLoads &)> &read);

/// What `read` makes of the loads. Blocks.
template <typename Reading>
[[nodiscard]] Result<Reading> readWithLoads(Session &session, const QString &schema, LoadBy by,
                                            Result<Reading> (*read)(Session &, const QString &,
                                                                    const JobLoads &))
{
    Reading reading;
    const auto done = withJobLoads(session, schema, by, [&](const JobLoads &loads) {
        return read(session, schema, loads).map([&reading](Reading result) {
            reading = std::move(result);
        });
    });
    if (!done)
        return tl::make_unexpected(done.error());
    return reading;
}

} // namespace yardmaster

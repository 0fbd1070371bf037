#pragma once

#include "models/query/filtercompletion.h"
#include "models/values/count.h"
#include <yardmaster/result.h>

#include <QList>
#include <QMetaType>

#include <memory>

namespace yardmaster {

class Session;

/// Something jobs belong to, and how many do.
struct NamedCount
{
    QString name;
    Count count; ///< unset: not counted

    [[nodiscard]] bool operator==(const NamedCount &) const = default;
};

/// The names a filter can ask for, by name.
struct JobNames
{
    QList<NamedCount> tasks;
    QList<NamedCount> queues;
    Count withoutQueue;
    QStringList flags;   ///< of the newest jobs
    QStringList workers; ///< that are registered, or hold newest jobs
    bool isCut = false;  ///< there are more tasks or queues than are listed

    [[nodiscard]] bool operator==(const JobNames &) const = default;
};

/// So many tasks and queues are listed.
inline constexpr int kNameCap = 1000;
/// A task or queue is counted so far.
inline constexpr qint64 kNameCountCap = 10000;
/// Counted are the newest so many jobs; where there are more, counts are lower bounds.
inline constexpr int kCountedJobs = 50000;

/// Reads them in short read-only transactions. Counts are given up after half a second: then they
/// are unset, and the names are there all the same. Blocks.
[[nodiscard]] Result<JobNames> readJobNames(Session &session, const QString &schema);

/// Completes from `names`: what begins with the text, in any case, fifty at most.
[[nodiscard]] FilterNames completionFrom(std::shared_ptr<const JobNames> names);

} // namespace yardmaster

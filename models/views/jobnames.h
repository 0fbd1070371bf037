#pragma once

#include "models/query/filtercompletion.h"
#include <yardmaster/result.h>

#include <QList>
#include <QMetaType>

#include <memory>

namespace yardmaster {

class Session;

/// A task or a queue.
struct JobName
{
    QString name;
    qint64 id = 0;

    [[nodiscard]] bool operator==(const JobName &) const = default;
};

/// The names a filter can ask for, by name.
struct JobNames
{
    QList<JobName> tasks;
    QList<JobName> queues;
    QStringList flags;   ///< of the newest jobs
    QStringList workers; ///< that are registered, or hold newest jobs
    bool isCut = false;  ///< there are more tasks or queues than are listed

    [[nodiscard]] bool operator==(const JobNames &) const = default;
};

/// So many tasks and queues are listed.
inline constexpr int kNameCap = 1000;
/// So many of the newest jobs are searched for flags and workers.
inline constexpr int kSearchedJobs = 50000;

/// Reads them in short read-only transactions. Flags, and workers that hold jobs, are given up
/// after half a second, and the other names are there all the same. Blocks.
[[nodiscard]] Result<JobNames> readJobNames(Session &session, const QString &schema);

/// Completes from `names`: what begins with the text, in any case, fifty at most.
[[nodiscard]] FilterNames completionFrom(std::shared_ptr<const JobNames> names);

} // namespace yardmaster

#pragma once

#include "worker/runner/quotas.h"
#include <yardmaster/job.h>

namespace yardmaster {

/// The limits and rates of tasks and of flags, counted over the jobs a worker holds. A job counts
/// for its task and for each of its flags. Not synchronised; LocalQueue guards it.
class JobQuotas final
{
public:
    using Clock = Quotas::Clock;

    JobQuotas() = default;
    explicit JobQuotas(const WorkerOptions &options);

    // The life of a held job: it enters, perhaps starts, and leaves.
    void onEntered(const Job &job);
    void onStarted(const Job &job);
    void onLeft(const Job &job, bool wasStarted);

    /// How many more jobs of a limited task may be fetched now.
    [[nodiscard]] int taskAllowance(const QString &task) const;
    /// The same for every limited flag.
    [[nodiscard]] QMap<QString, int> flagAllowances() const;
    /// How long until a rate allows the next job it holds up now; nullopt if none holds any up.
    [[nodiscard]] std::optional<std::chrono::milliseconds> untilAllowance() const;

private:
    [[nodiscard]] QStringList limitedFlags(const Job &job) const;

    Quotas m_tasks;
    Quotas m_flags;
};

} // namespace yardmaster

#pragma once

#include <QtGlobal>

#include <chrono>
#include <optional>

namespace yardmaster {

/// Decides how long a batch waits for jobs whose rows other transactions have locked.
///
/// Those transactions mostly end within milliseconds. If their jobs were skipped at once, an
/// operation that meets another one at every batch, because both keep the same pace, would skip all
/// of its jobs.
class LockWait final
{
public:
    /// @param longest  for one batch; half of that after each batch that waited in vain.
    explicit LockWait(std::chrono::milliseconds longest);

    /// How long to wait before the batch is locked again; nullopt: it is carried out as it is.
    /// @param contended  jobs of the batch that are locked.
    [[nodiscard]] std::optional<std::chrono::milliseconds> delay(qsizetype contended);

private:
    const std::chrono::milliseconds m_longest;
    std::chrono::milliseconds m_limit;
    std::chrono::milliseconds m_waited{0}; // for the jobs of this batch
};

} // namespace yardmaster

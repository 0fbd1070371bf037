#pragma once

namespace yardmaster {

/// Indexes that no queue needs and some views become fast by. Nobody creates them unasked, because
/// workers pay for each with every job.
enum class SupportingIndex {
    Failed,    ///< jobs that failed for good, by id
    Locked,    ///< jobs that are running or stuck, by id
    Waiting,   ///< waiting jobs, in the full order of pick-up
    KeyPrefix, ///< job keys by their beginning
};

} // namespace yardmaster

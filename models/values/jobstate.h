#pragma once

#include <QMetaType>
#include <QString>

#include <array>

namespace yardmaster {

/// The one state a person would name for a job. graphile-worker stores none; each follows from the
/// row, and no job is in two of them.
enum class JobState {
    Ready,         ///< due, attempts left, its queue free: a worker may take it now
    Scheduled,     ///< never failed, run_at in the future
    Running,       ///< locked: it runs, or waits in its worker's memory
    Retrying,      ///< failed before, waiting for its next attempt
    FailedForGood, ///< no attempt left
    Stuck,     ///< locked for 4 hours or more, which workers treat as void, or by a stale worker
    Blocked,   ///< due, but another job holds its named queue
    Forbidden, ///< due, but every worker here refuses one of its flags
    Completed, ///< ended well; graphile-worker deletes the row, so only events and history show it
};

inline constexpr int kJobStates = 9;

/// Sentence-case word of a state, e.g. "Failed for good".
[[nodiscard]] QString jobStateWord(JobState state);

/// What the state means and what moves a job out of it, one sentence.
[[nodiscard]] QString jobStateMeaning(JobState state);

} // namespace yardmaster

Q_DECLARE_METATYPE(yardmaster::JobState)

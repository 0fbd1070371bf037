#pragma once

#include <yardmaster/dberror.h>

#include <QHash>

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

namespace yardmaster {

/// What runs have added that is not written yet. A handler need not wait for it, but the result of
/// its run does: written before, it would be all that is left of the run if the worker ended now,
/// and a run that adds faster than the database writes would not be held back. Any thread.
class RunAdds final
{
public:
    /// @param trouble  the first that came while this waited, if it was not the fault of the job
    ///                 that was to be added.
    using Written = std::function<void(const std::optional<DbError> &trouble)>;

    /// One is on its way. @param run  Job::run of the job that adds it; 0: it has ended.
    void begin(quint64 run);
    /// It has been answered, with this error if it failed.
    void end(quint64 run, const DbError *error);

    /// Something that this run has added is on its way.
    [[nodiscard]] bool has(quint64 run) const;
    /// Calls `then` when nothing is: at once, or on the thread that calls end(). Once for a run.
    void whenWritten(quint64 run, Written then);
    /// The same, waiting for it.
    [[nodiscard]] std::optional<DbError> waitUntilWritten(quint64 run);

    /// On their way, added after the end of the runs.
    [[nodiscard]] int late() const { return m_late; }

private:
    struct Adds
    {
        int count = 0;
        Written then;
        std::optional<DbError> trouble;
    };

    mutable std::mutex m_mutex; // guards the next
    QHash<quint64, Adds> m_runs;
    std::atomic<int> m_count = 0; ///< of runs that have any
    std::atomic<int> m_late = 0;
};

} // namespace yardmaster

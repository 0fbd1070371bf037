#pragma once

#include "models/values/runend.h"
#include <yardmaster/events.h>

#include <QHash>
#include <QObject>

#include <deque>
#include <mutex>
#include <vector>

namespace yardmaster {

class EventBus;

/// One run of a job in this process. A value.
struct LocalRun
{
    JobInfo job;
    QDateTime started; ///< UTC
    QString place;     ///< where: "thread 3", "executor"
    RunEnd end = RunEnd::None;
    std::chrono::microseconds duration{0}; ///< 0 while running
    QString error;
    QDateTime retryAt;    ///< UTC; of Retrying
    double progress = -1; ///< 0..1; negative: it has not said
    QString progressText;
};

/// What runs in this process now, with progress, and what ran since the program began, in numbers
/// and run by run: the newest kKept of those that failed and as many that did not, so that a drain
/// does not push the failures out. Fed on the engine's threads, with direct calls under one mutex:
/// the engine can report a hundred thousand runs a second. Reading is for any thread.
class RunRecorder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunRecorder)

public:
    static constexpr std::size_t kKept = 1000;
    static constexpr std::size_t kShown = 1000; ///< running jobs in one answer

    struct Totals
    {
        qint64 completed = 0;
        qint64 retrying = 0;
        qint64 failedForGood = 0;
        qint64 givenBack = 0;
        qint64 lostLease = 0;

        [[nodiscard]] bool operator==(const Totals &) const = default;
    };

    /// On the bus's thread, whose child it becomes.
    explicit RunRecorder(EventBus *bus);

    /// Of the runs that ended.
    [[nodiscard]] Totals totals() const;
    /// Jobs at this moment.
    [[nodiscard]] int runningCount() const;
    struct Running
    {
        std::vector<LocalRun> runs; ///< the longest running first
        int count = 0;              ///< of all
    };
    [[nodiscard]] Running running() const;
    /// Ended runs, the newest first. @param jobId  of this job only; 0: of all.
    [[nodiscard]] std::vector<LocalRun> ended(qint64 jobId) const;
    /// Differs after every change; cheap, so that views ask before they copy.
    [[nodiscard]] quint64 revision() const;

    /// The engine is gone: what still counts as running is not.
    void forgetRunning();

private:
    using RunKey = std::pair<qint64, int>; // job id, attempt

    void onStarted(const JobEvent &event);
    void onProgress(const JobProgress &progress);
    void onEnded(const JobEvent &event, RunEnd end);
    void keep(LocalRun run);      // m_mutex held
    [[nodiscard]] QString here(); // m_mutex held

    mutable std::mutex m_mutex; // guards everything below
    Totals m_totals;
    QHash<RunKey, LocalRun> m_running;
    std::deque<LocalRun> m_failures;  // newest at the end
    std::deque<LocalRun> m_successes; // newest at the end
    QHash<Qt::HANDLE, int> m_threads; // numbered in the order they were seen
    quint64 m_revision = 0;
};

} // namespace yardmaster

#pragma once

#include "models/localworker/runrecorder.h"
#include "models/tables/rowsmodel.h"
#include "models/values/jobstate.h"

#include <tuple>

namespace yardmaster {

/// "Completed", "Returned"…
[[nodiscard]] QString runEndWord(RunEnd end);

/// What tells a run from others: job, attempt, and when it began.
[[nodiscard]] inline std::tuple<qint64, int, qint64> runKey(const LocalRun &run)
{
    return {run.job.id, run.job.attempts, run.started.toMSecsSinceEpoch()};
}

/// Runs of jobs in this process, as a table: those under way, or those that ended. GUI thread.
class RunsModel final : public RowsModel<LocalRun, &runKey>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsModel)

public:
    enum class Kind { Running, Ended };

    explicit RunsModel(Kind kind, QObject *parent = nullptr);

    /// In the order to show. @param now  that elapsed times are counted to.
    void setRuns(std::vector<LocalRun> runs, const QDateTime &now);
    /// The same runs, a moment later.
    void tick(const QDateTime &now);
    /// -1: it is not in it.
    [[nodiscard]] int rowOfJob(qint64 jobId) const;

private:
    [[nodiscard]] QList<TableColumn<LocalRun>> jobColumns() const;
    [[nodiscard]] QList<TableColumn<LocalRun>> runColumns() const;
    [[nodiscard]] std::chrono::microseconds timeOf(const LocalRun &run) const;

    const Kind m_kind;
    QDateTime m_now;
};

} // namespace yardmaster

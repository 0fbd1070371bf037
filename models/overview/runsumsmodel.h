#pragma once

#include "models/overview/changemark.h"
#include "models/overview/queuemetrics.h"
#include "models/tables/rowsmodel.h"

namespace yardmaster {

struct RunStatistics;

/// What ended of one task, or in one time. A value.
struct RunSumsRow
{
    QString key;    ///< a task
    QDateTime time; ///< or when the time ended
    qint64 runs = 0;
    qint64 failed = 0;
    std::optional<double> failureShare;
    RunFigures figures;
    ChangeMarks changes = {}; ///< in its time

    [[nodiscard]] bool operator==(const RunSumsRow &) const = default;
};
[[nodiscard]] inline std::pair<QString, qint64> runSumsKey(const RunSumsRow &row)
{
    return {row.key, row.time.isValid() ? row.time.toMSecsSinceEpoch() : 0};
}

/// Statistics of the history as a table: a row for each task, or for each point of the charts, the
/// newest on top. GUI thread.
class RunSumsModel final : public RowsModel<RunSumsRow, &runSumsKey>
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunSumsModel)

public:
    enum class Kind { Tasks, Points };

    explicit RunSumsModel(Kind kind, QObject *parent = nullptr);

    void setStatistics(const RunStatistics &statistics);
    /// What changed, beside the points from the next setStatistics() on.
    void setMarks(const ChangeMarks &marks) { m_marks = marks; }

private:
    const Kind m_kind;
    ChangeMarks m_marks;
};

} // namespace yardmaster

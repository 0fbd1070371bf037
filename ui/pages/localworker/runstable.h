#pragma once

#include "models/localworker/runsmodel.h"

#include <QTableView>

namespace yardmaster {

/// Runs of jobs in this process, under way or ended. Enter and a double click ask for the job.
class RunsTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsTable)

public:
    explicit RunsTable(RunsModel::Kind kind, QWidget *parent = nullptr);
    ~RunsTable() override;

    [[nodiscard]] RunsModel *runs() { return &m_model; }
    /// 0: none.
    [[nodiscard]] qint64 currentJob() const;

Q_SIGNALS:
    void currentJobChanged(qint64 id);
    void jobActivated(qint64 id);

private:
    RunsModel m_model;
};

} // namespace yardmaster

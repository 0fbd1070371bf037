#pragma once

#include <QPlainTextEdit>

namespace yardmaster {

class JobLogs;

/// What one job put out while it ran in this window, line by line; grows while it runs, and stays
/// at its end unless the user scrolled up.
class RunLog final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunLog)

public:
    explicit RunLog(QWidget *parent = nullptr);

    /// @param logs  borrowed; must outlive the widget, or be replaced.   @param jobId  0: none.
    void setJob(const JobLogs *logs, qint64 jobId);
    /// Reads what is new, if anything is.
    void refresh();

private:
    const JobLogs *m_logs = nullptr;
    qint64 m_jobId = 0;
    quint64 m_revision = 0;
};

} // namespace yardmaster

#pragma once

#include <QDateTime>
#include <QTimer>
#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace yardmaster {

class ConsoleContext;
class ElidedLabel;
class EmptyHint;
class EventBus;
class JobLogs;
class Label;
class LocalWorker;
class RunLog;
class RunsTable;

/// What runs in this window now, what ran, and what one of these jobs put out. Looks a few times a
/// second while it is seen, and not at all while it is not.
class RunsPane final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunsPane)

public:
    /// Both are borrowed and must outlive the pane.
    RunsPane(ConsoleContext *context, LocalWorker *worker, QWidget *parent = nullptr);

    /// Shows the attempts and the output of this job. @param isDry  the output of its dry runs.
    void showJob(qint64 id, bool isDry = false);
    void refresh();

Q_SIGNALS:
    /// The user clicked a run of this job.
    void jobChosen(qint64 id);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void showTexts();
    void showLogTitle();
    /// Whose runs are listed alone; 0: all. A dry run is none of them.
    [[nodiscard]] qint64 filteredJob() const { return m_isDry ? 0 : m_job; }

    LocalWorker *const m_worker;
    const JobLogs *const m_logs;
    const JobLogs *const m_dryLogs;
    qint64 m_job = 0; // whose attempts and output are shown; 0: all attempts
    bool m_isDry = false;
    QDateTime m_singleStart;
    quint64 m_seen = 0; // revision of the recorder
    QTimer m_tick;
    Label *m_runningTitle;
    QStackedWidget *m_runningPages;
    EmptyHint *m_hint;
    RunsTable *m_running;
    ElidedLabel *m_endedTitle;
    QPushButton *m_all;
    RunsTable *m_ended;
    ElidedLabel *m_logTitle;
    RunLog *m_log;
};

} // namespace yardmaster

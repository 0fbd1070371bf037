#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace yardmaster {

class JobsTable;
class Label;

/// One line below a list of jobs for what is going on right now, with the one thing to do about it;
/// gone when there is nothing to say. In this order: a failure beside old rows, a slow read, a
/// search that stopped, what somebody asked in vain, "select all that match".
class JobsBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobsBar)

public:
    /// `table` is borrowed and must outlive the bar.
    explicit JobsBar(JobsTable *table, QWidget *parent = nullptr);

    /// Says it for a while.
    void setNotice(const QString &notice);
    void tell();

Q_SIGNALS:
    void retryWanted();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Job { None, Retry, Cancel, Continue, SelectMatching, ClearSelected };

    void onPhase();
    void say(const QString &text, Job job = Job::None, const QString &button = {});
    void sayLoading();
    bool saySelected();
    void run();

    JobsTable *const m_table;
    Label *m_text;
    QProgressBar *m_progress;
    QPushButton *m_button;
    Job m_job = Job::None;
    QString m_notice;
    QTimer m_noticeEnd;
    QTimer m_tick; // while loading
    QElapsedTimer m_loading;
    qint64 m_looked = 0;
    qint64 m_total = 0;
};

} // namespace yardmaster

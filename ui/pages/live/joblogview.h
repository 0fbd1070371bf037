#pragma once

#include "models/live/joblogs.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;

namespace yardmaster {

class ElidedLabel;
class Label;
class TextViewer;

/// What one job put out while it ran in this window, and how far it came: its lines, which follow
/// as they come, and the last progress. Looks for news only while it is shown.
class JobLogView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobLogView)

public:
    /// `logs` are borrowed and must outlive the view.
    explicit JobLogView(const JobLogs *logs, QWidget *parent = nullptr);

    /// 0: none.
    void setJob(qint64 id);
    [[nodiscard]] qint64 job() const { return m_job; }

    /// The record as text: "14:03:07.412  #1  line". Pure.
    [[nodiscard]] static QString textOf(const JobLogRecord &record);

Q_SIGNALS:
    void jobRequested(qint64 id);
    void closeRequested();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void look();
    void showRecord(const JobLogRecord &record);

    const JobLogs *const m_logs;
    qint64 m_job = 0;
    quint64 m_revision = 0;
    QTimer m_look;
    ElidedLabel *m_title;
    QProgressBar *m_progress;
    Label *m_progressText;
    TextViewer *m_text;
};

} // namespace yardmaster

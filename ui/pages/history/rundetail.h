#pragma once

#include "models/history/pastrun.h"

#include <QWidget>

class QAction;
class QHBoxLayout;

namespace yardmaster {

class FactList;
class Label;

/// One run of the history: how it ended and what that is known from, its times, its error in full.
class RunDetail final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunDetail)

public:
    explicit RunDetail(QWidget *parent = nullptr);

    void showRun(const PastRun &run);
    /// Something else that can be done about it.
    void addCommandButton(QAction *command);

Q_SIGNALS:
    /// The job is wanted in the inspector.
    void jobRequested(qint64 id);
    /// All runs of the job are wanted.
    void runsRequested(qint64 id);

private:
    qint64 m_id = 0;
    Label *m_title;
    Label *m_meaning;
    FactList *m_facts;
    FactList *m_times;
    Label *m_error;
    QHBoxLayout *m_buttons;
};

} // namespace yardmaster

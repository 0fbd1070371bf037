#pragma once

#include "models/operations/recordedholds.h"
#include "models/values/count.h"

#include <QObject>

class QAction;
class QWidget;

namespace yardmaster {

class ConsoleContext;
class HoldTracker;
class JobActions;

/// Commands that hold a queue or a task and let it go on: here, which only tells the worker of this
/// window, and everywhere, which is an operation on the waiting jobs that is undone to resume. GUI
/// thread.
class HoldActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HoldActions)

public:
    /// @param owner  gets the actions; all others are borrowed.   @param group  "queues", "tasks".
    HoldActions(ConsoleContext *context, HoldTracker *holdTracker, JobActions *actions,
                const QString &group, QWidget *owner);
    ~HoldActions() override;

    /// What they apply to; unset: nothing. @param waiting  jobs to be held, as far as is known.
    void setSubject(std::optional<HoldSubject> subject, const Count &waiting);
    [[nodiscard]] QAction *holdHere() const { return m_holdHere; }
    [[nodiscard]] QAction *holdEverywhere() const { return m_holdEverywhere; }
    [[nodiscard]] QAction *resume() const { return m_resume; }
    /// Every hold of the subject, a sentence each.
    [[nodiscard]] QStringList sentences() const;

private:
    [[nodiscard]] static QString noSubject();
    [[nodiscard]] QString hereObstacle() const;
    [[nodiscard]] QString resumeObstacle() const;
    void update();
    void openHold();
    void doResume();

    ConsoleContext *const m_context;
    HoldTracker *const m_holdTracker;
    JobActions *const m_actions;
    std::optional<HoldSubject> m_subject;
    Count m_waiting;
    QAction *m_holdHere = nullptr;
    QAction *m_holdEverywhere = nullptr;
    QAction *m_resume = nullptr;
};

} // namespace yardmaster

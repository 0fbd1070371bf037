#pragma once

#include "models/operations/jobtarget.h"
#include "models/operations/operation.h"

#include <QObject>
#include <QPointer>

class QAction;
class QWidget;

namespace yardmaster {

class AddJobDialog;
class CommandAction;
class ConsoleContext;

/// What can be done to jobs, as commands for toolbars, menus and the palette: the verbs, add,
/// duplicate and edit payload. Each opens its dialog; whatever is confirmed there runs in the
/// background. A command that is of no use now is disabled and says why. GUI thread.
class JobActions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobActions)

public:
    /// @param context  borrowed.   @param dialogParent  borrowed; gets the actions too, so that
    /// their shortcuts work in it and in its children.
    JobActions(ConsoleContext *context, QWidget *dialogParent);
    ~JobActions() override;

    /// Where the jobs are listed that the commands apply to: their keys work while it is in front,
    /// wherever the focus is, and all but adding is of no use while it is not. Without: the keys
    /// work in the parent of the dialogs. @param place  borrowed.
    void setPlace(QWidget *place);
    /// What the commands apply to from now on; unset: nothing is chosen.
    void setTarget(std::optional<JobTarget> target);
    [[nodiscard]] const std::optional<JobTarget> &target() const { return m_target; }

    /// All in order, separators between the groups.
    [[nodiscard]] QList<QAction *> actions() const { return m_actions; }
    /// Those that are needed most, which have an icon.
    [[nodiscard]] QList<QAction *> mainActions() const;

    /// Opens the dialog for a verb. Does nothing but beep if that is of no use now.
    void trigger(OperationKind kind);
    /// The same for other jobs than the chosen ones.
    void trigger(OperationKind kind, const JobTarget &target);
    /// The same with the options filled in, which can still be changed in the dialog.
    /// @param note  what this is for, shown there; may be empty.
    void trigger(const OperationChange &change, const JobTarget &target, const QString &note = {});
    void triggerForJob(OperationKind kind, qint64 id);
    /// @param count  of the jobs that match, as far as it is known.
    void triggerForFilter(OperationKind kind, const QString &filter, const Count &count);
    void addJob();
    /// Opens the add dialog filled in like this job.
    void duplicate(qint64 id);
    /// The same like a finished job that the history knows.
    void addAgain(qint64 id);
    void editPayload(qint64 id);
    /// Asks, with a preview, and takes back what an operation did.
    void undo(const OperationRecord &record);

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    /// It has begun. Whoever lists operations becomes its owner with setParent().
    void operationStarted(yardmaster::Operation *operation);
    void jobAdded(qint64 id);

private:
    CommandAction *addVerb(OperationKind kind, const QString &id, const QString &text,
                           const QString &sentence);
    void addSeparator();
    [[nodiscard]] QString obstacleTo(OperationKind kind,
                                     const std::optional<JobTarget> &target) const;
    /// The same, for the chosen jobs.
    [[nodiscard]] QString obstacleHere(OperationKind kind) const;
    void open(const OperationSpec &spec, const QString &description, const QString &note = {});
    void begin(const OperationSpec &spec);
    [[nodiscard]] AddJobDialog *openAdd();

    ConsoleContext *const m_context;
    QWidget *const m_dialogParent;
    QPointer<QWidget> m_place;
    std::optional<JobTarget> m_target;
    QList<QAction *> m_actions;
};

} // namespace yardmaster

#include "ui/kit/changes/jobactions.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationlist.h"
#include "models/operations/undostate.h"
#include "models/values/showntext.h"
#include "ui/kit/changes/addjobdialog.h"
#include "ui/kit/changes/editpayloaddialog.h"
#include "ui/kit/changes/operationdialog.h"
#include "ui/kit/command.h"
#include "ui/kit/verbicon.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <iterator>

namespace yardmaster {

using namespace Qt::StringLiterals;

JobActions::JobActions(ConsoleContext *context, QWidget *dialogParent)
    : QObject(dialogParent)
    , m_context(context)
    , m_dialogParent(dialogParent)
{
    using Kind = OperationKind;
    addVerb(Kind::Retry, u"jobs.retry"_s, tr("Retry"),
            tr("Makes jobs due now; those that have failed for good get all their attempts back."))
        ->withKeysHere({Qt::Key_R})
        ->alsoCalled(tr("run again, restart, rerun"))
        ->withIcon(verbIcon(VerbShape::Retry));
    addVerb(Kind::Reschedule, u"jobs.reschedule"_s, tr("Reschedule…"),
            tr("Makes jobs due at another time, all at once or spread over a period."))
        ->withKeysHere({Qt::Key_S})
        ->alsoCalled(tr("postpone, delay, run at"))
        ->withIcon(verbIcon(VerbShape::Reschedule));
    addVerb(Kind::Change, u"jobs.change"_s, tr("Change…"),
            tr("Changes the priority, attempts, queue, key or flags."))
        ->withKeysHere({Qt::Key_P})
        ->alsoCalled(tr("edit, priority, attempts, move, queue, flags, key"))
        ->withIcon(verbIcon(VerbShape::Change));
    addVerb(Kind::EditPayload, u"jobs.edit-payload"_s, tr("Edit payload…"),
            tr("Gives one job another payload and makes it due now."))
        ->withKeysHere({Qt::Key_E})
        ->alsoCalled(tr("change data, arguments, JSON"));
    addSeparator();
    addVerb(Kind::FailForGood, u"jobs.fail"_s, tr("Fail…"),
            tr("Fails jobs for good; your reason is put before their last error."))
        ->withKeysHere({Qt::Key_X})
        ->alsoCalled(tr("cancel, abort, give up"))
        ->withIcon(verbIcon(VerbShape::Fail));
    addVerb(Kind::Complete, u"jobs.complete"_s, tr("Complete (delete)…"),
            tr("Deletes jobs as if they had succeeded."))
        ->withKeysHere({Qt::CTRL | Qt::Key_Return})
        ->alsoCalled(tr("remove, finish, done"))
        ->withIcon(verbIcon(VerbShape::Delete))
        ->setIconText(tr("Delete…"));
    addVerb(Kind::RemoveByKey, u"jobs.remove"_s, tr("Remove by key…"),
            tr("Deletes jobs by their key, which is free again then."))
        ->withKeysHere()
        ->alsoCalled(tr("delete"));
    addVerb(Kind::Unlock, u"jobs.unlock"_s, tr("Unlock…"),
            tr("Releases jobs from the workers that hold them, alive or not."))
        ->withKeysHere()
        ->alsoCalled(tr("release, free, stuck"));
    addSeparator();
    m_actions << addCommand(this, m_dialogParent, u"jobs.add"_s, tr("Add job…"),
                            tr("Adds a new job, with all options."), &JobActions::addJob)
                     ->withKeysHere({Qt::Key_A})
                     ->writes(m_context->guard())
                     ->alsoCalled(tr("new, create, enqueue, insert"))
                     ->withIcon(verbIcon(VerbShape::Add));
    m_actions << addCommand(this, m_dialogParent, u"jobs.duplicate"_s, tr("Duplicate…"),
                            tr("Adds a new job, filled in from the selected one."),
                            [this] {
                                if (m_target)
                                    duplicate(m_target->singleId());
                            })
                     ->withKeysHere({Qt::Key_D})
                     ->unless([this] { return obstacleHere(Kind::EditPayload); })
                     ->writes(m_context->guard())
                     ->alsoCalled(tr("copy, clone"));
    updateCommands(this);
}

JobActions::~JobActions() = default;

CommandAction *JobActions::addVerb(OperationKind kind, const QString &id, const QString &text,
                                   const QString &sentence)
{
    CommandAction *verb = addCommand(this, m_dialogParent, id, text, sentence, [this, kind] {
                              trigger(kind);
                          })->unless([this, kind] {
                                return obstacleHere(kind);
                            })->writes(m_context->guard());
    m_actions << verb;
    return verb;
}

void JobActions::addSeparator()
{
    auto *separator = new QAction(this);
    separator->setSeparator(true);
    m_actions << separator;
}

QList<QAction *> JobActions::mainActions() const
{
    QList<QAction *> main;
    std::ranges::copy_if(m_actions, std::back_inserter(main),
                         [](const QAction *action) { return !action->icon().isNull(); });
    return main;
}

void JobActions::setPlace(QWidget *place)
{
    m_place = place;
    place->installEventFilter(this);
    for (QAction *action : std::as_const(m_actions)) {
        m_dialogParent->removeAction(action);
        place->addAction(action);
        action->setShortcutContext(Qt::WindowShortcut);
    }
    updateCommands(this);
}

bool JobActions::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_place
        && (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent))
        updateCommands(this);
    return QObject::eventFilter(watched, event);
}

void JobActions::setTarget(std::optional<JobTarget> target)
{
    m_target = std::move(target);
    updateCommands(this);
}

QString JobActions::obstacleTo(OperationKind kind, const std::optional<JobTarget> &target) const
{
    if (const QString prohibition = m_context->guard()->prohibition(); !prohibition.isEmpty())
        return prohibition;
    if (!target)
        return tr("Select jobs first.");
    if (kind == OperationKind::EditPayload && target->singleId() == 0)
        return tr("Only one job at a time: select a single job.");
    return {};
}

QString JobActions::obstacleHere(OperationKind kind) const
{
    if (m_place && m_place->isHidden() && m_place->testAttribute(Qt::WA_WState_ExplicitShowHide))
        return tr("The list of jobs is not in front.");
    return obstacleTo(kind, m_target);
}

void JobActions::trigger(OperationKind kind)
{
    if (m_target)
        trigger(kind, *m_target);
    else
        QApplication::beep();
}

void JobActions::trigger(OperationKind kind, const JobTarget &target)
{
    OperationChange change;
    change.kind = kind;
    trigger(change, target);
}

void JobActions::trigger(const OperationChange &change, const JobTarget &target,
                         const QString &note)
{
    if (!obstacleTo(change.kind, target).isEmpty()) {
        QApplication::beep();
        return;
    }
    if (change.kind == OperationKind::EditPayload) {
        editPayload(target.singleId());
        return;
    }
    OperationSpec spec;
    spec.schema = m_context->target().schema;
    spec.scope = target.scope;
    const FilterContext filter = m_context->filterContext();
    spec.scope.forbiddenFlags = filter.forbiddenFlags;
    spec.scope.zone = filter.zone.id();
    spec.change = change;
    open(spec, target.description, note);
}

void JobActions::triggerForJob(OperationKind kind, qint64 id)
{
    JobTarget target;
    target.scope.ids = {id};
    target.count = {1};
    target.description = tr("job %1").arg(id);
    trigger(kind, target);
}

void JobActions::triggerForFilter(OperationKind kind, const QString &filter, const Count &count)
{
    JobTarget target;
    target.scope.filter = filter;
    target.scope.forbiddenFlags = m_context->target().forbiddenFlags;
    target.count = count;
    target.description = tr("jobs that match %1").arg(isolated(filter));
    trigger(kind, target);
}

void JobActions::addJob()
{
    openAdd()->open();
}

void JobActions::duplicate(qint64 id)
{
    if (id == 0) {
        QApplication::beep();
        return;
    }
    AddJobDialog *dialog = openAdd();
    dialog->fillFrom(id);
    dialog->open();
}

void JobActions::addAgain(qint64 id)
{
    AddJobDialog *dialog = openAdd();
    dialog->fillFromPast(id);
    dialog->open();
}

AddJobDialog *JobActions::openAdd()
{
    auto *dialog = new AddJobDialog(m_context, m_dialogParent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddJobDialog::added, this, &JobActions::jobAdded);
    return dialog;
}

void JobActions::editPayload(qint64 id)
{
    if (id == 0) {
        QApplication::beep();
        return;
    }
    auto *dialog = new EditPayloadDialog(m_context, id, m_dialogParent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &EditPayloadDialog::confirmed, this, &JobActions::begin);
    dialog->open();
}

void JobActions::undo(const OperationRecord &record)
{
    if (const auto spec = undoOf(record))
        open(*spec, operationTitle(record.spec));
    else
        QApplication::beep();
}

void JobActions::open(const OperationSpec &spec, const QString &description, const QString &note)
{
    auto *dialog = new OperationDialog(m_context, spec, description, m_dialogParent);
    dialog->setNote(note);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OperationDialog::confirmed, this, &JobActions::begin);
    dialog->open();
}

void JobActions::begin(const OperationSpec &spec)
{
    auto *operation
        = new Operation(m_context->target().connection, m_context->operationsFolder(), this);
    operation->begin(spec);
    Q_EMIT operationStarted(operation);
}

} // namespace yardmaster

#include "ui/kit/changes/jobactions.h"

#include "models/console/consolecontext.h"
#include "models/operations/operationlist.h"
#include "models/operations/undostate.h"
#include "ui/kit/changes/addjobdialog.h"
#include "ui/kit/changes/editpayloaddialog.h"
#include "ui/kit/changes/operationdialog.h"

#include <QAction>
#include <QApplication>
#include <QWidget>

namespace yardmaster {

using namespace Qt::StringLiterals;

JobActions::JobActions(ConsoleContext *context, QWidget *dialogParent)
    : QObject(dialogParent)
    , m_context(context)
    , m_dialogParent(dialogParent)
{
    addVerb(OperationKind::Retry, u"jobs.retry"_s, tr("Retry"),
            tr("Due now; jobs that have failed for good get all their attempts back"), u"R"_s);
    addVerb(OperationKind::Reschedule, u"jobs.reschedule"_s, tr("Reschedule…"),
            tr("Due at another time, all at once or spread over a window"), u"S"_s);
    addVerb(OperationKind::Change, u"jobs.change"_s, tr("Change…"),
            tr("Another priority, number of attempts or limit of attempts"), u"P"_s);
    addVerb(OperationKind::EditPayload, u"jobs.edit-payload"_s, tr("Edit payload…"),
            tr("Another payload for one job, which is then due now"), u"E"_s);
    addSeparator();
    addVerb(OperationKind::FailForGood, u"jobs.fail"_s, tr("Fail…"),
            tr("No attempt left; your reason is put before the error they had"), u"X"_s);
    addVerb(OperationKind::Complete, u"jobs.complete"_s, tr("Complete…"),
            tr("Deleted, as if they had succeeded"), u"Ctrl+Return"_s);
    addVerb(OperationKind::RemoveByKey, u"jobs.remove"_s, tr("Remove by key…"),
            tr("Deleted by their key, so that it is free again"));
    addVerb(OperationKind::Unlock, u"jobs.unlock"_s, tr("Unlock…"),
            tr("Taken from the workers that hold them, dead or alive"));
    addSeparator();
    connect(add(u"jobs.add"_s, tr("Add job…"), tr("A new job with all its options"), u"A"_s),
            &QAction::triggered, this, &JobActions::addJob);
    m_duplicate = add(u"jobs.duplicate"_s, tr("Duplicate…"),
                      tr("A new job, filled in like the chosen one"), u"D"_s);
    connect(m_duplicate, &QAction::triggered, this, [this] {
        if (m_target)
            duplicate(m_target->singleId());
    });
    connect(m_context->guard(), &WriteGuard::changed, this, &JobActions::updateActions);
    updateActions();
}

JobActions::~JobActions() = default;

QAction *JobActions::add(const QString &name, const QString &text, const QString &tip,
                         const QString &shortcut)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setStatusTip(tip);
    action->setWhatsThis(tip);
    action->setShortcut(QKeySequence(shortcut, QKeySequence::PortableText));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_dialogParent->addAction(action);
    m_actions << action;
    return action;
}

QAction *JobActions::addVerb(OperationKind kind, const QString &name, const QString &text,
                             const QString &tip, const QString &shortcut)
{
    QAction *action = add(name, text, tip, shortcut);
    m_verbs[size_t(kind)] = action;
    connect(action, &QAction::triggered, this, [this, kind] { trigger(kind); });
    return action;
}

void JobActions::addSeparator()
{
    auto *separator = new QAction(this);
    separator->setSeparator(true);
    m_actions << separator;
}

void JobActions::setTarget(std::optional<JobTarget> target)
{
    m_target = std::move(target);
    updateActions();
}

QString JobActions::obstacleTo(OperationKind kind, const std::optional<JobTarget> &target) const
{
    if (m_context->guard()->state() == WriteGuard::State::Forbidden)
        return m_context->guard()->reason();
    if (!target)
        return tr("Choose jobs first.");
    if (kind == OperationKind::EditPayload && target->singleId() == 0)
        return tr("One job at a time: choose a single one.");
    return {};
}

void JobActions::updateActions()
{
    const auto set = [](QAction *action, const QString &obstacle) {
        action->setEnabled(obstacle.isEmpty());
        action->setStatusTip(obstacle.isEmpty() ? action->whatsThis() : obstacle);
        action->setToolTip(action->statusTip());
    };
    for (size_t i = 0; i < m_verbs.size(); ++i)
        set(m_verbs[i], obstacleTo(OperationKind(i), m_target));
    set(m_duplicate, obstacleTo(OperationKind::EditPayload, m_target));
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

#include "ui/shell/pagelist.h"

#include "ui/kit/changes/jobactions.h"
#include "ui/pages/cron/cronpanel.h"
#include "ui/pages/errors/errorspanel.h"
#include "ui/pages/history/historypanel.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/live/livepanel.h"
#include "ui/pages/localworker/localworkerpage.h"
#include "ui/pages/maintenance/maintenancepanel.h"
#include "ui/pages/operations/operationnotice.h"
#include "ui/pages/operations/operationspanel.h"
#include "ui/pages/overview/overviewpanel.h"
#include "ui/pages/queues/queuespanel.h"
#include "ui/pages/tasks/taskspanel.h"
#include "ui/pages/workers/workerspanel.h"

#include <QCoreApplication>
#include <QLayout>

namespace yardmaster {

namespace {

/// A page that needs some parts, and keeps something if it has a setSettings().
template <typename Panel, auto... parts> ConsolePanel *make(const PageParts &of, QWidget *parent)
{
    auto *panel = new Panel(of.*parts..., parent);
    if constexpr (requires { panel->setSettings(of.settings); })
        panel->setSettings(of.settings);
    return panel;
}

ConsolePanel *makeJobs(const PageParts &of, QWidget *parent)
{
    auto *panel = new JobsPanel(of.context, parent);
    panel->setActions(of.actions);
    panel->setSettings(of.settings);
    if (of.listsJobs)
        panel->begin();
    return panel;
}

ConsolePanel *makeErrors(const PageParts &of, QWidget *parent)
{
    auto *panel = new ErrorsPanel(of.context, parent);
    QObject::connect(panel, &ErrorsPanel::actionRequested, of.actions,
                     &JobActions::triggerForFilter);
    QObject::connect(panel, &ErrorsPanel::editRequested, of.actions,
                     [actions = of.actions](qint64 id) {
                         actions->triggerForJob(OperationKind::EditPayload, id);
                     });
    return panel;
}

ConsolePanel *makeHistory(const PageParts &of, QWidget *parent)
{
    auto *panel = new HistoryPanel(of.context, parent);
    QObject::connect(panel, &HistoryPanel::againRequested, of.actions, &JobActions::addAgain);
    return panel;
}

ConsolePanel *makeOperations(const PageParts &of, QWidget *parent)
{
    auto *panel = new OperationsPanel(of.context, of.actions, of.operations, parent);
    panel->setSettings(of.settings);
    of.window->addActions(panel->commands());
    of.foot->addWidget(panel->notice());
    return panel;
}

using Parts = PageParts;

constexpr PageEntry kPages[]{
    {"overview", QT_TRANSLATE_NOOP("Pages", "Overview"),
     make<OverviewPanel, &Parts::context, &Parts::metrics>},
    {"jobs", QT_TRANSLATE_NOOP("Pages", "Jobs"), makeJobs, true},
    {"errors", QT_TRANSLATE_NOOP("Pages", "Errors"), makeErrors, true},
    {"queues", QT_TRANSLATE_NOOP("Pages", "Queues"),
     make<QueuesPanel, &Parts::context, &Parts::worker, &Parts::actions>},
    {"tasks", QT_TRANSLATE_NOOP("Pages", "Tasks"),
     make<TasksPanel, &Parts::context, &Parts::worker, &Parts::actions>},
    {"workers", QT_TRANSLATE_NOOP("Pages", "Workers"), make<WorkersPanel, &Parts::context>},
    {"cron", QT_TRANSLATE_NOOP("Pages", "Cron"), make<CronPanel, &Parts::context, &Parts::worker>},
    {"history", QT_TRANSLATE_NOOP("Pages", "History"), makeHistory},
    {"live", QT_TRANSLATE_NOOP("Pages", "Live"), make<LivePanel, &Parts::context, &Parts::worker>},
    {"worker", QT_TRANSLATE_NOOP("Pages", "This worker"),
     make<LocalWorkerPage, &Parts::context, &Parts::worker>},
    {"operations", QT_TRANSLATE_NOOP("Pages", "Operations"), makeOperations},
    {"maintenance", QT_TRANSLATE_NOOP("Pages", "Maintenance"),
     make<MaintenancePanel, &Parts::context>},
};

} // namespace

QString PageEntry::text() const
{
    return QCoreApplication::translate("Pages", title);
}

std::span<const PageEntry> pageList()
{
    return kPages;
}

} // namespace yardmaster

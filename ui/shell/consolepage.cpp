#include "ui/shell/consolepage.h"

#include "models/alerts/alertkeeper.h"
#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/localworker/localworker.h"
#include "models/overview/vitalswatch.h"
#include "models/query/filterkeys.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/filter/filterbar.h"
#include "ui/pages/cron/cronpanel.h"
#include "ui/pages/errors/errorspanel.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/pages/jobs/jobspanel.h"
#include "ui/pages/jobs/jobstable.h"
#include "ui/pages/live/livepanel.h"
#include "ui/pages/localworker/localworkerpage.h"
#include "ui/pages/maintenance/maintenancepanel.h"
#include "ui/pages/operations/operationnotice.h"
#include "ui/pages/operations/operationspanel.h"
#include "ui/pages/overview/overviewpanel.h"
#include "ui/pages/queues/queuespanel.h"
#include "ui/pages/tasks/taskspanel.h"
#include "ui/pages/workers/workerspanel.h"
#include "ui/shell/alerts/alertchip.h"
#include "ui/shell/alerts/alertnotice.h"
#include "ui/shell/alerts/alertnotifier.h"
#include "ui/shell/armingbar.h"
#include "ui/shell/connecting/migrationdialog.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/consolepages.h"
#include "ui/shell/countsbar.h"
#include "ui/shell/export/exportdialog.h"
#include "ui/shell/indexes/indexesdialog.h"
#include "ui/shell/navigator/navigatorpanel.h"

#include <QAction>
#include <QMessageBox>
#include <QPushButton>
#include <QThread>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

ConsoleTarget targetOf(const MainWindowSetup &setup)
{
    ConsoleTarget target;
    target.connection = setup.connection;
    target.schema = setup.schema;
    target.profileId = setup.profileId;
    target.profileName = setup.profileName;
    target.environment = setup.environment;
    target.colour = setup.colour;
    target.isReadOnly = setup.isReadOnly;
    if (setup.worker)
        target.forbiddenFlags = setup.worker->flags.forbidden;
    return target;
}

/// Those given, or the window's own: of a worker that is set up in the window.
WorkerOptions workerOptions(const MainWindowSetup &setup)
{
    if (setup.worker)
        return *setup.worker;
    WorkerOptions options;
    options.connection = setup.connection;
    options.schema = setup.schema;
    options.concurrency = std::max(1, QThread::idealThreadCount());
    options.migrates = false;
    return options;
}

/// The state whose jobs a filter lists, if it asks for one and nothing else.
std::optional<JobState> stateOf(const Filter &filter)
{
    if (filter.terms.size() != 1)
        return std::nullopt;
    const FilterTerm &term = filter.terms.first();
    const bool isOne = term.key == FilterKey::State && !term.isNegated && term.values.size() == 1;
    return isOne ? findFilterState(term.values.first().text()) : std::nullopt;
}

JobTarget oneJob(qint64 id)
{
    JobTarget target;
    target.scope.ids = {id};
    target.count = {1, false};
    target.description = ConsolePage::tr("job %1").arg(id);
    return target;
}

} // namespace

ConsolePage::ConsolePage(const MainWindowSetup &setup, QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_monitor(std::make_unique<QueueMonitor>())
    , m_context(new ConsoleContext(targetOf(setup), this))
    , m_panels(new QWidget(this))
{
    m_worker = std::make_unique<LocalWorker>(workerOptions(setup), setup.registry);
    m_worker->setSources(setup.sources);
    // What our own worker does shows at once; everybody else's jobs with the next poll.
    connect(m_worker.get(), &LocalWorker::jobsChanged, m_monitor.get(), &QueueMonitor::refreshSoon);
    connect(m_worker.get(), &LocalWorker::stateChanged, m_monitor.get(),
            &QueueMonitor::refreshSoon);
    connect(m_context, &ConsoleContext::jobsChanged, m_monitor.get(), &QueueMonitor::refreshSoon);
    connect(m_monitor.get(), &QueueMonitor::stateChanged, this, &ConsolePage::onServer);

    m_vitals = std::make_unique<VitalsWatch>(m_monitor.get(), m_context->sessions(), setup.schema);
    m_alerts = std::make_unique<AlertKeeper>(m_vitals.get(), m_context->target(), settings);
    makePanels(settings);
    makeCommands();
    connectViews();
    connectActions();
    connectPages();
    pauseReading();

    if (setup.view)
        m_navigator->openView(*setup.view);
    else
        m_jobs->setFilterText({});
    m_monitor->watch(m_context->sessions(), setup.schema);
    if (setup.worker && setup.startWorker)
        m_worker->start();
}

ConsolePage::~ConsolePage()
{
    delete m_panels;
}

void ConsolePage::setSeen(bool isSeen)
{
    m_isSeen = isSeen;
    pauseReading();
}

void ConsolePage::pauseReading()
{
    const bool isIdle = !m_isSeen && !m_alerts->isWatching();
    m_monitor->setPaused(isIdle);
    m_vitals->setPaused(isIdle);
}

QString ConsolePage::unsavedChanges() const
{
    return m_cron->hasUnsavedChanges() ? tr("The crontab has changes that are not saved.")
                                       : QString();
}

/// Locking stops nothing: who locks the window in a hurry may mean that, too.
void ConsolePage::offerToPause()
{
    const bool isChanging = m_operations->hasRunning();
    const bool isWorking = m_worker->state() == LocalWorker::State::Running
        || m_worker->state() == LocalWorker::State::Starting;
    if (!isChanging && !isWorking)
        return;
    auto *box = new QMessageBox(
        QMessageBox::NoIcon, tr("Locked"),
        isChanging && isWorking
            ? tr("Operations are under way, and the worker of this window runs jobs. Both go on.")
            : isChanging ? tr("Operations are under way. They go on.")
                         : tr("The worker of this window runs jobs. It goes on."),
        QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName("lockedBox"_L1);
    QPushButton *leave = box->addButton(tr("Let them go on"), QMessageBox::RejectRole);
    box->setDefaultButton(leave);
    box->setEscapeButton(leave);
    if (isChanging) {
        QPushButton *pause = box->addButton(tr("Pause operations"), QMessageBox::AcceptRole);
        pause->setObjectName("pauseOperations"_L1);
        connect(pause, &QPushButton::clicked, m_operations, [this] { m_operations->pauseAll(); });
    }
    if (isWorking) {
        QPushButton *stop = box->addButton(tr("Stop worker"), QMessageBox::AcceptRole);
        stop->setObjectName("stopWorkerWhenLocked"_L1);
        connect(stop, &QPushButton::clicked, m_worker.get(), &LocalWorker::stop);
    }
    box->open();
}

void ConsolePage::makePanels(QSettings *settings)
{
    auto *strip = new EnvironmentStrip(m_panels);
    strip->showTarget(m_context->target());
    auto *arming = new ArmingBar(m_context, m_panels);
    addActions(arming->commands());
    connect(arming, &ArmingBar::locked, this, &ConsolePage::offerToPause);
    m_connection = new ConnectionBar(m_monitor.get(), m_context->target().connection,
                                     m_context->target().schema, m_panels);
    m_counts = new CountsBar(m_monitor.get(), m_panels);
    m_actions = new JobActions(m_context, m_panels);
    m_notifier = new AlertNotifier(m_alerts.get(), m_context, m_panels);
    m_bell = new AlertChip(m_alerts.get(), m_panels);

    m_navigator = new NavigatorPanel(m_context, m_panels);
    m_inspector = new InspectorPanel(m_context, m_panels);
    m_overview = new OverviewPanel(m_context, m_vitals.get(), m_panels);
    m_jobs = new JobsPanel(m_context, m_panels);
    m_errors = new ErrorsPanel(m_context, m_panels);
    m_queues = new QueuesPanel(m_context, m_worker.get(), m_actions, m_panels);
    m_tasks = new TasksPanel(m_context, m_worker.get(), m_actions, m_panels);
    m_workers = new WorkersPanel(m_context, m_panels);
    m_cron = new CronPanel(m_context, m_worker.get(), m_panels);
    m_live = new LivePanel(m_context, m_worker.get(), m_panels);
    m_local = new LocalWorkerPage(m_context, m_worker.get(), m_panels);
    m_operations = new OperationsPanel(m_context, m_actions, m_panels);
    m_maintenance = new MaintenancePanel(m_context, m_panels);
    addActions(m_operations->commands());
    m_jobs->setActions(m_actions);
    if (settings)
        m_context->setRules(RedactionRules::load(*settings));
    m_jobs->setSettings(settings);
    m_inspector->setSettings(settings);
    m_cron->setSettings(settings);
    m_operations->setSettings(settings);
    m_local->setSettings(settings);
    makePages();

    auto *column = new QVBoxLayout(m_panels);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget *bar : {static_cast<QWidget *>(strip), static_cast<QWidget *>(arming),
                         static_cast<QWidget *>(m_notifier->notice()),
                         static_cast<QWidget *>(m_connection), static_cast<QWidget *>(m_counts)})
        column->addWidget(bar);
    column->addWidget(m_pages, 1);
    column->addWidget(m_operations->notice());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panels);
}

void ConsolePage::makePages()
{
    using Kind = ConsolePages::Kind;
    m_pages = new ConsolePages(m_navigator, m_inspector, m_panels);
    m_pages->add(m_overview, u"overview"_s, tr("Overview"));
    m_pages->add(m_jobs, u"jobs"_s, tr("Jobs"), Kind::Jobs);
    m_pages->add(m_errors, u"errors"_s, tr("Errors"), Kind::Jobs);
    m_pages->add(m_queues, u"queues"_s, tr("Queues"));
    m_pages->add(m_tasks, u"tasks"_s, tr("Tasks"));
    m_pages->add(m_workers, u"workers"_s, tr("Workers"));
    m_pages->add(m_cron, u"cron"_s, tr("Cron"));
    m_pages->add(m_live, u"live"_s, tr("Live"));
    m_pages->add(m_local, u"worker"_s, tr("Worker"));
    m_pages->add(m_operations, u"operations"_s, tr("Operations"));
    m_pages->add(m_maintenance, u"maintenance"_s, tr("Maintenance"));
    m_pages->setCorner(m_bell);
    m_pages->bringToFront(m_jobs);
}

void ConsolePage::makeCommands()
{
    QAction *exporting = ExportDialog::makeAction(this);
    connect(exporting, &QAction::triggered, this, &ConsolePage::openExport);
    QAction *indexes = IndexesDialog::makeAction(this);
    connect(indexes, &QAction::triggered, this, &ConsolePage::openIndexes);
    QAction *migrating = MigrationDialog::makeAction(this);
    connect(migrating, &QAction::triggered, this, &ConsolePage::openMigration);
    addActions({exporting, indexes, migrating});
}

void ConsolePage::connectViews()
{
    connect(m_counts, &CountsBar::stateChosen, this, [this](std::optional<JobState> state) {
        m_context->requestFilter(state ? u"state:"_s + filterStateName(*state) : QString());
    });
    FilterBar *bar = m_jobs->filterBar();
    connect(bar, &FilterBar::filterApplied, this, &ConsolePage::onFilter);
    connect(m_navigator, &NavigatorPanel::namesChanged, bar,
            [this, bar] { bar->setNames(m_navigator->completion()); });
    connect(m_navigator, &NavigatorPanel::viewChosen, m_jobs,
            [this](const SavedView &view) { m_jobs->setLayoutOfList(view.order, view.columns); });
    connect(m_jobs, &JobsPanel::layoutChanged, m_navigator,
            [this] { m_navigator->setLayoutOfList(m_jobs->wantedOrder(), m_jobs->columns()); });
    connect(m_context, &ConsoleContext::filterRequested, this,
            [this] { m_pages->bringToFront(m_jobs); });
    connect(m_context, &ConsoleContext::payloadColumnRequested, this,
            [this] { m_pages->bringToFront(m_jobs); });
    connect(m_context, &ConsoleContext::jobRequested, this, [this](qint64 id) {
        m_pages->showInspector();
        m_inspector->showJob(id);
    });
    connect(m_jobs, &JobsPanel::jobSelected, m_inspector, &InspectorPanel::showJob);
    connect(m_jobs, &JobsPanel::jobActivated, this, [this](qint64 id) {
        m_inspector->showJob(id);
        m_inspector->setFocus();
    });
    connect(m_inspector, &InspectorPanel::previousRequested, this,
            [this] { m_jobs->table()->moveCurrent(-1); });
    connect(m_inspector, &InspectorPanel::nextRequested, this,
            [this] { m_jobs->table()->moveCurrent(1); });
    connect(m_jobs, &JobsPanel::indexRequested, this, &ConsolePage::openIndexes);
    connect(m_connection, &ConnectionBar::migrationRequested, this, &ConsolePage::openMigration);
}

void ConsolePage::connectActions()
{
    connect(m_inspector, &InspectorPanel::actionRequested, this,
            [this](OperationKind kind, qint64 id) { m_actions->trigger(kind, oneJob(id)); });
    connect(m_errors, &ErrorsPanel::actionRequested, this,
            [this](OperationKind kind, const QString &filter, const Count &count) {
                JobTarget target;
                target.scope.filter = filter;
                target.scope.forbiddenFlags = m_context->target().forbiddenFlags;
                target.count = count;
                target.description = tr("jobs that match %1").arg(filter);
                m_actions->trigger(kind, target);
            });
    connect(m_operations, &OperationsPanel::reportRequested, this,
            [this] { m_pages->bringToFront(m_operations); });
}

void ConsolePage::connectPages()
{
    const auto showPage = [this](const QString &name) { m_pages->bringToFront(name); };
    connect(m_jobs, &JobsPanel::jobSelected, m_local, &LocalWorkerPage::setCurrentJob);
    connect(m_context, &ConsoleContext::jobRequested, m_local, &LocalWorkerPage::setCurrentJob);
    connect(m_local, &LocalWorkerPage::attentionRequested, this,
            [this] { m_pages->bringToFront(m_local); });
    connect(m_maintenance, &MaintenancePanel::indexesRequested, this, &ConsolePage::openIndexes);
    connect(m_maintenance, &MaintenancePanel::migrationRequested, this,
            &ConsolePage::openMigration);
    connect(m_maintenance, &MaintenancePanel::schemaRemoved, this,
            [this] { Q_EMIT schemaRemoved(m_context->target().schema); });
    connect(m_bell, &AlertChip::editRequested, m_notifier, &AlertNotifier::openDialog);
    connect(m_bell, &AlertChip::causeRequested, m_notifier, &AlertNotifier::showCause);
    connect(m_notifier, &AlertNotifier::pageRequested, this, showPage);
    connect(m_alerts.get(), &AlertKeeper::watchingChanged, this, &ConsolePage::pauseReading);
}

void ConsolePage::onFilter(const Filter &filter)
{
    m_counts->setListed(stateOf(filter));
    m_navigator->setFilter(filter);
}

void ConsolePage::onServer()
{
    if (!m_monitor->server() || m_context->target().isReadOnly)
        return;
    QString reason;
    for (const Restriction &restriction : m_monitor->server()->restrictions) {
        using Kind = Restriction::Kind;
        const bool forbids = restriction.weight == Restriction::Weight::Reading
            || restriction.kind == Kind::Replica || restriction.kind == Kind::ReadOnly
            || restriction.kind == Kind::NoWrites || restriction.kind == Kind::TooNew;
        if (forbids && reason.isEmpty())
            reason = restriction.sentence;
    }
    m_context->guard()->setForbidden(reason);
}

void ConsolePage::openExport()
{
    JobTarget target;
    if (m_actions->target() && !m_actions->target()->singleId()) {
        target = *m_actions->target();
    } else { // one job is rarely what somebody wants as a file
        target.scope.filter = m_jobs->filterBar()->filter().text();
        target.scope.forbiddenFlags = m_context->target().forbiddenFlags;
        target.count = m_jobs->model()->total();
        target.description = target.scope.filter.isEmpty()
            ? tr("all jobs")
            : tr("jobs that match %1").arg(target.scope.filter);
    }
    auto *dialog = new ExportDialog(m_context, target, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void ConsolePage::openIndexes()
{
    auto *dialog = new IndexesDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &IndexesDialog::indexesChanged, m_context, &ConsoleContext::announceChange);
    dialog->open();
}

void ConsolePage::openMigration()
{
    auto *dialog = new MigrationDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MigrationDialog::migrated, this, [this] {
        m_monitor->watch(m_context->sessions(), m_context->target().schema);
        m_context->announceChange();
    });
    dialog->open();
}

} // namespace yardmaster

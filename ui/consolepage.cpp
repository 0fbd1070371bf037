#include "ui/consolepage.h"

#include "models/console/consolecontext.h"
#include "models/eventlistmodel.h"
#include "models/filter/filterkeys.h"
#include "models/localworker.h"
#include "models/queuemonitor.h"
#include "ui/connecting/migrationdialog.h"
#include "ui/connectionbar.h"
#include "ui/countsbar.h"
#include "ui/environmentstrip.h"
#include "ui/errors/errorspanel.h"
#include "ui/eventpanel.h"
#include "ui/export/exportdialog.h"
#include "ui/filter/filterbar.h"
#include "ui/filter/navigatorpanel.h"
#include "ui/indexes/indexesdialog.h"
#include "ui/inspector/inspectorpanel.h"
#include "ui/jobs/jobspanel.h"
#include "ui/jobs/jobstable.h"
#include "ui/localworkerpanel.h"
#include "ui/operations/armingbar.h"
#include "ui/operations/jobactions.h"
#include "ui/operations/operationnotice.h"
#include "ui/operations/operationspanel.h"
#include "ui/pagetabs.h"

#include <QAction>
#include <QSplitter>
#include <QTabWidget>
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
    target.isReadOnly = setup.isReadOnly;
    if (setup.worker)
        target.forbiddenFlags = setup.worker->flags.forbidden;
    return target;
}

/// With tabs like those of the inspector.
class Tabs final : public QTabWidget
{
public:
    explicit Tabs(QWidget *parent)
        : QTabWidget(parent)
    {
        setTabBar(new PageTabs(this));
        setDocumentMode(true);
    }
};

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
    if (setup.worker) {
        m_worker = std::make_unique<LocalWorker>(*setup.worker, setup.registry);
        // What our own worker does shows at once; everybody else's jobs with the next poll.
        connect(m_worker.get(), &LocalWorker::jobsChanged, m_monitor.get(),
                &QueueMonitor::refreshSoon);
        connect(m_worker.get(), &LocalWorker::stateChanged, m_monitor.get(),
                &QueueMonitor::refreshSoon);
    }
    connect(m_context, &ConsoleContext::jobsChanged, m_monitor.get(), &QueueMonitor::refreshSoon);
    connect(m_monitor.get(), &QueueMonitor::stateChanged, this, &ConsolePage::onServer);

    makePanels(setup, settings);
    makeCommands();
    connectViews();
    connectActions();

    if (setup.view)
        m_navigator->openView(*setup.view);
    else
        m_jobs->setFilterText({});
    m_monitor->watch(setup.connection, setup.schema);
    if (m_worker && setup.startWorker)
        m_worker->start();
}

ConsolePage::~ConsolePage()
{
    delete m_panels;
}

void ConsolePage::makePanels(const MainWindowSetup &setup, QSettings *settings)
{
    auto *strip = new EnvironmentStrip(m_panels);
    strip->setEnvironment(setup.environment, setup.profileName, setup.colour);
    auto *arming = new ArmingBar(m_context, m_panels);
    addActions(arming->commands());
    m_connection = new ConnectionBar(m_monitor.get(), setup.connection, setup.schema, m_panels);
    m_counts = new CountsBar(m_monitor.get(), m_panels);
    m_actions = new JobActions(m_context, m_panels);

    m_navigator = new NavigatorPanel(m_context, m_panels);
    m_jobs = new JobsPanel(m_context, m_panels);
    m_errors = new ErrorsPanel(m_context, m_panels);
    m_operations = new OperationsPanel(m_context, m_actions, m_panels);
    addActions(m_operations->commands());
    m_inspector = new InspectorPanel(m_context, m_panels);
    m_jobs->setSettings(settings);
    m_jobs->setActions(m_actions);
    m_inspector->setSettings(settings);

    auto *live = new QWidget(m_panels);
    auto *liveColumn = new QVBoxLayout(live);
    liveColumn->setContentsMargins(0, 0, 0, 0);
    liveColumn->setSpacing(0);
    liveColumn->addWidget(new LocalWorkerPanel(m_worker.get(), live));
    liveColumn->addWidget(new EventPanel(m_worker.get(), setup.schema, live), 1);

    m_tabs = new Tabs(m_panels);
    m_tabs->setObjectName(u"consoleTabs"_s);
    m_tabs->addTab(m_jobs, tr("Jobs"));
    m_tabs->addTab(m_errors, tr("Errors"));
    m_tabs->addTab(m_operations, tr("Operations"));
    m_tabs->addTab(live, tr("Live"));

    auto *splitter = new QSplitter(Qt::Horizontal, m_panels);
    splitter->setObjectName(u"consoleSplitter"_s);
    splitter->setHandleWidth(1);
    splitter->addWidget(m_navigator);
    splitter->addWidget(m_tabs);
    splitter->addWidget(m_inspector);
    splitter->setStretchFactor(1, 1);
    splitter->setCollapsible(1, false);
    splitter->setSizes({200, 760, 380});

    auto *column = new QVBoxLayout(m_panels);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget *bar : {static_cast<QWidget *>(strip), static_cast<QWidget *>(arming),
                         static_cast<QWidget *>(m_connection), static_cast<QWidget *>(m_counts)})
        column->addWidget(bar);
    column->addWidget(splitter, 1);
    column->addWidget(m_operations->notice());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panels);
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

    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        auto *action = new QAction(m_tabs->tabText(tab), this);
        action->setObjectName(u"view.tab-%1"_s.arg(tab + 1));
        action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key(Qt::Key_1 + tab)));
        action->setWhatsThis(tr("Brings “%1” to the front.").arg(m_tabs->tabText(tab)));
        connect(action, &QAction::triggered, this, [this, tab] { m_tabs->setCurrentIndex(tab); });
        addAction(action);
    }
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
            [this] { m_tabs->setCurrentWidget(m_jobs); });
    connect(m_context, &ConsoleContext::jobRequested, m_inspector, &InspectorPanel::showJob);
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
            [this] { m_tabs->setCurrentWidget(m_operations); });
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
        m_monitor->watch(m_context->target().connection, m_context->target().schema);
        m_context->announceChange();
    });
    dialog->open();
}

} // namespace yardmaster

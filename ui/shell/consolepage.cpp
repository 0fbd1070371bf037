#include "ui/shell/consolepage.h"

#include "models/alerts/alertmonitor.h"
#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/localworker/localworker.h"
#include "models/operations/operationlist.h"
#include "models/overview/metricspoller.h"
#include "models/session/standbywatch.h"
#include "ui/kit/changes/jobactions.h"
#include "ui/kit/command.h"
#include "ui/kit/environmentstrip.h"
#include "ui/kit/screenfit.h"
#include "ui/kit/verbicon.h"
#include "ui/pages/inspector/inspectorpanel.h"
#include "ui/shell/alerts/alertchip.h"
#include "ui/shell/alerts/alertnotice.h"
#include "ui/shell/alerts/alertnotifier.h"
#include "ui/shell/armingbar.h"
#include "ui/shell/checks/checkdialog.h"
#include "ui/shell/commands/panelswitch.h"
#include "ui/shell/connecting/migrationdialog.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/consolepages.h"
#include "ui/shell/countsbar.h"
#include "ui/shell/export/exportdialog.h"
#include "ui/shell/indexes/indexesdialog.h"
#include "ui/shell/lockedbox.h"
#include "ui/shell/navigator/navigatorpanel.h"
#include "ui/shell/operationstrip.h"
#include "ui/shell/pagelist.h"

#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Pixels below which the header is small.
constexpr int kLeastHeight = 760;

} // namespace

ConsolePage::ConsolePage(const MainWindowSetup &setup, QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_monitor(std::make_unique<QueueMonitor>())
    , m_worker(std::make_unique<LocalWorker>(setup.workerOptions(), setup.registry))
    , m_context(new ConsoleContext(setup.target(), this))
    , m_operations(std::make_unique<OperationList>(setup.connection, setup.schema,
                                                   m_context->operationsFolder()))
    , m_panels(new QWidget(this))
{
    m_context->sessions().openEarly(); // while the pages are made
    m_worker->setSources(setup.sources, setup.listing);
    // What our own worker does shows at once; everybody else's jobs with the next poll.
    connect(m_worker.get(), &LocalWorker::jobsChanged, m_monitor.get(), &QueueMonitor::refreshSoon);
    connect(m_worker.get(), &LocalWorker::stateChanged, m_monitor.get(),
            &QueueMonitor::refreshSoon);
    connect(m_context, &ConsoleContext::jobsChanged, m_monitor.get(), &QueueMonitor::refreshSoon);
    connect(m_context, &ConsoleContext::jobsChanged, m_context->jobCounts(),
            &JobCountsPoller::refreshSoon);
    m_monitor->improveBy(m_context->jobCounts());
    connect(m_monitor.get(), &QueueMonitor::stateChanged, this, &ConsolePage::onServer);

    m_metrics
        = std::make_unique<MetricsPoller>(m_monitor.get(), m_context->sessions(), setup.schema);
    m_alerts = std::make_unique<AlertMonitor>(m_metrics.get(), m_context->target(), settings);
    connect(m_alerts.get(), &AlertMonitor::watchingChanged, this, &ConsolePage::pauseReading);
    makePanels(setup, settings);
    makeCommands();
    connect(m_context, &ConsoleContext::pageRequested, m_pages,
            qOverload<const QString &>(&ConsolePages::bringToFront));
    connect(m_context, &ConsoleContext::indexesRequested, this, &ConsolePage::openIndexes);
    connect(m_context, &ConsoleContext::migrationRequested, this, &ConsolePage::openMigration);
    connect(m_context, &ConsoleContext::checkRequested, this, &ConsolePage::openCheck);
    pauseReading();

    if (setup.view)
        m_navigator->openView(*setup.view);
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

void ConsolePage::setCovered(bool isCovered)
{
    m_isCovered = isCovered;
    pauseReading();
}

bool ConsolePage::isIdle() const
{
    return m_isCovered || (!m_isSeen && !m_alerts->isWatching());
}

void ConsolePage::pauseReading()
{
    const bool isIdle = this->isIdle();
    // The local worker may be waiting to learn whether it may start.
    m_monitor->setPaused(isIdle && m_context->guard()->isKnown());
    m_metrics->setPaused(isIdle);
    if (StandbyWatch *standby = m_context->standby())
        standby->setPaused(isIdle);
    m_context->jobCounts()->setPaused(isIdle || m_monitor->state() != QueueMonitor::State::Live);
}

void ConsolePage::makePanels(const MainWindowSetup &setup, QSettings *settings)
{
    auto *strip = new EnvironmentStrip(m_panels);
    strip->showTarget(m_context->target());
    auto *arming = new ArmingBar(m_context, m_panels);
    addActions(arming->commands());
    connect(arming, &ArmingBar::locked, this,
            [this] { askWhatGoesOn(m_operations.get(), m_worker.get(), this); });
    auto *connection = new ConnectionBar(m_monitor.get(), setup.connection, setup.schema, m_panels);
    connect(connection, &ConnectionBar::migrationRequested, m_context,
            &ConsoleContext::requestMigration);
    connect(connection, &ConnectionBar::checkRequested, m_context, &ConsoleContext::requestCheck);
    connection->showStandby(m_context->standby());
    connection->setEditable(setup.environment != Environment::Sandbox);
    connect(connection, &ConnectionBar::editRequested, this, &ConsolePage::editConnectionRequested);
    auto *counts = new CountsBar(m_monitor.get(), m_context, m_panels);
    m_actions = new JobActions(m_context, m_panels);
    auto *notifier = new AlertNotifier(m_alerts.get(), m_context, m_panels);
    auto *bell = new AlertChip(m_alerts.get(), m_panels);
    connect(bell, &AlertChip::editRequested, notifier, &AlertNotifier::openDialog);
    connect(bell, &AlertChip::causeRequested, notifier, &AlertNotifier::showCause);

    if (settings)
        m_context->setRules(RedactionRules::load(*settings));
    m_navigator = new NavigatorPanel(m_context, m_panels);
    m_inspector = new InspectorPanel(m_context, m_panels);
    m_inspector->setSettings(settings);
    m_pages = new ConsolePages(m_navigator, m_inspector, m_panels);
    m_pages->addCorner(bell);
    CommandAction *header
        = addCommand(this, u"view.header"_s, tr("Large header"),
                     tr("Connection and job counts on several lines, or on one line each."))
              ->withKeys({Qt::SHIFT | Qt::Key_F12})
              ->withIcon(verbIcon(VerbShape::TopPane))
              ->alsoCalled(tr("collapse, hide, compact, small, tiles"));
    m_pages->addCorner(header);
    m_header = new PanelSwitch(
        header, [this] { return height() >= scaled(kLeastHeight, *this); }, this);
    connect(m_header, &PanelSwitch::turned, this, [connection, counts](bool isLarge) {
        connection->setCompact(!isLarge);
        counts->setCompact(!isLarge);
    });
    connectNavigator();
    connectInspector();
    auto *foot = new QVBoxLayout;
    m_pages->fill({m_context, m_worker.get(), m_metrics.get(), m_actions, m_operations.get(),
                   settings, this, foot, !setup.view});
    m_pages->bringToFront(u"jobs"_s);

    auto *column = new QVBoxLayout(m_panels);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget *bar :
         std::initializer_list<QWidget *>{strip, arming, notifier->notice(), connection, counts})
        column->addWidget(bar);
    column->addWidget(m_pages, 1);
    column->addWidget(new OperationStrip(m_operations.get(), m_context, m_panels));
    column->addLayout(foot);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panels);
}

void ConsolePage::makeCommands()
{
    connect(ExportDialog::makeCommand(this), &QAction::triggered, this, &ConsolePage::openExport);
    connect(IndexesDialog::makeCommand(this), &QAction::triggered, this, &ConsolePage::openIndexes);
    connect(MigrationDialog::makeCommand(this), &QAction::triggered, this,
            &ConsolePage::openMigration);
    connect(CheckDialog::makeCommand(this), &QAction::triggered, this, &ConsolePage::openCheck);
}

void ConsolePage::connectNavigator()
{
    connect(m_context, &ConsoleContext::filterChanged, m_navigator, &NavigatorPanel::setFilter);
    connect(m_context, &ConsoleContext::listLayoutChanged, m_navigator,
            &NavigatorPanel::setLayoutOfList);
    connect(m_navigator, &NavigatorPanel::namesChanged, m_context,
            [this] { m_context->announceNames(m_navigator->completion()); });
    connect(m_navigator, &NavigatorPanel::viewChosen, m_context, [this](const SavedView &view) {
        m_context->requestListLayout(view.order, view.columns, view.grouping);
    });
}

void ConsolePage::connectInspector()
{
    connect(m_context, &ConsoleContext::currentJobChanged, m_inspector, &InspectorPanel::showJob);
    connect(m_context, &ConsoleContext::jobRequested, this, [this](qint64 id) {
        m_pages->showInspector();
        m_inspector->showJob(id);
    });
    connect(m_context, &ConsoleContext::jobOpened, this, [this](qint64 id) {
        m_pages->showInspector();
        m_inspector->showJob(id);
        m_inspector->setFocus();
    });
    connect(m_inspector, &InspectorPanel::actionRequested, m_actions, &JobActions::triggerForJob);
    connect(m_inspector, &InspectorPanel::againRequested, m_actions, &JobActions::addAgain);
}

void ConsolePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_header->update();
}

void ConsolePage::onServer()
{
    forbidWrites();
    pauseReading();
}

void ConsolePage::forbidWrites()
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
    // One job is rarely what somebody wants as a file.
    const bool isChosen = m_actions->target() && !m_actions->target()->singleId();
    const auto target = isChosen ? m_actions->target() : m_pages->listedJobs();
    auto *dialog = new ExportDialog(m_context, target.value(), this);
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

void ConsolePage::openCheck()
{
    auto *dialog = new CheckDialog(m_context, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CheckDialog::editConnectionRequested, this,
            &ConsolePage::editConnectionRequested);
    dialog->open();
}

} // namespace yardmaster

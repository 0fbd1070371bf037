#include "ui/shell/mainwindow.h"

#include "models/alerts/alertmonitor.h"
#include "models/connecting/sshquestions.h"
#include "models/console/connectionsmodel.h"
#include "models/console/consolecontext.h"
#include "models/console/queuemonitor.h"
#include "models/localworker/localworker.h"
#include "models/operations/operationlist.h"
#include "models/session/standbywatch.h"
#include "models/values/showntext.h"
#include "models/values/timedisplay.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/manualviewer.h"
#include "ui/kit/theme.h"
#include "ui/shell/appicon.h"
#include "ui/shell/commands/keymap.h"
#include "ui/shell/connecting/keychainnotice.h"
#include "ui/shell/connecting/passwordprompt.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/consolepages.h"
#include "ui/shell/startpage.h"
#include "ui/shell/tabs/tabbedwindow.h"
#include "ui/shell/tabs/tabmenu.h"
#include "ui/shell/windowclosing.h"
#include "ui/shell/windowmenus.h"

#include <QAbstractItemView>
#include <QCloseEvent>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

int newNumber()
{
    static int last = 0; // GUI thread
    return ++last;
}

} // namespace

MainWindow::MainWindow(QSettings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_number(newNumber())
    , m_pages(new QStackedWidget(this))
    , m_start(new StartPage(this))
    , m_login(new PasswordPrompt(m_pages, this))
    , m_keychain(new KeychainNotice(this))
    , m_layout(settings, this)
{
    appearance::restore(*settings);
    setWindowTitle(tr("Yardmaster"));
    setWindowIcon(appIcon());
    m_pages->addWidget(m_start);
    auto *center = new QWidget(this);
    auto *column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_keychain);
    column->addWidget(m_pages, 1);
    connect(m_pages, &QStackedWidget::currentChanged, this, &MainWindow::pauseWhileUnseen);
    setCentralWidget(center);
    m_closing = new WindowClosing(this, column);
    m_menus = new WindowMenus(this, settings, &m_layout);

    connect(m_closing, &WindowClosing::abandoned, this, &MainWindow::onAbandoned);
    connect(m_start, &StartPage::retryRequested, this, &MainWindow::retryRequested);
    connect(m_start, &StartPage::editRequested, this, &MainWindow::editConnection);
    connect(m_start, &StartPage::connectRequested, this, &MainWindow::connectRequested);
    connect(m_start, &StartPage::importRequested, this, &MainWindow::importRequested);
    connect(m_start, &StartPage::recentRequested, this, &MainWindow::recentRequested);
    connect(m_start, &StartPage::sessionRequested, this, &MainWindow::sessionRequested);
    connect(m_start, &StartPage::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(m_login, &PasswordPrompt::connectRequested, this, &MainWindow::connectTo);
    connect(m_login, &PasswordPrompt::passwordAccepted, this, &MainWindow::passwordAccepted);
    connect(m_login, &PasswordPrompt::givenUp, this, &MainWindow::showFailure);
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &MainWindow::onZoneChanged);

    m_layout.open({}, true);
    m_menus->refresh();
}

MainWindow::~MainWindow()
{
    if (TabbedWindow *tabs = TabbedWindow::of(this))
        tabs->remove(this);
}

void MainWindow::refreshCommands()
{
    m_menus->refresh();
}

TabMenu *MainWindow::tabMenu() const
{
    return m_menus->tabMenu();
}

QString MainWindow::manualPlace() const
{
    if (m_pages->currentWidget() != m_console)
        return u"index.md"_s;
    return u"pages.md#"_s + ManualViewer::anchorOf(m_console->pages()->currentHeading());
}

QString MainWindow::profileId() const
{
    return m_console ? m_console->context()->target().profileId : QString();
}

ConnectionRow MainWindow::summary() const
{
    ConnectionRow row;
    row.id = QString::number(m_number);
    row.isOpen = true;
    if (!m_console || m_pages->currentWidget() == m_start) {
        row.name = tr("No connection");
        row.word = tr("Not connected");
        row.colour = environmentColor(row.environment).name();
        return row;
    }
    const ConsoleTarget &target = context()->target();
    const QueueMonitor *monitor = m_console->monitor();
    row.name = target.profileName.isEmpty() ? target.connection.describe() : target.profileName;
    row.environment = target.environment;
    row.colour
        = target.colour.isEmpty() ? environmentColor(target.environment).name() : target.colour;
    row.word = connectionWord(*monitor);
    row.isTrouble = monitor->state() == QueueMonitor::State::Trouble || monitor->isOverdue();
    row.sentence = monitor->state() == QueueMonitor::State::Trouble
        ? errorSentence(monitor->error())
        : target.connection.describe();
    row.counts = monitor->counts();
    row.alerts = m_console->alerts()->isWatching() ? int(m_console->alerts()->active().size()) : -1;
    row.seenAt = monitor->readAt();
    const LocalWorker *worker = m_console->worker();
    if (worker->state() != LocalWorker::State::Stopped || worker->singleJob())
        row.activities << ConnectionActivity::Worker;
    if (m_console->operations()->hasRunning())
        row.activities << ConnectionActivity::Operation;
    if (context()->guard()->state() == WriteGuard::State::Armed)
        row.activities << ConnectionActivity::Unlocked;
    if (const StandbyWatch *standby = context()->standby()) {
        row.lag = standbyWord(*standby);
        row.isLagging = standby->state() != StandbyWatch::State::Following
            && standby->state() != StandbyWatch::State::Asking;
    }
    return row;
}

ConsoleContext *MainWindow::context() const
{
    return m_console ? m_console->context() : nullptr;
}

void MainWindow::onZoneChanged()
{
    // Models make their texts when they are asked; whoever keeps one listens itself.
    const auto views = findChildren<QAbstractItemView *>();
    for (QAbstractItemView *view : views)
        view->viewport()->update();
}

void MainWindow::showWelcome(const QList<Profile> &session)
{
    m_start->showWelcome(m_recent, session);
    m_pages->setCurrentWidget(m_start);
}

void MainWindow::showWaiting(const QString &title, const QString &sentence)
{
    m_start->showWaiting(title, sentence);
    m_pages->setCurrentWidget(m_start);
}

void MainWindow::showFailure(const QString &title, const QString &sentence)
{
    m_start->showFailure(title, sentence, m_isEditable);
    m_pages->setCurrentWidget(m_start);
}

void MainWindow::showKeychainRefusal(const QString &reason)
{
    m_keychain->tell(reason);
}

bool MainWindow::isReplaceable() const
{
    return !m_console
        || (m_console->monitor()->state() != QueueMonitor::State::Live
            && worker()->state() == LocalWorker::State::Stopped && !worker()->singleJob()
            && !m_console->operations()->hasRunning()
            && m_console->pages()->unsavedChanges().isEmpty());
}

void MainWindow::editConnection()
{
    const QueueMonitor *monitor = m_console ? m_console->monitor() : nullptr;
    const bool hasFailed = monitor && monitor->state() == QueueMonitor::State::Trouble;
    Q_EMIT editConnectionRequested(hasFailed ? errorSentence(monitor->error()) : QString());
}

void MainWindow::connectTo(const MainWindowSetup &setup)
{
    m_isEditable = setup.environment != Environment::Sandbox;
    if (m_console)
        m_layout.save();
    m_closing->setConsole(nullptr);
    delete std::exchange(m_console, nullptr);
    SshQuestions::askAgain(setup.connection);
    m_console = new ConsolePage(setup, m_settings, this);
    m_pages->addWidget(m_console);
    m_pages->setCurrentWidget(m_console);
    connect(m_console, &ConsolePage::editConnectionRequested, this, &MainWindow::editConnection);
    m_login->watch(setup, m_console->monitor());
    connect(
        context(), &ConsoleContext::schemaRemoved, this,
        [this, schema = setup.schema] {
            showFailure(tr("The schema %1 was removed").arg(schema),
                        tr("There is nothing left to show. Retry offers to install it again."));
        },
        Qt::QueuedConnection);
    m_closing->setConsole(m_console);
    setWindowTitle(tr("Yardmaster — %1")
                       .arg(shownText(connectionTitle(setup.environment, setup.profileName))));
    const auto updateAll = [this] { m_menus->update(); };
    connect(worker(), &LocalWorker::stateChanged, this, updateAll);
    connect(worker(), &LocalWorker::setUpChanged, this, updateAll);
    connect(m_console->context()->guard(), &WriteGuard::changed, this, updateAll);
    const TabbedWindow *tabs = TabbedWindow::of(this);
    m_layout.open(setup.profileId, !tabs || tabs->pages().size() == 1);
    m_menus->update();
    m_menus->refresh();
    pauseWhileUnseen();
    m_console->pages()->takeFocus();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    TabbedWindow *tabs = TabbedWindow::of(this);
    if (tabs && m_closing->wouldAsk())
        tabs->setCurrent(this); // nothing is asked about what is not seen
    if (!m_closing->mayClose()) {
        if (tabs)
            tabs->setCurrent(this);
        event->ignore();
        return;
    }
    m_layout.save();
    event->accept();
    Q_EMIT closed();
}

void MainWindow::onAbandoned()
{
    if (TabbedWindow *tabs = TabbedWindow::of(this))
        tabs->abandon(this);
    else
        hide();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange || event->type() == QEvent::ActivationChange)
        onWindowChanged();
}

void MainWindow::onWindowChanged()
{
    pauseWhileUnseen();
    m_menus->update(); // connections may have come or gone
    if (isVisible() && isActiveWindow())
        m_menus->keymap()->apply(); // others may have changed the keys
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    onWindowChanged();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    pauseWhileUnseen();
}

void MainWindow::pauseWhileUnseen()
{
    if (!m_console)
        return;
    m_console->setSeen(isVisible() && !window()->isMinimized());
    // Behind the question for a password or a failure nothing is asked: a refused password sent
    // again and again locks the role on some servers.
    m_console->setCovered(m_pages->currentWidget() != m_console);
}

} // namespace yardmaster

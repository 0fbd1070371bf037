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
#include "ui/kit/command.h"
#include "ui/kit/errorwords.h"
#include "ui/kit/manualviewer.h"
#include "ui/kit/messagebox.h"
#include "ui/kit/theme.h"
#include "ui/shell/appicon.h"
#include "ui/shell/closingbar.h"
#include "ui/shell/commands/commandmenu.h"
#include "ui/shell/commands/commandpalette.h"
#include "ui/shell/commands/helpoverlay.h"
#include "ui/shell/commands/keymap.h"
#include "ui/shell/commands/keymapdialog.h"
#include "ui/shell/commands/paletteentries.h"
#include "ui/shell/connecting/keychainnotice.h"
#include "ui/shell/connecting/passwordprompt.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/connections/connectionswindow.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/consolepages.h"
#include "ui/shell/startpage.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace yardmaster {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Beyond the grace period; a kill takes the engine up to three seconds.
constexpr auto kPatience = 5s;

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
    , m_patience(this)
    , m_layout(settings, this)
    , m_keymap(new Keymap(settings, this))
    , m_palette(new CommandPalette(settings, this))
    , m_help(new HelpOverlay(this))
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
    setCentralWidget(center);
    makeMenus();

    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &MainWindow::close);
    connect(m_start, &StartPage::retryRequested, this, &MainWindow::retryRequested);
    connect(m_start, &StartPage::editRequested, this, &MainWindow::editConnection);
    connect(m_start, &StartPage::connectRequested, this, &MainWindow::connectRequested);
    connect(m_start, &StartPage::importRequested, this, &MainWindow::importRequested);
    connect(m_start, &StartPage::recentRequested, this, &MainWindow::recentRequested);
    connect(m_start, &StartPage::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(m_login, &PasswordPrompt::connectRequested, this, &MainWindow::connectTo);
    connect(m_login, &PasswordPrompt::passwordAccepted, this, &MainWindow::passwordAccepted);
    connect(m_login, &PasswordPrompt::givenUp, this, &MainWindow::showFailure);

    connect(m_palette, &CommandPalette::jobRequested, this, [this](qint64 id) {
        if (ConsoleContext *console = context())
            console->requestJob(id);
    });
    connect(m_palette, &CommandPalette::windowRequested, this, &bringWindowToFront);
    connect(m_palette, &CommandPalette::filterRequested, this, [this](const QString &filter) {
        if (ConsoleContext *console = context())
            console->requestFilter(filter);
    });
    connect(&TimeDisplay::instance(), &TimeDisplay::changed, this, &MainWindow::onZoneChanged);

    m_layout.open({});
    refreshCommands();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeMenus()
{
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    addCommandMenu(tr("&Jobs"),
                   {u"jobs"_s, u"guard"_s, {}, u"errors"_s, u"operations"_s, u"inspector"_s})
        ->setObjectName(u"jobsMenu"_s);
    addCommandMenu(tr("&Queue"), {u"queues"_s, u"tasks"_s, u"workers"_s, u"maintenance"_s})
        ->setObjectName(u"queueMenu"_s);
    makeWorkerMenu();
    makeHelpMenu();
    updateCommands(this);
}

CommandMenu *MainWindow::addCommandMenu(const QString &title, const QStringList &groups)
{
    auto *menu = new CommandMenu(title, groups, this);
    menuBar()->addMenu(menu);
    m_menus << menu;
    return menu;
}

void MainWindow::makeFileMenu()
{
    CommandMenu *menu = addCommandMenu(tr("&File"), {u"file"_s, u"export"_s});
    menu->addAction(addCommand(this, u"file.connect"_s, tr("&Connect…"),
                               tr("Opens another queue, in a window of its own."),
                               &MainWindow::connectRequested)
                        ->withKeys({Qt::CTRL | Qt::Key_N})
                        ->alsoCalled(tr("open, new window, profile, database, server")));
    QMenu *recent = menu->addMenu(tr("&Recent"));
    recent->setObjectName("recentMenu"_L1);
    connect(menu, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    menu->addAction(addCommand(this, u"file.connections"_s, tr("C&onnections"),
                               tr("All connections that are open: how each is, and the way to it."),
                               &ConnectionsWindow::showAll)
                        ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_O})
                        ->alsoCalled(tr("windows, databases, servers, switch, glance")));
    const auto needsAnother
        = [this] { return windowAfter(this, 1) ? QString() : tr("No other connection is open."); };
    menu->addAction(addCommand(this, u"file.next-connection"_s, tr("&Next connection"),
                               tr("Goes to the window that was opened after this one."),
                               [this] { goToConnection(1); })
                        ->withKeys({Qt::CTRL | Qt::Key_Tab})
                        ->unless(needsAnother)
                        ->alsoCalled(tr("switch, window")));
    menu->addAction(addCommand(this, u"file.previous-connection"_s, tr("&Previous connection"),
                               tr("Goes to the window that was opened before this one."),
                               [this] { goToConnection(-1); })
                        ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_Tab})
                        ->unless(needsAnother)
                        ->alsoCalled(tr("switch, window")));
    menu->addAction(
        addCommand(this, u"file.import"_s, tr("&Import connections…"),
                   tr("Takes connections over from libpq, DBeaver, pgAdmin or a .env file."),
                   &MainWindow::importRequested)
            ->alsoCalled(tr("profiles, pg_service.conf, pgpass, DATABASE_URL")));
    menu->addAction(addCommand(this, u"file.edit-connection"_s, tr("&Edit connection…"),
                               tr("Changes where this window is connected to."),
                               &MainWindow::editConnection)
                        ->unless([this] {
                            return m_isEditable
                                ? QString()
                                : tr("The sandbox is set up by itself: there is nothing to edit.");
                        })
                        ->alsoCalled(tr("profile, host, password, SSH, reconnect")));
    menu->addLast(addCommand(this, u"file.close"_s, tr("C&lose window"),
                             tr("Stops the worker of this window, if it runs, and closes."),
                             &MainWindow::close)
                      ->withKeys({Qt::CTRL | Qt::Key_W})
                      ->alsoCalled(tr("disconnect")));
    // Not closeAllWindows(): that ends with the first one whose worker has to stop before.
    QAction *quit = addCommand(this, u"file.quit"_s, tr("&Quit"), tr("Closes all windows."),
                               [] {
                                   const auto widgets = QApplication::topLevelWidgets();
                                   for (QWidget *widget : widgets) {
                                       if (auto *window = qobject_cast<MainWindow *>(widget))
                                           window->close();
                                   }
                               })
                        ->withKeys({Qt::CTRL | Qt::Key_Q})
                        ->alsoCalled(tr("exit, end"));
    quit->setMenuRole(QAction::QuitRole);
    menu->addLast(quit);
}

void MainWindow::makeEditMenu()
{
    CommandMenu *menu = addCommandMenu(tr("&Edit"), {u"edit"_s, u"filter"_s, u"views"_s});
    menu->addAction(addCommand(this, u"edit.find-command"_s, tr("&Find command…"),
                               tr("Runs any command by a few letters of its name; also takes a "
                                  "job's number or a filter."),
                               &MainWindow::openPalette)
                        ->withKeys({Qt::CTRL | Qt::Key_K, Qt::Key_Colon})
                        ->alsoCalled(tr("palette, search")));
}

void MainWindow::makeViewMenu()
{
    CommandMenu *menu
        = addCommandMenu(tr("&View"), {u"view"_s, u"overview"_s, u"alerts"_s, u"go"_s});
    m_appearance = appearance::makeActions(m_settings, this);
    menu->addMenu(tr("&Theme"))->addActions(m_appearance.theme);
    menu->addMenu(tr("&Zoom"))->addActions(m_appearance.zoom);
    menu->addMenu(tr("&Row height"))->addActions(m_appearance.rows);
    menu->addMenu(tr("T&imes"))->addActions(m_appearance.clock);
    menu->addMenu(tr("&Motion"))->addActions(m_appearance.motion);
    menu->addMenu(tr("&Language"))->addActions(m_appearance.language);
    connect(menu, &QMenu::aboutToShow, this,
            [this] { appearance::checkCurrent(m_appearance, *m_settings); });

    menu->addLast(addCommand(this, u"view.full-screen"_s, tr("F&ull screen"),
                             tr("This window alone on the screen, and back."),
                             [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); })
                      ->withKeys({Qt::Key_F11})
                      ->alsoCalled(tr("maximize")));
    menu->addLast(addCommand(this, u"view.reset-layout"_s, tr("Re&set layout"),
                             tr("Restores the default size, panels and tabs of this window."),
                             [this] { m_layout.reset(); })
                      ->alsoCalled(tr("restore, default, lost panels")));
}

void MainWindow::makeWorkerMenu()
{
    CommandMenu *menu = addCommandMenu(tr("&Worker"), {u"worker"_s, u"cron"_s, u"live"_s});
    using State = LocalWorker::State;
    const auto needsTasks = [this] {
        return worker() && !worker()->tasks().isEmpty()
            ? QString()
            : tr("The worker has no tasks yet: set it up on the page This worker.");
    };
    menu->addAction(
        addCommand(this, u"worker.start"_s, tr("&Start worker"),
                   tr("Runs jobs of this queue in this window."), [this] { worker()->start(); })
            ->unless([this, needsTasks] {
                if (const QString obstacle = needsTasks(); !obstacle.isEmpty())
                    return obstacle;
                return worker()->state() == State::Stopped ? context()->guard()->reason()
                                                           : tr("The worker runs already.");
            })
            ->alsoCalled(tr("run, launch")));
    menu->addAction(addCommand(this, u"worker.drain"_s, tr("S&top worker"),
                               tr("Takes no more jobs; running ones have the grace period to end."),
                               [this] { worker()->stop(); })
                        ->unless([this, needsTasks] {
                            if (const QString obstacle = needsTasks(); !obstacle.isEmpty())
                                return obstacle;
                            const State state = worker()->state();
                            return state == State::Starting || state == State::Running
                                ? QString()
                                : tr("The worker does not run.");
                        })
                        ->alsoCalled(tr("drain, shut down, quit")));
}

void MainWindow::makeHelpMenu()
{
    CommandMenu *menu = addCommandMenu(tr("&Help"), {u"help"_s});
    menu->addAction(addCommand(this, u"help.manual"_s, tr("&Manual"),
                               tr("Opens the manual at the page in front."),
                               &MainWindow::openManual)
                        ->withKeys({Qt::Key_F1})
                        ->alsoCalled(tr("documentation, guide")));
    menu->addAction(addCommand(this, u"help.keys"_s, tr("&Keys"),
                               tr("All commands that have keys, over the window."),
                               [this] { m_help->toggle(); })
                        ->withKeys({Qt::Key_Question})
                        ->alsoCalled(tr("shortcuts, hotkeys, cheat sheet")));
    menu->addAction(addCommand(this, u"help.shortcuts"_s, tr("Keyboard &shortcuts…"),
                               tr("Choose the keys of every command."), &MainWindow::openKeymap)
                        ->alsoCalled(tr("hotkeys, key bindings")));
    QAction *about = addCommand(this, u"help.about"_s, tr("&About Yardmaster"),
                                tr("Version and licence."), &MainWindow::showAbout);
    about->setMenuRole(QAction::AboutRole);
    menu->addLast(about);
}

void MainWindow::refreshCommands()
{
    m_keymap->apply();
    for (CommandMenu *menu : std::as_const(m_menus))
        menu->menuAction()->setVisible(menu->collect());
}

void MainWindow::openPalette()
{
    refreshCommands();
    updateCommands(this); // windows have come and gone
    QList<PaletteWindow> others;
    const QList<MainWindow *> windows = openWindows();
    for (MainWindow *window : windows) {
        if (window == this)
            continue;
        const ConnectionRow row = window->summary();
        others << PaletteWindow{window, row.name,
                                u"%1 · %2"_s.arg(environmentWord(row.environment), row.word)};
    }
    m_palette->open(context() != nullptr, others);
}

void MainWindow::goToConnection(int places)
{
    if (MainWindow *other = windowAfter(this, places))
        bringWindowToFront(other);
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
    if (const StandbyWatch *standby = context()->standby()) {
        row.lag = standbyWord(*standby);
        row.isLagging = standby->state() != StandbyWatch::State::Following
            && standby->state() != StandbyWatch::State::Asking;
    }
    return row;
}

void MainWindow::openManual()
{
    const bool isOpen = m_pages->currentWidget() == m_console;
    ManualViewer::showFor(this,
                          isOpen ? u"pages.md#"_s
                                  + ManualViewer::anchorOf(m_console->pages()->currentHeading())
                                 : u"index.md"_s);
}

void MainWindow::openKeymap()
{
    m_keymap->apply();
    auto *dialog = new KeymapDialog(m_keymap, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
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

void MainWindow::showWelcome()
{
    m_start->showWelcome(m_recent);
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

void MainWindow::fillRecentMenu(QMenu *menu)
{
    menu->clear();
    for (const Profile &profile : std::as_const(m_recent)) {
        const QAction *action = menu->addAction(profileTitle(profile).replace(u'&', "&&"_L1));
        connect(action, &QAction::triggered, this,
                [this, id = profile.id] { Q_EMIT recentRequested(id); });
    }
    menu->setEnabled(!m_recent.isEmpty());
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
                        tr("There is nothing left to show. Retry offers to install it anew."));
        },
        Qt::QueuedConnection);
    // Production keeps its word, whatever the profile is called.
    const QString word = environmentWord(setup.environment).toLower();
    const bool sayBoth = setup.environment == Environment::Production
        && setup.profileName.compare(word, Qt::CaseInsensitive) != 0;
    const QString name = setup.profileName.isEmpty() ? word : setup.profileName;
    setWindowTitle(tr("Yardmaster — %1").arg(shownText(sayBoth ? word + u" · "_s + name : name)));
    const auto updateAll = [this] { updateCommands(this); };
    connect(worker(), &LocalWorker::stateChanged, this, &MainWindow::onWorkerState);
    connect(worker(), &LocalWorker::setUpChanged, this, updateAll);
    connect(m_console->context()->guard(), &WriteGuard::changed, this, updateAll);
    m_layout.open(setup.profileId);
    updateCommands(this);
    refreshCommands();
    pauseWhileUnseen();
    m_console->pages()->takeFocus();
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_console && m_console->operations()->hasRunning() && !m_mayLeaveOperations) {
        event->ignore();
        askAboutOperations();
        return;
    }
    if (m_console && !m_console->pages()->unsavedChanges().isEmpty() && !m_mayLoseChanges) {
        event->ignore();
        askAboutChanges();
        return;
    }
    // Who has agreed to stop the job waits for its end, unless they close once more: then the
    // window is gone, and its job is left to end unseen, because destroying the worker would wait
    // for it.
    if (worker() && worker()->singleJob()) {
        event->ignore();
        if (!m_isStoppingJob) {
            askAboutJob();
        } else if (std::exchange(m_mayKillJob, true)) {
            worker()->stopJob();
            hide();
        }
        return;
    }
    const bool isActive = worker() && worker()->state() != LocalWorker::State::Stopped;
    const bool isOverdue = m_closing && m_patience.remainingTime() <= 0;
    if (isActive && !isOverdue) {
        const bool isAskedTwice = m_closing || isHidden();
        if (!m_closing)
            beginClosing();
        if (isAskedTwice)
            worker()->kill(); // do not wait for jobs
        m_patience.start(std::max<std::chrono::milliseconds>(
                             0ms,
                             std::chrono::milliseconds(
                                 QDateTime::currentDateTimeUtc().msecsTo(worker()->graceEnds())))
                         + kPatience);
        event->ignore();
        return;
    }
    m_layout.save();
    event->accept();
    Q_EMIT closed();
}

void MainWindow::askAboutOperations()
{
    const auto stop = [this] {
        m_mayLeaveOperations = true;
        m_console->operations()->stopAll();
    };
    askBeforeClosing(u"operationsUnderWay"_s, tr("Operations under way"),
                     tr("Jobs are being changed from this window."),
                     tr("Closing stops after the current batch. The rest can be resumed later, "
                        "from the Operations tab."),
                     tr("Stop and close"), stop);
}

void MainWindow::askAboutChanges()
{
    askBeforeClosing(u"unsavedChanges"_s, tr("Changes not saved"),
                     m_console->pages()->unsavedChanges(), tr("Closing loses them."),
                     tr("Close without saving"), [this] { m_mayLoseChanges = true; });
}

void MainWindow::askAboutJob()
{
    const SingleJobRequest job = *worker()->singleJob();
    const QString fact = job.isDry ? tr("A dry run of job %1 is under way in this window.")
                                   : tr("Job %1 is being run in this window.");
    askBeforeClosing(u"jobUnderWay"_s, tr("A job is being run"), fact.arg(job.id),
                     job.isDry ? tr("Closing stops it. What its handler has done stays done.")
                               : tr("Closing stops it: it returns to the queue, and the attempt "
                                    "does not count. What its handler has done stays done."),
                     tr("Stop and close"), [this] {
                         m_isStoppingJob = true;
                         connect(worker(), &LocalWorker::singleJobEnded, this, &MainWindow::close);
                         worker()->stopJob();
                     });
}

void MainWindow::askBeforeClosing(const QString &name, const QString &title, const QString &fact,
                                  const QString &meaning, const QString &leaving,
                                  const std::function<void()> &leave)
{
    QMessageBox *box = makeMessageBox(this, name, title, fact, meaning);
    QPushButton *keep = box->addButton(tr("Keep open"), QMessageBox::RejectRole);
    QPushButton *goAhead = box->addButton(leaving, QMessageBox::DestructiveRole);
    box->setDefaultButton(keep);
    box->setEscapeButton(keep);
    connect(goAhead, &QPushButton::clicked, this, [this, leave] {
        leave();
        close();
    });
    box->open();
}

void MainWindow::beginClosing()
{
    worker()->stop();
    m_closing = new ClosingBar(worker(), centralWidget());
    centralWidget()->layout()->addWidget(m_closing);
    connect(m_closing, &ClosingBar::keepOpenRequested, this, &MainWindow::endClosing);
}

void MainWindow::endClosing()
{
    m_patience.stop();
    if (m_closing)
        std::exchange(m_closing, nullptr)->deleteLater(); // its button may be calling
}

void MainWindow::onWorkerState()
{
    updateCommands(this);
    if (m_closing && worker()->state() == LocalWorker::State::Stopped) {
        endClosing();
        close();
    }
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        pauseWhileUnseen();
    else if (event->type() == QEvent::ActivationChange && isActiveWindow())
        onActivated();
}

void MainWindow::onActivated()
{
    m_keymap->apply();    // another window may have changed the keys
    updateCommands(this); // and others may have come or gone
}

void MainWindow::showEvent(QShowEvent *event)
{
    QMainWindow::showEvent(event);
    pauseWhileUnseen();
}

void MainWindow::hideEvent(QHideEvent *event)
{
    QMainWindow::hideEvent(event);
    pauseWhileUnseen();
}

void MainWindow::pauseWhileUnseen()
{
    if (m_console)
        m_console->setSeen(isVisible() && !isMinimized());
}

void MainWindow::showAbout()
{
    QMessageBox *box
        = makeMessageBox(this, u"about"_s, tr("About Yardmaster"),
                         tr("Yardmaster %1").arg(QCoreApplication::applicationVersion()),
                         tr("Desktop console and embedded worker for graphile-worker job queues "
                            "in PostgreSQL. MIT licence."));
    box->setStandardButtons(QMessageBox::Close);
    box->setIconPixmap(windowIcon().pixmap(64));
    box->open();
}

} // namespace yardmaster

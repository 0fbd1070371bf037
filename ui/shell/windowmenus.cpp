#include "ui/shell/windowmenus.h"

#include "models/console/connectionsmodel.h"
#include "models/console/consolecontext.h"
#include "models/localworker/localworker.h"
#include "ui/kit/command.h"
#include "ui/kit/manualviewer.h"
#include "ui/kit/messagebox.h"
#include "ui/shell/commands/commandmenu.h"
#include "ui/shell/commands/commandpalette.h"
#include "ui/shell/commands/helpoverlay.h"
#include "ui/shell/commands/keymap.h"
#include "ui/shell/commands/keymapdialog.h"
#include "ui/shell/commands/paletteentries.h"
#include "ui/shell/commands/windowlayout.h"
#include "ui/shell/connections/connectionswindow.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/tabs/tabmenu.h"

#include <QApplication>
#include <QMenuBar>

namespace yardmaster {

using namespace Qt::StringLiterals;

WindowMenus::WindowMenus(MainWindow *window, QSettings *settings, WindowLayout *layout)
    : QObject(window)
    , m_window(window)
    , m_settings(settings)
    , m_layout(layout)
    , m_keymap(new Keymap(settings, window))
    , m_palette(new CommandPalette(settings, window))
    , m_help(new HelpOverlay(window))
    , m_tabMenu(new TabMenu(window))
{
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    addMenu(tr("&Jobs"), {u"jobs"_s, u"guard"_s, {}, u"errors"_s, u"operations"_s, u"inspector"_s})
        ->setObjectName(u"jobsMenu"_s);
    addMenu(tr("&Queue"), {u"queues"_s, u"tasks"_s, u"workers"_s, u"maintenance"_s})
        ->setObjectName(u"queueMenu"_s);
    makeWorkerMenu();
    makeHelpMenu();
    connectPalette();
    update();
}

CommandMenu *WindowMenus::addMenu(const QString &title, const QStringList &groups)
{
    auto *menu = new CommandMenu(title, groups, m_window);
    m_window->menuBar()->addMenu(menu);
    m_menus << menu;
    return menu;
}

void WindowMenus::makeFileMenu()
{
    CommandMenu *menu = addMenu(tr("&File"), {u"file"_s, u"export"_s});
    menu->addAction(addCommand(this, m_window, u"file.connect"_s, tr("&Connect…"),
                               tr("Opens another queue, in a tab of this window."),
                               [this] { Q_EMIT m_window->connectRequested(); })
                        ->withKeys({Qt::CTRL | Qt::Key_N})
                        ->alsoCalled(tr("open, new tab, profile, database, server")));
    menu->addAction(addCommand(this, m_window, u"file.connect-window"_s,
                               tr("Connect in new &window…"),
                               tr("Opens another queue, in a window of its own."),
                               [this] { Q_EMIT m_window->newWindowRequested(); })
                        ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_N})
                        ->alsoCalled(tr("open, new window, profile, database, server")));
    QMenu *recent = menu->addMenu(tr("&Recent"));
    recent->setObjectName("recentMenu"_L1);
    connect(menu, &QMenu::aboutToShow, this, [this, recent] { fillRecentMenu(recent); });
    menu->addAction(
        addCommand(this, m_window, u"file.connections"_s, tr("C&onnections"),
                   tr("Lists all open connections with their state, and switches to them."),
                   &ConnectionsWindow::showAll)
            ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_O})
            ->alsoCalled(tr("tabs, windows, databases, servers, switch, glance")));
    const auto goTo = [this](int places) {
        if (MainWindow *other = connectionAfter(m_window, places))
            bringToFront(other);
    };
    const auto needsAnother = [this] {
        return connectionAfter(m_window, 1) ? QString() : tr("No other connection is open.");
    };
    menu->addAction(
        addCommand(
            this, m_window, u"file.next-connection"_s, tr("&Next connection"),
            tr("Goes to the next tab, and from the last tab of a window to the next window."),
            [goTo] { goTo(1); })
            ->withKeys({Qt::CTRL | Qt::Key_Tab})
            ->unless(needsAnother)
            ->alsoCalled(tr("switch, window, tab")));
    menu->addAction(addCommand(this, m_window, u"file.previous-connection"_s,
                               tr("&Previous connection"),
                               tr("Goes to the previous tab, and from the first tab of a window to "
                                  "the previous window."),
                               [goTo] { goTo(-1); })
                        ->withKeys({Qt::CTRL | Qt::SHIFT | Qt::Key_Tab})
                        ->unless(needsAnother)
                        ->alsoCalled(tr("switch, window, tab")));
    menu->addMenu(m_tabMenu);
    menu->addAction(
        addCommand(this, m_window, u"file.import"_s, tr("&Import connections…"),
                   tr("Imports connections from libpq, DBeaver, pgAdmin or a .env file."),
                   [this] { Q_EMIT m_window->importRequested(); })
            ->alsoCalled(tr("profiles, pg_service.conf, pgpass, DATABASE_URL")));
    menu->addAction(
        addCommand(this, m_window, u"file.edit-connection"_s, tr("&Edit connection…"),
                   tr("Changes what this window is connected to."),
                   [this] { m_window->editConnection(); })
            ->unless([this] {
                return m_window->isEditable()
                    ? QString()
                    : tr("The sandbox is set up automatically: there is nothing to edit.");
            })
            ->alsoCalled(tr("profile, host, password, SSH, reconnect")));
    menu->addLast(addCommand(this, m_window, u"file.close"_s, tr("C&lose connection"),
                             tr("Stops the worker of this connection, if it is running, and closes "
                                "its tab, or the window if it is the last tab."),
                             [this] { m_window->close(); })
                      ->withKeys({Qt::CTRL | Qt::Key_W})
                      ->alsoCalled(tr("disconnect, close tab, close window")));
    QAction *quit = addCommand(this, m_window, u"file.quit"_s, tr("&Quit"),
                               tr("Closes all windows."), &closeAllWindows)
                        ->withKeys({Qt::CTRL | Qt::Key_Q})
                        ->alsoCalled(tr("exit, end"));
    quit->setMenuRole(QAction::QuitRole);
    menu->addLast(quit);
}

void WindowMenus::fillRecentMenu(QMenu *menu)
{
    menu->clear();
    const QList<Profile> &recent = m_window->recent();
    for (const Profile &profile : recent) {
        if (profile.id == m_window->profileId())
            continue; // it is here
        const QAction *action = menu->addAction(profileTitle(profile).replace(u'&', "&&"_L1));
        connect(action, &QAction::triggered, m_window,
                [this, id = profile.id] { Q_EMIT m_window->recentRequested(id); });
    }
    menu->setEnabled(!menu->isEmpty());
}

void WindowMenus::makeEditMenu()
{
    CommandMenu *menu = addMenu(tr("&Edit"), {u"edit"_s, u"filter"_s, u"views"_s});
    menu->addAction(addCommand(this, m_window, u"edit.find-command"_s, tr("&Find command…"),
                               tr("Runs any command by a few letters of its name; also takes a "
                                  "job's number or a filter."),
                               &WindowMenus::openPalette)
                        ->withKeys({Qt::CTRL | Qt::Key_K, Qt::Key_Colon})
                        ->alsoCalled(tr("palette, search")));
}

void WindowMenus::makeViewMenu()
{
    CommandMenu *menu = addMenu(tr("&View"), {u"view"_s, u"overview"_s, u"alerts"_s, u"go"_s});
    m_appearance = appearance::makeActions(m_settings, m_window);
    menu->addMenu(tr("&Theme"))->addActions(m_appearance.theme);
    menu->addMenu(tr("&Zoom"))->addActions(m_appearance.zoom);
    menu->addMenu(tr("&Row height"))->addActions(m_appearance.rows);
    menu->addMenu(tr("T&imes"))->addActions(m_appearance.clock);
    menu->addMenu(tr("&Motion"))->addActions(m_appearance.motion);
    menu->addMenu(tr("&Language"))->addActions(m_appearance.language);
    connect(menu, &QMenu::aboutToShow, this,
            [this] { appearance::checkCurrent(m_appearance, *m_settings); });

    menu->addLast(addCommand(this, m_window, u"view.full-screen"_s, tr("F&ull screen"),
                             tr("Shows this window full screen, or leaves full screen."),
                             [this] {
                                 QWidget *window = m_window->window();
                                 window->setWindowState(window->windowState()
                                                        ^ Qt::WindowFullScreen);
                             })
                      ->withKeys({Qt::Key_F11})
                      ->alsoCalled(tr("maximize")));
    menu->addLast(addCommand(this, m_window, u"view.reset-layout"_s, tr("Re&set layout"),
                             tr("Restores the default size, panels and tabs of this window."),
                             [this] { m_layout->reset(); })
                      ->alsoCalled(tr("restore, default, lost panels")));
}

LocalWorker *WindowMenus::worker() const
{
    return m_window->console() ? m_window->console()->worker() : nullptr;
}

void WindowMenus::makeWorkerMenu()
{
    CommandMenu *menu = addMenu(tr("&Worker"), {u"worker"_s, u"cron"_s, u"live"_s});
    using State = LocalWorker::State;
    const auto needsTasks = [this] {
        return worker() && !worker()->tasks().isEmpty()
            ? QString()
            : tr("The worker has no tasks yet: set it up on the “This worker” page.");
    };
    menu->addAction(addCommand(this, m_window, u"worker.start"_s, tr("&Start worker"),
                               tr("Runs jobs of this queue in this window."),
                               [this] { worker()->start(); })
                        ->unless([this, needsTasks] {
                            if (const QString obstacle = needsTasks(); !obstacle.isEmpty())
                                return obstacle;
                            return worker()->state() == State::Stopped
                                ? m_window->console()->context()->guard()->reason()
                                : tr("The worker is already running.");
                        })
                        ->alsoCalled(tr("run, launch")));
    menu->addAction(
        addCommand(this, m_window, u"worker.drain"_s, tr("S&top worker"),
                   tr("Fetches no more jobs; running jobs have the grace period to finish."),
                   [this] { worker()->stop(); })
            ->unless([this, needsTasks] {
                if (const QString obstacle = needsTasks(); !obstacle.isEmpty())
                    return obstacle;
                const State state = worker()->state();
                return state == State::Starting || state == State::Running
                    ? QString()
                    : tr("The worker is not running.");
            })
            ->alsoCalled(tr("drain, shut down, quit")));
}

void WindowMenus::makeHelpMenu()
{
    CommandMenu *menu = addMenu(tr("&Help"), {u"help"_s});
    menu->addAction(addCommand(this, m_window, u"help.manual"_s, tr("&Manual"),
                               tr("Opens the manual at the section about the current page."),
                               [this] { ManualViewer::showFor(m_window, m_window->manualPlace()); })
                        ->withKeys({Qt::Key_F1})
                        ->alsoCalled(tr("documentation, guide")));
    menu->addAction(addCommand(this, m_window, u"help.keys"_s, tr("&Keys"),
                               tr("Shows all commands that have keys, on top of the window."),
                               [this] { m_help->toggle(); })
                        ->withKeys({Qt::Key_Question})
                        ->alsoCalled(tr("shortcuts, hotkeys, cheat sheet")));
    menu->addAction(addCommand(this, m_window, u"help.shortcuts"_s, tr("Keyboard &shortcuts…"),
                               tr("Choose the keys of every command."), &WindowMenus::openKeymap)
                        ->alsoCalled(tr("hotkeys, key bindings")));
    QAction *about = addCommand(this, m_window, u"help.about"_s, tr("&About Yardmaster"),
                                tr("Version and licence."), &WindowMenus::showAbout);
    about->setMenuRole(QAction::AboutRole);
    menu->addLast(about);
}

void WindowMenus::refresh()
{
    m_keymap->apply();
    for (CommandMenu *menu : std::as_const(m_menus))
        menu->menuAction()->setVisible(menu->collect());
}

void WindowMenus::update()
{
    updateCommands(this);
    updateCommands(m_tabMenu);
}

void WindowMenus::connectPalette()
{
    connect(m_palette, &CommandPalette::jobRequested, this, [this](qint64 id) {
        if (const ConsolePage *console = m_window->console())
            console->context()->requestJob(id);
    });
    connect(m_palette, &CommandPalette::windowRequested, this, &bringToFront);
    connect(m_palette, &CommandPalette::filterRequested, this, [this](const QString &filter) {
        if (const ConsolePage *console = m_window->console())
            console->context()->requestFilter(filter);
    });
}

void WindowMenus::openPalette()
{
    refresh();
    update(); // connections have come and gone
    QList<PaletteWindow> others;
    const QList<MainWindow *> connections = openConnections();
    for (MainWindow *connection : connections) {
        if (connection == m_window)
            continue;
        const ConnectionRow row = connection->summary();
        others << PaletteWindow{connection, row.name,
                                u"%1 · %2"_s.arg(environmentWord(row.environment), row.word)};
    }
    m_palette->open(m_window->console() != nullptr, others);
}

void WindowMenus::openKeymap()
{
    m_keymap->apply();
    auto *dialog = new KeymapDialog(m_keymap, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void WindowMenus::showAbout()
{
    QMessageBox *box
        = makeMessageBox(m_window, u"about"_s, tr("About Yardmaster"),
                         tr("Yardmaster %1").arg(QCoreApplication::applicationVersion()),
                         tr("Desktop console and embedded worker for graphile-worker job queues "
                            "in PostgreSQL. MIT licence."));
    box->setStandardButtons(QMessageBox::Close);
    box->setIconPixmap(m_window->windowIcon().pixmap(64));
    box->open();
}

} // namespace yardmaster

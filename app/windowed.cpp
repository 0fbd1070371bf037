#include "app/windowed.h"

#include "app/consolelog.h"
#include "app/exitcodes.h"
#include "app/headless.h"
#include "app/keychainsecrets.h"
#include "app/startup.h"
#include "app/unixsignals.h"
#include "models/connecting/profilestore.h"
#include "models/connecting/sshquestions.h"
#include "models/connecting/watchedsecrets.h"
#include "models/values/language.h"
#include "models/views/viewargument.h"
#include "ui/kit/screenfit.h"
#include "ui/kit/sourceeditor.h"
#include "ui/kit/theme.h"
#include "ui/shell/appicon.h"
#include "ui/shell/commands/appearance.h"
#include "ui/shell/connecting/connectdialog.h"
#include "ui/shell/connecting/sshquestiondialog.h"
#include "ui/shell/connections/openconnections.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/tabs/tabbedwindow.h"
#include "ui/shell/watchedapplication.h"
#include "worker/json/visibletext.h"
#include "worker/tasks/graphileconfig.h"

#include <QFileInfo>
#include <QFutureWatcher>
#include <QPointer>
#include <QSettings>
#include <QtConcurrentRun>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct WindowedText
{
    Q_DECLARE_TR_FUNCTIONS(Windowed)
};

#ifdef Q_OS_LINUX
bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY")
        || !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}
#else
bool hasDisplay()
{
    return true;
}
#endif

/// The result of starting a sandbox in the background. Shared, because QFuture copies.
struct Opened
{
    std::shared_ptr<PrivateCluster> sandbox;
    std::shared_ptr<const TaskRegistry> registry;
    TaskSources sources;
    TaskListing listing;
    CronSource cron;
    QString tasksProblem; ///< the window runs without a worker
    QString problem;      ///< no database: the window cannot be used
};

Opened open(const CommandLine &line, bool isSandbox)
{
    Opened opened;
    if (isSandbox) {
        auto cluster = startup::openSandboxFor(line);
        if (!cluster) {
            opened.problem = cluster.error();
            return opened;
        }
        opened.sandbox = *std::move(cluster);
        const ConnectionSettings &connection = opened.sandbox->settings();
        if (line.examples) {
            if (auto queued = startup::prepareExamples(connection, line); !queued)
                opened.problem = queued.error();
        }
    }
    // Outside the sandbox a worker runs only if its tasks were named.
    if (isSandbox || line.tasks || !line.plugins.isEmpty() || !line.http.isEmpty()) {
        const QString folder = startup::tasksFolder(line, opened.sandbox.get());
        const QString config = line.tasks ? graphileConfigIn(u"."_s) : QString();
        if (!config.isEmpty() && !line.config && line.usesConfig)
            qWarning("%s is not read: a window reads it only if --config names it",
                     qUtf8Printable(config));
        const auto loaded = startup::loadTasks(line, folder);
        auto cron = startup::cronSource(line, folder);
        if (!loaded) {
            opened.tasksProblem = loaded.error();
        } else if (!cron) {
            opened.tasksProblem = cron.error();
        } else {
            opened.registry = loaded->registry;
            opened.sources = startup::taskSources(line, folder);
            opened.listing = listTasks(*loaded);
            opened.cron = *std::move(cron);
        }
    }
    return opened;
}

/// The connection of a window, and its title.
struct Destination
{
    startup::Target target;
    Profile profile;               ///< of the command line: one without an id
    std::optional<SavedView> view; ///< to show first
    bool keepsPassword = false;    ///< in the keychain, once a login with it has worked
};

/// A connection and what shows it: the page of a tab.
class WindowRun
{
public:
    WindowRun(const CommandLine &line, Destination destination, QSettings *settings)
        : m_line(line)
        , m_destination(std::move(destination))
        , m_window(settings)
    {
        QObject::connect(&m_watcher, &QFutureWatcher<Opened>::finished, &m_window,
                         [this] { onOpened(); });
        QObject::connect(&m_window, &MainWindow::retryRequested, &m_window, [this] { start(); });
    }

    ~WindowRun() { m_watcher.waitForFinished(); }
    Q_DISABLE_COPY_MOVE(WindowRun)

    [[nodiscard]] MainWindow &window() { return m_window; }
    /// Nothing was asked for yet.
    [[nodiscard]] bool isWelcome() const { return m_isWelcome; }
    void welcome(const QList<Profile> &session)
    {
        m_isWelcome = true;
        m_window.showWelcome(session);
        m_window.window()->show();
    }
    /// Of its password in the keychain.
    [[nodiscard]] QString loginKey() const
    {
        return yardmaster::loginKey(m_destination.profile.id, m_destination.profile.connection);
    }

    [[nodiscard]] const Profile &profile() const { return m_destination.profile; }
    /// Shows another connection in the same window.
    void redirect(Destination destination)
    {
        m_watcher.waitForFinished();
        m_destination = std::move(destination);
        start();
    }
    void openSandbox(bool withExamples)
    {
        m_line.examples = withExamples;
        start();
    }

    void start()
    {
        if (m_watcher.isRunning())
            return;
        m_isWelcome = false;
        if (m_destination.target.isSandbox)
            m_window.showWaiting(
                WindowedText::tr("Starting the sandbox database"),
                WindowedText::tr(
                    "A private PostgreSQL on this machine. The first start takes a few seconds."));
        m_window.window()->show();
        m_watcher.setFuture(QtConcurrent::run(open, m_line, m_destination.target.isSandbox));
    }

private:
    void onOpened()
    {
        m_opened = m_watcher.result();
        if (!m_opened.problem.isEmpty()) {
            m_window.showFailure(WindowedText::tr("The sandbox database did not start"),
                                 m_opened.problem);
            return;
        }
        const Profile &profile = m_destination.profile;
        MainWindowSetup setup;
        setup.connection
            = m_opened.sandbox ? m_opened.sandbox->settings() : m_destination.target.connection;
        setup.keepsPassword = m_destination.keepsPassword;
        setup.schema = profile.schema;
        setup.profileId = m_opened.sandbox ? Profile::sandbox().id : profile.id;
        setup.profileName = m_opened.sandbox ? u"sandbox"_s : profile.name;
        setup.environment = m_opened.sandbox ? Environment::Sandbox : profile.environment;
        setup.colour = profile.colour;
        setup.isReadOnly = profile.isReadOnly;
        setup.view = m_destination.view;
        if (m_opened.registry && !profile.isReadOnly) {
            setup.worker = m_line.worker;
            setup.worker->schema = setup.schema;
            setup.worker->connection = setup.connection;
            setup.worker->cron = m_opened.cron;
            setup.worker->migrates = m_opened.sandbox != nullptr; // elsewhere only on request
            setup.registry = m_opened.registry;
            setup.sources = m_opened.sources;
            setup.listing = m_opened.listing;
            setup.startWorker = m_opened.sandbox != nullptr;
        }
        m_window.connectTo(setup);
        if (!m_opened.tasksProblem.isEmpty())
            complain(m_opened.tasksProblem);
    }

    CommandLine m_line;
    Destination m_destination;
    bool m_isWelcome = false;
    Opened m_opened; // the sandbox outlives the window's worker
    MainWindow m_window;
    QFutureWatcher<Opened> m_watcher;
};

/// All connections, in windows with tabs.
///
/// Long because all ways to a connection meet here: options, profiles, the dialog, the menus.
class WindowedRun
{
public:
    explicit WindowedRun(const CommandLine &line)
        : m_line(line)
        , m_profiles(QFileInfo(m_settings.fileName()).absolutePath() + "/profiles.ini"_L1)
    {
        QObject::connect(&m_signals, &UnixSignals::received, &m_context, &closeAllWindows);
        SshQuestionDialog::showFor(&m_questions);
        QObject::connect(
            &m_secrets, &WatchedSecrets::writeRefused, &m_context,
            [this](const QString &key, const QString &reason) { onRefused(key, reason); });
    }

    Q_DISABLE_COPY_MOVE(WindowedRun)

    /// Nothing was asked for: offers what can be opened.
    void openWelcome(Destination sandbox)
    {
        makePage(std::move(sandbox), nullptr)->welcome(storedProfiles(kSessionKey));
    }

    /// @param beside  in a tab of its window; null: in a window of its own.
    void open(Destination destination, MainWindow *beside = nullptr)
    {
        const QString id = destination.profile.id;
        WindowRun *run = makePage(std::move(destination), beside);
        noteOpened(id);
        run->start();
    }

    WindowRun *makePage(Destination destination, MainWindow *beside)
    {
        m_windows.push_back(
            std::make_unique<WindowRun>(m_line, std::move(destination), &m_settings));
        WindowRun *run = m_windows.back().get();
        MainWindow *window = &run->window();
        QObject::connect(window, &MainWindow::connectRequested, window,
                         [this, run] { showConnectDialog(run); });
        QObject::connect(window, &MainWindow::newWindowRequested, window, [this, window] {
            showConnectDialog(window, [this](Destination chosen) { open(std::move(chosen)); });
        });
        QObject::connect(window, &MainWindow::importRequested, window,
                         [this, run] { showConnectDialog(run)->openImport(); });
        QObject::connect(window, &MainWindow::sandboxRequested, window,
                         [run](bool withExamples) { run->openSandbox(withExamples); });
        QObject::connect(window, &MainWindow::editConnectionRequested, window,
                         [this, run](const QString &problem) { editConnection(run, problem); });
        QObject::connect(
            window, &MainWindow::recentRequested, &m_context,
            [this, run](const QString &id) { openRecent(run, id); }, Qt::QueuedConnection);
        QObject::connect(
            window, &MainWindow::sessionRequested, &m_context,
            [this, run] {
                const QList<Profile> session = storedProfiles(kSessionKey);
                for (const Profile &profile : session)
                    openRecent(run, profile.id);
            },
            Qt::QueuedConnection);
        QObject::connect(window, &MainWindow::passwordAccepted, &m_context,
                         [this](const QString &key, const QString &password) {
                             m_secrets.write(key, password, &m_context,
                                             [](const SecretStore::Done &) {}); // see onRefused()
                         });
        QObject::connect(window, &MainWindow::closed, &m_context, [this, run] {
            const TabbedWindow *tabs = TabbedWindow::of(&run->window());
            if (tabs && !tabs->isClosing() && tabs->pages().size() > 1)
                noteSession(run); // one of several
        });
        // Queued: the window is still in the middle of its close event.
        QObject::connect(
            window, &MainWindow::closed, &m_context,
            [this, run] {
                std::erase_if(m_windows, [run](const auto &held) { return held.get() == run; });
            },
            Qt::QueuedConnection);
        window->setRecent(recentProfiles());
        TabbedWindow *tabs = beside ? TabbedWindow::of(beside) : nullptr;
        if (!tabs) {
            tabs = new TabbedWindow;
            const auto others = tabs->others().size();
            tabs->add(window);
            if (others > 0) { // not exactly on top of the one before
                tabs->move(tabs->pos() + QPoint(32, 32) * int(others));
                keepOnScreen(tabs);
            }
        } else {
            tabs->add(window);
        }
        return run;
    }

    /// The connection of the command line, as the saved profile that matches it; if there is none,
    /// of unknown environment.
    void openAddress(Destination first)
    {
        if (!first.target.isSandbox) {
            ConnectionSettings &connection = first.target.connection;
            first.profile.environment = Environment::Unknown;
            if (auto known = profileFor(connection, m_profiles.profiles())) {
                first.profile = *std::move(known);
                connection.setStandby(first.profile.connection.standby());
            } else {
                first.profile.name = connection.describe();
            }
            first.profile.connection = connection;
            first.profile.connection.set(u"password"_s, {});
            first.profile.isReadOnly = first.profile.isReadOnly || m_line.isReadOnly;
            if (first.profile.isReadOnly)
                connection.setReadOnly();
        }
        first.profile.schema = m_line.worker.schema;
        open(std::move(first));
    }

    /// With its password from the keychain, if it has one. @returns one sentence if there is no
    /// such profile.
    [[nodiscard]] QString openProfile(const QString &name, Destination first)
    {
        const auto profile = profileNamed(name, m_profiles.profiles());
        if (!profile)
            return u"--profile: "_s + profile.error();
        openStored(*profile, std::move(first),
                   [this](Destination destination) { open(std::move(destination)); });
        return {};
    }

    /// A link names no connection, and comes from elsewhere: nothing is opened before the user has
    /// chosen where.
    void askWhere(const SavedView &view)
    {
        ConnectDialog *dialog = showConnectDialog(nullptr, [this, view](Destination destination) {
            destination.view = view;
            open(std::move(destination));
        });
        dialog->setWindowTitle(
            WindowedText::tr("Open the view “%1” of a link").arg(visibleLine(view.name)));
        QObject::connect(&m_signals, &UnixSignals::received, dialog, &QDialog::reject);
    }

private:
    /// In place of a page that has nothing else to show, or in a tab beside it.
    void openFrom(WindowRun *run, Destination destination)
    {
        if (!run->isWelcome())
            return open(std::move(destination), &run->window());
        run->redirect(std::move(destination));
        noteOpened(run->profile().id);
    }

    void openStored(const Profile &profile, Destination first,
                    const std::function<void(Destination)> &go)
    {
        first.profile = profile;
        first.profile.isReadOnly = first.profile.isReadOnly || m_line.isReadOnly;
        m_secrets.read(yardmaster::loginKey(first.profile.id, first.profile.connection), &m_context,
                       [go, first](const SecretStore::Found &password) {
                           Destination destination = first;
                           destination.target.connection
                               = first.profile.sessionSettings(password.value_or(QString()));
                           go(std::move(destination));
                       });
    }

    void openRecent(WindowRun *run, const QString &id)
    {
        for (const Profile &profile : m_profiles.profiles()) {
            if (profile.id == id)
                openStored(profile, {},
                           [this, window = QPointer(&run->window()), run](Destination destination) {
                               if (window)
                                   openFrom(run, std::move(destination));
                           });
        }
    }

    /// Of a list of ids in the settings those that are still there.
    [[nodiscard]] QList<Profile> storedProfiles(QLatin1StringView key) const
    {
        const QList<Profile> stored = m_profiles.profiles();
        QList<Profile> listed;
        const QStringList ids = m_settings.value(key).toStringList();
        for (const QString &id : ids) {
            if (const auto found = std::ranges::find(stored, id, &Profile::id);
                found != stored.end())
                listed << *found;
        }
        return listed;
    }

    /// The one that was opened last first.
    [[nodiscard]] QList<Profile> recentProfiles() const
    {
        const QList<Profile> recent = storedProfiles("recentProfiles"_L1);
        return recent.first(std::min(recent.size(), kMostRecent));
    }

    /// What is open, to be offered by the next start. Windows that close as a whole change nothing:
    /// what they held was open together. @param closed  one that is not, any more.
    void noteSession(const WindowRun *closed = nullptr)
    {
        QStringList ids;
        for (const auto &run : m_windows) {
            if (run.get() != closed && !run->isWelcome() && !run->profile().id.isEmpty())
                ids << run->profile().id;
        }
        m_settings.setValue(kSessionKey, ids);
    }

    /// The menus of all windows offer it, and those before.
    void noteOpened(const QString &id)
    {
        QStringList ids = m_settings.value("recentProfiles"_L1).toStringList();
        ids.removeAll(id);
        ids.prepend(id);
        m_settings.setValue("recentProfiles"_L1, ids);
        const QList<Profile> recent = recentProfiles();
        ids.clear();
        for (const Profile &profile : recent)
            ids << profile.id;
        m_settings.setValue("recentProfiles"_L1, ids);
        for (const auto &run : m_windows)
            run->window().setRecent(recent);
        noteSession();
    }

    /// The dialog where the password was entered may be closed by now, its window is not.
    void onRefused(const QString &key, const QString &reason)
    {
        complain(reason);
        for (const auto &run : m_windows) {
            if (run->loginKey() == key)
                run->window().showKeychainRefusal(reason);
        }
    }

    ConnectDialog *showConnectDialog(WindowRun *run)
    {
        return showConnectDialog(&run->window(), [this, run](Destination destination) {
            openFrom(run, std::move(destination));
        });
    }

    ConnectDialog *showConnectDialog(QWidget *window, const std::function<void(Destination)> &go)
    {
        auto *dialog = new ConnectDialog(&m_profiles, &m_secrets, window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setModal(true);
        QObject::connect(dialog, &ConnectDialog::connectRequested, &m_context,
                         [go](const Profile &profile, const QString &password, bool keep) {
                             Destination destination;
                             destination.target.isSandbox = profile.isSandbox();
                             destination.target.connection = profile.sessionSettings(password);
                             destination.profile = profile;
                             destination.keepsPassword = keep;
                             go(std::move(destination));
                         });
        dialog->open();
        return dialog;
    }

    void editConnection(WindowRun *run, const QString &problem)
    {
        ConnectDialog *dialog = showConnectDialog(&run->window(), [this, run](Destination other) {
            if (!run->window().isReplaceable()) {
                open(std::move(other), &run->window());
                return;
            }
            run->redirect(std::move(other));
            noteOpened(run->profile().id);
        });
        dialog->edit(run->profile(), problem);
    }

    static constexpr qsizetype kMostRecent = 8;
    static constexpr QLatin1StringView kSessionKey{"lastSession"};

    const CommandLine m_line;
    QSettings m_settings;
    ProfileStore m_profiles;
    KeychainSecrets m_keychain;
    WatchedSecrets m_secrets{&m_keychain};
    std::vector<std::unique_ptr<WindowRun>> m_windows;
    SshQuestions m_questions{QCoreApplication::applicationFilePath()};
    UnixSignals m_signals;
    QObject m_context; // destroyed first: nothing is delivered to half-destroyed objects
};

} // namespace

int runWindowed(const CommandLine &line, int &argc, char **argv)
{
    startConsoleLog(line);
    if (!hasDisplay()) {
        complain(u"there is no display to open the window on; use --no-gui"_s);
        return ExitUsage;
    }
    tl::expected<SavedView, QString> view;
    if (line.filter)
        view = viewForFilter(*line.filter);
    else if (line.view)
        view = viewForArgument(*line.view);
    else if (!line.link.isEmpty())
        view = viewForArgument(line.link);
    if (!view) {
        complain(view.error());
        return ExitUsage;
    }
    auto target = line.profile
        ? startup::Target()
        : startup::chooseTarget(line, QProcessEnvironment::systemEnvironment());
    if (!target) {
        complain(target.error());
        return ExitUsage;
    }
    if (target->isSandbox && line.isReadOnly) {
        complain(u"--read-only needs a database; use --connection or --profile"_s);
        return ExitUsage;
    }
    // Only the program's name: Qt would treat --plugin as its own option.
    int taken = qMin(argc, 1);
    WatchedApplication app(taken, argv);
    if (line.debugUiStalls)
        logUiStalls(&app);
    Language::install(line.language.isEmpty() ? appearance::language(QSettings()) : line.language);
    SourceEditor::use(line.editor);
    const Theme theme;
    QApplication::setWindowIcon(appIcon());
    Destination first;
    first.target = *std::move(target);
    if (line.filter || line.view || !line.link.isEmpty())
        first.view = *view;
    WindowedRun run(line);
    const bool isAddressed = line.profile || line.sandbox || !first.target.isSandbox;
    if (!line.link.isEmpty() && !isAddressed) {
        run.askWhere(*view);
        return QApplication::exec();
    }
    if (line.profile) {
        if (const QString problem = run.openProfile(*line.profile, std::move(first));
            !problem.isEmpty()) {
            complain(problem);
            return ExitUsage;
        }
    } else if (first.target.isSandbox && !line.namesSandbox()) {
        run.openWelcome(std::move(first));
    } else {
        run.openAddress(std::move(first));
    }
    return QApplication::exec();
}

} // namespace yardmaster

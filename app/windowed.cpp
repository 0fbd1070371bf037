#include "app/windowed.h"

#include "app/consolelog.h"
#include "app/exitcodes.h"
#include "app/headless.h"
#include "app/keychainsecrets.h"
#include "app/profilehistory.h"
#include "app/unixsignals.h"
#include "app/windowpage.h"
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
#include "ui/shell/tabs/tabbedwindow.h"
#include "ui/shell/watchedapplication.h"
#include "worker/json/visibletext.h"

#include <QFileInfo>
#include <QPointer>
#include <QSettings>

#include <algorithm>

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

/// All connections, in windows with tabs.
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
        makePage(std::move(sandbox), nullptr)->welcome(m_history.lastSession());
    }

    /// @param beside  in a tab of its window; null: in a window of its own.
    void open(Destination destination, MainWindow *beside = nullptr)
    {
        const QString id = destination.profile.id;
        WindowPage *page = makePage(std::move(destination), beside);
        noteOpened(id);
        page->start();
    }

    WindowPage *makePage(Destination destination, MainWindow *beside)
    {
        m_pages.push_back(
            std::make_unique<WindowPage>(m_line, std::move(destination), &m_settings));
        WindowPage *page = m_pages.back().get();
        MainWindow *window = &page->window();
        QObject::connect(window, &MainWindow::connectRequested, window,
                         [this, page] { showConnectDialog(page); });
        QObject::connect(window, &MainWindow::newWindowRequested, window, [this, window] {
            showConnectDialog(window, [this](Destination chosen) { open(std::move(chosen)); });
        });
        QObject::connect(window, &MainWindow::importRequested, window,
                         [this, page] { showConnectDialog(page)->openImport(); });
        QObject::connect(window, &MainWindow::sandboxRequested, window,
                         [page](bool withExamples) { page->openSandbox(withExamples); });
        QObject::connect(window, &MainWindow::editConnectionRequested, window,
                         [this, page](const QString &problem) { editConnection(page, problem); });
        QObject::connect(
            window, &MainWindow::recentRequested, &m_context,
            [this, page](const QString &id) { openRecent(page, id); }, Qt::QueuedConnection);
        QObject::connect(
            window, &MainWindow::sessionRequested, &m_context,
            [this, page] { openAll(page, m_history.lastSession()); }, Qt::QueuedConnection);
        QObject::connect(window, &MainWindow::tabMoved, &m_context, [this] { noteSession(); });
        QObject::connect(window, &MainWindow::passwordAccepted, &m_context,
                         [this](const QString &key, const QString &password) {
                             m_secrets.write(key, password, &m_context,
                                             [](const SecretStore::Done &) {}); // see onRefused()
                         });
        QObject::connect(window, &MainWindow::closed, &m_context, [this, page] {
            const TabbedWindow *tabs = TabbedWindow::of(&page->window());
            if (tabs && !tabs->isClosing() && tabs->pages().size() > 1)
                noteSession(page); // one of several
        });
        // Queued: the window is still in the middle of its close event.
        QObject::connect(
            window, &MainWindow::closed, &m_context,
            [this, page] {
                std::erase_if(m_pages, [page](const auto &held) { return held.get() == page; });
            },
            Qt::QueuedConnection);
        window->setRecent(m_history.recent());
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
        return page;
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
            WindowedText::tr("Open the view “%1” from a link").arg(visibleLine(view.name)));
        QObject::connect(&m_signals, &UnixSignals::received, dialog, &QDialog::reject);
    }

private:
    /// In place of a page that has nothing else to show, or in a tab beside it.
    void openFrom(WindowPage *page, Destination destination)
    {
        if (!page->isWelcome())
            return open(std::move(destination), &page->window());
        page->redirect(std::move(destination));
        noteOpened(page->profile().id);
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

    void openRecent(WindowPage *page, const QString &id)
    {
        for (const Profile &profile : m_profiles.profiles()) {
            if (profile.id == id)
                openStored(
                    profile, {},
                    [this, window = QPointer(&page->window()), page](Destination destination) {
                        if (window)
                            openFrom(page, std::move(destination));
                    });
        }
    }

    /// One after the other, so that they come in this order, however long the keychain takes.
    void openAll(WindowPage *page, QList<Profile> profiles)
    {
        if (profiles.isEmpty())
            return;
        const Profile next = profiles.takeFirst(); // before the rest is moved from
        openStored(next, {},
                   [this, window = QPointer(&page->window()), page,
                    rest = std::move(profiles)](Destination destination) {
                       if (!window)
                           return;
                       openFrom(page, std::move(destination));
                       openAll(page, rest);
                   });
    }

    /// Notes what is open, in the order of the tabs, for the next start. Windows that close as a
    /// whole change nothing: it was open together. @param closed  is not open any more.
    void noteSession(const WindowPage *closed = nullptr)
    {
        std::ranges::stable_sort(m_pages, {}, [](const auto &page) {
            const TabbedWindow *tabs = TabbedWindow::of(&page->window());
            return tabs ? tabs->pages().indexOf(&page->window()) : -1;
        });
        QStringList ids;
        for (const auto &page : m_pages) {
            if (page.get() != closed && !page->isWelcome() && !page->profile().id.isEmpty())
                ids << page->profile().id;
        }
        m_history.noteSession(ids);
    }

    /// The menus of all windows offer it, and those before.
    void noteOpened(const QString &id)
    {
        m_history.noteOpened(id);
        const QList<Profile> recent = m_history.recent();
        for (const auto &page : m_pages)
            page->window().setRecent(recent);
        noteSession();
    }

    /// The dialog where the password was entered may be closed by now, its window is not.
    void onRefused(const QString &key, const QString &reason)
    {
        complain(reason);
        for (const auto &page : m_pages) {
            if (page->loginKey() == key)
                page->window().showKeychainRefusal(reason);
        }
    }

    ConnectDialog *showConnectDialog(WindowPage *page)
    {
        return showConnectDialog(&page->window(), [this, page](Destination destination) {
            openFrom(page, std::move(destination));
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

    void editConnection(WindowPage *page, const QString &problem)
    {
        ConnectDialog *dialog = showConnectDialog(&page->window(), [this, page](Destination other) {
            if (!page->window().isReplaceable()) {
                open(std::move(other), &page->window());
                return;
            }
            page->redirect(std::move(other));
            noteOpened(page->profile().id);
        });
        dialog->edit(page->profile(), problem);
    }

    const CommandLine m_line;
    QSettings m_settings;
    ProfileStore m_profiles;
    ProfileHistory m_history{&m_settings, &m_profiles};
    KeychainSecrets m_keychain;
    WatchedSecrets m_secrets{&m_keychain};
    std::vector<std::unique_ptr<WindowPage>> m_pages;
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
    if (line.isReversed)
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
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

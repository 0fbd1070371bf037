#pragma once

#include "app/commandline.h"
#include "app/startup.h"
#include "models/connecting/profile.h"
#include "models/views/savedview.h"
#include "ui/shell/mainwindow.h"

#include <QFutureWatcher>

class QSettings;

namespace yardmaster {

/// The connection of a window, and its title.
struct Destination
{
    startup::Target target;
    Profile profile;               ///< of the command line: one without an id
    std::optional<SavedView> view; ///< to show first
    bool keepsPassword = false;    ///< in the keychain, once a login with it has worked
};

/// A connection and what shows it: the page of a tab. The sandbox, if it is one, and the tasks of
/// its worker are opened in the background. GUI thread.
class WindowPage final
{
public:
    /// `settings` is borrowed.
    WindowPage(const CommandLine &line, Destination destination, QSettings *settings);
    ~WindowPage();
    Q_DISABLE_COPY_MOVE(WindowPage)

    [[nodiscard]] MainWindow &window() { return m_window; }
    /// Nothing was asked for yet.
    [[nodiscard]] bool isWelcome() const { return m_isWelcome; }
    /// @param session  what was open when the program was last used.
    void welcome(const QList<Profile> &session);
    /// Of its password in the keychain.
    [[nodiscard]] QString loginKey() const;
    [[nodiscard]] const Profile &profile() const { return m_destination.profile; }

    void start();
    /// Shows another connection in the same window.
    void redirect(Destination destination);
    void openSandbox(bool withExamples);

private:
    /// What was opened in the background. Shared, because QFuture copies.
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

    [[nodiscard]] static Opened openAll(const CommandLine &line, bool isSandbox);
    void onOpened();

    CommandLine m_line;
    Destination m_destination;
    bool m_isWelcome = false;
    Opened m_opened; // the sandbox outlives the window's worker
    MainWindow m_window;
    QFutureWatcher<Opened> m_watcher;
};

} // namespace yardmaster

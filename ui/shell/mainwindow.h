#pragma once

#include "models/connecting/profile.h"
#include "ui/shell/commands/appearance.h"
#include "ui/shell/commands/windowlayout.h"
#include "ui/shell/consolepage.h"

#include <QMainWindow>
#include <QTimer>

class QMenu;
class QSettings;
class QStackedWidget;

namespace yardmaster {

class ClosingBar;
class CommandMenu;
class CommandPalette;
class ConsoleContext;
struct ConnectionRow;
class HelpOverlay;
class KeychainNotice;
class Keymap;
class PasswordPrompt;
class StartPage;

/// The window. Arranges panels, nothing else.
///
/// Its menus, palette, keys and help show every command (see Command) of whatever it holds.
///
///   Waiting ──connectTo()──> Connected ──close(), worker active──> Closing ──> closed
///     │  ^                       ^───────── keep open ───────────────┘
///     └──┴ showFailure(), showWaiting()
///
/// A window whose worker runs stops it first and closes when it has ended: within the grace period,
/// at once when closed a second time, and whatever happens a few seconds later.
///
/// Long because the menus of the whole window and its state machine are here; what they act on is
/// not.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    /// `settings` keeps layouts, keys and looks; borrowed, must outlive the window.
    explicit MainWindow(QSettings *settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Nothing was asked for: offers what can be opened.
    void showWelcome();
    /// Before there is a connection: "Starting the sandbox database", what that takes.
    void showWaiting(const QString &title, const QString &sentence);
    /// Why there is none; offers to try again.
    void showFailure(const QString &title, const QString &sentence);
    /// Shows the queue of `setup` instead of whatever is shown, and starts its worker if it says
    /// so.
    void connectTo(const MainWindowSetup &setup);

    /// Nothing would be lost by showing another connection in its place.
    [[nodiscard]] bool isReplaceable() const;
    /// Profiles to offer in the menu, the one that was opened last first.
    void setRecent(const QList<Profile> &profiles) { m_recent = profiles; }
    [[nodiscard]] const QList<Profile> &recent() const { return m_recent; }

    /// Later ones have higher numbers.
    [[nodiscard]] int number() const { return m_number; }
    /// Of what is shown; empty: it is none.
    [[nodiscard]] QString profileId() const;
    /// What is known of its connection; asks nobody.
    [[nodiscard]] ConnectionRow summary() const;

    /// The keychain did not take the password of what is shown, one sentence why.
    void showKeychainRefusal(const QString &reason);

    /// There are new commands: gives them their keys, and menus that would be empty without them.
    void refreshCommands();
    [[nodiscard]] Keymap *keymap() { return m_keymap; }

Q_SIGNALS:
    void retryRequested();
    /// Another connection is wanted, in a window of its own.
    void connectRequested();
    /// This connection is to be another one. @param problem  why; empty: it works.
    void editConnectionRequested(const QString &problem);
    /// Connections are to be read from a file of another program.
    void importRequested();
    /// A profile of setRecent(), in a window of its own.
    void recentRequested(const QString &profileId);
    /// The sandbox is wanted here, with example jobs or without.
    void sandboxRequested(bool withExamples);
    /// It was typed in, was right, and is to be kept in the keychain for this profile.
    void passwordAccepted(const QString &key, const QString &password);
    /// Not only hidden: nothing runs in it any more.
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void makeMenus();
    void makeFileMenu();
    void fillRecentMenu(QMenu *menu);
    void editConnection();
    void makeEditMenu();
    void makeViewMenu();
    void makeWorkerMenu();
    void makeHelpMenu();
    CommandMenu *addCommandMenu(const QString &title, const QStringList &groups);
    void openPalette();
    void goToConnection(int places);
    void openManual();
    void openKeymap();
    void onZoneChanged();
    /// Null while there is no queue.
    [[nodiscard]] ConsoleContext *context() const;
    void pauseWhileUnseen();
    void onActivated();
    void askAboutOperations();
    void askAboutChanges();
    void askAboutJob();
    /// A box whose first button keeps the window open.
    void askBeforeClosing(const QString &name, const QString &title, const QString &fact,
                          const QString &meaning, const QString &leaving,
                          const std::function<void()> &leave);
    void beginClosing();
    void endClosing();
    void onWorkerState();
    void showAbout();
    [[nodiscard]] LocalWorker *worker() const { return m_console ? m_console->worker() : nullptr; }

    QSettings *const m_settings;
    const int m_number;
    QStackedWidget *m_pages;
    StartPage *m_start;
    PasswordPrompt *m_login;
    KeychainNotice *m_keychain;
    QList<Profile> m_recent;
    bool m_isEditable = false;         // a connection was shown, and it is not the sandbox's
    ConsolePage *m_console = nullptr;  // on m_pages
    ClosingBar *m_closing = nullptr;   // while Closing
    bool m_mayLeaveOperations = false; // asked and answered
    bool m_mayLoseChanges = false;     // likewise
    bool m_isStoppingJob = false;      // likewise
    bool m_mayKillJob = false;
    QTimer m_patience; // a worker that does not end is left behind
    WindowLayout m_layout;
    Keymap *m_keymap;
    CommandPalette *m_palette;
    HelpOverlay *m_help;
    appearance::Actions m_appearance;
    QList<CommandMenu *> m_menus;
};

} // namespace yardmaster

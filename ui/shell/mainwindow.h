#pragma once

#include "models/connecting/profile.h"
#include "ui/shell/commands/windowlayout.h"
#include "ui/shell/consolepage.h"

#include <QMainWindow>

class QSettings;
class QStackedWidget;

namespace yardmaster {

class ConsoleContext;
struct ConnectionRow;
class KeychainNotice;
class PasswordPrompt;
class StartPage;
class TabMenu;
class WindowClosing;
class WindowMenus;

/// The window of one connection: one of its own, or the page of a tab (see TabbedWindow). Arranges
/// panels, nothing else: its menus and commands are WindowMenus', how it is closed WindowClosing's.
///
///   Waiting ──connectTo()──> Connected
///     │  ^                       │
///     └──┴ showFailure(), showWaiting()
class MainWindow final : public QMainWindow
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MainWindow)

public:
    /// `settings` keeps layouts, keys and looks; borrowed, must outlive the window.
    explicit MainWindow(QSettings *settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    /// Nothing was asked for: offers what can be opened.
    /// @param session  profiles that were open together last.
    void showWelcome(const QList<Profile> &session = {});
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
    [[nodiscard]] TabMenu *tabMenu() const;
    [[nodiscard]] WindowClosing *closing() const { return m_closing; }

    /// Null while there is no queue.
    [[nodiscard]] ConsolePage *console() const { return m_console; }
    /// There is a connection that can be edited.
    [[nodiscard]] bool isEditable() const { return m_isEditable; }
    void editConnection();
    /// Where the manual describes what is in front.
    [[nodiscard]] QString manualPlace() const;
    /// The window around it has been minimized, activated, or holds more or fewer connections.
    void onWindowChanged();

Q_SIGNALS:
    void retryRequested();
    /// Another connection is wanted: beside this one, …
    void connectRequested();
    /// … or in a window of its own.
    void newWindowRequested();
    /// This connection is to be another one. @param problem  why; empty: it works.
    void editConnectionRequested(const QString &problem);
    /// Connections are to be read from a file of another program.
    void importRequested();
    /// A profile of setRecent(), beside this connection.
    void recentRequested(const QString &profileId);
    /// Those of showWelcome() are wanted, here and beside.
    void sessionRequested();
    /// The sandbox is wanted here, with example jobs or without.
    void sandboxRequested(bool withExamples);
    /// It was typed in, was right, and is to be kept in the keychain for this profile.
    void passwordAccepted(const QString &key, const QString &password);
    /// Its tab or a neighbour's has another place among those of its window.
    void tabMoved();
    /// Not only hidden: nothing runs in it any more.
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void onZoneChanged();
    void onAbandoned();
    [[nodiscard]] ConsoleContext *context() const;
    void pauseWhileUnseen();
    [[nodiscard]] LocalWorker *worker() const { return m_console ? m_console->worker() : nullptr; }

    QSettings *const m_settings;
    const int m_number;
    QStackedWidget *m_pages;
    StartPage *m_start;
    PasswordPrompt *m_login;
    KeychainNotice *m_keychain;
    QList<Profile> m_recent;
    bool m_isEditable = false;        // a connection was shown, and it is not the sandbox's
    ConsolePage *m_console = nullptr; // on m_pages
    WindowLayout m_layout;
    WindowClosing *m_closing = nullptr;
    WindowMenus *m_menus = nullptr;
};

} // namespace yardmaster

#pragma once

#include "ui/shell/commands/appearance.h"

#include <QObject>

class QSettings;

namespace yardmaster {

class CommandMenu;
class CommandPalette;
class HelpOverlay;
class Keymap;
class LocalWorker;
class MainWindow;
class TabMenu;
class WindowLayout;

/// The menu bar of a connection's window, and with it all commands that belong to no page; palette,
/// keys and help, which show every command (see Command) of whatever the window holds.
class WindowMenus final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowMenus)

public:
    /// @param window  gets the menus; its parent.   Settings and layout are borrowed.
    WindowMenus(MainWindow *window, QSettings *settings, WindowLayout *layout);

    /// There are new commands: gives them their keys, and menus that would be empty without them.
    void refresh();
    /// What stands in the way of the commands may have changed.
    void update();
    [[nodiscard]] Keymap *keymap() const { return m_keymap; }
    [[nodiscard]] TabMenu *tabMenu() const { return m_tabMenu; }

private:
    CommandMenu *addMenu(const QString &title, const QStringList &groups);
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeWorkerMenu();
    void makeHelpMenu();
    void fillRecentMenu(QMenu *menu);
    void connectPalette();
    void openPalette();
    void openKeymap();
    void showAbout();
    [[nodiscard]] LocalWorker *worker() const;

    MainWindow *const m_window;
    QSettings *const m_settings;
    WindowLayout *const m_layout;
    Keymap *m_keymap;
    CommandPalette *m_palette;
    HelpOverlay *m_help;
    TabMenu *m_tabMenu;
    appearance::Actions m_appearance;
    QList<CommandMenu *> m_menus;
};

} // namespace yardmaster

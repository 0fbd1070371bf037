#pragma once

#include <QMenu>

namespace yardmaster {

class MainWindow;
class TabbedWindow;

/// What can be done with the tab of a connection: to go to the ones beside it, to move it, and to
/// make a window of it and back.
class TabMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TabMenu)

public:
    /// @param page  whose tab it is; its parent.
    explicit TabMenu(MainWindow *page);

    /// The same, and to close it, as the menu of the tab. @param place  on the screen.
    void popUp(const QPoint &place);

private:
    [[nodiscard]] TabbedWindow *tabs() const;
    void fillWindows();

    MainWindow *const m_page;
    QMenu *m_windows; ///< that it can be moved to
};

} // namespace yardmaster

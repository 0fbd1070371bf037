#pragma once

#include <QMenu>
#include <QPointer>
#include <QStringList>

namespace yardmaster {

/// A menu that shows the commands of some groups whichever panel brings them along: whenever it is
/// opened, it collects those that are not in it by themselves. It shows their keys, which work
/// where the panels say.
class CommandMenu final : public QMenu
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandMenu)

public:
    /// @param groups  "jobs", "errors": in this order, with lines between. Those after a group
    /// that is empty are submenus.
    CommandMenu(const QString &title, QStringList groups, QWidget *window);

    /// What comes after the collected commands, such as Quit. Owned by the caller.
    void addLast(QAction *action);
    /// Before them: addAction(), addMenu().

    /// @returns whether there is anything in it.
    bool collect();

private:
    void removeCollected();

    const QStringList m_groups;
    QWidget *const m_window;
    QList<QAction *> m_last;
    QList<QPointer<QAction>> m_lines; ///< for the commands of panels, and between them
};

} // namespace yardmaster

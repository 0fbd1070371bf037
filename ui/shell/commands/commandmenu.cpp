#include "ui/shell/commands/commandmenu.h"

#include "ui/shell/commands/command.h"

#include <QAction>
#include <QKeySequence>

#include <algorithm>
#include <utility>

namespace yardmaster {

namespace {

/// Whether a command is in this menu or one of its submenus by itself.
bool holds(const QMenu *menu, const QAction *wanted)
{
    const auto actions = menu->actions();
    for (const QAction *action : actions) {
        if (action == wanted || (action->menu() && holds(action->menu(), wanted)))
            return true;
    }
    return false;
}

/// The line of a command. Not the command itself: from a menu bar its keys would work in the whole
/// window, also while the page it belongs to is not in front.
QAction *lineOf(const Command &command, QObject *menu)
{
    auto *line = new QAction(menu);
    const auto follow = [line, command] {
        const QString keys = command.action->shortcut().toString(QKeySequence::NativeText);
        line->setText(keys.isEmpty() ? command.action->text()
                                     : command.action->text() + u'\t' + keys);
        line->setToolTip(command.action->toolTip());
        line->setStatusTip(command.action->statusTip());
        line->setEnabled(command.action->isEnabled());
        line->setVisible(command.action->isVisible());
        line->setIcon(command.action->icon());
        line->setCheckable(command.action->isCheckable());
        line->setChecked(command.action->isChecked());
    };
    follow();
    QObject::connect(command.action, &QAction::changed, line, follow);
    QObject::connect(command.action, &QObject::destroyed, line, &QObject::deleteLater);
    QObject::connect(line, &QAction::triggered, command.action, &QAction::trigger);
    return line;
}

} // namespace

CommandMenu::CommandMenu(const QString &title, QStringList groups, QWidget *window)
    : QMenu(title, window)
    , m_groups(std::move(groups))
    , m_window(window)
{
    connect(this, &QMenu::aboutToShow, this, &CommandMenu::collect);
}

void CommandMenu::addLast(QAction *action)
{
    m_last << action;
    addAction(action);
}

void CommandMenu::removeCollected()
{
    for (const auto &line : std::as_const(m_lines)) {
        if (!line)
            continue;
        removeAction(line);
        // It may be what has led here.
        if (QMenu *menu = line->menu())
            menu->deleteLater();
        else
            line->deleteLater();
    }
    m_lines.clear();
}

bool CommandMenu::collect()
{
    removeCollected();
    QAction *const before = m_last.isEmpty() ? nullptr : m_last.first();
    const auto insert = [this, before](QAction *line) {
        insertAction(before, line);
        m_lines << line;
    };
    const auto separate = [this, before] {
        const auto all = actions();
        const qsizetype at = before ? all.indexOf(before) : all.size();
        if (at > 0 && !all[at - 1]->isSeparator())
            m_lines << insertSeparator(before);
    };
    const auto commands = collectCommands(m_window);
    bool isFolding = false;
    bool isFirstFolded = false;
    for (const QString &group : m_groups) {
        if (group.isEmpty()) {
            isFolding = isFirstFolded = true;
            continue;
        }
        QList<Command> ours;
        for (const Command &command : commands) {
            if (command.group == group && !holds(this, command.action))
                ours << command;
        }
        if (!ours.isEmpty() && (!isFolding || std::exchange(isFirstFolded, false)))
            separate();
        // Below the lines of their group.
        QList<QMenu *> submenus;
        for (const Command &command : std::as_const(ours)) {
            const QString title = isFolding ? commandGroupTitle(group) : command.submenu();
            if (title.isEmpty()) {
                insert(lineOf(command, this));
                continue;
            }
            auto submenu = std::ranges::find(submenus, title, &QMenu::title);
            if (submenu == submenus.end())
                submenu = submenus.insert(submenu, new QMenu(title, this));
            (*submenu)->addAction(lineOf(command, *submenu));
        }
        for (QMenu *submenu : std::as_const(submenus))
            insert(submenu->menuAction());
    }
    if (before)
        separate();
    return !actions().isEmpty();
}

} // namespace yardmaster

#include "ui/shell/commands/commandmenu.h"

#include "ui/shell/commands/command.h"

#include <QAction>

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

bool CommandMenu::collect()
{
    for (const auto &action : std::as_const(m_collected)) {
        if (action)
            removeAction(action);
    }
    m_collected.clear();
    qDeleteAll(m_lines);
    m_lines.clear();

    QAction *const before = m_last.isEmpty() ? nullptr : m_last.first();
    const auto line = [this, before] {
        const auto all = actions();
        const qsizetype at = before ? all.indexOf(before) : all.size();
        if (at > 0 && !all[at - 1]->isSeparator())
            m_lines << insertSeparator(before);
    };
    const auto commands = collectCommands(m_window);
    for (const QString &group : m_groups) {
        bool isFirst = true;
        for (const Command &command : commands) {
            if (command.group != group || holds(this, command.action))
                continue;
            if (isFirst)
                line();
            isFirst = false;
            insertAction(before, command.action);
            m_collected << command.action;
        }
    }
    if (before)
        line();
    return !actions().isEmpty();
}

} // namespace yardmaster

#include "ui/kit/command.h"

#include "models/console/writeguard.h"

namespace yardmaster {

CommandAction::CommandAction(QObject *owner, QWidget *place, const QString &id, const QString &text,
                             const QString &sentence)
    : QAction(text, owner)
{
    setObjectName(id);
    setWhatsThis(sentence);
    setStatusTip(sentence);
    setToolTip(sentence);
    place->addAction(this);
}

CommandAction *CommandAction::withKeys(std::initializer_list<QKeySequence> keys)
{
    setShortcuts(keys);
    return this;
}

CommandAction *CommandAction::withKeysHere(std::initializer_list<QKeySequence> keys)
{
    setShortcutContext(Qt::WidgetWithChildrenShortcut);
    return withKeys(keys);
}

CommandAction *CommandAction::unless(std::function<QString()> obstacle)
{
    m_obstacle = std::move(obstacle);
    return this;
}

CommandAction *CommandAction::writes(const WriteGuard *guard)
{
    m_guard = guard;
    connect(guard, &WriteGuard::changed, this, &CommandAction::update);
    return this;
}

CommandAction *CommandAction::alsoCalled(const QString &synonyms)
{
    m_synonyms = synonyms;
    return this;
}

CommandAction *CommandAction::asSwitch()
{
    setCheckable(true);
    return this;
}

CommandAction *CommandAction::under(const QString &submenu)
{
    m_submenu = submenu;
    return this;
}

CommandAction *CommandAction::withIcon(const QIcon &icon)
{
    setIcon(icon);
    return this;
}

void CommandAction::update()
{
    if (!m_obstacle && !m_guard)
        return;
    QString obstacle = m_guard ? m_guard->prohibition() : QString();
    if (obstacle.isEmpty() && m_obstacle)
        obstacle = m_obstacle();
    setEnabled(obstacle.isEmpty());
    setStatusTip(obstacle.isEmpty() ? whatsThis() : obstacle);
    setToolTip(statusTip());
}

void updateCommands(const QObject *owner)
{
    const auto commands
        = owner->findChildren<CommandAction *>(QString(), Qt::FindDirectChildrenOnly);
    for (CommandAction *command : commands)
        command->update();
}

CommandAction *addCommand(QWidget *owner, const QString &id, const QString &text,
                          const QString &sentence)
{
    return new CommandAction(owner, owner, id, text, sentence);
}

} // namespace yardmaster

#include "ui/shell/commands/keymap.h"

#include "ui/kit/consolepanel.h"

#include <QAction>
#include <QSettings>
#include <QWidget>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kGroup = "keys/"_L1;
/// On the action: the keys it was made with.
constexpr auto kDefaultsProperty = "yardmasterDefaultKeys";

QStringList texts(const QList<QKeySequence> &keys)
{
    QStringList list;
    for (const QKeySequence &sequence : keys)
        list << sequence.toString(QKeySequence::PortableText);
    return list;
}

/// Unreadable ones are left out: the file may have been written by hand.
QList<QKeySequence> sequences(const QStringList &list)
{
    QList<QKeySequence> keys;
    for (const QString &text : list) {
        const auto sequence = QKeySequence::fromString(text, QKeySequence::PortableText);
        if (!sequence.isEmpty() && sequence[0].key() != Qt::Key_unknown)
            keys << sequence;
    }
    return keys;
}

bool isLocal(const QAction *action)
{
    return action->shortcutContext() == Qt::WidgetShortcut
        || action->shortcutContext() == Qt::WidgetWithChildrenShortcut;
}

/// The widgets where a local action's keys work; menus only show them.
QList<QWidget *> placesOf(const QAction *action)
{
    QList<QWidget *> places;
    const auto objects = action->associatedObjects();
    for (QObject *object : objects) {
        auto *widget = qobject_cast<QWidget *>(object);
        if (widget && !widget->inherits("QMenu") && !widget->inherits("QToolBar")
            && !widget->inherits("QToolButton"))
            places << widget;
    }
    return places;
}

const ConsolePanel *pageOf(const QWidget *widget)
{
    while (widget && !qobject_cast<const ConsolePanel *>(widget))
        widget = widget->parentWidget();
    return static_cast<const ConsolePanel *>(widget);
}

bool overlap(const QAction *a, const QAction *b)
{
    const bool isEverywhere = !isLocal(a) || !isLocal(b);
    const auto places = placesOf(a);
    const auto others = placesOf(b);
    if (places.isEmpty() || others.isEmpty())
        return isEverywhere;
    for (const QWidget *place : places) {
        for (const QWidget *other : others) {
            const ConsolePanel *page = pageOf(place);
            const ConsolePanel *otherPage = pageOf(other);
            if (page && otherPage && page != otherPage)
                continue; // never in front together, and keys work where their place is seen
            if (isEverywhere || place == other || place->isAncestorOf(other)
                || other->isAncestorOf(place))
                return true;
        }
    }
    return false;
}

} // namespace

Keymap::Keymap(QSettings *settings, QWidget *window)
    : QObject(window)
    , m_settings(settings)
    , m_window(window)
{ }

void Keymap::apply()
{
    const auto commands = collectCommands(m_window);
    for (const Command &command : commands) {
        QAction *action = command.action;
        if (!action->property(kDefaultsProperty).isValid())
            action->setProperty(kDefaultsProperty, texts(action->shortcuts()));
        const QList<QKeySequence> keys = isChanged(command.id)
            ? sequences(m_settings->value(kGroup + command.id).toStringList())
            : defaultKeys(action);
        if (keys != action->shortcuts())
            action->setShortcuts(keys);
    }
}

QList<QKeySequence> Keymap::defaultKeys(const QAction *action)
{
    const QVariant defaults = action->property(kDefaultsProperty);
    return defaults.isValid() ? sequences(defaults.toStringList()) : action->shortcuts();
}

bool Keymap::isChanged(const QString &id) const
{
    return m_settings->contains(kGroup + id);
}

void Keymap::setKeys(const QString &id, const QList<QKeySequence> &keys)
{
    const auto commands = collectCommands(m_window);
    const auto found = std::find_if(commands.begin(), commands.end(),
                                    [&id](const Command &command) { return command.id == id; });
    if (found != commands.end() && keys == defaultKeys(found->action)) {
        reset(id);
        return;
    }
    // One empty text stands for no keys: an empty list is not kept by every format.
    m_settings->setValue(kGroup + id, keys.isEmpty() ? QStringList{QString()} : texts(keys));
    apply();
    Q_EMIT changed();
}

void Keymap::reset(const QString &id)
{
    m_settings->remove(kGroup + id);
    apply();
    Q_EMIT changed();
}

void Keymap::resetAll()
{
    m_settings->remove(QString(kGroup).chopped(1));
    apply();
    Q_EMIT changed();
}

QList<Command> Keymap::conflicts(const QString &id, const QKeySequence &keys) const
{
    QList<Command> others;
    if (keys.isEmpty())
        return others;
    const auto commands = collectCommands(m_window);
    const auto self = std::find_if(commands.begin(), commands.end(),
                                   [&id](const Command &command) { return command.id == id; });
    for (const Command &command : commands) {
        if (command.id == id || (self != commands.end() && !overlap(self->action, command.action)))
            continue;
        const auto shortcuts = command.action->shortcuts();
        // "G" and "G, I": the longer one would never be heard to its end.
        const bool clashes
            = std::any_of(shortcuts.begin(), shortcuts.end(), [&keys](const QKeySequence &other) {
                  return keys.matches(other) != QKeySequence::NoMatch
                      || other.matches(keys) != QKeySequence::NoMatch;
              });
        if (clashes)
            others << command;
    }
    return others;
}

} // namespace yardmaster

#include "ui/shell/commands/command.h"

#include "ui/kit/command.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

struct Group
{
    QLatin1StringView id;
    const char *title;
};

/// In the order of lists.
constexpr std::array kGroups{
    Group{QLatin1StringView("file"), QT_TRANSLATE_NOOP("CommandGroup", "File")},
    Group{QLatin1StringView("edit"), QT_TRANSLATE_NOOP("CommandGroup", "Edit")},
    Group{QLatin1StringView("view"), QT_TRANSLATE_NOOP("CommandGroup", "View")},
    Group{QLatin1StringView("tab"), QT_TRANSLATE_NOOP("CommandGroup", "Tabs")},
    Group{QLatin1StringView("go"), QT_TRANSLATE_NOOP("CommandGroup", "Go to")},
    Group{QLatin1StringView("filter"), QT_TRANSLATE_NOOP("CommandGroup", "Filter")},
    Group{QLatin1StringView("views"), QT_TRANSLATE_NOOP("CommandGroup", "Saved views")},
    Group{QLatin1StringView("jobs"), QT_TRANSLATE_NOOP("CommandGroup", "Jobs")},
    Group{QLatin1StringView("inspector"), QT_TRANSLATE_NOOP("CommandGroup", "Inspector")},
    Group{QLatin1StringView("errors"), QT_TRANSLATE_NOOP("CommandGroup", "Errors")},
    Group{QLatin1StringView("operations"), QT_TRANSLATE_NOOP("CommandGroup", "Operations")},
    Group{QLatin1StringView("export"), QT_TRANSLATE_NOOP("CommandGroup", "Export")},
    Group{QLatin1StringView("guard"), QT_TRANSLATE_NOOP("CommandGroup", "Protection")},
    Group{QLatin1StringView("overview"), QT_TRANSLATE_NOOP("CommandGroup", "Overview")},
    Group{QLatin1StringView("alerts"), QT_TRANSLATE_NOOP("CommandGroup", "Alerts")},
    Group{QLatin1StringView("queues"), QT_TRANSLATE_NOOP("CommandGroup", "Queues")},
    Group{QLatin1StringView("tasks"), QT_TRANSLATE_NOOP("CommandGroup", "Tasks")},
    Group{QLatin1StringView("workers"), QT_TRANSLATE_NOOP("CommandGroup", "Workers")},
    Group{QLatin1StringView("maintenance"), QT_TRANSLATE_NOOP("CommandGroup", "Maintenance")},
    Group{QLatin1StringView("cron"), QT_TRANSLATE_NOOP("CommandGroup", "Cron")},
    Group{QLatin1StringView("history"), QT_TRANSLATE_NOOP("CommandGroup", "History")},
    Group{QLatin1StringView("live"), QT_TRANSLATE_NOOP("CommandGroup", "Live")},
    Group{QLatin1StringView("worker"), QT_TRANSLATE_NOOP("CommandGroup", "Worker")},
    Group{QLatin1StringView("help"), QT_TRANSLATE_NOOP("CommandGroup", "Help")},
};

size_t rankOf(const QString &group)
{
    const auto found = std::find_if(kGroups.begin(), kGroups.end(),
                                    [&](const Group &g) { return group == g.id; });
    return size_t(found - kGroups.begin());
}

/// The nearest widget around an action: its window tells whether the action is ours.
const QWidget *homeOf(const QAction *action)
{
    for (const QObject *object = action->parent(); object; object = object->parent()) {
        if (const auto *widget = qobject_cast<const QWidget *>(object))
            return widget;
    }
    return nullptr;
}

/// A menu is a window of its own, but belongs to the one it drops from.
bool belongsTo(const QWidget *widget, const QWidget *window)
{
    for (; widget; widget = widget->parentWidget()) {
        if (widget == window)
            return true;
        const auto type = widget->windowType();
        if (widget->isWindow() && (type == Qt::Dialog || type == Qt::Window || type == Qt::Sheet))
            return false;
    }
    return false;
}

} // namespace

QString Command::title() const
{
    QString text = action->text();
    static const QRegularExpression mnemonic(u"\\(&.\\)|&(?!&)"_s);
    text.remove(mnemonic);
    return text.replace("&&"_L1, "&"_L1);
}

QString Command::sentence() const
{
    return action->whatsThis();
}

QString Command::obstacle() const
{
    if (action->isEnabled())
        return {};
    return action->statusTip().isEmpty() || action->statusTip() == action->whatsThis()
        ? QCoreApplication::translate("CommandGroup", "Not possible at the moment.")
        : action->statusTip();
}

QString Command::synonyms() const
{
    const auto *declared = qobject_cast<const CommandAction *>(action);
    return declared ? declared->synonyms() : QString();
}

QString Command::submenu() const
{
    const auto *declared = qobject_cast<const CommandAction *>(action);
    return declared ? declared->submenu() : QString();
}

QString Command::keys() const
{
    QStringList keys;
    const auto shortcuts = action->shortcuts();
    for (const QKeySequence &shortcut : shortcuts)
        keys << shortcut.toString(QKeySequence::NativeText);
    return keys.join(", "_L1);
}

QList<Command> collectCommands(const QWidget *window)
{
    static const QRegularExpression form(u"^([a-z][a-z0-9]*)\\.[a-z][A-Za-z0-9-]*$"_s);
    QList<Command> commands;
    QSet<QString> seen;
    const auto actions = window->findChildren<QAction *>();
    for (QAction *action : actions) {
        const auto match = form.match(action->objectName());
        if (!match.hasMatch() || action->isSeparator() || action->text().isEmpty()
            || seen.contains(action->objectName()) || !belongsTo(homeOf(action), window))
            continue;
        seen.insert(action->objectName());
        commands << Command{action->objectName(), match.captured(1), action};
    }
    std::stable_sort(commands.begin(), commands.end(), [](const Command &a, const Command &b) {
        const size_t left = rankOf(a.group);
        const size_t right = rankOf(b.group);
        return left != right ? left < right : left == kGroups.size() && a.group < b.group;
    });
    return commands;
}

QString commandGroupTitle(const QString &group)
{
    const size_t rank = rankOf(group);
    if (rank < kGroups.size())
        return QCoreApplication::translate("CommandGroup", kGroups[rank].title);
    return group.left(1).toUpper() + group.mid(1);
}

} // namespace yardmaster

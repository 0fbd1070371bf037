#pragma once

#include <QList>
#include <QString>

class QAction;
class QWidget;

namespace yardmaster {

/// A command as menus, palette, keymap and help list it: a QAction somewhere below the window whose
/// object name is "group.verb", such as "jobs.retry". They are collected when a list is opened.
/// Text, shortcut and whether it is possible now are the action's; its What's This text says in a
/// sentence what it does, its status tip why it is not possible. Pages make them with addCommand()
/// of ui/kit/command.h.
struct Command
{
    QString id;    ///< "jobs.retry"
    QString group; ///< "jobs"
    QAction *action = nullptr;

    /// Without mnemonic: "Retry".
    [[nodiscard]] QString title() const;
    /// What it does, in a sentence; may be empty.
    [[nodiscard]] QString sentence() const;
    /// Why it is not possible now; empty if it is.
    [[nodiscard]] QString obstacle() const;
    /// What else people search for, separated by commas; may be empty.
    [[nodiscard]] QString synonyms() const;
    /// The title of the submenu that it asks for; empty: none.
    [[nodiscard]] QString submenu() const;
    /// As keys are written here: "Ctrl+K", several separated by commas.
    [[nodiscard]] QString keys() const;
};

/// The commands of `window`, group by group, each one once; not those of dialogs above it.
[[nodiscard]] QList<Command> collectCommands(const QWidget *window);

/// "Jobs"; a group nobody knows is called as it is written.
[[nodiscard]] QString commandGroupTitle(const QString &group);

} // namespace yardmaster

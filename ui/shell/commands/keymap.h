#pragma once

#include "ui/shell/commands/command.h"

#include <QKeySequence>
#include <QObject>

class QSettings;

namespace yardmaster {

/// Which keys run which command: those the commands bring along, and what the user made of them.
///
/// Only differences are kept, under "keys/<command>", so that new defaults arrive. GUI thread.
class Keymap final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Keymap)

public:
    /// @param settings  borrowed.   @param window  whose commands these are.
    Keymap(QSettings *settings, QWidget *window);

    /// Gives every command its keys. To be called when there may be new commands.
    void apply();

    /// The keys a command has without the user's changes.
    [[nodiscard]] static QList<QKeySequence> defaultKeys(const QAction *action);
    [[nodiscard]] bool isChanged(const QString &id) const;
    /// Keeps `keys` for a command, none if empty, and applies them.
    void setKeys(const QString &id, const QList<QKeySequence> &keys);
    void reset(const QString &id);
    void resetAll();

    /// The other commands that `keys` would run too, where both can be meant: keys that work in two
    /// places of the window that do not overlap do not conflict.
    [[nodiscard]] QList<Command> conflicts(const QString &id, const QKeySequence &keys) const;

Q_SIGNALS:
    void changed();

private:
    QSettings *const m_settings;
    QWidget *const m_window;
};

} // namespace yardmaster

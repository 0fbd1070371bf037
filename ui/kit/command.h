#pragma once

#include <QAction>
#include <QWidget>

#include <functional>
#include <initializer_list>

namespace yardmaster {

class WriteGuard;

/// Something a person can ask of a window. A page declares its commands one after the other:
///
///     addCommand(this, u"queues.release"_s, tr("Release lock…"), tr("Looks who locks it."),
///                &QueuesPanel::openRelease)
///         ->withKeys({Qt::Key_L})
///         ->unless([this] { return current() ? QString() : tr("Choose a queue first."); })
///         ->alsoCalled(tr("unlock, free"));
///
/// and calls updateCommands(this) whenever what stands in their way may have changed. Nothing has
/// to be registered: menus, palette, keymap and help of the window find them (ui/shell/commands).
class CommandAction final : public QAction
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(CommandAction)

public:
    /// See addCommand().
    CommandAction(QObject *owner, QWidget *place, const QString &id, const QString &text,
                  const QString &sentence);

    /// The keys it starts out with; people may choose others. They work in the whole window, …
    CommandAction *withKeys(std::initializer_list<QKeySequence> keys);
    /// … or where its place has the focus only. Without any: so do keys chosen later.
    CommandAction *withKeysHere(std::initializer_list<QKeySequence> keys = {});
    /// @param obstacle  why it is not possible now, in a sentence; empty: it is. Takes the place of
    /// the sentence in tool tips, the palette and the status tip.
    CommandAction *unless(std::function<QString()> obstacle);
    /// It changes the database: nothing is asked and no dialog opens where that is forbidden, by a
    /// read-only server for example. What is only locked can be unlocked from the dialog.
    CommandAction *writes(const WriteGuard *guard);
    /// @param synonyms  what else people search for, translated: "delete, remove".
    CommandAction *alsoCalled(const QString &synonyms);
    /// Is on or off.
    CommandAction *asSwitch();
    /// @param submenu  the title of the one that it is in, where a menu lists many; translated.
    CommandAction *under(const QString &submenu);
    CommandAction *withIcon(const QIcon &icon);

    /// Asks what stands in its way. Without unless() and writes(): the owner calls setEnabled().
    void update();
    [[nodiscard]] bool isWriting() const { return m_guard; }
    [[nodiscard]] const QString &synonyms() const { return m_synonyms; }
    [[nodiscard]] const QString &submenu() const { return m_submenu; }

private:
    std::function<QString()> m_obstacle;
    const WriteGuard *m_guard = nullptr;
    QString m_synonyms;
    QString m_submenu;
};

/// Asks all commands of `owner` what stands in their way.
void updateCommands(const QObject *owner);

/// Makes a command that does nothing yet.
/// @param id  "jobs.retry": group and verb.   @param text  "&Retry…".
/// @param sentence  what it does.
[[nodiscard]] CommandAction *addCommand(QWidget *owner, const QString &id, const QString &text,
                                        const QString &sentence);

/// Makes a command that calls `run`, a member of `owner` or any function.
/// @param place  where its keys work, and of whose window it is: for an owner that is no widget.
template <typename Owner, typename Run>
CommandAction *addCommand(Owner *owner, QWidget *place, const QString &id, const QString &text,
                          const QString &sentence, Run run)
{
    auto *command = new CommandAction(owner, place, id, text, sentence);
    QObject::connect(command, &QAction::triggered, owner, run);
    return command;
}

template <typename Owner, typename Run>
CommandAction *addCommand(Owner *owner, const QString &id, const QString &text,
                          const QString &sentence, Run run)
{
    return addCommand(owner, static_cast<QWidget *>(owner), id, text, sentence, run);
}

} // namespace yardmaster

#pragma once

#include <QObject>

#include <functional>
#include <optional>

namespace yardmaster {

class CommandAction;

/// Whether a part of the window is shown: as was chosen, or, as long as nothing was, while there is
/// room for it. The command turns it round. WindowLayout keeps what was chosen. GUI thread.
class PanelSwitch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PanelSwitch)

public:
    /// @param command  a switch; gives its name to this.   @param hasRoom  asked by update().
    PanelSwitch(CommandAction *command, std::function<bool()> hasRoom, QObject *parent);

    [[nodiscard]] bool isOn() const { return m_isOn; }
    /// Unset: as there is room.
    [[nodiscard]] std::optional<bool> choice() const { return m_choice; }
    void choose(std::optional<bool> isOn);
    /// There may be more room, or less.
    void update();

Q_SIGNALS:
    void turned(bool isOn);

private:
    CommandAction *const m_command;
    const std::function<bool()> m_hasRoom;
    std::optional<bool> m_choice;
    bool m_isOn = true;
};

} // namespace yardmaster

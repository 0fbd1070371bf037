#include "ui/shell/commands/panelswitch.h"

#include "ui/kit/command.h"
#include "ui/kit/zoom.h"

#include <utility>

namespace yardmaster {

PanelSwitch::PanelSwitch(CommandAction *command, std::function<bool()> hasRoom, QObject *parent)
    : QObject(parent)
    , m_command(command)
    , m_hasRoom(std::move(hasRoom))
{
    setObjectName(command->objectName());
    command->asSwitch()->setChecked(true);
    connect(Zoom::instance(), &Zoom::changed, this, &PanelSwitch::update);
    connect(command, &QAction::triggered, this, [this] { choose(!m_isOn); });
}

void PanelSwitch::choose(std::optional<bool> isOn)
{
    m_choice = isOn;
    update();
}

void PanelSwitch::update()
{
    const bool isOn = m_choice.value_or(m_hasRoom());
    m_command->setChecked(isOn);
    if (std::exchange(m_isOn, isOn) != isOn)
        Q_EMIT turned(isOn);
}

} // namespace yardmaster

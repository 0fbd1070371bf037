#pragma once

class QWidget;

namespace yardmaster::motion {

/// Whether something may move or fade: not where the desktop asks for reduced motion, and not where
/// the user switched it off here. GUI thread.
[[nodiscard]] bool isWanted(const QWidget *widget);

/// Switched off in all windows, whatever the desktop says.
void setOff(bool isOff);

} // namespace yardmaster::motion

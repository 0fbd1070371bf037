#pragma once

class QAction;
class QPushButton;
class QWidget;

namespace yardmaster {

/// A button that does what `action` does, looks as it says, and is named after it.
[[nodiscard]] QPushButton *makeActionButton(QAction *action, QWidget *parent);

} // namespace yardmaster

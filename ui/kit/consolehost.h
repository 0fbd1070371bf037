#pragma once

class QWidget;

namespace yardmaster {

/// What holds all that is shown of one connection around `widget`: its window, or its page in a
/// window with tabs. The parent for dialogs, which then go with the connection, and do not stay
/// behind in a window of several.
[[nodiscard]] QWidget *consoleHost(QWidget *widget);

/// The modal dialog that is open over `host`, in whatever window was used last; null: none.
[[nodiscard]] QWidget *openDialogOf(const QWidget *host);

/// A choice is being made in a menu, or in a dialog of the same connection as `widget`: what it is
/// about should not change behind it.
[[nodiscard]] bool isBehindChoice(QWidget *widget);

} // namespace yardmaster

#pragma once

#include <QSize>

class QWidget;

namespace yardmaster {

// Windows and the screen they are on: that of their parent, as long as they are not shown.

/// The most a window may measure inside its frame.
[[nodiscard]] QSize roomFor(const QWidget *window);
/// As large as it is to be, but no larger than its screen.
void resizeToFit(QWidget *window, const QSize &size);
/// Moves a window so that all of it is on its screen, if it is not.
void keepOnScreen(QWidget *window);

/// Pixels that were measured with a font of the usual size, with that of a widget.
[[nodiscard]] int scaled(int pixels, const QWidget &widget);

} // namespace yardmaster

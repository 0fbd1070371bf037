#pragma once

class QWidget;

namespace yardmaster {

/// Focus that is given to `container` goes to `field`, a child of it; a later call replaces the
/// field. Instead of QWidget::setFocusProxy(), which makes the container one more stop of Tab: the
/// key then leads from a later child back to the field, and never on. Tab should not stop at the
/// container itself (Qt::NoFocus). GUI thread.
void passFocus(QWidget *container, QWidget *field);

/// @returns the field of the last passFocus() that still exists, or none.
[[nodiscard]] QWidget *focusField(const QWidget *container);

/// Lets Tab lead to `widget` behind `before`, or what takes it in front of that. For a widget that
/// was made when there was something to show: Qt would put it behind all of the window.
void tabBehind(QWidget *before, QWidget *widget);

} // namespace yardmaster

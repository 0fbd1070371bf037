#pragma once

class QString;
class QWidget;

namespace yardmaster {

/// Has screen readers say a sentence, wherever the focus is: what came of an action, what has
/// changed without one. Nothing is shown. Costs nothing while no such program listens.
/// @param widget  of the window that it is about.
/// GUI thread.
void announce(const QWidget *widget, const QString &sentence);

} // namespace yardmaster

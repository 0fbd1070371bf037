#pragma once

#include "models/values/jobstate.h"

#include <QColor>

class QPalette;
class QTreeWidgetItem;
class QWidget;

namespace yardmaster {

/// What a text is, which decides its colour.
enum class Tone {
    Plain,
    Muted,   ///< help
    Accent,  ///< a link, or what has the focus
    Good,    ///< went well
    Caution, ///< worth a look
    Trouble, ///< a problem
};

[[nodiscard]] QColor toneColor(Tone tone, const QPalette &palette);

/// Writes the text of a widget in a colour that follows the palette around it, until it is given
/// another tone. Replaces a palette that was set on the widget itself.
void setTone(QWidget *widget, Tone tone);
/// In the colour of a job's state.
void setTone(QWidget *widget, JobState state);

/// The same for a cell. @param item  is in a tree already.
void setTone(QTreeWidgetItem *item, int column, Tone tone);

} // namespace yardmaster

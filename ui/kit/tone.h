#pragma once

class QWidget;

namespace yardmaster {

/// What a line of text is, which decides its colour.
enum class Tone {
    Plain,
    Muted,   ///< help
    Caution, ///< worth a look
    Trouble, ///< a problem
};

/// Colours a label, now and whenever the theme changes. @param widget  has a parent.
void setTone(QWidget *widget, Tone tone);

} // namespace yardmaster

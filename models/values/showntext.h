#pragma once

#include <QString>

namespace yardmaster {

/// Characters of a text that are shown in a cell, a tooltip or a label; the whole is in the
/// inspector. Laying out a megabyte would stop the window for seconds.
inline constexpr qsizetype kLongestShown = 1000;

/// Foreign text as cells, labels, tooltips and screen readers get it: invisible characters as
/// escapes (visibleText()), and cut with an ellipsis behind `longest` characters.
[[nodiscard]] QString shownText(const QString &text, qsizetype longest = kLongestShown);

} // namespace yardmaster

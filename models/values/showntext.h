#pragma once

#include <QString>
#include <QStringList>

namespace yardmaster {

/// Characters of a text that are shown in a cell, a tooltip or a label; the whole is in the
/// inspector. Laying out a megabyte would stop the window for seconds.
inline constexpr qsizetype kLongestShown = 1000;

/// Foreign text as cells, labels, tooltips and screen readers get it: invisible characters as
/// escapes (visibleText()), and cut with an ellipsis behind `longest` characters. What isolated()
/// put around names stays.
[[nodiscard]] QString shownText(const QString &text, qsizetype longest = kLongestShown);
/// The same in one line: line feeds are escapes, too (visibleLine()).
[[nodiscard]] QString shownLine(const QString &text, qsizetype longest = kLongestShown);

/// A foreign name for a sentence: one that is read from right to left would otherwise take the
/// numbers behind it to its other side, or turn a sentence round that begins with it. Others are
/// returned as they are. For texts that are shown, not for commands, files or the clipboard.
[[nodiscard]] QString isolated(const QString &name);
[[nodiscard]] QStringList isolated(const QStringList &names);
/// The sentence for a terminal or a file.
[[nodiscard]] QString withoutIsolates(const QString &sentence);

} // namespace yardmaster

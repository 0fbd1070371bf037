#pragma once

#include <QString>

#include <optional>

namespace yardmaster {

/// Whether a character shows nothing by itself, or changes how others are shown or what a terminal
/// does: controls of C0 and C1 (tab and line feed too), overrides and marks of the direction, what
/// has no width, line and paragraph separators, tags, noncharacters, halves of a pair.
[[nodiscard]] bool isInvisible(char32_t c);

/// Such a character as visibleText() writes it, at the beginning of `text`: `\u202e`. nullopt:
/// none.
[[nodiscard]] std::optional<QChar> invisibleEscape(QStringView text);
inline constexpr qsizetype kInvisibleEscape = 6; ///< its length

/// Foreign text as it may be shown: every invisible character but tab and line feed as an escape,
/// `\u001b`, which means the same within JSON and filters. CR LF becomes LF. Text without any is
/// returned as it is, not copied. Any thread.
[[nodiscard]] QString visibleText(const QString &text);

/// The same for one line of a log or a terminal: line feeds are escaped too.
[[nodiscard]] QString visibleLine(const QString &text);

} // namespace yardmaster

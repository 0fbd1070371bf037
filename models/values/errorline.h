#pragma once

#include <QString>

namespace yardmaster {

/// Characters; a cell with more takes seconds to paint.
inline constexpr int kErrorPreview = 200;
/// Characters that are read of the end of an error which is longer than that.
inline constexpr int kErrorTail = 2000;
/// Begins the first line of an error whose telling line is further down. A regular expression, for
/// Qt and for the server.
inline constexpr char16_t kOutputFollows[]
    = uR"((?:Traceback \(most recent |Process (?:exited|was ended) |Batch failures:))";

/// The text of an error, as far as it was read. A value.
struct ErrorText
{
    QString beginning; ///< all of it, unless isCut
    QString end;       ///< of one that is cut: its last kErrorTail characters; empty: not read
    bool isCut = false;

    /// All of it, or its beginning.
    [[nodiscard]] const QString &longest() const;
    /// longest() is all of it.
    [[nodiscard]] bool isWhole() const;
};

/// @param beginning  at most kErrorPreview characters.   @param end  empty: there is no more, or it
/// was not read.
[[nodiscard]] ErrorText errorText(const QString &beginning, const QString &end);
/// As much of `error` as is looked at, however long it is.
[[nodiscard]] ErrorText errorText(const QString &error);

/// The line of an error that says what went wrong. A value.
struct ErrorLine
{
    enum class Position {
        First,        ///< the first line that is not blank
        Only,         ///< there is no other
        AfterFrames,  ///< the exception of a Python traceback: the line after its last frame
        BeforeFrames, ///< that of a JavaScript stack in a program's output: the line before it
        Last,         ///< of a program's output without either
    };

    QString text; ///< without white space at its ends; empty: there is none but white space
    Position position = Position::First;
    bool isCut = false; ///< the line goes on, how is not known
    /// The whole error was seen, so that no rule before this one fits it.
    bool isCertain = true;
};

/// Finds it: an error of graphile-worker is a message, and may be a stack below it. A traceback of
/// Python ends with its message. Executable tasks leave what the process ended with, and the end of
/// its output, which may hold any of these. Any thread.
[[nodiscard]] ErrorLine tellingLine(const ErrorText &error);

} // namespace yardmaster

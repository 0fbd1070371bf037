#pragma once

#include <QString>

#include <optional>

namespace yardmaster {

/// A location in a source file that a line of output names, as stack traces of Node.js and Python
/// do. The output is foreign: that it names a file says neither that there is one nor that it may
/// be opened, see openableSource().
struct SourceLocation
{
    QString file;  ///< absolute
    int line = 0;  ///< from 1
    int begin = 0; ///< where the text that names it begins in the line, and how long it is
    int length = 0;

    [[nodiscard]] bool operator==(const SourceLocation &) const = default;
};

/// `at run (/srv/tasks/a.js:3:7)`, `file:///srv/tasks/a.mjs:3`, `File "/srv/tasks/a.py", line 3`.
/// Takes time in proportion to the length.
[[nodiscard]] std::optional<SourceLocation> sourceLocationIn(const QString &line);

/// The file as the desktop may be asked to open it: a regular one that can be read, whose real name
/// (links followed) is that of a source file of a task host's languages. Empty otherwise, and for a
/// file that can be executed, since a desktop might do that. Blocks on the file system.
[[nodiscard]] QString openableSource(const QString &file);

} // namespace yardmaster

#pragma once

#include <QString>
#include <QStringList>

namespace yardmaster {

/// The program that opens source files at a line, see `--editor`.
class SourceEditor final
{
public:
    /// For the whole program. @param command  a program and its arguments, in which %f stands for
    /// the file and %l for the line; empty: the desktop decides, which knows no lines.
    static void use(const QString &command);
    /// Program and arguments, without a shell: what a file's name holds is never read as a command.
    /// Where `command` has no %f the file comes last.
    [[nodiscard]] static QStringList filledIn(const QString &command, const QString &file,
                                              int line);
    /// @param file  see openableSource().   @returns false: no program could be started.
    [[nodiscard]] static bool open(const QString &file, int line);

private:
    static QString s_command;
};

} // namespace yardmaster

#pragma once

#include "app/commands/commandstreams.h"
#include "app/commands/shellcommand.h"

#include <QCommandLineParser>
#include <QProcessEnvironment>

#include <optional>

namespace yardmaster {

/// One call of a command: what follows its words, taken apart. Options and arguments may come in
/// any order.
class CommandCall final
{
public:
    /// @param rest  the arguments without the words of the command.
    CommandCall(const ShellCommand &command, const QStringList &rest,
                const QProcessEnvironment &environment, const CommandStreams &streams);
    Q_DISABLE_COPY_MOVE(CommandCall)

    [[nodiscard]] const ShellCommand &command() const { return m_command; }
    [[nodiscard]] const CommandStreams &streams() const { return m_streams; }
    [[nodiscard]] const QProcessEnvironment &environment() const { return m_environment; }
    /// What was passed, as it was.
    [[nodiscard]] const QStringList &rest() const { return m_rest; }
    [[nodiscard]] const QStringList &words() const { return m_words; }

    /// False for options that the command does not have.
    [[nodiscard]] bool isSet(const QString &option) const;
    [[nodiscard]] bool isHelp() const { return isSet(QStringLiteral("help")); }
    [[nodiscard]] std::optional<QString> value(const QString &option) const;
    /// The option, else its variable.
    [[nodiscard]] std::optional<QString> given(const QString &option) const;
    /// A whole number of [least, most]; a problem if it is none. Unset: not given.
    [[nodiscard]] std::optional<int> number(const QString &option, int least, int most,
                                            QStringList *problems) const;

    /// One sentence for each option that is unknown or has no value.
    [[nodiscard]] const QStringList &problems() const { return m_problems; }
    /// Complains of each, and says where the help is. @returns ExitUsage.
    int refuse(const QStringList &problems) const;

private:
    const ShellCommand &m_command;
    const QStringList m_rest;
    const QProcessEnvironment &m_environment;
    const CommandStreams m_streams;
    QCommandLineParser m_parser;
    QStringList m_known; // long names
    QStringList m_words;
    QStringList m_problems;
};

/// The first of `arguments` that is no option, and no value of one, if a command begins with it:
/// `-c URL jobs list`. Empty: none does.
[[nodiscard]] QString commandGroupIn(const QStringList &arguments);

/// Runs what `arguments` ask for, in which commandGroupIn() found something. @returns the exit
/// code.
[[nodiscard]] int runCommand(const QStringList &arguments, const QProcessEnvironment &environment,
                             const CommandStreams &streams);

} // namespace yardmaster

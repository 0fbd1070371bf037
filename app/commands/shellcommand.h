#pragma once

#include "app/optiontable.h"

#include <QMap>
#include <QStringList>

#include <utility>
#include <vector>

namespace yardmaster {

class CommandCall;

/// A row of the table of commands: all that --help, the parser and the search for a similar word
/// need.
struct ShellCommand
{
    enum class Uses {
        Nothing,       ///< no options besides its own
        WorkerOptions, ///< those of a worker, too
        Queue,         ///< -c and -s, too: it opens a database
    };

    QStringList words;   ///< {"jobs", "list"}
    QString arguments;   ///< as --help writes them: "[FILTER]"; empty: it takes none
    QString summary;     ///< one line, no full stop
    QString description; ///< lines as they are printed
    Uses uses = Uses::Nothing;
    bool takesFilter = false; ///< so that `-task:a` is a term of it, not options
    std::vector<Option> options;
    QStringList examples;
    /// What exit codes mean here; those that are not named mean what they mean everywhere.
    std::vector<std::pair<int, QString>> exits;
    bool isDefault = false; ///< the first word alone means it: `queues` is `queues list`
    int (*run)(const CommandCall &call) = nullptr;

    [[nodiscard]] QString name() const { return words.join(u' '); }
};

/// The one table of commands, in the order in which --help lists them.
[[nodiscard]] const std::vector<ShellCommand> &commands();

/// Of commands that print JSON.
[[nodiscard]] Option jsonOption(const QString &help);

/// The options that `command` takes: its own, and those that it shares.
[[nodiscard]] std::vector<Option> optionsOf(const ShellCommand &command);

/// "yardmaster jobs show ID [OPTIONS]".
[[nodiscard]] QString usageLine(const ShellCommand &command);
/// What its exit codes mean, those that mean the same everywhere among them.
[[nodiscard]] QMap<int, QString> exitMeanings(const ShellCommand &command);
/// "128+n" for ExitSignalBase.
[[nodiscard]] QString exitCodeText(int code);

/// What `yardmaster jobs list --help` prints.
[[nodiscard]] QString helpOf(const ShellCommand &command);
/// What `yardmaster jobs --help` prints: the commands that begin with this word.
[[nodiscard]] QString helpOfGroup(const QString &word);
/// One line for each command, for `yardmaster --help`.
[[nodiscard]] QString commandsHelp();

/// The first words of all commands, each once.
[[nodiscard]] QStringList commandGroups();
/// The second words after `group`.
[[nodiscard]] QStringList commandVerbs(const QString &group);

} // namespace yardmaster

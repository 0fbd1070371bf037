#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QCommandLineParser;

namespace yardmaster {

/// One option of the command line.
struct Option
{
    QStringList names; ///< short first
    QString valueName; ///< empty: a switch
    QString help;
    bool isList = false; ///< may be given several times

    [[nodiscard]] const QString &longName() const { return names.last(); }
};

struct OptionGroup
{
    QString title;
    std::vector<Option> options;
};

/// The one table behind the parser, the environment and --help.
[[nodiscard]] const std::vector<OptionGroup> &optionGroups();

/// Adds all of them.
void addOptionsTo(QCommandLineParser *parser);

/// The variable that is read when the option is not given: poll-interval →
/// YARDMASTER_POLL_INTERVAL.
[[nodiscard]] QString variableOf(const QString &longName);

/// "unknown option --pol-interval; did you mean --poll-interval?"
[[nodiscard]] QString unknownOption(const QString &name);
/// The same of a command whose options have the long names `known`.
[[nodiscard]] QString unknownOption(const QString &name, const QStringList &known);

/// The one of `names` that is most similar to `name`; empty if none is similar.
[[nodiscard]] QString nearestOf(const QStringList &names, const QString &name);

/// Whether a variable and a configuration file may set it: all but --help and --version, and what
/// says which file is read cannot be set in one.
[[nodiscard]] bool hasVariable(const Option &option);
[[nodiscard]] bool isInConfigFile(const Option &option);

/// A sentence if the name of a YARDMASTER_ variable that is set is unknown; else empty.
[[nodiscard]] QString variableProblem(const QString &variable);

/// "-c, --connection URL", as --help prints it.
[[nodiscard]] QString spellingsOf(const Option &option);

/// The options as --help prints them, group by group.
[[nodiscard]] QString optionsHelp();

} // namespace yardmaster

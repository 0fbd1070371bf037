#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace yardmaster {

/// One option of the command line.
struct Option
{
    QStringList names; ///< short first
    QString valueName; ///< empty: a switch
    QString help;

    [[nodiscard]] const QString &longName() const { return names.last(); }
};

struct OptionGroup
{
    QString title;
    std::vector<Option> options;
};

/// The one table behind the parser, the environment and --help.
[[nodiscard]] const std::vector<OptionGroup> &optionGroups();

/// The variable that is read when the option is not given: poll-interval →
/// YARDMASTER_POLL_INTERVAL.
[[nodiscard]] QString variableOf(const QString &longName);

/// "unknown option --pol-interval; did you mean --poll-interval?"
[[nodiscard]] QString unknownOption(const QString &name);

/// The one of `names` that is most like `name`; empty if none is much like it.
[[nodiscard]] QString nearestOf(const QStringList &names, const QString &name);

/// What is wrong with the name of a YARDMASTER_ variable that is set; empty: nothing.
[[nodiscard]] QString variableProblem(const QString &variable);

/// The options as --help prints them, group by group.
[[nodiscard]] QString optionsHelp();

} // namespace yardmaster

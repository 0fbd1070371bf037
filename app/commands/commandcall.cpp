#include "app/commands/commandcall.h"

#include "app/commandline.h"
#include "app/exitcodes.h"
#include "models/query/filterkeys.h"

#include <QFileDevice>
#include <QRegularExpression>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// Every option there is: its name without dashes, and whether a value follows.
const QMap<QString, bool> &allOptions()
{
    static const QMap<QString, bool> all = [] {
        QMap<QString, bool> found;
        const auto add = [&found](const std::vector<Option> &options) {
            for (const Option &option : options) {
                for (const QString &name : option.names)
                    found.insert(name, !option.valueName.isEmpty());
            }
        };
        for (const OptionGroup &group : optionGroups())
            add(group.options);
        for (const ShellCommand &command : commands())
            add(optionsOf(command));
        return found;
    }();
    return all;
}

bool isOption(const QString &argument)
{
    return argument.size() > 1 && argument.startsWith(u'-');
}

/// Whether the argument after this option is its value.
bool takesNext(const QString &option)
{
    const bool isLong = option.startsWith("--"_L1);
    return allOptions().value(option.mid(isLong ? 2 : 1), false);
}

/// Where the first `most` words are among the arguments.
QList<qsizetype> wordsIn(const QStringList &arguments, qsizetype most)
{
    QList<qsizetype> places;
    for (qsizetype i = 0; i < arguments.size() && places.size() < most; ++i) {
        if (arguments[i] == "--"_L1)
            break;
        if (!isOption(arguments[i]))
            places << i;
        else if (takesNext(arguments[i]))
            ++i;
    }
    return places;
}

/// `-task:a`, a term of a filter: a key and an operator after a single dash.
bool isNegatedTerm(const QString &argument)
{
    static const QRegularExpression form(u"^-([A-Za-z][A-Za-z_-]*)(?:\\.[^:=<>~!]*)?[:=<>~!]"_s);
    const auto match = form.match(argument);
    return match.hasMatch()
        && (findFilterKey(match.captured(1))
            || findFilterKey(match.captured(1), FilterLanguage::Runs));
}

/// The arguments with the terms that look like options moved behind "--".
QStringList termsLast(const QStringList &arguments)
{
    QStringList options;
    QStringList terms;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (arguments[i] == "--"_L1) {
            terms << arguments.mid(i + 1);
            break;
        }
        if (isNegatedTerm(arguments[i])) {
            terms << arguments[i];
            continue;
        }
        options << arguments[i];
        if (isOption(arguments[i]) && takesNext(arguments[i]) && i + 1 < arguments.size())
            options << arguments[++i];
    }
    return terms.isEmpty() ? options : options + QStringList{u"--"_s} + terms;
}

/// "--count is for cron next", where a sister of `command` has it.
QString unknownOptionOf(const ShellCommand &command, const QStringList &known, const QString &name)
{
    for (const ShellCommand &other : commands()) {
        const bool isSister = other.words.first() == command.words.first();
        if (isSister && std::ranges::any_of(other.options, [&name](const Option &option) {
                return option.names.contains(name);
            }))
            return u"--%1 is for %2"_s.arg(name, other.name());
    }
    return unknownOption(name, known);
}

/// The exit code; another one if it says that all went well, and not all of the output could be
/// written. A closed pipe is quiet, also where it has not ended the process.
int written(const CommandStreams &streams, int exitCode)
{
    auto *file = qobject_cast<QFileDevice *>(streams.out);
    if (!file || (file->flush() && file->error() == QFileDevice::NoError))
        return exitCode;
    const bool isClosed = file->errorString() == qt_error_string(EPIPE);
    if (!isClosed)
        complainTo(streams, u"the output could not be written: %1"_s.arg(file->errorString()));
    if (exitCode != ExitOk)
        return exitCode;
    return isClosed ? ExitSignalBase + SIGPIPE : int(ExitRuntime);
}

} // namespace

CommandCall::CommandCall(const ShellCommand &command, const QStringList &rest,
                         const QProcessEnvironment &environment, const CommandStreams &streams)
    : m_command(command)
    , m_rest(rest)
    , m_environment(environment)
    , m_streams(streams)
{
    std::vector<Option> options = optionsOf(command);
    if (command.uses == ShellCommand::Uses::WorkerOptions) {
        for (const OptionGroup &group : optionGroups()) {
            std::ranges::copy_if(
                group.options, std::back_inserter(options), [&](const Option &one) {
                    return std::ranges::none_of(options, [&one](const Option &other) {
                        return other.longName() == one.longName();
                    });
                });
        }
    }
    for (const Option &option : options) {
        m_known << option.longName();
        m_parser.addOption(QCommandLineOption(option.names, QString(), option.valueName));
    }
    const QStringList arguments = command.takesFilter ? termsLast(rest) : rest;
    const bool isUnderstood = m_parser.parse(QStringList{u"yardmaster"_s} + arguments);
    m_words = m_parser.positionalArguments();
    for (const QString &name : m_parser.unknownOptionNames())
        m_problems << unknownOptionOf(command, m_known, name);
    if (!isUnderstood && m_problems.isEmpty())
        m_problems << m_parser.errorText();
    if (command.arguments.isEmpty() && !m_words.isEmpty())
        m_problems << u"%1 takes no '%2'"_s.arg(command.name(), m_words.first());
}

bool CommandCall::isSet(const QString &option) const
{
    return m_known.contains(option) && m_parser.isSet(option);
}

std::optional<QString> CommandCall::value(const QString &option) const
{
    return isSet(option) ? std::optional(m_parser.value(option)) : std::nullopt;
}

std::optional<QString> CommandCall::given(const QString &option) const
{
    return givenValue(m_parser, m_environment, option);
}

std::optional<int> CommandCall::number(const QString &option, int least, int most,
                                       QStringList *problems) const
{
    const auto text = value(option);
    if (!text)
        return std::nullopt;
    bool isNumber = false;
    const int number = text->toInt(&isNumber);
    if (isNumber && number >= least && number <= most)
        return number;
    *problems
        << u"--%1 takes a number from %2 to %3, not '%4'"_s.arg(option).arg(least).arg(most).arg(
               *text);
    return std::nullopt;
}

int CommandCall::refuse(const QStringList &problems) const
{
    complainTo(m_streams, problems.join(u'\n'));
    complainTo(m_streams, u"see yardmaster %1 --help"_s.arg(m_command.name()));
    return ExitUsage;
}

QString commandGroupIn(const QStringList &arguments)
{
    const QList<qsizetype> places = wordsIn(arguments, 1);
    const QString word = places.isEmpty() ? QString() : arguments[places.first()];
    return commandGroups().contains(word) ? word : QString();
}

int runCommand(const QStringList &arguments, const QProcessEnvironment &environment,
               const CommandStreams &streams)
{
    QStringList rest = arguments;
    const QList<qsizetype> places = wordsIn(arguments, 2);
    Q_ASSERT(!places.isEmpty());
    const QString group = rest[places[0]];
    const QString verb = places.size() > 1 ? rest[places[1]] : QString();
    const bool asksForHelp = rest.contains(u"--help"_s) || rest.contains(u"-h"_s);
    const auto begins = [&](const ShellCommand &command, qsizetype words) {
        if (command.words.first() != group)
            return false;
        if (words == 2)
            return command.words.size() == 2 && command.words[1] == verb;
        return command.words.size() == 1 || (command.isDefault && verb.isEmpty() && !asksForHelp);
    };
    for (const qsizetype words : {qsizetype(2), qsizetype(1)}) {
        const auto found = std::ranges::find_if(
            commands(), [&](const ShellCommand &command) { return begins(command, words); });
        if (found == commands().end())
            continue;
        if (words == 2)
            rest.removeAt(places[1]);
        rest.removeAt(places[0]);
        const CommandCall call(*found, rest, environment, streams);
        if (call.isHelp()) {
            write(streams.out, helpOf(*found));
            return written(streams, ExitOk);
        }
        return call.problems().isEmpty() ? written(streams, found->run(call))
                                         : call.refuse(call.problems());
    }
    if (verb.isEmpty() && asksForHelp) {
        write(streams.out, helpOfGroup(group));
        return written(streams, ExitOk);
    }
    const QStringList verbs = commandVerbs(group);
    const QString nearest = nearestOf(verbs, verb);
    if (verb.isEmpty())
        complainTo(streams, u"a command is missing; use %1"_s.arg(verbs.join(", "_L1)));
    else if (nearest.isEmpty())
        complainTo(streams, u"%1 has no '%2'; use %3"_s.arg(group, verb, verbs.join(", "_L1)));
    else
        complainTo(streams, u"%1 has no '%2'; did you mean %3?"_s.arg(group, verb, nearest));
    complainTo(streams, u"see yardmaster %1 --help"_s.arg(group));
    return ExitUsage;
}

} // namespace yardmaster

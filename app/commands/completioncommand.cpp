#include "app/commands/completioncommand.h"

#include "app/commands/commandcall.h"
#include "app/exitcodes.h"

#include <QSet>

#include <algorithm>
#include <initializer_list>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QString dashed(const QString &name)
{
    return (name.size() == 1 ? u"-"_s : u"--"_s) + name;
}

QStringList spelled(const std::vector<Option> &options)
{
    QStringList all;
    for (const Option &option : options) {
        for (const QString &name : option.names)
            all << dashed(name);
    }
    return all;
}

/// Of the window and the worker, for which there is no command.
std::vector<Option> bareOptions()
{
    std::vector<Option> all;
    for (const OptionGroup &group : optionGroups())
        all.insert(all.end(), group.options.begin(), group.options.end());
    return all;
}

std::vector<Option> completedOptions(const ShellCommand &command)
{
    std::vector<Option> all = optionsOf(command);
    if (command.uses != ShellCommand::Uses::WorkerOptions)
        return all;
    const QStringList own = spelled(all);
    for (const Option &option : bareOptions()) {
        if (!own.contains(dashed(option.longName())))
            all.push_back(option);
    }
    return all;
}

enum class Completed { Text, File, Folder };

Completed completedBy(const Option &option)
{
    if (option.valueName == "FILE"_L1)
        return Completed::File;
    return option.valueName == "DIR"_L1 ? Completed::Folder : Completed::Text;
}

/// Every option with a value of one of `kinds`, "-c" and "--connection" among them. An option takes
/// one everywhere or nowhere.
QStringList valuedOptions(std::initializer_list<Completed> kinds)
{
    QSet<QString> found;
    const auto add = [&](const std::vector<Option> &options) {
        for (const Option &option : options) {
            if (option.valueName.isEmpty()
                || std::ranges::find(kinds, completedBy(option)) == kinds.end())
                continue;
            for (const QString &name : option.names)
                found.insert(dashed(name));
        }
    };
    add(bareOptions());
    for (const ShellCommand &command : commands())
        add(optionsOf(command));
    QStringList sorted(found.begin(), found.end());
    sorted.sort();
    return sorted;
}

constexpr auto kAllValues = {Completed::Text, Completed::File, Completed::Folder};

/// A pattern of a shell: "--crontab|--events".
QString patternOf(std::initializer_list<Completed> kinds)
{
    return valuedOptions(kinds).join(u'|');
}

/// For single quotes of a shell.
QString singleQuoted(const QString &text)
{
    return u'\'' + QString(text).replace(u'\'', u"'\\''"_s) + u'\'';
}

int runCompletion(const CommandCall &call)
{
    const QString shell = call.words().value(0);
    const bool isOne = call.words().size() == 1;
    if (isOne && shell == "bash"_L1)
        write(call.streams().out, bashCompletion());
    else if (isOne && shell == "zsh"_L1)
        write(call.streams().out, zshCompletion());
    else if (isOne && shell == "fish"_L1)
        write(call.streams().out, fishCompletion());
    else
        return call.refuse({u"specify one shell: bash, zsh or fish"_s});
    return ExitOk;
}

} // namespace

QString bashCompletion()
{
    QString script
        = u"# Completion of yardmaster for bash; yardmaster completion bash prints it.\n"
          "_yardmaster() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local group='' verb='' word words='' i\n"
          "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
          "        word=${COMP_WORDS[i]}\n"
          "        case $word in\n"
          "        %1) ((i++)) ;;\n"
          "        -*) ;;\n"
          "        *)\n"
          "            if [[ -z $group ]]; then group=$word; elif [[ -z $verb ]]; then "
          "verb=$word; fi\n"
          "            ;;\n"
          "        esac\n"
          "    done\n"
          "    COMPREPLY=()\n"
          "    case $before in\n"
          "    %2) mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n"
          "    %3) mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); return ;;\n"
          "    %4) return ;;\n"
          "    esac\n"
          "    if [[ $current == -* ]]; then\n"
          "        case \"$group $verb\" in\n"_s;
    script = script.arg(patternOf(kAllValues), patternOf({Completed::File}),
                        patternOf({Completed::Folder}), patternOf({Completed::Text}));
    for (const ShellCommand &command : commands()) {
        QStringList patterns;
        if (command.words.size() == 1)
            patterns << u"'%1 '*"_s.arg(command.words[0]);
        else
            patterns << u"'%1 %2'"_s.arg(command.words[0], command.words[1]);
        if (command.isDefault)
            patterns << u"'%1 '"_s.arg(command.words[0]);
        script += u"        %1) words='%2' ;;\n"_s.arg(
            patterns.join(u" | "_s), spelled(completedOptions(command)).join(u' '));
    }
    script += u"        ' ') words='%1' ;;\n"
              "        *) words='--help' ;;\n"
              "        esac\n"
              "    elif [[ -z $group ]]; then\n"
              "        words='%2'\n"
              "    elif [[ -z $verb ]]; then\n"
              "        case $group in\n"_s.arg(spelled(bareOptions()).join(u' '),
                                               commandGroups().join(u' '));
    for (const QString &group : commandGroups()) {
        if (const QStringList verbs = commandVerbs(group); !verbs.isEmpty())
            script += u"        %1) words='%2' ;;\n"_s.arg(group, verbs.join(u' '));
    }
    script += u"        completion) words='bash zsh fish' ;;\n"
              "        esac\n"
              "    fi\n"
              "    if [[ -n $words ]]; then\n"
              "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
              "    else\n"
              "        mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
              "    fi\n"
              "}\n"
              "complete -F _yardmaster yardmaster\n"_s;
    return script;
}

QString zshCompletion()
{
    const auto described = [](const QString &name, const QString &help) {
        return singleQuoted(QString(name).replace(u':', u"\\:"_s) + u':' + help);
    };
    QString script = u"#compdef yardmaster\n"
                     "# Completion of yardmaster for zsh; yardmaster completion zsh prints it.\n"
                     "_yardmaster() {\n"
                     "    local group='' verb='' word\n"
                     "    local -i i\n"
                     "    local -a options values\n"
                     "    for ((i = 2; i < CURRENT; i++)); do\n"
                     "        word=${words[i]}\n"
                     "        case $word in\n"
                     "        (%1) ((i++)) ;;\n"
                     "        (-*) ;;\n"
                     "        (*)\n"
                     "            if [[ -z $group ]]; then group=$word; elif [[ -z $verb ]]; then "
                     "verb=$word; fi\n"
                     "            ;;\n"
                     "        esac\n"
                     "    done\n"
                     "    case ${words[CURRENT-1]} in\n"
                     "    (%2) _files; return ;;\n"
                     "    (%3) _files -/; return ;;\n"
                     "    (%4) _message value; return ;;\n"
                     "    esac\n"
                     "    if [[ ${words[CURRENT]} == -* ]]; then\n"
                     "        case \"$group $verb\" in\n"_s;
    script = script.arg(patternOf(kAllValues), patternOf({Completed::File}),
                        patternOf({Completed::Folder}), patternOf({Completed::Text}));
    const auto optionLines = [&](const QString &pattern, const std::vector<Option> &options) {
        QString lines = u"        (%1) options=(\n"_s.arg(pattern);
        for (const Option &option : options) {
            for (const QString &name : option.names)
                lines += u"            %1\n"_s.arg(described(dashed(name), option.help));
        }
        return lines + u"        ) ;;\n"_s;
    };
    for (const ShellCommand &command : commands()) {
        const QString pattern = command.words.size() == 1
            ? u"'%1 '*"_s.arg(command.words[0])
            : u"'%1 %2'"_s.arg(command.words[0], command.words[1])
                + (command.isDefault ? u"|'%1 '"_s.arg(command.words[0]) : QString());
        script += optionLines(pattern, completedOptions(command));
    }
    script += optionLines(u"' '"_s, bareOptions());
    script += u"        esac\n"
              "        _describe -o option options\n"
              "    elif [[ -z $group ]]; then\n"
              "        values=(\n"_s;
    for (const QString &group : commandGroups()) {
        QString summary = u"%1: see yardmaster %1 --help"_s.arg(group);
        for (const ShellCommand &command : commands()) {
            if (command.words.first() == group && command.words.size() == 1)
                summary = command.summary;
        }
        script += u"            %1\n"_s.arg(described(group, summary));
    }
    script += u"        )\n"
              "        _describe command values\n"
              "    elif [[ -z $verb ]]; then\n"
              "        case $group in\n"_s;
    for (const QString &group : commandGroups()) {
        if (commandVerbs(group).isEmpty())
            continue;
        script += u"        (%1) values=(\n"_s.arg(group);
        for (const ShellCommand &command : commands()) {
            if (command.words.first() == group && command.words.size() > 1)
                script += u"            %1\n"_s.arg(described(command.words[1], command.summary));
        }
        script += u"        ) ;;\n"_s;
    }
    script += u"        (completion) values=(bash zsh fish) ;;\n"
              "        esac\n"
              "        if (( $#values )); then _describe command values; else _files; fi\n"
              "    else\n"
              "        _files\n"
              "    fi\n"
              "}\n"
              "_yardmaster \"$@\"\n"_s;
    return script;
}

QString fishCompletion()
{
    QString script = u"# Completion of yardmaster for fish; yardmaster completion fish prints it.\n"
                     "function __yardmaster_words\n"
                     "    set -l skip 0\n"
                     "    for word in (commandline -opc)[2..]\n"
                     "        if test $skip = 1\n"
                     "            set skip 0\n"
                     "        else if contains -- $word %1\n"
                     "            set skip 1\n"
                     "        else if not string match -q -- '-*' $word\n"
                     "            echo $word\n"
                     "        end\n"
                     "    end\n"
                     "end\n"
                     "function __yardmaster_at\n"
                     "    set -l words (__yardmaster_words)\n"
                     "    test (count $words) -ge (count $argv); or return 1\n"
                     "    test \"$words[1..\"(count $argv)\"]\" = \"$argv\"\n"
                     "end\n"
                     "function __yardmaster_needs\n"
                     "    test (count (__yardmaster_words)) = $argv[1]\n"
                     "end\n"
                     "complete -c yardmaster -f\n"_s.arg(valuedOptions(kAllValues).join(u' '));
    const auto optionLine = [](const QString &condition, const Option &option) {
        QString line = u"complete -c yardmaster -n %1"_s.arg(singleQuoted(condition));
        for (const QString &name : option.names)
            line += (name.size() == 1 ? u" -s "_s : u" -l "_s) + name;
        if (!option.valueName.isEmpty())
            line += completedBy(option) == Completed::Text ? u" -x"_s : u" -r -F"_s;
        return line + u" -d "_s + singleQuoted(option.help) + u'\n';
    };
    for (const QString &group : commandGroups()) {
        for (const ShellCommand &command : commands()) {
            if (command.words.first() != group)
                continue;
            const bool isAlone = command.words.size() == 1;
            if (isAlone || command.isDefault)
                script += u"complete -c yardmaster -n '__yardmaster_needs 0' -a %1 -d %2\n"_s.arg(
                    group, singleQuoted(command.summary));
            if (!isAlone)
                script += u"complete -c yardmaster -n '__yardmaster_needs 1; and __yardmaster_at "
                          "%1' -a %2 -d %3\n"_s.arg(group, command.words[1],
                                                    singleQuoted(command.summary));
            for (const Option &option : completedOptions(command))
                script += optionLine(u"__yardmaster_at "_s + command.name(), option);
        }
        if (!commandVerbs(group).isEmpty())
            script += u"complete -c yardmaster -n '__yardmaster_needs 0' -a %1\n"_s.arg(group);
    }
    script += u"complete -c yardmaster -n '__yardmaster_needs 1; and __yardmaster_at completion' "
              "-a 'bash zsh fish'\n"_s;
    for (const Option &option : bareOptions())
        script += optionLine(u"__yardmaster_needs 0"_s, option);
    return script;
}

ShellCommand completionCommand()
{
    ShellCommand command;
    command.words = {u"completion"_s};
    command.arguments = u"SHELL"_s;
    command.summary = u"Prints a script that completes words in bash, zsh or fish"_s;
    command.description
        = u"The packages install it already; use this if you built the program yourself.\n"_s;
    command.examples
        = {u"source <(yardmaster completion bash)"_s,
           u"yardmaster completion zsh > \"${fpath[1]}/_yardmaster\""_s,
           u"yardmaster completion fish > ~/.config/fish/completions/yardmaster.fish"_s};
    command.exits = {{ExitOk, u"it was printed"_s}, {ExitUsage, u"SHELL is none of these"_s}};
    command.run = &runCompletion;
    return command;
}

} // namespace yardmaster

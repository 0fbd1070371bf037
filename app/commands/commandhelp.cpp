#include "app/commands/shellcommand.h"

#include "app/exitcodes.h"

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kWidth = 96; // of a line of --help

/// `text` in lines that begin at `indent`, the first one after what is there.
QString wrapped(const QString &text, qsizetype indent)
{
    QString lines;
    qsizetype column = indent;
    for (const QString &word : text.split(u' ')) {
        if (column > indent && column + 1 + word.size() > kWidth) {
            lines += u'\n' + QString(indent, u' ');
            column = indent;
        } else if (column > indent) {
            lines += u' ';
            ++column;
        }
        lines += word;
        column += word.size();
    }
    return lines;
}

/// "  left    right", the right one wrapped, at `column`.
QString entry(const QString &left, const QString &right, qsizetype column)
{
    QString line = u"  "_s + left;
    if (line.size() + 2 > column)
        line += u'\n' + QString(column, u' ');
    else
        line = line.leftJustified(column);
    return line + wrapped(right, column) + u'\n';
}

QString optionsText(const std::vector<Option> &options)
{
    QString text;
    for (const Option &option : options)
        text += entry(spellingsOf(option), option.help, 25);
    return text;
}

QString exitsText(const ShellCommand &command)
{
    const QMap<int, QString> meanings = exitMeanings(command);
    QString text;
    for (auto it = meanings.cbegin(); it != meanings.cend(); ++it)
        text += entry(exitCodeText(it.key()), it.value(), 9);
    return text;
}

QString listOf(const QString &group)
{
    QString text;
    for (const ShellCommand &command : commands()) {
        if (group.isEmpty() || command.words.first() == group)
            text += entry(command.name(), command.summary, 21);
    }
    return text;
}

} // namespace

QString usageLine(const ShellCommand &command)
{
    const QString arguments = command.arguments.isEmpty() ? QString() : u' ' + command.arguments;
    return u"yardmaster %1%2 [OPTIONS]"_s.arg(command.name(), arguments);
}

QMap<int, QString> exitMeanings(const ShellCommand &command)
{
    QMap<int, QString> meanings;
    if (command.uses == ShellCommand::Uses::Queue) {
        meanings = {{ExitRuntime, u"the database or the disk failed"_s},
                    {ExitUsage, u"wrong options or filter"_s},
                    {ExitDenied, u"permission denied, or a read-only connection or server"_s},
                    {ExitNoDatabase,
                     u"the server did not answer, refused the login, or closed the connection"_s},
                    {ExitNoQueue, u"there is no job queue in the schema, or it is too old"_s},
                    {ExitSchemaTooNew, u"the queue is newer than this program understands"_s}};
    }
    for (const auto &[code, meaning] : command.exits)
        meanings.insert(code, meaning);
    return meanings;
}

QString exitCodeText(int code)
{
    return code == ExitSignalBase ? u"128+n"_s : QString::number(code);
}

QString helpOf(const ShellCommand &command)
{
    QString text = u"Usage: %1\n\n%2.\n"_s.arg(usageLine(command), command.summary);
    if (!command.description.isEmpty())
        text += u'\n' + command.description;
    text += u"\nOptions\n"_s + optionsText(optionsOf(command));
    if (command.uses == ShellCommand::Uses::WorkerOptions)
        text += u"  and those of a worker, such as --plugin, --http and --node: see yardmaster "
                "--help\n"_s;
    if (!command.examples.isEmpty())
        text += u"\nExamples\n"_s;
    for (const QString &example : command.examples)
        text += u"  %1\n"_s.arg(example);
    return text + u"\nExit codes\n"_s + exitsText(command);
}

QString helpOfGroup(const QString &word)
{
    return u"Usage: yardmaster %1 COMMAND [OPTIONS]\n\n%2\n"
           "See yardmaster %1 COMMAND --help for the options of a command, with examples.\n"_s.arg(
               word, listOf(word));
}

QString commandsHelp()
{
    return listOf({});
}

} // namespace yardmaster

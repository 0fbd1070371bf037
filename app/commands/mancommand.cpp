#include "app/commands/mancommand.h"

#include "app/commands/commandcall.h"
#include "app/exitcodes.h"

#include <QCoreApplication>
#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// As text of roff: no line of it is taken for a request, and dashes can be copied.
QString roff(const QString &text)
{
    QString escaped = text;
    escaped.replace(u'\\', u"\\e"_s).replace(u'-', u"\\-"_s);
    escaped.replace(u"…"_s, u"\\&..."_s).replace(u"→"_s, u"\\->"_s);
    if (escaped.startsWith(u'.') || escaped.startsWith(u'\''))
        escaped.prepend(u"\\&"_s);
    return escaped;
}

QString heading(const QString &macro, const QString &text)
{
    return u".%1 \"%2\"\n"_s.arg(macro, roff(QString(text).replace(u'"', u"\\(dq"_s)));
}

/// Lines that begin with a space keep their form, others flow.
QString paragraphs(const QString &text)
{
    QString page;
    bool isKept = false;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const bool keeps = line.startsWith(u' ');
        if (keeps != isKept)
            page += keeps ? u".nf\n"_s : u".fi\n"_s;
        isKept = keeps;
        page += roff(line) + u'\n';
    }
    return isKept ? page + u".fi\n"_s : page;
}

QString optionsPart(const std::vector<Option> &options)
{
    QString page;
    for (const Option &option : options)
        page += u".TP\n.B %1\n%2\n"_s.arg(roff(spellingsOf(option).trimmed()), roff(option.help));
    return page;
}

QString commandPart(const ShellCommand &command)
{
    QString page = heading(u"SS"_s, usageLine(command));
    page += roff(command.summary) + u".\n"_s;
    if (!command.description.isEmpty())
        page += u".PP\n"_s + paragraphs(command.description);
    page += optionsPart(optionsOf(command));
    if (!command.examples.isEmpty()) {
        page += u".PP\nExamples:\n.RS\n.nf\n"_s;
        for (const QString &example : command.examples)
            page += roff(example) + u'\n';
        page += u".fi\n.RE\n"_s;
    }
    QStringList codes;
    const QMap<int, QString> meanings = exitMeanings(command);
    for (auto it = meanings.cbegin(); it != meanings.cend(); ++it)
        codes << exitCodeText(it.key()) + u' ' + it.value();
    return page + u".PP\nExit codes: "_s + roff(codes.join(u"; "_s)) + u".\n"_s;
}

int runMan(const CommandCall &call)
{
    call.streams().out->write(manualPage(QCoreApplication::applicationVersion()).toUtf8());
    return ExitOk;
}

} // namespace

QString manualPage(const QString &version)
{
    QString page
        = u".\\\" Written by yardmaster man.\n"
          ".TH YARDMASTER 1 \"\" \"Yardmaster %1\" \"Yardmaster\"\n"
          ".SH NAME\n"
          "yardmaster \\- console, worker and commands for job queues in PostgreSQL\n"
          ".SH SYNOPSIS\n"
          ".B yardmaster\n[OPTIONS]\n.br\n"
          ".B yardmaster\nCOMMAND [OPTIONS]\n"
          ".SH DESCRIPTION\n"
          "Works on job queues with the schema of graphile\\-worker. Without a command it\n"
          "opens the window, or with\n.B \\-\\-no\\-gui\n"
          "runs a worker. Commands look at a queue, and change its jobs, from a shell or a\n"
          "script. Options and arguments may come in any order.\n"_s.arg(roff(version));
    page += heading(u"SH"_s, u"OPTIONS"_s);
    page += u"Of the window and the worker. Those with a value also read a variable, such as "
            "YARDMASTER_POLL_INTERVAL.\n"_s;
    for (const OptionGroup &group : optionGroups())
        page += heading(u"SS"_s, group.title) + optionsPart(group.options);
    page += heading(u"SH"_s, u"COMMANDS"_s);
    for (const ShellCommand &command : commands())
        page += commandPart(command);
    page += heading(u"SH"_s, u"EXIT STATUS"_s);
    page += u"Of the worker: 0 done, or drained after a signal; 1 the database could not be "
            "reached, or the run failed; 2 wrong options; 57 the schema is newer than this program "
            "understands; 128+n ended at once by a second signal n. Of commands: see each.\n"_s;
    page += heading(u"SH"_s, u"ENVIRONMENT"_s);
    const std::pair<const char *, const char *> variables[]{
        {"YARDMASTER_CONNECTION, DATABASE_URL, PGHOST and other variables of libpq",
         "the database, the first that is set"},
        {"YARDMASTER_SCHEMA, GRAPHILE_WORKER_SCHEMA", "the schema of the queue"},
        {"YARDMASTER_PROFILE", "a saved profile of the window, for commands"},
        {"VISUAL, EDITOR", "for jobs edit"}};
    for (const auto &[name, meaning] : variables)
        page += u".TP\n.B %1\n%2\n"_s.arg(roff(QString::fromLatin1(name)),
                                          roff(QString::fromLatin1(meaning)));
    page += heading(u"SH"_s, u"SEE ALSO"_s);
    return page + u"The manual, which the window opens with F1.\n.BR psql (1)\n"_s;
}

ShellCommand manCommand()
{
    ShellCommand command;
    command.words = {u"man"_s};
    command.summary = u"Prints the manual page yardmaster(1) for man"_s;
    command.description = u"The packages install it. It describes all commands and options.\n"_s;
    command.examples = {u"yardmaster man | man -l -"_s, u"yardmaster man > yardmaster.1"_s};
    command.exits = {{ExitOk, u"it was printed"_s}, {ExitUsage, u"wrong options"_s}};
    command.run = &runMan;
    return command;
}

} // namespace yardmaster

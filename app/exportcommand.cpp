#include "app/exportcommand.h"

#include "app/commandline.h"
#include "app/exitcodes.h"
#include "models/query/filterparser.h"
#include <yardmaster/migrator.h>
#include <yardmaster/session.h>

#include <QCommandLineParser>
#include <QFileInfo>
#include <QIODevice>
#include <QSettings>

#include <csignal>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

volatile std::sig_atomic_t endingSignal = 0;

void noteSignal(int number)
{
    endingSignal = number;
}

void complainTo(const CommandStreams &streams, const QString &sentence)
{
    write(streams.err, u"yardmaster: %1\n"_s.arg(sentence));
}

void readColumns(const QString &names, ExportStyle *style, QStringList *problems)
{
    style->columns.clear();
    for (const QString &name : names.split(u',')) {
        const auto column = exportColumnFrom(name.trimmed());
        if (column)
            style->columns << *column;
        else
            *problems << u"there is no column '%1'; see yardmaster jobs --help"_s.arg(name);
    }
}

void readFilter(const QString &text, OperationScope *scope, QStringList *problems)
{
    scope->filter = text;
    const ParsedFilter parsed = parseFilter(text);
    for (const FilterError &error : parsed.errors)
        *problems << u"--filter, character %1: %2"_s.arg(error.span.begin + 1).arg(error.message);
}

} // namespace

tl::expected<ExportCommand, QString> ExportCommand::parse(const QStringList &arguments,
                                                          const QProcessEnvironment &environment)
{
    ExportCommand command;
    QCommandLineParser parser;
    parser.addOptions({{{u"c"_s, u"connection"_s}, {}, u"URL"_s},
                       {{u"s"_s, u"schema"_s}, {}, u"NAME"_s},
                       {u"filter"_s, {}, u"TEXT"_s},
                       {u"format"_s, {}, u"FORMAT"_s},
                       {u"columns"_s, {}, u"LIST"_s},
                       {u"output"_s, {}, u"FILE"_s},
                       {u"raw-texts"_s, {}},
                       {u"reveal"_s, {}},
                       {{u"h"_s, u"help"_s}, {}}});
    if (!parser.parse(QStringList{u"jobs"_s} + arguments))
        return tl::make_unexpected(parser.errorText());
    if (parser.isSet(u"help"_s)) {
        command.isHelp = true;
        return command;
    }
    const QStringList words = parser.positionalArguments();
    if (words.value(0) != "export"_L1)
        return tl::make_unexpected(words.isEmpty()
                                       ? u"the command is missing; use export"_s
                                       : u"jobs has no '%1'; use export"_s.arg(words.first()));
    QStringList problems;
    if (words.size() > 1)
        problems << u"'%1' is one word too many; quote the filter: --filter '…'"_s.arg(words[1]);
    command.request.schema = queueSchema(givenValue(parser, environment, u"schema"_s), environment);
    if (const QString problem = schemaNameProblem(command.request.schema); !problem.isEmpty())
        problems << problem;
    readFilter(parser.value(u"filter"_s), &command.request.scope, &problems);
    const QString format = parser.isSet(u"format"_s) ? parser.value(u"format"_s) : u"csv"_s;
    if (const auto known = exportFormatFrom(format))
        command.request.style.format = *known;
    else
        problems << u"--format is csv, json or ndjson, not '%1'"_s.arg(format);
    if (parser.isSet(u"columns"_s))
        readColumns(parser.value(u"columns"_s), &command.request.style, &problems);
    if (!parser.isSet(u"reveal"_s))
        command.request.style.hiding = RedactionRules::load(QSettings());
    command.request.style.guardsFormulas = !parser.isSet(u"raw-texts"_s);
    if (const QString output = parser.value(u"output"_s); !output.isEmpty() && output != "-"_L1)
        command.output = QFileInfo(output).absoluteFilePath();
    const auto connection = ConnectionSettings::resolve(
        givenValue(parser, environment, u"connection"_s), environment);
    if (!connection)
        problems << connection.error();
    else if (!*connection)
        problems << u"name a database: -c URL, DATABASE_URL or PG* variables"_s;
    else
        command.connection = **connection;
    if (!problems.isEmpty())
        return tl::make_unexpected(problems.join(u'\n'));
    return command;
}

int ExportCommand::run(const CommandStreams &streams, ReadControl *control) const
{
    if (isHelp) {
        write(streams.out, helpText());
        return ExitOk;
    }
    const auto session = Session::open(connection, u"export"_s);
    if (!session) {
        complainTo(streams, session.error().message);
        return ExitRuntime;
    }
    const auto look = [control](const ExportProgress &) {
        if (endingSignal != 0 && control)
            control->cancel();
    };
    const auto done = output.isEmpty()
        ? exportJobs(**session, request, streams.out, control, look)
        : exportJobsToFile(**session, request, output, control, look);
    if (done && done->hidden > 0)
        complainTo(streams,
                   u"hidden values of payloads: %1; --reveal writes them"_s.arg(done->hidden));
    if (done)
        return ExitOk;
    const bool isUsage = done.error().kind == DbError::Kind::InvalidInput;
    complainTo(streams,
               done.error().kind == DbError::Kind::SchemaMissing
                   ? u"there is no job queue in schema '%1' of this database"_s.arg(request.schema)
                   : done.error().message);
    if (endingSignal != 0)
        return ExitSignalBase + int(endingSignal);
    return isUsage ? ExitUsage : ExitRuntime;
}

QString ExportCommand::helpText()
{
    QStringList columns;
    for (const ExportColumn column : allExportColumns())
        columns << QString::fromLatin1(exportColumnName(column));
    return u"Usage: yardmaster jobs export [-c URL] [-s NAME] [--filter TEXT]\n"
           "                              [--format FORMAT] [--columns LIST] [--output FILE]\n"
           "                              [--reveal]\n\n"
           "Writes jobs in the order of their ids, page by page, beside running workers.\n\n"
           "  -c, --connection URL  the database [YARDMASTER_CONNECTION, DATABASE_URL, PG*]\n"
           "  -s, --schema NAME     of the queue [YARDMASTER_SCHEMA, GRAPHILE_WORKER_SCHEMA,\n"
           "                        graphile_worker]\n"
           "  --filter TEXT         such as 'state:failed task:send_*' [all jobs]\n"
           "  --format FORMAT       csv, json (one array) or ndjson (a job a line) [csv]\n"
           "  --columns LIST        separated by commas [all]:\n"
           "                        %1\n"
           "  --output FILE         appears when complete, readable by you only; a pipe or\n"
           "                        device is written to directly [standard output]\n"
           "  --raw-texts           csv: no apostrophe before texts that begin with = + - @,\n"
           "                        which spreadsheets read as formulas\n"
           "  --reveal              also writes values that the window hides, such as passwords;\n"
           "                        else they become \"[hidden]\"\n\n"
           "Times are UTC. In json, payloads are as in the database, except hidden values.\n\n"
           "Exit codes\n"
           "  0    all jobs are written\n"
           "  1    the database or the disk failed\n"
           "  2    wrong options or filter, or FILE cannot be written\n"_s.arg(
               columns.mid(0, 6).join(u' ') + u"\n                        "_s
               + columns.mid(6, 6).join(u' ') + u"\n                        "_s
               + columns.mid(12).join(u' '));
}

int runJobsCommand(const QStringList &arguments, const QProcessEnvironment &environment,
                   const CommandStreams &streams)
{
    const auto command = ExportCommand::parse(arguments, environment);
    if (!command) {
        for (const QString &problem : command.error().split(u'\n'))
            complainTo(streams, problem);
        complainTo(streams, u"see yardmaster jobs --help"_s);
        return ExitUsage;
    }
    std::signal(SIGINT, noteSignal);
    std::signal(SIGTERM, noteSignal);
    ReadControl control;
    return command->run(streams, &control);
}

} // namespace yardmaster

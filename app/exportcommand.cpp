#include "app/exportcommand.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobsargument.h"
#include "app/commands/queueaccess.h"
#include "app/exitcodes.h"
#include "models/query/jobexport.h"
#include <yardmaster/session.h>

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

void readColumns(const QString &names, ExportStyle *style, QStringList *problems)
{
    style->columns.clear();
    for (const QString &name : names.split(u',')) {
        const auto column = exportColumnFrom(name.trimmed());
        if (column)
            style->columns << *column;
        else
            *problems << u"there is no column '%1'; see yardmaster jobs export --help"_s.arg(name);
    }
}

ExportRequest readExport(const CommandCall &call, QStringList *problems)
{
    ExportRequest request;
    request.scope = readJobs(call, problems);
    const QString format = call.value(u"format"_s).value_or(u"csv"_s);
    if (const auto known = exportFormatFrom(format))
        request.style.format = *known;
    else
        *problems << u"--format is csv, json or ndjson, not '%1'"_s.arg(format);
    if (const auto columns = call.value(u"columns"_s))
        readColumns(*columns, &request.style, problems);
    if (!call.isSet(u"reveal"_s))
        request.style.hiding = RedactionRules::load(QSettings());
    request.style.guardsFormulas = !call.isSet(u"raw-texts"_s);
    return request;
}

int runJobsExport(const CommandCall &call)
{
    QStringList problems;
    ExportRequest request = readExport(call, &problems);
    const QueueTarget target = readTarget(call, &problems);
    request.schema = target.schema;
    QString output = call.value(u"output"_s).value_or(u"-"_s);
    if (!problems.isEmpty())
        return call.refuse(problems);
    std::signal(SIGINT, noteSignal); // end it at the next page, and leave no file
    std::signal(SIGTERM, noteSignal);
    endingSignal = 0;
    ReadControl control;
    const auto session = openQueue(call, target, QueueAccess::Read);
    if (!session)
        return session.error();
    const auto look = [&control](const ExportProgress &) {
        if (endingSignal != 0)
            control.cancel();
    };
    const CommandStreams &streams = call.streams();
    const auto done = output == "-"_L1 || output.isEmpty()
        ? exportJobs(**session, request, streams.out, &control, look)
        : exportJobsToFile(**session, request, QFileInfo(output).absoluteFilePath(), &control,
                           look);
    if (done && done->hidden > 0)
        complainTo(
            streams,
            u"hidden values in payloads: %1; use --reveal to write them"_s.arg(done->hidden));
    if (done)
        return ExitOk;
    const int code = complainOf(call, target, done.error());
    return endingSignal != 0 ? ExitSignalBase + int(endingSignal) : code;
}

} // namespace

ShellCommand jobsExportCommand()
{
    QStringList columns;
    for (const ExportColumn column : allExportColumns())
        columns << QString::fromLatin1(exportColumnName(column));
    ShellCommand command;
    command.words = {u"jobs"_s, u"export"_s};
    command.arguments = u"[FILTER | ID…]"_s;
    command.summary = u"Writes complete jobs to a file: CSV, JSON or NDJSON"_s;
    command.description
        = u"Writes jobs in the order of their ids, page by page, without disturbing running\n"
          "workers. Times are UTC. In JSON, payloads are as in the database, except for\n"
          "hidden values.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.takesFilter = true;
    command.options = jobsOptions();
    const std::vector<Option> own{
        {{u"format"_s}, u"FORMAT"_s, u"csv, json (one array) or ndjson (one job per line) [csv]"_s},
        {{u"columns"_s}, u"LIST"_s, u"separated by commas [all]: "_s + columns.join(u' ')},
        {{u"output"_s},
         u"FILE"_s,
         u"created once complete, readable only by you; a pipe or device is written to "
         "directly [standard output]"_s},
        {{u"raw-texts"_s},
         {},
         u"csv: no apostrophe before texts that begin with = + - @, which spreadsheets read as "
         "formulas"_s},
        {{u"reveal"_s},
         {},
         u"also write values that the window hides, such as passwords; otherwise they "
         "become \"[hidden]\""_s}};
    command.options.insert(command.options.end(), own.begin(), own.end());
    command.examples = {u"yardmaster jobs export state:failed --output failed.csv"_s,
                        u"yardmaster jobs export --format ndjson --columns id,payload | gzip"_s};
    command.exits = {{ExitOk, u"all jobs are written"_s},
                     {ExitUsage, u"wrong options or filter, or FILE cannot be written"_s},
                     {ExitSignalBase, u"stopped by signal n; no file is left behind"_s}};
    command.run = &runJobsExport;
    return command;
}

} // namespace yardmaster

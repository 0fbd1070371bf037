#include "app/taskscommand.h"

#include "app/commandline.h"
#include "app/commands/commandcall.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "app/startup.h"
#include "worker/json/visibletext.h"
#include <yardmaster/tasksources.h>

#include <QFileInfo>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue(QJsonValue::Null) : QJsonValue(text);
}

QByteArray listingJson(const TaskListing &listing)
{
    QJsonArray tasks;
    for (const ListedTask &task : listing.tasks)
        tasks.append(QJsonObject{{u"task"_s, task.identifier},
                                 {u"kind"_s, task.facts.kind},
                                 {u"file"_s, textOrNull(task.facts.file)},
                                 {u"host"_s, textOrNull(task.facts.host)},
                                 {u"problem"_s, textOrNull(task.problem)}});
    QJsonArray notTasks;
    for (const UnusedFile &file : listing.notTasks)
        notTasks.append(QJsonObject{{u"file"_s, file.file}, {u"reason"_s, file.reason}});
    const QJsonObject all{{u"tasks"_s, tasks},
                          {u"notTasks"_s, notTasks},
                          {u"warnings"_s, QJsonArray::fromStringList(listing.warnings)},
                          {u"errors"_s, QJsonArray::fromStringList(listing.errors)}};
    return QJsonDocument(all).toJson(QJsonDocument::Compact) + '\n';
}

/// One line for each task, in columns.
QString tableText(const std::vector<ListedTask> &tasks)
{
    std::vector<QStringList> rows{{u"TASK"_s, u"KIND"_s, u"HOST"_s, u"FILE"_s}};
    for (const ListedTask &task : tasks) {
        const QString host = task.problem.isEmpty() ? task.facts.host : u"(cannot run)"_s;
        rows.push_back({task.identifier, task.facts.kind, host, task.facts.file});
    }
    return textTable(rows);
}

/// File names may have line breaks.
QString problemLine(const QString &file, const QString &problem)
{
    return u"  %1: %2"_s.arg(visibleLine(file), visibleLine(problem));
}

QString listingText(const TaskListing &listing)
{
    QString text;
    if (!listing.tasks.empty())
        text += tableText(listing.tasks);
    QStringList broken;
    for (const ListedTask &task : listing.tasks) {
        if (!task.problem.isEmpty())
            broken << problemLine(task.facts.file, task.problem);
    }
    const auto section = [&text](const QString &title, const QStringList &lines) {
        if (!lines.isEmpty())
            text += (text.isEmpty() ? QString() : u"\n"_s) + title + u'\n' + lines.join(u'\n')
                + u'\n';
    };
    section(u"Tasks that cannot run"_s, broken);
    QStringList others;
    for (const UnusedFile &file : listing.notTasks)
        others << problemLine(file.file, file.reason);
    section(u"Files that are not tasks"_s, others);
    return text;
}

int runTasksList(const CommandCall &call)
{
    QStringList options = call.rest();
    options.removeAll(u"--json"_s);
    const auto line = CommandLine::parse(QStringList{u"--no-gui"_s} + options, call.environment());
    if (!line)
        return call.refuse(line.error().split(u'\n'));
    const CommandStreams &streams = call.streams();
    const TaskSources sources = startup::taskSources(*line, startup::tasksFolder(*line, nullptr));
    const TaskListing listing = listTasks(sources);
    if (call.isSet(u"json"_s)) {
        streams.out->write(listingJson(listing));
    } else {
        write(streams.out, listingText(listing));
        for (const QString &warning : listing.warnings)
            write(streams.err, u"warning: %1\n"_s.arg(visibleLine(warning)));
        for (const QString &error : listing.errors)
            complainTo(streams, visibleLine(error));
    }
    const QFileInfo folder(sources.folder);
    const bool isLeftOut = sources.isFolderOptional && !folder.exists();
    if (!isLeftOut && !(folder.isDir() && folder.isReadable() && folder.isExecutable()))
        return ExitUsage;
    const bool allRun = std::all_of(listing.tasks.begin(), listing.tasks.end(),
                                    [](const ListedTask &task) { return task.problem.isEmpty(); });
    return allRun && listing.errors.isEmpty() ? ExitOk : ExitRuntime;
}

} // namespace

ShellCommand tasksListCommand()
{
    ShellCommand command;
    command.words = {u"tasks"_s, u"list"_s};
    command.summary = u"Lists the tasks that a worker with these options would have"_s;
    command.description
        = u"Prints identifier, kind, file, where jobs run, and any problem. Needs no database.\n"
          "JavaScript files are loaded as by a worker, which runs their top-level code; no task\n"
          "is called. Worker options that do not concern tasks have no effect.\n"_s;
    command.uses = ShellCommand::Uses::WorkerOptions;
    command.options = {jsonOption(u"print one JSON document"_s),
                       {{u"tasks"_s}, u"DIR"_s, u"folder of task files [./tasks]"_s}};
    command.examples
        = {u"yardmaster tasks list"_s,
           u"yardmaster tasks list --tasks ./tasks --node \"node --import tsx\""_s,
           u"yardmaster tasks list --http send_invoice=https://billing.example.com/invoices"_s,
           u"yardmaster tasks list --json | jq -r '.tasks[] | select(.problem) | .file'"_s};
    command.exits = {{ExitOk, u"every task found can run"_s},
                     {ExitRuntime, u"some cannot run, or a worker would not start with them"_s},
                     {ExitUsage, u"wrong options, or DIR cannot be read"_s}};
    command.run = &runTasksList;
    return command;
}

} // namespace yardmaster

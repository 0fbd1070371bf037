#include "app/taskscommand.h"

#include "app/croncommand.h"
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
        rows.push_back({visibleLine(task.identifier), task.facts.kind, visibleLine(host),
                        visibleLine(task.facts.file)});
    }
    QString text;
    for (const QStringList &row : rows) {
        QString line;
        for (qsizetype column = 0; column < row.size(); ++column) {
            qsizetype width = 0;
            for (const QStringList &other : rows)
                width = std::max(width, other[column].size());
            line += row[column].leftJustified(width) + u"  "_s;
        }
        text += line.trimmed() + u'\n';
    }
    return text;
}

QString listingText(const TaskListing &listing)
{
    QString text;
    if (!listing.tasks.empty())
        text += tableText(listing.tasks);
    QStringList broken;
    for (const ListedTask &task : listing.tasks) {
        if (!task.problem.isEmpty())
            broken << u"  %1: %2"_s.arg(task.facts.file, task.problem);
    }
    const auto section = [&text](const QString &title, const QStringList &lines) {
        if (!lines.isEmpty())
            text += (text.isEmpty() ? QString() : u"\n"_s) + title + u'\n' + lines.join(u'\n')
                + u'\n';
    };
    section(u"Tasks that cannot run"_s, broken);
    QStringList others;
    for (const UnusedFile &file : listing.notTasks)
        others << u"  %1: %2"_s.arg(file.file, file.reason);
    section(u"Files that are not tasks"_s, others);
    return text;
}

} // namespace

tl::expected<TasksCommand, QString> TasksCommand::parse(const QStringList &arguments,
                                                        const QProcessEnvironment &environment)
{
    TasksCommand command;
    QStringList rest = arguments;
    command.isHelp = rest.contains("--help"_L1) || rest.contains("-h"_L1);
    if (command.isHelp)
        return command;
    const QString verb
        = rest.isEmpty() || rest.first().startsWith(u'-') ? QString() : rest.takeFirst();
    if (verb != "list"_L1)
        return tl::make_unexpected(verb.isEmpty() ? u"the command is missing; use list"_s
                                                  : u"tasks has no '%1'; use list"_s.arg(verb));
    command.isJson = rest.removeAll(u"--json"_s) > 0;
    auto line = CommandLine::parse(QStringList{u"--no-gui"_s} + rest, environment);
    if (!line)
        return tl::make_unexpected(line.error());
    command.line = *std::move(line);
    return command;
}

int TasksCommand::run(const CommandStreams &streams) const
{
    if (isHelp) {
        write(streams.out, helpText());
        return ExitOk;
    }
    const TaskSources sources = startup::taskSources(line, startup::tasksFolder(line, nullptr));
    const TaskListing listing = listTasks(sources);
    if (isJson) {
        streams.out->write(listingJson(listing));
    } else {
        write(streams.out, listingText(listing));
        for (const QString &warning : listing.warnings)
            write(streams.err, u"warning: %1\n"_s.arg(warning));
        for (const QString &error : listing.errors)
            write(streams.err, u"yardmaster: %1\n"_s.arg(error));
    }
    const QFileInfo folder(sources.folder);
    const bool isLeftOut = sources.isFolderOptional && !folder.exists();
    if (!isLeftOut && !(folder.isDir() && folder.isReadable() && folder.isExecutable()))
        return ExitUsage;
    const bool allRun = std::all_of(listing.tasks.begin(), listing.tasks.end(),
                                    [](const ListedTask &task) { return task.problem.isEmpty(); });
    return allRun && listing.errors.isEmpty() ? ExitOk : ExitRuntime;
}

QString TasksCommand::helpText()
{
    return u"Usage: yardmaster tasks list [--json] [--tasks DIR] [OPTIONS]\n\n"
           "Lists the tasks that a worker with these options would have: identifier, kind,\n"
           "file, where its jobs run, and what is wrong. Needs no database. JavaScript files\n"
           "are loaded, as by a worker, which runs the code at their top; no task is called.\n\n"
           "  --json          print JSON\n"
           "  --tasks DIR     folder of task files [./tasks]\n"
           "  OPTIONS         those of a worker, such as --plugin, --http and --node; the\n"
           "                  ones that say nothing about tasks have no effect\n\n"
           "Examples\n"
           "  yardmaster tasks list\n"
           "  yardmaster tasks list --tasks ./tasks --node \"node --import tsx\"\n"
           "  yardmaster tasks list --http send_invoice=https://billing.example.com/invoices\n"
           "  yardmaster tasks list --json | jq -r '.tasks[] | select(.problem) | .file'\n\n"
           "Exit codes\n"
           "  0    every task found can run\n"
           "  1    some cannot, or a worker would not start with them\n"
           "  2    wrong options, or DIR cannot be read\n"_s;
}

int runTasksCommand(const QStringList &arguments, const QProcessEnvironment &environment,
                    const CommandStreams &streams)
{
    const auto command = TasksCommand::parse(arguments, environment);
    if (!command) {
        for (const QString &problem : command.error().split(u'\n'))
            write(streams.err, u"yardmaster: %1\n"_s.arg(problem));
        write(streams.err, u"yardmaster: see yardmaster tasks --help\n"_s);
        return ExitUsage;
    }
    return command->run(streams);
}

} // namespace yardmaster

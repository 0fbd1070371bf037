#include "app/commands/cleanupcommand.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/commands/texttable.h"
#include "models/maintenance/loggedremoval.h"
#include "models/values/format.h"
#include "worker/queue/namelist.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

CleanupOptions readCleanup(const CommandCall &call, QStringList *problems)
{
    CleanupOptions options;
    if (const auto tasks = parseCleanupTasks(call.words().join(u',')))
        options.tasks = *tasks;
    else
        *problems << tasks.error().message;
    if (const auto kept = call.value(u"keep"_s))
        options.keptTasks = namesIn(*kept);
    return options;
}

bool isNothing(const CleanupReport &report)
{
    return report.jobs == 0 && report.taskIdentifiers == 0 && report.queues == 0;
}

QString figuresText(const CleanupReport &report)
{
    return textTable({{u"failed jobs:"_s, formatNumber(report.jobs)},
                      {u"task names:"_s, formatNumber(report.taskIdentifiers)},
                      {u"queues:"_s, formatNumber(report.queues)}},
                     {1});
}

QByteArray figuresJson(const CleanupReport &report, bool isDone)
{
    JsonObjectText json;
    json.addNumber("jobs", report.jobs);
    json.addNumber("task_identifiers", report.taskIdentifiers);
    json.addNumber("queues", report.queues);
    json.addBool("is_done", isDone);
    return json.text() + '\n';
}

int runCleanup(const CommandCall &call)
{
    QStringList problems;
    const CleanupOptions options = readCleanup(call, &problems);
    return withConfirmation(
        call, problems, QueueAccess::Change,
        [&](const QueueTarget &target, const Confirmation &confirmation,
            const std::unique_ptr<Session> &session) {
            const auto print = [&call](const CleanupReport &report, bool isDone) {
                if (call.isSet(u"json"_s))
                    call.streams().out->write(figuresJson(report, isDone));
                else
                    write(call.streams().out, figuresText(report));
                return int(ExitOk);
            };
            const auto preview = previewCleanup(*session, target.schema, options);
            if (!preview)
                return complainOf(call, target, preview.error());
            if (isNothing(*preview)) {
                complainTo(call.streams(), u"there is nothing to clean up"_s);
                return int(ExitNothing);
            }
            if (call.isSet(u"dry-run"_s))
                return print(*preview, false);
            const QString what = u"Deletes for good:\n"_s + figuresText(*preview);
            if (!confirmation.isGiven(Confirmation::Question{what, u"Delete them?"_s,
                                                             QString::number(preview->jobs),
                                                             u"the number of failed jobs"_s}))
                return int(ExitRuntime);
            const auto report = cleanUpLogged(*session, logOf(target), options, *preview);
            return report ? print(*report, true) : complainOf(call, target, report.error());
        });
}

} // namespace

ShellCommand cleanupCommand()
{
    ShellCommand command;
    command.words = {u"cleanup"_s};
    command.arguments = u"TASK…"_s;
    command.summary = u"Deletes jobs that failed for good, and task and queue names without jobs"_s;
    command.description
        = u"TASK is one of graphile-worker's:\n"
          "  DELETE_PERMAFAILED_JOBS  jobs without attempts left that no worker holds\n"
          "  GC_TASK_IDENTIFIERS      task names without jobs\n"
          "  GC_JOB_QUEUES            queues without jobs\n"
          "Running graphile-worker processes remember the ids of their task names: --keep those\n"
          "names, or these processes will not see jobs if the names are added again. There is no\n"
          "undo; the cleanup is recorded in the operator log.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = {{{u"keep"_s}, u"TASKS"_s, u"task names to keep, separated by commas"_s}};
    std::vector<Option> shared
        = Confirmation::options(u"change nothing; print how much would be deleted"_s);
    command.options.insert(command.options.end(), shared.begin(), shared.end());
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.examples
        = {u"yardmaster cleanup DELETE_PERMAFAILED_JOBS --dry-run"_s,
           u"yardmaster cleanup GC_TASK_IDENTIFIERS,GC_JOB_QUEUES --keep send_email --yes"_s};
    command.exits = {{ExitOk, u"done"_s},
                     {ExitRuntime, u"not confirmed, or the database failed"_s},
                     {ExitUsage, u"wrong options or TASK, or --yes is missing"_s},
                     {ExitNothing, u"there is nothing to clean up"_s}};
    command.run = &runCleanup;
    return command;
}

} // namespace yardmaster

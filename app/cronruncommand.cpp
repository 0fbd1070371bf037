#include "app/cronruncommand.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobjson.h"
#include "app/commands/operationprocess.h"
#include "app/croncommand.h"
#include "models/cron/cronrun.h"
#include "models/operations/jobaddition.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

int runCronRun(const CommandCall &call)
{
    QStringList problems;
    if (call.words().size() != 2)
        problems << u"specify a crontab file and one of its entries, by identifier or task"_s;
    const QueueTarget target = readTarget(call, &problems);
    const Confirmation confirmation(call, target, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    if (const QString refusal = confirmation.prohibition(); !refusal.isEmpty()) {
        complainTo(call.streams(), refusal);
        return ExitDenied;
    }
    const QString &name = call.words()[1];
    const auto crontab = readCrontab(call, call.words()[0]);
    if (!crontab)
        return crontab.error();
    QList<CrontabEntry> found;
    for (const CrontabEntry &entry : crontab->entries) {
        if (entry.item.identifier == name)
            found = {entry};
        else if (entry.item.task == name)
            found << entry;
        if (entry.item.identifier == name)
            break;
    }
    if (found.size() != 1) {
        complainTo(call.streams(),
                   found.isEmpty()
                       ? u"the crontab has no entry '%1'"_s.arg(name)
                       : u"several entries run '%1': specify one by its id"_s.arg(name));
        return found.isEmpty() ? ExitNothing : ExitUsage;
    }
    const JobSpec spec = cronJobNow(found.first(), QDateTime::currentDateTimeUtc());
    if (call.isSet(u"dry-run"_s)) {
        write(call.streams().out, addJobStatement(target.schema, spec) + u'\n');
        return ExitOk;
    }
    const auto session = openQueue(call, target, QueueAccess::Add);
    if (!session)
        return session.error();
    if (!confirmation.isGiven(Confirmation::Question{
            u"Adds a job of %1, as cron would."_s.arg(spec.identifier), u"Add it?"_s,
            found.first().item.identifier, u"the entry's identifier"_s}))
        return ExitRuntime;
    const auto job = addByHand(**session, target.schema, spec, operationsFolder(),
                               target.connection.describe());
    if (!job)
        return complainOf(call, target, job.error());
    if (call.isSet(u"json"_s)) {
        JsonObjectText json;
        json.addNumber("id", job->id);
        call.streams().out->write(json.text() + '\n');
    } else {
        write(call.streams().out, u"%1\n"_s.arg(job->id));
    }
    return ExitOk;
}

} // namespace

ShellCommand cronRunCommand()
{
    ShellCommand command;
    command.words = {u"cron"_s, u"run"_s};
    command.arguments = u"FILE ENTRY"_s;
    command.summary = u"Adds the job of a crontab's entry now"_s;
    command.description
        = u"Adds exactly the job that cron would add in this minute; cron's own run of this\n"
          "minute is not affected. ENTRY is an identifier (id=), or a task if only one entry\n"
          "runs it. FILE may be - for standard input. Prints the id of the job.\n"_s;
    command.uses = ShellCommand::Uses::Queue;
    command.options = {{{u"strict"_s}, {}, u"accept only the syntax of graphile-worker 0.18"_s}};
    std::vector<Option> shared = Confirmation::options(u"add nothing; print the SQL"_s);
    command.options.insert(command.options.end(), shared.begin(), shared.end());
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.examples = {u"yardmaster cron run crontab nightly_report --yes"_s};
    command.exits
        = {{ExitOk, u"it was added"_s},
           {ExitRuntime, u"not confirmed, the crontab has errors, or the database failed"_s},
           {ExitUsage, u"wrong options, FILE cannot be read, or --yes is missing"_s},
           {ExitNothing, u"the crontab has no such entry"_s}};
    command.run = &runCronRun;
    return command;
}

} // namespace yardmaster

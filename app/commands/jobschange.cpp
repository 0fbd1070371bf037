#include "app/commands/jobschange.h"

#include "app/commands/confirmation.h"
#include "app/commands/jobsargument.h"
#include "app/commands/operationprocess.h"
#include "models/query/typedtime.h"
#include "worker/queue/namelist.h"
#include "worker/time/duration.h"

#include <QDateTime>
#include <QIODevice>

#include <limits>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

std::optional<std::chrono::microseconds> readSpan(const CommandCall &call, const QString &option,
                                                  QStringList *problems)
{
    const auto text = call.value(option);
    if (!text)
        return std::nullopt;
    const auto span = parseDuration(*text, DurationSyntax::Typed);
    if (!span)
        *problems << u"--%1 takes a duration such as 30s, 10min or 2h, not '%2'"_s.arg(option,
                                                                                       *text);
    return span;
}

void readTiming(const CommandCall &call, OperationChange *change, QStringList *problems)
{
    if (const auto text = call.value(u"at"_s)) {
        const Timestamp now = timestamp(QDateTime::currentDateTimeUtc());
        change->runAt = parseTypedTime(*text, now, QTimeZone::utc());
        if (!change->runAt)
            *problems << u"--at takes a time such as now, +10min, 14:30 or '2026-11-20 14:00', not "
                         "'%1'"_s.arg(*text);
    }
    const auto shift = readSpan(call, u"by"_s, problems);
    const auto window = readSpan(call, u"spread"_s, problems);
    if (call.isSet(u"by"_s) && (call.isSet(u"at"_s) || call.isSet(u"spread"_s)))
        *problems << u"--by excludes --at and --spread"_s;
    if (shift) {
        change->timing = OperationTiming::ByInterval;
        change->shift = *shift;
    } else if (window) {
        change->timing = OperationTiming::Spread;
        change->window = *window;
    }
}

OperationChange readChange(const CommandCall &call, OperationKind kind, QStringList *problems)
{
    OperationChange change;
    change.kind = kind;
    if (kind == OperationKind::Reschedule)
        readTiming(call, &change, problems);
    if (kind == OperationKind::FailForGood)
        change.reason = call.value(u"reason"_s).value_or(QString());
    if (kind == OperationKind::Change) {
        constexpr int kLowest = std::numeric_limits<qint16>::min();
        constexpr int kHighest = std::numeric_limits<qint16>::max();
        change.priority = call.number(u"priority"_s, kLowest, kHighest, problems);
        change.attempts = call.number(u"attempts"_s, 0, kHighest, problems);
        change.maxAttempts = call.number(u"max-attempts"_s, 1, kHighest, problems);
        change.queue = call.value(u"queue"_s);
        change.key = call.value(u"key"_s);
        if (const auto flags = call.value(u"flags"_s))
            change.flags = namesIn(*flags);
    }
    if (const auto fine = change.validate(); problems->isEmpty() && !fine)
        *problems << fine.error().message;
    return change;
}

/// What the command line asks for; appends what is wrong.
OperationSpec readSpec(const CommandCall &call, OperationKind kind, QStringList *problems)
{
    OperationSpec spec;
    spec.change = readChange(call, kind, problems);
    const qsizetype before = problems->size();
    spec.scope = readJobs(call, problems);
    const bool namesAll = spec.scope.isByFilter() && spec.scope.filter.trimmed().isEmpty();
    if (problems->size() == before && namesAll && !call.isSet(u"all"_s))
        *problems << u"specify the jobs: by ids, by a filter, or --all"_s;
    if (!namesAll && call.isSet(u"all"_s))
        *problems << u"--all excludes ids and filters"_s;
    readPace(call, &spec.options, problems);
    if (const auto fine = spec.validate(); problems->isEmpty() && !fine)
        *problems << fine.error().message;
    return spec;
}

template <OperationKind kind> int runJobsChange(const CommandCall &call)
{
    QStringList problems;
    OperationSpec spec = readSpec(call, kind, &problems);
    return withConfirmation(call, problems, QueueAccess::Change,
                            [&](const QueueTarget &target, const Confirmation &confirmation,
                                std::unique_ptr<Session> session) {
                                spec.schema = target.schema;
                                return changeConfirmed(call, target, confirmation,
                                                       std::move(session), spec);
                            });
}

ShellCommand changeCommand(const QString &verb, const QString &summary, const QString &description,
                           int (*run)(const CommandCall &))
{
    ShellCommand command;
    command.words = {u"jobs"_s, verb};
    command.arguments = u"(FILTER | ID… | --all)"_s;
    command.summary = summary;
    command.description = description
        + u"\n"
          "FILTER is written in the language of the window's filter line: see jobs list. Jobs "
          "added\n"
          "after the count are not included; jobs that have changed since are skipped. The "
          "operation\n"
          "is recorded in the same journal and operator log as those of the window, so that it can "
          "be\n"
          "resumed after an interruption%1.\n"_s.arg(verb == "unlock"_L1 ? QString()
                                                                         : u", and undone"_s);
    command.uses = ShellCommand::Uses::Queue;
    command.takesFilter = true;
    command.options = jobsOptions();
    command.options.push_back({{u"all"_s}, {}, u"every job of the queue"_s});
    const std::vector<Option> shared = changeOptions();
    command.options.insert(command.options.end(), shared.begin(), shared.end());
    command.options.push_back(jsonOption(u"print one JSON object"_s));
    command.exits = changeExits();
    command.run = run;
    return command;
}

void addOptions(ShellCommand *command, const std::vector<Option> &own)
{
    command->options.insert(command->options.begin(), own.begin(), own.end());
}

} // namespace

std::vector<ShellCommand> jobsChangeCommands()
{
    std::vector<ShellCommand> all;
    ShellCommand retry = changeCommand(
        u"retry"_s, u"Makes jobs due now; jobs that failed for good get their attempts back"_s,
        u"Locked jobs are skipped.\n"_s, &runJobsChange<OperationKind::Retry>);
    retry.examples
        = {u"yardmaster jobs retry 4711 4712"_s,
           u"yardmaster jobs retry 'state:failed task:send_* error~timeout' --dry-run"_s,
           u"yardmaster jobs retry state:failed --rate 50 --yes"_s,
           u"yardmaster jobs list state:failed --json | jq .id | yardmaster jobs retry --ids - "
           "--yes"_s};
    all.push_back(std::move(retry));

    ShellCommand reschedule = changeCommand(
        u"reschedule"_s, u"Makes jobs due at another time"_s,
        u"Locked jobs are skipped; jobs that failed for good stay failed. TIME is now, +10min, "
        u"14:30,\n"
        "'tomorrow 9:00', '2026-11-20 14:00' (UTC, unless it names a zone) or never.\n"_s,
        &runJobsChange<OperationKind::Reschedule>);
    addOptions(
        &reschedule,
        {{{u"at"_s}, u"TIME"_s, u"all at this time; with --spread, from this time on"_s},
         {{u"by"_s}, u"DURATION"_s, u"each later by this much, or earlier: --by=-30min"_s},
         {{u"spread"_s},
          u"DURATION"_s,
          u"evenly over this time, from --at or now on, so that they do not all start at once"_s}});
    reschedule.examples
        = {u"yardmaster jobs reschedule 'state:ready task:report' --at 'tomorrow 3:00'"_s,
           u"yardmaster jobs reschedule state:retrying --spread 30min --yes"_s};
    all.push_back(std::move(reschedule));

    ShellCommand change = changeCommand(
        u"change"_s, u"Changes the priority, attempts, queue, flags or key of jobs"_s,
        u"Locked jobs are skipped. An empty --queue, --flags or --key removes the current "
        "value.\n"_s,
        &runJobsChange<OperationKind::Change>);
    addOptions(&change,
               {{{u"priority"_s}, u"N"_s, u"lower runs first"_s},
                {{u"attempts"_s}, u"N"_s, u"attempts used so far"_s},
                {{u"max-attempts"_s}, u"N"_s, u"attempts allowed"_s},
                {{u"queue"_s}, u"NAME"_s, u"the new queue"_s},
                {{u"flags"_s}, u"NAME,…"_s, u"the new flags, all of them"_s},
                {{u"key"_s}, u"KEY"_s, u"the new key, for a single job, unless it is empty"_s}});
    change.examples
        = {u"yardmaster jobs change task:send_receipt --priority=-10"_s,
           u"yardmaster jobs change 'task:report queue:slow' --queue= --flags=eu,big"_s};
    all.push_back(std::move(change));

    ShellCommand complete
        = changeCommand(u"complete"_s, u"Deletes jobs as if they had succeeded"_s,
                        u"Locked jobs are skipped. An undo adds equal jobs under new ids.\n"_s,
                        &runJobsChange<OperationKind::Complete>);
    complete.examples = {u"yardmaster jobs complete 'state:failed created<now-30d'"_s};
    all.push_back(std::move(complete));

    ShellCommand fail = changeCommand(u"fail"_s, u"Fails jobs for good: no attempts are left"_s,
                                      u"Locked jobs are skipped.\n"_s,
                                      &runJobsChange<OperationKind::FailForGood>);
    addOptions(&fail,
               {{{u"reason"_s}, u"TEXT"_s, u"put before the last error of each job; required"_s}});
    fail.examples = {u"yardmaster jobs fail task:old_import --reason 'superseded by import2'"_s};
    all.push_back(std::move(fail));

    ShellCommand unlock = changeCommand(
        u"unlock"_s, u"Takes jobs from the workers that hold them, alive or not"_s,
        u"They run again at once: if their worker is alive, twice at the same time. This cannot "
        u"be\n"
        "undone. For jobs of stale workers, live workers do the same on their own.\n"_s,
        &runJobsChange<OperationKind::Unlock>);
    unlock.examples = {u"yardmaster jobs unlock 'state:stuck locked-by:pool-7*' --dry-run"_s};
    all.push_back(std::move(unlock));

    ShellCommand remove = changeCommand(
        u"remove"_s, u"Deletes jobs by their key"_s,
        u"Jobs without a key are skipped: complete or fail these. A locked job loses its key and\n"
        "is not retried. An undo adds equal jobs under new ids.\n"_s,
        &runJobsChange<OperationKind::RemoveByKey>);
    remove.examples = {u"yardmaster jobs remove key:nightly-*"_s};
    all.push_back(std::move(remove));
    return all;
}

} // namespace yardmaster

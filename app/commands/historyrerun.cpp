#include "app/commands/historyrerun.h"

#include "app/commands/addcommand.h"
#include "app/commands/confirmation.h"
#include "app/commands/historywords.h"
#include "app/commands/jobsargument.h"
#include "app/commands/jobspecline.h"
#include "app/commands/operationprocess.h"
#include "app/commands/runwords.h"
#include "app/commands/texttable.h"
#include "models/history/pastjob.h"
#include "models/operations/jobaddition.h"
#include "models/values/format.h"
#include "models/values/jsontree.h"

#include <QIODevice>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// What is asked for besides the ids.
struct Rerun
{
    QList<qint64> ids;
    std::optional<QByteArray> payload = {}; ///< instead of what was kept
    std::optional<Timestamp> runAt = {};
    bool isRedactedFine = false;
};

Rerun readRerun(const CommandCall &call, QStringList *problems)
{
    Rerun rerun;
    rerun.ids = readJobIds(call, problems);
    if (rerun.ids.isEmpty() && problems->isEmpty())
        *problems << u"specify the ids of finished jobs"_s;
    rerun.isRedactedFine = call.isSet(u"redacted"_s);
    if (const auto text = call.value(u"at"_s)) {
        rerun.runAt = runAtFrom(*text);
        if (!rerun.runAt)
            *problems
                << u"--at takes a time such as +10min, 14:30 or '2026-11-20 14:00', not '%1'"_s.arg(
                       *text);
    }
    const auto given = call.value(u"payload"_s);
    if (!given)
        return rerun;
    if (rerun.ids.size() > 1)
        *problems << u"--payload is for a single job"_s;
    const auto payload = contentOf(call, *given);
    if (!payload)
        *problems << payload.error();
    else if (const auto tree = JsonTree::parse(*payload); !tree)
        *problems << u"the payload: %1"_s.arg(tree.error());
    else
        rerun.payload = *payload;
    return rerun;
}

/// Why this job is not added again; empty: it is.
QString refusalOf(const PastJob &job, const Rerun &rerun)
{
    if (const QString obstacle = job.obstacle(); !obstacle.isEmpty() || rerun.payload)
        return obstacle;
    const QString problem = job.payloadProblem();
    if (problem.isEmpty())
        return {};
    if (job.payload == PastJob::Payload::Redacted) {
        return rerun.isRedactedFine
            ? QString()
            : problem + u" Specify it with --payload, or add it as it is with --redacted."_s;
    }
    return problem + u" Specify it with --payload."_s;
}

QByteArray rerunJson(const QList<PastJob> &past, const QList<qint64> &ids)
{
    QByteArrayList jobs;
    for (qsizetype i = 0; i < past.size(); ++i) {
        JsonObjectText job;
        job.addNumber("finished_id", past.at(i).id);
        job.add("id", ids.isEmpty() ? "null" : QByteArray::number(ids.at(i)));
        job.addText("task_identifier", past.at(i).spec.identifier);
        job.addBool("settings_lost", past.at(i).areSettingsLost);
        jobs << job.text();
    }
    JsonObjectText json;
    json.addNumber("added", ids.size());
    json.add("jobs", '[' + jobs.join(',') + ']');
    return json.text() + '\n';
}

/// In a session whose queue is there. Asks before it adds anything.
int addAgain(const CommandCall &call, const QueueTarget &target, const Confirmation &confirmation,
             const std::unique_ptr<Session> &session, const Rerun &rerun)
{
    const CommandStreams &streams = call.streams();
    const auto past = readPastJobs(*session, target.schema, rerun.ids);
    if (!past)
        return complainOf(call, target, past.error());
    if (const auto code = complainOfHistory(call, past->presence))
        return *code;
    std::vector<JobSpec> specs;
    bool isForbidden = false;
    for (const PastJob &job : past->jobs) {
        const QString refusal = refusalOf(job, rerun);
        if (!refusal.isEmpty()) {
            complainTo(streams, refusal);
            isForbidden = isForbidden || job.payload == PastJob::Payload::Forbidden;
            continue;
        }
        JobSpec spec = job.spec;
        spec.runAt = rerun.runAt;
        if (rerun.payload)
            spec.payload = *rerun.payload;
        specs.push_back(std::move(spec));
    }
    if (std::ssize(specs) < rerun.ids.size()) {
        if (rerun.ids.size() > 1)
            complainTo(streams, u"nothing was added"_s);
        return isForbidden ? ExitDenied : ExitNothing;
    }
    for (const PastJob &job : past->jobs) {
        if (job.areSettingsLost)
            complainTo(streams, job.settingsProblem());
    }
    const QString what = rerun.ids.size() == 1
        ? u"1 job again, without its key.\n"_s
        : jobsText(rerun.ids.size()) + u" again, without their keys.\n"_s;
    if (call.isSet(u"dry-run"_s)) {
        if (call.isSet(u"json"_s)) {
            streams.out->write(rerunJson(past->jobs, {}));
            return ExitOk;
        }
        write(streams.out, u"Would add "_s + what);
        for (const JobSpec &spec : specs)
            write(streams.out, addJobStatement(target.schema, spec));
        return ExitOk;
    }
    if (!confirmation.isGiven(u"Adds "_s + what, rerun.ids.size()))
        return ExitRuntime;
    const auto ids = addManyByHand(*session, target.schema, specs, operationsFolder(),
                                   target.connection.describe(), rerun.ids);
    if (!ids)
        return complainOf(call, target, ids.error());
    if (call.isSet(u"json"_s)) {
        streams.out->write(rerunJson(past->jobs, *ids));
        return ExitOk;
    }
    for (qsizetype i = 0; i < ids->size(); ++i)
        write(streams.out,
              u"added job %1 again as job %2\n"_s.arg(rerun.ids.at(i)).arg(ids->at(i)));
    return ExitOk;
}

int runRerun(const CommandCall &call)
{
    QStringList problems;
    const Rerun rerun = readRerun(call, &problems);
    return withConfirmation(call, problems, QueueAccess::Change,
                            [&](const QueueTarget &target, const Confirmation &confirmation,
                                const std::unique_ptr<Session> &session) {
                                return addAgain(call, target, confirmation, session, rerun);
                            });
}

} // namespace

ShellCommand historyRerunCommand()
{
    ShellCommand rerun = historyCommand(u"rerun"_s, u"Adds finished jobs again"_s);
    rerun.arguments = u"ID…"_s;
    rerun.description
        = u"With their task, payload, queue, priority, limit of attempts and flags, without their\n"
          "keys; due now. All or none. It needs the payload, which a history keeps only if it was\n"
          "installed with --keep-payloads, or another one. Where nothing but the run was kept, it\n"
          "says so, and priority, limit of attempts and flags are the defaults. Written to the\n"
          "operator log.\n"_s;
    rerun.options = Confirmation::options(u"change nothing; print the calls of add_job"_s);
    rerun.options.push_back(
        {{u"payload"_s}, u"JSON"_s, u"for a single job, instead of the kept payload; @FILE, -"_s});
    rerun.options.push_back(
        {{u"redacted"_s}, {}, u"add payloads as they are even if values were replaced"_s});
    rerun.options.push_back({{u"at"_s}, u"TIME"_s, u"not before: +10min, 14:30 [now]"_s});
    rerun.options.push_back(jsonOption(u"print one JSON object"_s));
    rerun.examples = {u"yardmaster history rerun 4711 --dry-run"_s,
                      u"yardmaster history rerun 4711 --payload @fixed.json --yes"_s};
    rerun.exits = {
        {ExitOk, u"the jobs are added"_s},
        {ExitRuntime,
         u"not confirmed, or the database failed: nothing was added; or it could not be printed"_s},
        {ExitUsage, u"wrong options, or --yes is missing"_s},
        {ExitNothing, u"there is no history, or one of the jobs cannot be added again"_s},
        {ExitDenied, u"this role may not read payloads, or not add jobs"_s}};
    rerun.run = &runRerun;
    return rerun;
}

} // namespace yardmaster

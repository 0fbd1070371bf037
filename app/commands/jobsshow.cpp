#include "app/commands/jobsshow.h"

#include "app/commands/commandcall.h"
#include "app/commands/jobjson.h"
#include "app/commands/jobsargument.h"
#include "app/commands/queueaccess.h"
#include "app/commands/runwords.h"
#include "app/commands/texttable.h"
#include "app/exitcodes.h"
#include "models/history/runexport.h"
#include "models/jobs/whynot.h"
#include "models/query/filterkeys.h"
#include "models/values/payloaddocument.h"
#include "models/values/showntext.h"
#include "worker/json/visibletext.h"
#include <yardmaster/session.h>

#include <QSettings>

#include <array>

namespace yardmaster {

using namespace Qt::StringLiterals;

namespace {

/// As JSON has them, in the order of WhyNot::Reason and WhyNot::Action.
constexpr std::array kReasons{"running",      "worker_stale", "stuck",          "exhausted",
                              "never",        "not_due",      "retrying",       "queue_missing",
                              "queue_held",   "queue_stale",  "flag_forbidden", "no_worker",
                              "waiting_turn", "next"};
constexpr std::array kActions{"none",         "wait",          "run_now",      "retry",
                              "sweep_worker", "unlock_worker", "start_worker", "inspect"};

/// As terminals and programs get it.
WhyNot plainWhyNot(const JobDetails &details)
{
    WhyNot why = explainWhyNot(details);
    why.sentence = withoutIsolates(why.sentence);
    why.advice = withoutIsolates(why.advice);
    for (QString &line : why.evidence)
        line = withoutIsolates(line);
    return why;
}

QByteArray whyJson(const WhyNot &why)
{
    JsonObjectText json;
    json.addText("reason", QString::fromLatin1(kReasons.at(size_t(why.reason))));
    json.addText("sentence", why.sentence);
    json.addList("evidence", why.evidence);
    json.addText("action", QString::fromLatin1(kActions.at(size_t(why.action))));
    json.addText("advice", why.advice);
    return json.text();
}

QString indented(const QString &text)
{
    QString lines;
    for (const QString &line : text.split(u'\n'))
        lines += u"  "_s + line + u'\n';
    return lines;
}

QString factTime(Timestamp time)
{
    return isFinite(time) ? utcText(time) + u" UTC"_s : utcText(time);
}

/// Empty without a value. One line, whatever is in it.
QString factLine(const QString &name, const QString &value)
{
    return value.isEmpty() ? QString()
                           : (name + u':').leftJustified(14) + visibleLine(value) + u'\n';
}

QString recordText(const JobDetails &details, const QByteArray &payload)
{
    const JobRecord &job = details.job;
    QString text;
    const auto fact
        = [&text](const QString &name, const QString &value) { text += factLine(name, value); };
    fact(u"id"_s, QString::number(job.id));
    fact(u"state"_s, QString(filterStateName(details.state)));
    fact(u"task"_s, job.identifier);
    fact(u"queue"_s, job.queueName);
    fact(u"key"_s, job.key);
    fact(u"priority"_s, QString::number(job.priority));
    fact(u"run at"_s, factTime(job.runAt));
    fact(u"attempts"_s, u"%1 of %2"_s.arg(job.attempts).arg(job.maxAttempts));
    fact(u"locked by"_s, job.lockedBy);
    fact(u"locked at"_s, job.lockedAt ? factTime(*job.lockedAt) : QString());
    fact(u"created at"_s, factTime(job.createdAt));
    fact(u"updated at"_s, factTime(job.updatedAt));
    fact(u"revision"_s, QString::number(job.revision));
    fact(u"flags"_s, QString::fromUtf8(job.flags));
    text += u"payload:\n"_s + indented(QString::fromUtf8(payload));
    if (!job.lastError.isEmpty())
        text += u"last error:\n"_s + indented(job.lastError);
    return text;
}

/// Of a job that has left the table, as its last run says.
QString goneText(const PastRun &last)
{
    QString text;
    const auto fact
        = [&text](const QString &name, const QString &value) { text += factLine(name, value); };
    fact(u"id"_s, QString::number(last.id));
    fact(u"state"_s, u"gone"_s);
    fact(u"task"_s, last.task);
    fact(u"queue"_s, last.queue);
    fact(u"outcome"_s, last.outcomeWord());
    return text;
}

QByteArray goneJson(const JobPast &past)
{
    const PastRun &last = past.runs.last();
    JsonObjectText json;
    json.addNumber("id", last.id);
    json.addText("state", u"gone"_s);
    json.addText("task_identifier", last.task);
    json.addTextOrNull("queue_name", last.queue);
    json.add("history", runsJson(past.runs));
    return json.text() + '\n';
}

/// Says what became of a job that has left the table, as far as the history knows.
int showGone(const CommandCall &call, const JobPast &past, qint64 id)
{
    const CommandStreams &streams = call.streams();
    if (past.runs.isEmpty()) {
        const QString obstacle = historyObstacle(past.presence);
        QString known = obstacle;
        if (obstacle.isEmpty())
            known = past.presence.since
                ? u"the history, recorded since %1 UTC, has no record of it either"_s.arg(
                    utcText(*past.presence.since))
                : u"the history has no record of it either"_s;
        complainTo(
            streams,
            u"there is no job %1; completed jobs have left the table, and %2"_s.arg(id).arg(known));
        return ExitNothing;
    }
    if (call.isSet(u"json"_s))
        streams.out->write(goneJson(past));
    else
        write(streams.out,
              goneText(past.runs.last()) + u"past:\n"_s
                  + indented(runsText(past.runs, true).chopped(1)));
    return ExitOk;
}

/// Reads the job that the call names and hands it to `print`.
/// @param isPast  its past, too: also of a job that has left the table.
template <typename Print> int withJob(const CommandCall &call, bool isPast, Print print)
{
    QStringList problems;
    const QueueTarget target = readTarget(call, &problems);
    const qint64 id = readJobId(call, &problems);
    if (!problems.isEmpty())
        return call.refuse(problems);
    const auto session = openQueue(call, target, QueueAccess::Read);
    if (!session)
        return session.error();
    const auto details
        = readJobDetails(**session, FilterContext{target.schema, {}, {}, QTimeZone::utc(), {}}, id);
    if (!details)
        return complainOf(call, target, details.error());
    JobPast past;
    if (isPast) {
        const auto read = readJobPast(**session, target.schema, id, !*details);
        if (!read)
            return complainOf(call, target, read.error());
        past = *read;
    }
    if (!*details && isPast)
        return showGone(call, past, id);
    if (!*details) {
        complainTo(call.streams(),
                   u"there is no job %1; completed jobs have left the table"_s.arg(id));
        return ExitNothing;
    }
    print(**details, past);
    return ExitOk;
}

int runJobsShow(const CommandCall &call)
{
    return withJob(call, true, [&call](const JobDetails &details, const JobPast &past) {
        const RedactionRules hiding
            = call.isSet(u"reveal"_s) ? RedactionRules() : RedactionRules::load(QSettings());
        const CommandStreams &streams = call.streams();
        const auto payload = PayloadDocument::read(details.job.payload, hiding);
        if (call.isSet(u"json"_s)) {
            JsonObjectText json = recordJson(details.job, details.state, hiding);
            json.add("why", whyJson(plainWhyNot(details)));
            json.add("history", past.presence.isReadable() ? runsJson(past.runs) : "null");
            streams.out->write(json.text() + '\n');
        } else {
            write(streams.out, recordText(details, payload->redacted()));
            write(streams.out,
                  u"why it is not running:\n"_s + indented(plainWhyNot(details).sentence));
            if (!past.runs.isEmpty())
                write(streams.out, u"past:\n"_s + indented(runsText(past.runs, true).chopped(1)));
            else if (!past.presence.isReadable() && details.job.attempts > 0)
                complainTo(streams, u"earlier attempts: "_s + historyObstacle(past.presence));
        }
        if (const int hidden = payload->hiddenCount(); hidden > 0)
            complainTo(
                streams,
                u"hidden values in the payload: %1; use --reveal to print them"_s.arg(hidden));
    });
}

int runJobsWhy(const CommandCall &call)
{
    return withJob(call, false, [&call](const JobDetails &details, const JobPast &) {
        const WhyNot found = plainWhyNot(details);
        if (call.isSet(u"json"_s)) {
            JsonObjectText json;
            json.addNumber("id", details.job.id);
            json.addText("state", QString(filterStateName(details.state)));
            json.add("why", whyJson(found));
            call.streams().out->write(json.text() + '\n');
            return;
        }
        QString text = found.sentence + u'\n';
        for (const QString &fact : found.evidence)
            text += u"  - "_s + fact + u'\n';
        if (!found.advice.isEmpty())
            text += found.advice + u'\n';
        write(call.streams().out, text);
    });
}

ShellCommand commandOfOneJob(const QString &verb, const QString &summary)
{
    ShellCommand command;
    command.words = {u"jobs"_s, verb};
    command.arguments = u"ID"_s;
    command.summary = summary;
    command.uses = ShellCommand::Uses::Queue;
    command.exits = {{ExitOk, u"it was printed"_s}, {ExitNothing, u"there is no such job"_s}};
    return command;
}

} // namespace

ShellCommand jobsShowCommand()
{
    ShellCommand command
        = commandOfOneJob(u"show"_s, u"Shows all of one job: payload, error, locks, history"_s);
    command.description
        = u"Values that the window hides, such as passwords, become \"[hidden]\". If the\n"
          "history is recorded (see history install), the attempts of the job follow, even\n"
          "if the job has left the table: when and how each ended, how long the job had been\n"
          "due (wait), and how long its worker held it, which may include waiting in the\n"
          "worker's memory.\n"_s;
    command.options = {jsonOption(u"print one JSON object, with the keys of jobs export"_s),
                       {{u"reveal"_s}, {}, u"also print hidden values"_s}};
    command.examples
        = {u"yardmaster jobs show 4711"_s, u"yardmaster jobs show 4711 --json | jq .payload"_s};
    command.run = &runJobsShow;
    return command;
}

ShellCommand jobsWhyCommand()
{
    ShellCommand command = commandOfOneJob(u"why"_s, u"Explains why a job is not running"_s);
    command.description
        = u"Names the lock, time, queue or missing worker that the job is waiting for, the\n"
          "evidence, and what would help.\n"_s;
    command.options = {jsonOption(u"print one JSON object"_s)};
    command.examples
        = {u"yardmaster jobs why 4711"_s, u"yardmaster jobs why 4711 --json | jq -r .why.action"_s};
    command.run = &runJobsWhy;
    return command;
}

} // namespace yardmaster
